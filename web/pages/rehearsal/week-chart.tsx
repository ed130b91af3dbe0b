import { Card, SegmentedControl, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { lengthDays, type Period } from '../../address/period.ts';
import { askReport } from '../../api/reports.ts';
import { useScope } from '../../api/scope.ts';
import { costPerConversion, type Purse, purses, sumsOf } from '../../api/sums.ts';
import { money, shortMoney } from '../../format/money.ts';
import { count } from '../../format/number.ts';
import { longDay } from '../../format/time.ts';
import { channelName } from '../../parts/channels.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { lateCode } from '../../parts/late-code.ts';
import { MissingParts } from '../../parts/missing-parts.tsx';
import { type Curves, cumulative, type Figure } from './curve.ts';
import type { Mark } from './curve-drawing.tsx';
import classes from './rehearsal.module.css';
import type { Passage } from './types.ts';

const Drawing = lazy(lateCode(() => import('./curve-drawing.tsx')));

interface Props {
  now: string;
  period: Period;
  marks: readonly Mark[];
  passages: readonly Passage[];
}

const FIGURES = [
  { value: 'cost', label: 'Cost' },
  { value: 'clicks', label: 'Clicks' },
  { value: 'conversions', label: 'Conversions' },
];

/** Totals since the rehearsal began. Today is included though incomplete: a rehearsal is about what just happened. */
export function WeekChart({ now, period, marks, passages }: Props) {
  const { workspaces } = useScope();
  const practising = workspaces.filter(({ modes }) => Object.values(modes).includes('sandbox'));
  const { data, isFetching, refetch } = useQuery({
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
    placeholderData: keepPreviousData,
  });
  const found = useMemo(() => purses((data?.rows ?? []).filter(({ mode }) => mode === 'sandbox')), [data]);
  const [chosen, setChosen] = useState<string>();
  const purse = found.find(({ key }) => key === chosen) ?? found[0];
  if (!data)
    return (
      <Card p={16}>
        <Skeleton height={14} width={220} mb={20} />
        <Skeleton height={264} />
      </Card>
    );
  const missing = <MissingParts missing={data.missing} onRetry={() => void refetch()} busy={isFetching} />;
  if (!purse) return missing;
  return (
    <>
      {missing}
      <CurveCard
        purse={purse}
        period={period}
        now={now}
        marks={marks}
        passages={passages}
        currencies={
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
    </>
  );
}

function CurveCard({
  purse,
  period,
  now,
  marks,
  passages,
  currencies,
}: Props & { purse: Purse; currencies: React.ReactNode }) {
  const { currency } = purse;
  const narrow = useMediaQuery('(max-width: 640px)', window.innerWidth <= 640, { getInitialValueInEffect: false });
  const [figure, setFigure] = useState<Figure>('cost');
  const [view, setView] = useState('Chart');
  const curves = useMemo(() => cumulative(purse.rows, period, Date.parse(now), figure), [purse, period, now, figure]);
  const write = (value: number) => (figure === 'cost' ? money(value, currency) : count(value));
  const skipped = passages
    .map(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to) }))
    .filter(({ from, to }) => to > from && to > curves.times[0]!);
  const title = titleOf(lengthDays(period) - 1);
  return (
    <Card component="section" aria-label={title}>
      <div className={classes.cardHead}>
        <h2>{title}</h2>
        {currencies}
        <SegmentedControl
          aria-label="Figure"
          data={FIGURES}
          value={figure}
          onChange={(value) => setFigure(value as Figure)}
        />
        <SegmentedControl aria-label="Show as" data={['Chart', 'Table']} value={view} onChange={setView} />
      </div>
      {view === 'Table' ? (
        <CurveTable {...curves} period={period} write={write} label={title} />
      ) : (
        <div className={classes.curve}>
          <Suspense fallback={<Skeleton height={narrow ? 220 : 264} />}>
            <Drawing
              {...curves}
              marks={marks}
              skipped={skipped}
              write={write}
              writeShort={(value) => (figure === 'cost' ? shortMoney(value, currency) : count(value))}
              narrow={narrow ?? false}
            />
          </Suspense>
        </div>
      )}
      <Sums purse={purse} hasSkipped={skipped.length > 0} />
    </Card>
  );
}

function Sums({ purse: { rows, currency }, hasSkipped }: { purse: Purse; hasSkipped: boolean }) {
  const { current } = sumsOf(rows);
  return (
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
      {hasSkipped && <span className={classes.sumsEnd}>Shaded: the time you skipped</span>}
    </div>
  );
}

const titleOf = (days: number) =>
  days === 7 ? 'What would this week have cost?' : `What would these ${days} days have cost?`;

interface TableProps extends Curves {
  period: Period;
  label: string;
  write(value: number): string;
}

/** What had come together by the end of each day. */
function CurveTable({ times, curves, period, label, write }: TableProps) {
  const rows = times.slice(1).map((_, index) => index + 1);
  const dayOf = (index: number) => new Date(times[index - 1]!).toLocaleDateString('sv-SE');
  return (
    <div className={classes.curveTable}>
      <DataTable
        fill
        label={label}
        rows={rows}
        rowId={String}
        columns={[
          {
            id: 'day',
            header: 'By the end of',
            cell: (index) => (dayOf(index) === period.end ? 'Now' : longDay(dayOf(index))),
            width: 150,
          },
          ...curves.map(({ channel, values }) => ({
            id: channel,
            header: channelName(channel),
            align: 'end' as const,
            width: 120,
            cell: (index: number) => write(values[index]!),
          })),
        ]}
      />
    </div>
  );
}
