import { Button } from '@mantine/core';
import { useState } from 'react';
import { wholeCount } from '../format/number.ts';
import { ChangedFields } from './changed-fields.tsx';
import { Diff } from './diff.tsx';
import type { ReleasedObject, ReleaseParts } from './release-parts.ts';
import classes from './release-view.module.css';
import { Shape, type ShapeKind } from './shape.tsx';

/** What goes out when another version becomes live: the version, what to look at twice, whose it is, and every object. */
export function ReleaseView({ release }: { release: ReleaseParts }) {
  const { version, warnings, others, notes, objects, fields } = release;
  return (
    <div className={classes.root}>
      <div>
        <Diff field="live version" from={String(version.from ?? 'none')} to={String(version.to ?? 'none')} />
      </div>
      <ChangedFields fields={fields} />
      <Lines title="Look at this" shape="limited" lines={warnings} />
      <Lines title="What others did goes with it" shape="limited" lines={others} />
      <Lines shape="done" lines={notes} />
      {objects.length === 0 && <p className={classes.quiet}>No tag, trigger or variable differs.</p>}
      <Objects objects={objects} />
    </div>
  );
}

function Lines({ title, shape, lines }: { title?: string; shape: ShapeKind; lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <section {...(title && { 'aria-label': title })}>
      {title && <p className={classes.title}>{title}</p>}
      <ul className={classes.lines}>
        {lines.map((line) => (
          <li key={line}>
            <Shape kind={shape} size={12} /> <span>{line}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const FIRST = 30;
/** So few are shown with their fields at once. */
const OPEN_UP_TO = 3;

function Objects({ objects }: { objects: readonly ReleasedObject[] }) {
  const [all, setAll] = useState(false);
  const shown = all ? objects : objects.slice(0, FIRST);
  return (
    <>
      <ul className={classes.objects}>
        {shown.map(({ title, change, fields, by }) => (
          <li key={title}>
            <details open={objects.length <= OPEN_UP_TO}>
              <summary>
                <span className={classes.change}>{change}</span> <span className={classes.name}>{title}</span>
                {by && <span className={classes.quiet}> by {by}</span>}
              </summary>
              <ChangedFields fields={fields} />
            </details>
          </li>
        ))}
      </ul>
      {shown.length < objects.length && (
        <Button size="xs" variant="subtle" onClick={() => setAll(true)}>
          Show all {wholeCount(objects.length)}
        </Button>
      )}
    </>
  );
}
