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
  cell: ({ row }) => <RowName name={row.kind} />,
  value: ({ row }) => row.kind,
};

const COLUMNS: Readonly<Record<Kind, Column<LiveObject>[]>> = {
  tags: [
    name,
    kind,
    {
      id: 'fires',
      header: 'Fires on',
      width: 240,
      cell: ({ tag }) => <RowName name={tag?.firesOn.join(', ') || 'nothing'} past={tag?.firesOn.length === 0} />,
    },
    {
      id: 'consent',
      header: 'Consent',
      width: 170,
      quiet: true,
      cell: ({ tag }) => <RowName name={consentWords(tag?.consent)} />,
    },
    {
      id: 'status',
      header: 'Status',
      width: 110,
      cell: ({ tag }) => <Status kind={tag?.paused ? 'paused' : 'active'} />,
    },
  ],
  triggers: [
    name,
    { id: 'when', header: 'When', width: 420, cell: ({ when = '' }) => <RowName name={when} /> },
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
      cell: ({ row }) => <RowName name={settingsText(row)} />,
    },
    { id: 'used', header: 'Used by', width: 200, cell: ({ usedBy }) => <UsedBy names={usedBy} what="object" /> },
  ],
};

export const columnsOf = (of: Kind): Column<LiveObject>[] => COLUMNS[of];

function UsedBy({ names, what }: { names: readonly string[]; what: string }) {
  if (names.length === 0) return <span className={classes.quiet}>nothing</span>;
  return <RowName name={names.length <= 2 ? names.join(', ') : plural(names.length, what)} />;
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
          <Status kind={tag.paused ? 'paused' : 'active'} />
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
