import { Card, SegmentedControl, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { addDays } from '../../address/period.ts';
import { chartOf } from '../../api/days.ts';
import { askReport } from '../../api/reports.ts';
import { useScope } from '../../api/scope.ts';
import { costPerConversion, purses, sumsOf } from '../../api/sums.ts';
import { money, shortMoney, wholeMoney } from '../../format/money.ts';
import { count } from '../../format/number.ts';
import { DayChart } from '../../parts/day-chart.tsx';
import { MissingParts } from '../../parts/missing-parts.tsx';
import classes from './rehearsal.module.css';

const DAYS_SHOWN = 14;

/** The sandbox's last days, today included: nobody waits here for numbers to be complete. */
export function WeekChart({ now }: { now: string }) {
  const { workspaces } = useScope();
  const practising = workspaces.filter(({ modes }) => Object.values(modes).includes('sandbox'));
  const today = now.slice(0, 10);
  const period = useMemo(() => ({ start: addDays(today, 1 - DAYS_SHOWN), end: today }), [today]);
  const { data, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ['rehearsal', practising.map(({ id }) => id), period],
    queryFn: () =>
      askReport(practising, {
        level: 'account',
        by: 'day',
        metrics: ['cost', 'impressions', 'clicks', 'conversions'],
        period,
        against: 'none',
        includeIncomplete: true,
      }),
    enabled: practising.length > 0,
  });
  const found = useMemo(() => purses((data?.rows ?? []).filter(({ mode }) => mode === 'sandbox')), [data]);
  const [chosen, setChosen] = useState<string>();
  const purse = found.find(({ key }) => key === chosen) ?? found[0];
  const currency = purse?.currency ?? 'USD';
  const write = useCallback((value: number) => money(value, currency), [currency]);
  if (!data)
    return (
      <Card p={16}>
        <Skeleton height={14} width={220} mb={20} />
        <Skeleton height={290} />
      </Card>
    );
  if (!purse) return <MissingParts missing={data.missing} onRetry={() => void refetch()} busy={isFetching} />;
  const { current } = sumsOf(purse.rows);
  return (
    <div>
      <MissingParts missing={data.missing} onRetry={() => void refetch()} busy={isFetching} />
      <DayChart
        title="What did these days cost?"
        {...chartOf(purse, data, period, 'none')}
        stale={isPlaceholderData}
        write={write}
        writeShort={(value) => shortMoney(value, currency)}
        writeWhole={(value) => wholeMoney(value, currency)}
        controls={
          found.length > 1 && (
            <SegmentedControl
              aria-label="Currency"
              data={found.map(({ key, label }) => ({ value: key, label }))}
              value={purse.key}
              onChange={setChosen}
            />
          )
        }
      />
      <div className={classes.sums}>
        <span>
          Cost <strong>{money(current.cost, currency)}</strong>
        </span>
        <span>
          Conversions <strong>{count(current.conversions)}</strong>
        </span>
        <span>
          Cost / conv. <strong>{money(costPerConversion(current), currency)}</strong>
        </span>
      </div>
    </div>
  );
}
