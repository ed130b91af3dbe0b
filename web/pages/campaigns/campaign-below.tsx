import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Sort } from '../../address/sort.ts';
import type { PeriodInAddress } from '../../address/use-period.ts';
import type { Campaign } from '../../api/campaign.ts';
import { DataTable } from '../../parts/data-table.tsx';
import type { Column } from '../../parts/data-table-columns.ts';
import { FIGURES } from '../../parts/figure-columns.tsx';
import { Problem } from '../../parts/problem.tsx';
import { problemOf } from '../../parts/problem-of.ts';
import { Status } from '../../parts/status.tsx';
import { TableSkeleton } from '../../parts/table-skeleton.tsx';
import classes from './campaigns.module.css';
import { type Below, belowCalled, belowOf, type Level, useNumbers } from './use-below.ts';

const columnsFor = (called: string): Column<Below>[] => [
  {
    id: 'name',
    header: called.slice(0, -1),
    cell: ({ name }) => (
      <span className={classes.belowName} title={name}>
        {name}
      </span>
    ),
    value: ({ name }) => name,
  },
  { id: 'status', header: 'Status', cell: ({ state }) => <Status kind={state.shape}>{state.text}</Status> },
  FIGURES.cost,
  { ...FIGURES.conversions, header: 'Conv.' },
  FIGURES.costPerConversion,
];

interface Props {
  campaign: Campaign;
  period: PeriodInAddress;
  level: Level;
  listed: UseQueryResult<Parameters<typeof belowOf>[0] & object, Error>;
}

/** The table of ad groups or ads of a campaign with their metrics, titled as the platform calls them. */
export function CampaignBelow({ campaign, period, level, listed: { data, error } }: Props) {
  const { channel, currency, budget } = campaign;
  const [sort, setSort] = useState<Sort>({ by: 'cost', descending: true });
  const numbers = useNumbers(campaign, level, period);
  const called = belowCalled(channel, level);
  const columns = useMemo(() => columnsFor(called), [called]);
  const rows = useMemo(() => data && belowOf(data, numbers.data, currency), [data, numbers.data, currency]);
  const words = called.toLowerCase();
  if (error) {
    return (
      <div style={{ marginTop: 12 }}>
        <Problem {...problemOf(error, `The ${words} could not be read`)} unknown={false} />
      </div>
    );
  }
  const whoseBudget = budget
    ? `The campaign holds the budget; ${words} share it.`
    : `Each of the ${words} has its own budget.`;
  return (
    <div className={classes.below}>
      {!rows && <TableSkeleton columns={columns} rows={3} />}
      {rows && rows.length > 0 && (
        <DataTable
          label={called}
          rows={rows}
          columns={columns}
          rowId={({ id }) => id}
          sort={sort}
          onSort={setSort}
          keys={false}
        />
      )}
      {rows && (
        <p className={classes.belowNote}>
          {rows.length === 0 ? `There are no ${words} in it.` : level === 'ad_group' && whoseBudget}
        </p>
      )}
    </div>
  );
}
