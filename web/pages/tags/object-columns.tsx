import { plural } from '../../format/number.ts';
import type { Column } from '../../parts/data-table-columns.ts';
import { RowName } from '../../parts/row-name.tsx';
import { Status } from '../../parts/status.tsx';
import type { Kind, LiveObject } from './objects.ts';
import classes from './tags.module.css';
import { consentWords } from './words.ts';

const name: Column<LiveObject> = {
  id: 'name',
  header: 'Name',
  width: 260,
  cell: ({ row }) => <RowName name={row.name} />,
  value: ({ row }) => row.name.toLowerCase(),
};

const kind: Column<LiveObject> = {
  id: 'kind',
  header: 'Kind',
  width: 170,
  quiet: true,
  cell: ({ row }) => <Cut text={row.kind} />,
  value: ({ row }) => row.kind,
};

/** One line; the `title` shows all of it. */
const Cut = ({ text }: { text: string }) => (
  <span className={classes.cut} title={text}>
    {text}
  </span>
);

/** A tag without a trigger waits for another tag to call it, or for nothing at all. */
function TagStatus({ tag }: { tag: LiveObject['tag'] }) {
  if (tag?.paused) return <Status kind="paused" />;
  return tag?.firesOn.length === 0 ? <Status kind="limited">No trigger</Status> : <Status kind="active" />;
}

const COLUMNS: Readonly<Record<Kind, Column<LiveObject>[]>> = {
  tags: [
    name,
    kind,
    {
      id: 'fires',
      header: 'Fires on',
      width: 240,
      cell: ({ tag }) => <Cut text={tag?.firesOn.join(', ') || 'nothing'} />,
    },
    {
      id: 'consent',
      header: 'Consent',
      width: 170,
      quiet: true,
      cell: ({ tag }) => <Cut text={consentWords(tag?.consent)} />,
    },
    {
      id: 'status',
      header: 'Status',
      width: 110,
      cell: ({ tag }) => <TagStatus tag={tag} />,
    },
  ],
  triggers: [
    name,
    { id: 'when', header: 'When', width: 420, cell: ({ when = '' }) => <Cut text={when} /> },
    { id: 'used', header: 'Fires', width: 200, cell: ({ usedBy }) => <UsedBy names={usedBy} what="tag" /> },
  ],
  variables: [
    name,
    kind,
    {
      id: 'value',
      header: 'Set to',
      width: 320,
      quiet: true,
      cell: ({ row }) => <Cut text={settingsText(row)} />,
    },
    { id: 'used', header: 'Used by', width: 200, cell: ({ usedBy }) => <UsedBy names={usedBy} what="object" /> },
  ],
};

export const columnsOf = (of: Kind): Column<LiveObject>[] => COLUMNS[of];

function UsedBy({ names, what }: { names: readonly string[]; what: string }) {
  if (names.length === 0) return <span className={classes.quiet}>nothing</span>;
  return <Cut text={names.length <= 2 ? names.join(', ') : plural(names.length, what)} />;
}

const settingsText = ({ settings }: LiveObject['row']): string =>
  settings
    .map(({ name: key, value }) => `${key} ${typeof value === 'object' ? JSON.stringify(value) : value}`)
    .join(', ') || '–';

export function ObjectCompact({ object: { row, tag, when, usedBy, kind: of } }: { object: LiveObject }) {
  const second = tag ? tag.firesOn.join(', ') || 'fires on nothing' : (when ?? settingsText(row));
  return (
    <span className={classes.compact}>
      <span className={classes.compactLine}>
        <span className={classes.compactName}>{row.name}</span>
        {tag ? (
          <TagStatus tag={tag} />
        ) : (
          <span className={classes.quiet}>
            {usedBy.length === 0 ? 'unused' : plural(usedBy.length, of === 'triggers' ? 'tag' : 'use')}
          </span>
        )}
      </span>
      <span className={classes.quiet}>{[tag && row.kind, second].filter(Boolean).join(' · ')}</span>
    </span>
  );
}
