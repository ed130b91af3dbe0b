import { Card, SegmentedControl, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import { useOpened } from '../../address/use-opened.ts';
import type { Contents, Place } from '../../api/tags.ts';
import { wholeCount } from '../../format/number.ts';
import { useKey } from '../../keyboard/use-keys.ts';
import { DataTable, type DataTableHandle } from '../../parts/data-table.tsx';
import { Empty } from '../../parts/empty-state.tsx';
import { NoMatch } from '../../parts/no-match.tsx';
import { Shape } from '../../parts/shape.tsx';
import { columnsOf, ObjectCompact } from './object-columns.tsx';
import { ObjectDrawer } from './object-drawer.tsx';
import { type Kind, objectsOf } from './objects.ts';
import classes from './tags.module.css';

const TITLES: Readonly<Record<Kind, string>> = { tags: 'Tags', triggers: 'Triggers', variables: 'Variables' };
const KINDS = Object.keys(TITLES) as Kind[];

/** Everything in the live version, one kind at a time. */
export function ObjectsCard({ place, contents }: { place: Place; contents: Contents }) {
  const [kind, setKind] = useState<Kind>('tags');
  const [words, setWords] = useState('');
  const objects = useMemo(() => objectsOf(contents), [contents]);
  const shown = useMemo(
    () => objects[kind].filter(({ text }) => text.includes(words.trim().toLowerCase())),
    [objects, kind, words],
  );
  const opened = useOpened('open');
  const open = Object.values(objects)
    .flat()
    .find(({ key }) => key === opened.id);
  const table = useRef<DataTableHandle>(null);
  return (
    <Card component="section" aria-labelledby="objects-heading" className={classes.objects}>
      <Head objects={objects} kind={kind} onKind={setKind} words={words} onWords={setWords} />
      {contents.isCut && (
        <p className={classes.note}>
          <Shape kind="limited" size={12} />{' '}
          <span>It holds more than is shown here. Agents read all of it with get_container.</span>
        </p>
      )}
      {shown.length > 0 && (
        <DataTable
          ref={table}
          label={TITLES[kind]}
          rows={shown}
          columns={columnsOf(kind)}
          rowId={({ key }) => key}
          active={opened.id}
          onOpen={({ key }) => opened.open(key)}
          compact={(object) => <ObjectCompact object={object} />}
          compactUpTo={900}
        />
      )}
      {objects[kind].length === 0 && (
        <Empty title={`No ${kind}`} icons={null}>
          The live version holds none. What drafts add stands above.
        </Empty>
      )}
      {objects[kind].length > 0 && shown.length === 0 && (
        <NoMatch what={kind.slice(0, -1)} filterCount={0} onClear={() => setWords('')} />
      )}
      {open && (
        <ObjectDrawer
          key={open.key}
          place={place}
          object={open}
          onClose={opened.close}
          onStep={(by) => table.current?.step(by)}
        />
      )}
    </Card>
  );
}

interface HeadProps {
  objects: ReturnType<typeof objectsOf>;
  kind: Kind;
  onKind(kind: Kind): void;
  words: string;
  onWords(words: string): void;
}

const Head = ({ objects, kind, onKind, words, onWords }: HeadProps) => (
  <header className={classes.sectionHead}>
    <h2 id="objects-heading">What is in it?</h2>
    <span className={classes.quiet}>as visitors get it</span>
    <div className={classes.narrowing}>
      <Search words={words} onWords={onWords} />
      <SegmentedControl
        size="xs"
        aria-label="Which kind"
        value={kind}
        onChange={(chosen) => onKind(chosen as Kind)}
        data={KINDS.map((one) => ({ value: one, label: `${TITLES[one]} ${wholeCount(objects[one].length)}` }))}
      />
    </div>
  </header>
);

function Search({ words, onWords }: { words: string; onWords(words: string): void }) {
  const field = useRef<HTMLInputElement>(null);
  useKey('/', () => field.current?.focus());
  return (
    <TextInput
      ref={field}
      className="quiet"
      size="xs"
      placeholder="Name, kind or setting"
      aria-label="Name, kind or setting"
      leftSection={<IconSearch size={14} />}
      value={words}
      onChange={(event) => onWords(event.currentTarget.value)}
    />
  );
}
