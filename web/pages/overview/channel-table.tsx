import { Button, Card } from '@mantine/core';
import { IconDownload, IconInfoCircle } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { Sort } from '../../address/sort.ts';
import type { Report, ReportRow, ReportSource } from '../../api/reports.ts';
import { type BothSums, type Purse, sumsOf } from '../../api/sums.ts';
import { readableId } from '../../format/id.ts';
import { money } from '../../format/money.ts';
import { count, delta, plural, UNKNOWN } from '../../format/number.ts';
import { day } from '../../format/time.ts';
import { ChannelIcon } from '../../parts/channel-icon.tsx';
import { channelName, channelOrder } from '../../parts/channels.ts';
import { DataTable } from '../../parts/data-table.tsx';
import type { Column } from '../../parts/data-table-columns.ts';
import { DeltaText } from '../../parts/delta-text.tsx';
import { ConversionCost, FIGURES } from '../../parts/figure-columns.tsx';
import { saveCsv } from '../../parts/save-csv.ts';
import classes from './overview.module.css';

interface AccountRow {
  id: string;
  purse: Purse;
  channel: string;
  account: string;
  source: ReportSource | undefined;
  sums: BothSums;
  currency: string;
}

function accountRows(purses: readonly Purse[], { sources }: Report): AccountRow[] {
  return purses.flatMap((purse) =>
    [...Map.groupBy(purse.rows, keyOf)].map(([key, rows]) => {
      const { channel, account, workspaceId } = rows[0]!;
      const source = sources.find(
        (one) => one.channel === channel && one.account === account && one.workspaceId === workspaceId,
      );
      return {
        id: `${purse.key} ${key}`,
        purse,
        channel,
        account,
        source,
        sums: sumsOf(rows),
        currency: purse.currency,
      };
    }),
  );
}

const keyOf = ({ workspaceId, channel, account }: ReportRow) => `${workspaceId} ${channel} ${account}`;

const figures: Column<AccountRow>[] = [
  FIGURES.cost,
  {
    id: 'previous',
    header: 'vs previous',
    leaves: 4,
    align: 'end',
    cell: ({ sums }) => <DeltaText delta={delta(sums.current.cost, sums.before.cost, 'neutral')} />,
  },
  { ...FIGURES.impressions, leaves: 1 },
  { ...FIGURES.clicks, leaves: 3 },
  { ...FIGURES.ctr, leaves: 2 },
  FIGURES.conversions,
  FIGURES.costPerConversion,
];

const COLUMNS: Column<AccountRow>[] = [
  {
    id: 'channel',
    header: 'Channel',
    cell: ({ channel }) => (
      <span className={classes.channel}>
        <ChannelIcon channel={channel} />
        {channelName(channel)}
      </span>
    ),
    value: ({ channel }) => channelOrder(channel),
  },
  {
    id: 'account',
    header: 'Account',
    quiet: true,
    cell: ({ source, account }) => (source?.name ? `${source.name} · ${readableId(account)}` : readableId(account)),
    value: ({ source, account }) => source?.name ?? account,
  },
  ...figures,
  {
    id: 'complete',
    header: 'Complete until',
    align: 'end',
    quiet: true,
    cell: ({ source }) =>
      source
        ? `${day(source.complete_until.slice(0, 10))}, ${source.time_zone === 'UTC' ? 'UTC day' : '24:00'}`
        : UNKNOWN,
  },
];

interface Props {
  purses: readonly Purse[];
  report: Report;
  stale: boolean;
}

export function ChannelTable({ purses, report, stale }: Props) {
  const [sort, setSort] = useState<Sort>({ by: 'cost', descending: true });
  const rows = useMemo(() => accountRows(purses, report), [purses, report]);
  const grouping = useMemo(
    () => ({
      keyOf: ({ purse }: AccountRow) => purse.key,
      order: purses.map(({ key }) => key),
      foot: (key: string, members: readonly AccountRow[]) => totalRow(purses.find((one) => one.key === key)!, members),
    }),
    [purses],
  );
  return (
    <Card component="section" aria-label="Which channel brings what?">
      <div className={classes.cardHead}>
        <h2 className={classes.cardTitle}>Which channel brings what?</h2>
        <div className={classes.cardNote}>
          <IconInfoCircle size={14} aria-hidden="true" />
          <span>Platforms may each claim the same conversion. Currencies are never added.</span>
          <Button size="xs" leftSection={<IconDownload />} onClick={() => saveCsv('channels.csv', csvOf(rows))}>
            CSV
          </Button>
        </div>
      </div>
      <DataTable
        label="Channels"
        rows={rows}
        columns={COLUMNS}
        rowId={({ id }) => id}
        sort={sort}
        onSort={setSort}
        grouping={grouping}
        stale={stale}
        compact={(row) => <CompactRow row={row} />}
      />
    </Card>
  );
}

function totalRow(purse: Purse, members: readonly AccountRow[]) {
  const total = { purse, sums: sumsOf(purse.rows), currency: purse.currency } as AccountRow;
  const channels = new Set(members.map(({ channel }) => channel)).size;
  return {
    cells: {
      channel: `Total ${purse.label}`,
      account: plural(channels, 'channel'),
      ...Object.fromEntries(figures.map(({ id, cell }) => [id, cell(total)])),
    },
  };
}

const CompactRow = ({ row }: { row: AccountRow }) => (
  <span style={{ display: 'flex', alignItems: 'center', gap: 12 }}>
    <ChannelIcon channel={row.channel} />
    <span style={{ flex: 1, minWidth: 0 }}>
      <span style={{ display: 'block', fontWeight: 500 }}>{channelName(row.channel)}</span>
      <span style={{ display: 'block', color: 'var(--text-2)', fontSize: 'var(--t-sm)' }}>
        {row.source?.name ?? row.account}
      </span>
    </span>
    <span style={{ textAlign: 'end' }}>
      <span style={{ display: 'block', fontWeight: 500 }}>{money(row.sums.current.cost, row.currency)}</span>
      <span style={{ display: 'block', color: 'var(--text-2)', fontSize: 'var(--t-sm)' }}>
        {count(row.sums.current.conversions)} conv. · <ConversionCost {...row} />
      </span>
    </span>
  </span>
);

const csvOf = (rows: readonly AccountRow[]) =>
  rows.map(({ purse, channel, account, source, sums: { current, before } }) => ({
    channel,
    mode: purse.mode,
    account,
    account_name: source?.name,
    currency: purse.currency,
    cost: current.cost,
    cost_before: before.cost,
    impressions: current.impressions,
    clicks: current.clicks,
    conversions: current.conversions,
    complete_until: source?.complete_until,
  }));
