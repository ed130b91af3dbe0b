import type { OpenStop } from '../../api/stops.ts';
import { money } from '../../format/money.ts';
import { clock } from '../../format/time.ts';
import { ChannelIcon } from '../../parts/channel-icon.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import type { Column } from '../../parts/data-table-columns.ts';
import { Shape } from '../../parts/shape.tsx';
import classes from './stop.module.css';

export type Listed = OpenStop['objects'][number];

export const WORDS: Record<Listed['state'], string> = {
  stopped: 'Stopped',
  pausing: 'Unknown',
  not_stopped: 'Did not stop',
  resumed: 'Resumed',
  left: 'Left alone',
};
export const SHAPES = {
  stopped: 'done',
  pausing: 'unknown',
  not_stopped: 'rejected',
  resumed: 'active',
  left: 'paused',
} as const;

const name = ({ channel, name: called }: Listed) => (
  <span className={classes.place}>
    <ChannelIcon channel={channel} labelled /> <bdi>{called}</bdi>
  </span>
);

const outcome = ({ state }: Listed) => (
  <span className={classes.outcome}>
    <Shape kind={SHAPES[state]} size={12} /> {WORDS[state]}
  </span>
);

const dayOf = ({ aDay }: Listed) => (aDay ? money(aDay.amount, aDay.currency) : '–');

const COLUMNS: readonly Column<Listed>[] = [
  { id: 'name', header: 'Name', width: 240, cell: name },
  { id: 'account', header: 'Account', width: 130, quiet: true, cell: ({ account }) => account },
  { id: 'day', header: 'A day', align: 'end', width: 100, cell: dayOf },
  { id: 'outcome', header: 'Outcome', width: 120, cell: outcome },
  {
    id: 'read',
    header: 'Read back',
    align: 'end',
    quiet: true,
    width: 90,
    cell: ({ settledAt }) => (settledAt ? clock(settledAt) : '–'),
  },
];

/** Every object of a stop's list. */
export const StoppedNames = ({ objects }: { objects: readonly Listed[] }) => (
  <DataTable
    label="Everything on the list"
    rows={objects}
    columns={COLUMNS}
    rowId={({ channel, account, level, id }) => `${channel} ${account} ${level} ${id}`}
    keys={false}
    compact={(object) => (
      <div className={classes.compact}>
        <div className={classes.compactRow}>
          {name(object)}
          <span>{dayOf(object)}</span>
        </div>
        {outcome(object)}
      </div>
    )}
  />
);
