import { useMemo, useState } from 'react';
import type { Sort } from '../../address/sort.ts';
import type { PeriodInAddress } from '../../address/use-period.ts';
import { costPerConversion } from '../../api/sums.ts';
import { money } from '../../format/money.ts';
import { count } from '../../format/number.ts';
import { DataTable } from '../../parts/data-table.tsx';
import type { Column } from '../../parts/data-table-columns.ts';
import { Problem } from '../../parts/problem.tsx';
import { Status } from '../../parts/status.tsx';
import { TableSkeleton } from '../../parts/table-skeleton.tsx';
import type { Campaign } from './campaign.ts';
import classes from './campaigns.module.css';
import { ConversionCost } from './columns.tsx';
import { problemOf } from './use-change.ts';
import { type Child, childrenCalled, useChildren } from './use-children.ts';

const columnsFor = (channel: string, currency: string): Column<Child>[] => [
  {
    id: 'name',
    header: childrenCalled(channel).slice(0, -1),
    cell: ({ name }) => <span style={{ fontWeight: 500 }}>{name}</span>,
    value: ({ name }) => name,
  },
  { id: 'status', header: 'Status', cell: ({ state }) => <Status kind={state.shape}>{state.text}</Status> },
  {
    id: 'cost',
    header: 'Cost',
    align: 'end',
    cell: ({ sums }) => money(sums.current.cost, currency),
    value: ({ sums }) => sums.current.cost,
  },
  {
    id: 'conversions',
    header: 'Conv.',
    align: 'end',
    cell: ({ sums }) => count(sums.current.conversions),
    value: ({ sums }) => sums.current.conversions,
  },
  {
    id: 'cost_per_conversion',
    header: 'Cost / conv.',
    align: 'end',
    cell: ({ sums }) => <ConversionCost sums={sums} currency={currency} />,
    value: ({ sums }) => costPerConversion(sums.current),
  },
];

/** The objects below a campaign, by the platform's own word. */
export function CampaignChildren({ campaign, period }: { campaign: Campaign; period: PeriodInAddress }) {
  const { channel, currency, budget } = campaign;
  const [sort, setSort] = useState<Sort>({ by: 'cost', descending: true });
  const { data, error } = useChildren(campaign, period.period, period.against);
  const columns = useMemo(() => columnsFor(channel, currency), [channel, currency]);
  const called = childrenCalled(channel).toLowerCase();
  if (error) {
    return (
      <div style={{ marginTop: 12 }}>
        <Problem {...problemOf(error, `The ${called} could not be read`)!} />
      </div>
    );
  }
  return (
    <div className={classes.children}>
      {!data && <TableSkeleton columns={columns} rows={3} />}
      {data && data.length > 0 && (
        <DataTable
          label={childrenCalled(channel)}
          rows={data}
          columns={columns}
          rowId={({ id }) => id}
          sort={sort}
          onSort={setSort}
          keys={false}
        />
      )}
      {data && (
        <p className={classes.below} style={{ padding: '0 20px' }}>
          {data.length === 0
            ? `There are no ${called} in it.`
            : budget
              ? `The campaign holds the budget; ${called} share it.`
              : `Each of the ${called} has its own budget.`}
        </p>
      )}
    </div>
  );
}
