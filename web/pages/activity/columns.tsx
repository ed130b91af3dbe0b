import { IconChevronRight } from '@tabler/icons-react';
import type { Entry } from '../../api/activity.ts';
import { clock, exact } from '../../format/time.ts';
import { EntryChange, EntryOutcome, EntryWho } from '../../parts/audit-entry.tsx';
import { ChannelIcon } from '../../parts/channel-icon.tsx';
import type { Column } from '../../parts/data-table-columns.ts';
import classes from './activity.module.css';

export const COLUMNS: readonly Column<Entry>[] = [
  {
    id: 'time',
    header: 'Time',
    quiet: true,
    width: 68,
    cell: ({ at }) => (
      <time dateTime={at} title={exact(at)} className={classes.time}>
        {clock(at)}
      </time>
    ),
  },
  { id: 'who', header: 'Who', width: 150, cell: (entry) => <EntryWho entry={entry} /> },
  {
    id: 'tool',
    header: 'Tool',
    width: 222,
    cell: ({ channel, tool }) => (
      <span className={classes.tool}>
        <ChannelIcon channel={channel ?? 'workspace'} />
        <code>{tool}</code>
      </span>
    ),
  },
  {
    id: 'object',
    header: 'Object',
    width: 160,
    cell: ({ object }) => <span title={object ?? undefined}>{object ?? '–'}</span>,
  },
  { id: 'changed', header: 'Changed', width: 280, cell: (entry) => <EntryChange entry={entry} /> },
  { id: 'outcome', header: 'Outcome', width: 126, cell: (entry) => <EntryOutcome entry={entry} /> },
  {
    id: 'trace',
    header: 'Platform trace',
    quiet: true,
    width: 112,
    leaves: 1,
    cell: ({ traceId }) => (traceId ? <code title={traceId}>{shortTrace(traceId)}</code> : '–'),
  },
  {
    id: 'open',
    header: 'Details',
    hideHeader: true,
    align: 'end',
    width: 42,
    cell: () => <IconChevronRight className={classes.chevron} size={14} aria-hidden="true" />,
  },
];

/** First and last characters of a trace id, enough to compare two by eye. */
const shortTrace = (id: string) => (id.length > 12 ? `${id.slice(0, 6)}…${id.slice(-4)}` : id);

export const EntryCompact = ({ entry }: { entry: Entry }) => (
  <div className={classes.compact}>
    <div className={classes.compactRow}>
      <code>{entry.tool}</code>
      <EntryOutcome entry={entry} />
    </div>
    {entry.outcome !== 'recorded' && <EntryChange entry={entry} />}
    <div className={`${classes.compactRow} ${classes.quiet}`}>
      <span>{`${clock(entry.at)} · ${entry.who.name}`}</span>
      <span>{entry.object ?? ''}</span>
    </div>
  </div>
);
