import { Card, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import type { Filter } from '../address/filters.ts';
import type { Sort } from '../address/sort.ts';
import { money, shortMoney, wholeMoney } from '../format/money.ts';
import { delta } from '../format/number.ts';
import { DataTable } from '../parts/data-table.tsx';
import type { Column } from '../parts/data-table-columns.ts';
import { DayChart } from '../parts/day-chart.tsx';
import { FilterBar } from '../parts/filter-bar.tsx';
import { KeyFigure } from '../parts/key-figure.tsx';
import { Status } from '../parts/status.tsx';
import classes from './gallery.module.css';

const DAYS = Array.from({ length: 28 }, (_, index) =>
  new Date(Date.UTC(2026, 9, 15 + index)).toISOString().slice(0, 10),
);
const BEFORE = Array.from({ length: 28 }, (_, index) =>
  new Date(Date.UTC(2026, 8, 17 + index)).toISOString().slice(0, 10),
);
const wave = (base: number, phase: number) => DAYS.map((_, index) => base * (1 + 0.12 * Math.sin(index * 1.7 + phase)));

const SERIES = [
  { channel: 'social' as const, values: wave(2960, 0) },
  { channel: 'search' as const, values: wave(2230, 1) },
  { channel: 'video' as const, values: wave(1120, 2).map((value, index) => (index === 18 ? null : value)) },
  { channel: 'professional' as const, values: wave(720, 3) },
];
const dollars = (value: number) => money(value, 'USD');
const wholeDollars = (value: number) => wholeMoney(value, 'USD');
const shortDollars = (value: number) => shortMoney(value, 'USD');

interface Row {
  id: string;
  name: string;
  currency: string;
  cost: number;
}

const ROWS: Row[] = Array.from({ length: 10_000 }, (_, index) => ({
  id: String(index),
  name: `Campaign ${index + 1}`,
  currency: index % 7 === 0 ? 'JPY' : 'USD',
  cost: ((index * 7919) % 100_003) / (index % 7 === 0 ? 1 : 100),
}));
const COLUMNS: Column<Row>[] = [
  { id: 'name', header: 'Name', cell: ({ name }) => <span>{name}</span>, value: ({ name }) => name, width: 260 },
  { id: 'status', header: 'Status', cell: () => <Status kind="active" />, width: 160 },
  {
    id: 'cost',
    header: 'Cost',
    align: 'end',
    cell: ({ cost, currency }) => money(cost, currency),
    value: ({ cost }) => cost,
    width: 140,
  },
];
const GROUPING = {
  keyOf: ({ currency }: Row) => currency,
  order: ['USD', 'JPY'],
  head: (currency: string, rows: readonly Row[]) => ({
    cells: {
      name: `${currency} ${rows.length} campaigns`,
      cost: money(
        rows.reduce((sum, { cost }) => sum + cost, 0),
        currency,
      ),
    },
  }),
};
const FIELDS = [
  {
    field: 'status',
    label: 'Status',
    options: [
      { value: 'active', label: 'Active' },
      { value: 'archived', label: 'Archived' },
    ],
  },
];

/** Figures, chart and a table of 10,000 rows. */
export function Tables() {
  return (
    <div className={classes.grid}>
      <KeyFigure
        title="Cost"
        figures={[
          {
            label: 'USD',
            value: '$196,070',
            exact: '$196,069.68',
            delta: delta(106.4, 100, 'neutral'),
            values: SERIES[0]!.values,
          },
          { label: 'JPY', value: '¥9,018,882', delta: delta(96.8, 100, 'neutral'), values: SERIES[2]!.values },
        ]}
      />
      <KeyFigure
        title="Clicks"
        figures={[
          { label: 'USD', value: '148,426', delta: delta(104.9, 100, 'good'), values: SERIES[1]!.values },
          { label: 'JPY', value: '64,002', delta: delta(97.6, 100, 'good'), values: SERIES[3]!.values },
        ]}
      />
      <DayChart
        title="What did we spend per day?"
        days={DAYS}
        series={SERIES}
        previous={{ days: BEFORE, values: wave(6700, 5) }}
        write={dollars}
        writeShort={shortDollars}
        writeWhole={wholeDollars}
        controls={<SegmentedControl data={['USD', 'JPY']} aria-label="Currency" />}
      />
      <ManyRows />
    </div>
  );
}

function ManyRows() {
  const [sort, setSort] = useState<Sort>({ by: 'cost', descending: true });
  const [filters, setFilters] = useState<Filter[]>([{ field: 'status', not: true, values: ['archived'] }]);
  const [search, setSearch] = useState('');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  return (
    <Card style={{ height: 420 }}>
      <div style={{ padding: 12 }}>
        <FilterBar
          fields={FIELDS}
          filters={filters}
          onFilters={setFilters}
          search={search}
          onSearch={setSearch}
          placeholder="Name or id"
        />
      </div>
      <DataTable
        fill
        label="Campaigns"
        rows={ROWS}
        columns={COLUMNS}
        rowId={({ id }) => id}
        sort={sort}
        onSort={setSort}
        grouping={GROUPING}
        selection={{ selected, onChange: setSelected }}
        onOpen={() => {}}
      />
    </Card>
  );
}
