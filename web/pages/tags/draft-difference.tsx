import { Button, Card, CloseButton, Skeleton } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { useState } from 'react';
import { type Change, type DraftChanges, type Place, useChanges } from '../../api/tags.ts';
import { wholeCount } from '../../format/number.ts';
import { AfterDelay } from '../../parts/after-delay.tsx';
import { ChangedFields } from '../../parts/changed-fields.tsx';
import { Locked } from '../../parts/locked-notice.tsx';
import type { Mode } from '../../parts/mode-tag.tsx';
import { Shape } from '../../parts/shape.tsx';
import { Tag } from '../../parts/tag.tsx';
import { Conflicts } from './conflicts.tsx';
import { SaveVersion } from './save-version.tsx';
import classes from './tags.module.css';
import { SlowRead, Unread } from './waiting-turn.tsx';
import { CHANGE_WORDS, changeCounts, openConflicts, thingWord } from './words.ts';

interface Props {
  place: Place;
  draft: { id: string; name: string };
  mayChange: boolean;
  mode: Mode | null;
  onClose(): void;
  onSaved(version: { id: string; name: string | null }): void;
}

/** What a draft would change in what is live, field by field, and where it meets somebody else's change. */
export function DraftDifference({ place, draft, mayChange, mode, onClose, onSaved }: Props) {
  const read = useChanges(place, draft.id);
  const [saving, setSaving] = useState(false);
  const { data } = read;
  return (
    <Card component="section" aria-labelledby="difference-heading">
      <header className={classes.sectionHead}>
        <h2 id="difference-heading">What would “{draft.name}” change?</h2>
        {data && <span className={classes.quiet}>{changeCounts(data.changes)}</span>}
        <span className={classes.end}>
          {mayChange ? (
            <Button
              size="xs"
              leftSection={<IconDeviceFloppy />}
              disabled={!data?.changes.some(({ isOwn }) => isOwn)}
              onClick={() => setSaving(true)}
            >
              Save as a version …
            </Button>
          ) : (
            <Locked verb="Save as a version" />
          )}
          <CloseButton aria-label="Hide changes" onClick={onClose} />
        </span>
      </header>
      {read.isPending && (
        <div className={classes.inCard} aria-busy="true">
          <AfterDelay>
            <Skeleton height={120} />
          </AfterDelay>
          <SlowRead />
        </div>
      )}
      {read.error && !data && (
        <div className={classes.inCard}>
          <Unread read={read} title="The difference could not be read" />
        </div>
      )}
      {data && <Difference read={data} />}
      {saving && data && (
        <SaveVersion
          place={place}
          draft={draft}
          read={data}
          mode={mode}
          onClose={() => setSaving(false)}
          onSaved={onSaved}
        />
      )}
    </Card>
  );
}

const FIRST = 50;
/** So few are shown with their fields at once. */
const OPEN_UP_TO = 3;

function Difference({ read: { changes, conflicts, notes, isCut } }: { read: DraftChanges }) {
  const [all, setAll] = useState(false);
  const shown = all ? changes : changes.slice(0, FIRST);
  const said = isCut ? [...notes, 'It changes more than is shown here.'] : notes;
  return (
    <>
      {conflicts.length > 0 && <Conflicts conflicts={openConflicts(conflicts)} sides={{}} />}
      {changes.length === 0 && <p className={classes.nothing}>Nothing: what is live stays as it is.</p>}
      <ul className={classes.changes}>
        {shown.map((change) => (
          <ChangeRow key={`${change.kind} ${change.id}`} change={change} isOpen={changes.length <= OPEN_UP_TO} />
        ))}
      </ul>
      {shown.length < changes.length && (
        <div className={classes.more}>
          <Button size="xs" variant="subtle" onClick={() => setAll(true)}>
            Show all {wholeCount(changes.length)}
          </Button>
        </div>
      )}
      <ul className={classes.notes}>
        {said.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </>
  );
}

function ChangeRow({ change, isOpen }: { change: Change; isOpen: boolean }) {
  const { word, shape } = CHANGE_WORDS[change.change];
  return (
    <li>
      <details open={isOpen}>
        <summary>
          <span className={classes.changeWord}>
            <Shape kind={shape} size={12} /> {word}
          </span>
          <span className={classes.changeText}>
            <span className={classes.changeName}>{change.name}</span>{' '}
            <span className={classes.quiet}>{thingWord(change.kind)}</span>{' '}
            {!change.isOwn && <Tag tone="warn">saved before this draft, not live</Tag>}
            <span className={classes.changeWords}>{change.words}</span>
          </span>
        </summary>
        <div className={classes.changeFields}>
          <ChangedFields fields={change.fields} />
        </div>
      </details>
    </li>
  );
}
