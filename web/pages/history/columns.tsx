import { Button } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp, IconLock } from '@tabler/icons-react';
import type { HistoryChange } from '../../api/history.ts';
import { clock, exact } from '../../format/time.ts';
import { shortValue } from '../../format/value.ts';
import { EntryWho } from '../../parts/audit-entry.tsx';
import { ChannelIcon } from '../../parts/channel-icon.tsx';
import type { Column } from '../../parts/data-table-columns.ts';
import { Diff } from '../../parts/diff.tsx';
import { Tag } from '../../parts/tag.tsx';
import { nameOf, whoOf } from './change-names.ts';
import classes from './history.module.css';
import { SinceThen } from './since-then.tsx';

interface Ways {
  /** False for a viewer, who may look only. */
  mayUndo(change: HistoryChange): boolean;
  onUndo(change: HistoryChange): void;
  onRedo(change: HistoryChange): void;
  onCheck(change: HistoryChange): void;
}

export const columnsFor = (ways: Ways): readonly Column<HistoryChange>[] => [
  {
    id: 'time',
    header: 'Time',
    quiet: true,
    width: 62,
    cell: ({ at }) => (
      <time dateTime={at} title={exact(at)} className={classes.time}>
        {clock(at)}
      </time>
    ),
  },
  { id: 'who', header: 'Who', width: 136, cell: (change) => <EntryWho entry={{ who: whoOf(change) }} /> },
  {
    id: 'object',
    header: 'Object',
    width: 190,
    cell: (change) => (
      <span className={classes.object} title={nameOf(change)}>
        <ChannelIcon channel={change.channel} labelled />
        <span>{nameOf(change)}</span>
      </span>
    ),
  },
  { id: 'changed', header: 'Changed', width: 254, cell: (change) => <Changed change={change} /> },
  { id: 'since', header: 'Since then', width: 158, quiet: true, cell: (change) => <SinceThen change={change} /> },
  {
    id: 'actions',
    header: 'Undo',
    align: 'end',
    width: 158,
    cell: (change) => <Way change={change} ways={ways} />,
  },
];

function Changed({ change: { applied, rows, tool, outcome, plan } }: { change: HistoryChange }) {
  const [first, ...others] = distinct(
    [{ applied }, ...(rows ?? [])].flatMap((one) => Object.entries(one.applied ?? {})),
  );
  if (outcome === 'unknown') return <span className={classes.quiet}>{tool}, not confirmed</span>;
  if (plan) return <span>{`${plan.made} of ${plan.campaigns} campaigns of a media plan`}</span>;
  if (first) {
    const [field, { from, to }] = first;
    return (
      <span className={classes.changed}>
        <Diff field={field} from={shortValue(from)} to={shortValue(to)} />
        {others.length > 0 && <Tag>+ {others.length}</Tag>}
      </span>
    );
  }
  return tool.startsWith('delete_') ? (
    <Diff from={tool.replace('delete_', '')} />
  ) : (
    <Diff to={tool.replaceAll('_', ' ')} />
  );
}

/** Rows that were changed alike are told once. */
function distinct<T>(changes: readonly T[]): T[] {
  return [...new Map(changes.map((change) => [JSON.stringify(change), change])).values()];
}

/** The way back, or why there is none. */
function Way({ change, ways }: { change: HistoryChange; ways: Ways }) {
  const { undone, outcome, undo, why } = change;
  if (!ways.mayUndo(change)) return null;
  if (outcome === 'unknown')
    return (
      <Button size="xs" onClick={() => ways.onCheck(change)}>
        Check now
      </Button>
    );
  if (undone?.state === 'applied')
    return (
      <Button size="xs" leftSection={<IconArrowForwardUp />} onClick={() => ways.onRedo(change)}>
        Redo
      </Button>
    );
  if (undo === 'none')
    return (
      <span className={classes.locked} title={why}>
        <IconLock size={13} aria-hidden="true" /> {undone ? `undo ${undone.state}` : 'cannot be undone'}
      </span>
    );
  return (
    <Button size="xs" leftSection={<IconArrowBackUp />} onClick={() => ways.onUndo(change)}>
      Undo
    </Button>
  );
}

export const ChangeCompact = ({ change }: { change: HistoryChange }) => (
  <div className={classes.compact}>
    <span className={classes.object}>
      <ChannelIcon channel={change.channel} labelled />
      <span>{nameOf(change)}</span>
    </span>
    <Changed change={change} />
    <div className={`${classes.compactRow} ${classes.quiet}`}>
      <span>{`${clock(change.at)} · ${whoOf(change).name}`}</span>
      <SinceThen change={change} />
    </div>
  </div>
);
