import { IconChevronRight, IconRobot, IconSettings, IconUser } from '@tabler/icons-react';
import { clock } from '../../format/time.ts';
import { shortValue } from '../../format/value.ts';
import { ChannelIcon } from '../../parts/channel-icon.tsx';
import type { Column } from '../../parts/data-table-columns.ts';
import { Diff } from '../../parts/diff.tsx';
import { Outcome } from '../../parts/outcome.tsx';
import { Tag } from '../../parts/tag.tsx';
import classes from './activity.module.css';
import type { Change, Entry } from './types.ts';

const WHO = { key: IconRobot, person: IconUser, service: IconSettings };

export const COLUMNS: readonly Column<Entry>[] = [
  { id: 'time', header: 'Time', quiet: true, cell: ({ at }) => clock(at) },
  { id: 'who', header: 'Who', cell: (entry) => <Who entry={entry} /> },
  {
    id: 'tool',
    header: 'Tool',
    cell: ({ channel, tool }) => (
      <span className={classes.tool}>
        <ChannelIcon channel={channel ?? 'workspace'} />
        <code>{tool}</code>
      </span>
    ),
  },
  { id: 'object', header: 'Object', cell: ({ object }) => <span className={classes.object}>{object ?? '–'}</span> },
  { id: 'changed', header: 'Changed', cell: (entry) => <Changed entry={entry} /> },
  { id: 'outcome', header: 'Outcome', cell: (entry) => <EntryOutcome entry={entry} /> },
  {
    id: 'trace',
    header: 'Platform trace',
    quiet: true,
    cell: ({ traceId }) => (traceId ? <code>{traceId.length > 12 ? `${traceId.slice(0, 10)}…` : traceId}</code> : '–'),
  },
  {
    id: 'open',
    header: 'Details',
    hideHeader: true,
    align: 'end',
    cell: () => <IconChevronRight size={14} aria-hidden="true" />,
  },
];

function Who({ entry: { who } }: { entry: Entry }) {
  const Icon = WHO[who.kind];
  return (
    <span className={classes.who}>
      <Icon size={14} aria-hidden="true" />
      {who.name}
    </span>
  );
}

function Changed({ entry: { changes, detail } }: { entry: Entry }) {
  const [first, ...others] = changes;
  if (!first) return <span className={classes.quiet}>{detail ? shortValue(Object.values(detail)[0]) : '–'}</span>;
  return (
    <span className={classes.changed}>
      <ChangeText change={first} />
      {others.length > 0 && <Tag>+ {others.length}</Tag>}
    </span>
  );
}

function ChangeText({ change: { field, before, after, asked, state } }: { change: Change }) {
  if (state === 'stays')
    return <Diff field={field} kept={{ value: shortValue(before), asked: shortValue(asked ?? after) }} />;
  if (state === 'unconfirmed')
    return <span className={classes.quiet}>{`${field} ${shortValue(after ?? asked)}, not confirmed`}</span>;
  return (
    <Diff
      field={field}
      {...(before !== undefined && { from: shortValue(before) })}
      {...(after !== undefined && { to: shortValue(after) })}
    />
  );
}

function EntryOutcome({ entry: { outcome } }: { entry: Entry }) {
  if (outcome === 'recorded') return <span className={classes.quiet}>Recorded</span>;
  if (outcome === 'running') return <span className={classes.quiet}>Running</span>;
  return <Outcome outcome={outcome} />;
}

export const EntryCompact = ({ entry }: { entry: Entry }) => (
  <div className={classes.compact}>
    <div className={classes.compactRow}>
      <code>{entry.tool}</code>
      <EntryOutcome entry={entry} />
    </div>
    <div className={`${classes.compactRow} ${classes.quiet}`}>
      <span>{`${clock(entry.at)} · ${entry.who.name}`}</span>
      <span>{entry.object ?? ''}</span>
    </div>
  </div>
);
