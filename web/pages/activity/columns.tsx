import { IconChevronRight } from '@tabler/icons-react';
import type { Entry } from '../../api/activity.ts';
import { clock } from '../../format/time.ts';
import { EntryChange, EntryOutcome, EntryWho } from '../../parts/audit-entry.tsx';
import { ChannelIcon } from '../../parts/channel-icon.tsx';
import type { Column } from '../../parts/data-table-columns.ts';
import classes from './activity.module.css';

export const COLUMNS: readonly Column<Entry>[] = [
  { id: 'time', header: 'Time', quiet: true, cell: ({ at }) => clock(at) },
  { id: 'who', header: 'Who', cell: (entry) => <EntryWho entry={entry} /> },
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
  { id: 'changed', header: 'Changed', cell: (entry) => <EntryChange entry={entry} /> },
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
