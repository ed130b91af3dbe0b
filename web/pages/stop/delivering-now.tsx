import { Card, Skeleton } from '@mantine/core';
import { useId } from 'react';
import { type Delivering, type DeliveringObject, useDelivering } from '../../api/delivering.ts';
import { canAsk } from '../../api/reports.ts';
import { channelsToRetry, type OpenStop } from '../../api/stops.ts';
import { money } from '../../format/money.ts';
import { clock } from '../../format/time.ts';
import { ChannelIcon } from '../../parts/channel-icon.tsx';
import { channelName, channelOrder } from '../../parts/channels.ts';
import { DataTable } from '../../parts/data-table.tsx';
import type { Column } from '../../parts/data-table-columns.ts';
import { Failed } from '../../parts/failure-notice.tsx';
import { Partial } from '../../parts/partial-notice.tsx';
import classes from './stop.module.css';

interface Props {
  workspaceIds: readonly string[];
  /** Undefined: nothing is stopped, so that everything that is on delivers as it should. */
  stop?: OpenStop;
}

/** What is on now: what did not stop, and what somebody switched on afterwards. */
export function DeliveringNow({ workspaceIds, stop }: Props) {
  const id = useId();
  const { delivering, error } = useDelivering(canAsk(workspaceIds) ? workspaceIds : []);
  if (!canAsk(workspaceIds)) return null;
  return (
    <Card component="section" aria-labelledby={id}>
      <h2 id={id} className={classes.heading}>
        What delivers now? {delivering && <span className={classes.quiet}>read {clock(delivering.readAt)}</span>}
      </h2>
      <Failed error={error} title="What delivers now could not be read" />
      {delivering && <Found delivering={delivering} stop={stop} />}
      {!delivering && !error && <Skeleton h={80} m={16} w="auto" />}
    </Card>
  );
}

interface Row extends DeliveringObject {
  key: string;
  channel: string;
  accountName: string;
}

const rowsOf = ({ accounts }: Delivering): Row[] =>
  accounts
    .flatMap(({ workspaceId, channel, account, name: accountName, objects }) =>
      objects.map((one) => ({
        ...one,
        key: `${workspaceId} ${channel} ${account} ${one.level} ${one.id}`,
        channel,
        accountName,
      })),
    )
    .sort((one, other) => channelOrder(one.channel) - channelOrder(other.channel));

function Found({ delivering, stop }: { delivering: Delivering; stop: OpenStop | undefined }) {
  const { silent } = delivering;
  const rows = rowsOf(delivering);
  return (
    <>
      {silent.length > 0 && (
        <div className={classes.silent}>
          <Partial>
            {[...new Set(silent.map(({ channel }) => channelName(channel)))].join(', ')} did not answer: what is on
            there is not known.
          </Partial>
        </div>
      )}
      {rows.length === 0 ? (
        <p className={classes.nothing}>
          {silent.length > 0 ? 'Nothing else is on.' : 'Nothing: everything is paused, ended or not started.'}
        </p>
      ) : (
        <DataTable
          label="Everything that is on"
          rows={rows}
          columns={stop ? columnsFor(stop) : COLUMNS}
          rowId={({ key }) => key}
          keys={false}
          compact={(row) => <Compact row={row} stop={stop} />}
        />
      )}
    </>
  );
}

const name = ({ channel, name: called }: Row) => (
  <span className={classes.place}>
    <ChannelIcon channel={channel} labelled /> <bdi>{called}</bdi>
  </span>
);

const dayOf = ({ aDay }: Row) => (aDay ? money(aDay.amount, aDay.currency) : '–');

const NAME: Column<Row> = { id: 'name', header: 'Campaign or group', width: 280, cell: name };
const DAY: Column<Row> = { id: 'day', header: 'A day', align: 'end', width: 110, cell: dayOf };
const COLUMNS: readonly Column<Row>[] = [
  NAME,
  { id: 'account', header: 'Account', width: 200, quiet: true, cell: ({ accountName }) => accountName },
  DAY,
];

const columnsFor = (stop: OpenStop): readonly Column<Row>[] => [
  NAME,
  { id: 'why', header: 'Why', width: 230, quiet: true, cell: (row) => whyOf(row, stop) },
  DAY,
];

/** A channel that did not stop explains what is on there; anything else was switched on since. */
function whyOf({ channel }: Row, stop: OpenStop): string {
  if (!stop.notStopped.some((line) => line.channel === channel)) return 'switched on after the stop';
  const isTried = channelsToRetry(stop).includes(channel);
  return `${channelName(channel)} did not stop${isTried ? ', tried every 30 s' : ''}`;
}

const Compact = ({ row, stop }: { row: Row; stop: OpenStop | undefined }) => (
  <div className={classes.compact}>
    <div className={classes.compactRow}>
      {name(row)}
      <span>{dayOf(row)}</span>
    </div>
    <span className={classes.quiet}>{stop ? whyOf(row, stop) : row.accountName}</span>
  </div>
);
