import { Card, SegmentedControl, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { day, longDay } from '../format/time.ts';
import { ChannelIcon } from './channel-icon.tsx';
import { channelName } from './channels.ts';
import { DataTable } from './data-table.tsx';
import type { Column } from './data-table-columns.ts';
import classes from './day-chart.module.css';
import type { DayChartData } from './day-chart-data.ts';
import { lateCode } from './late-code.ts';

const load = lateCode(() => import('./day-chart-drawing.tsx'));
const Drawing = lazy(load);
// Loads the chart library while the browser is idle, in parallel with the query for the numbers.
(window.requestIdleCallback ?? setTimeout)(() => void load());

interface Props extends DayChartData {
  /** The heading, a question that the chart answers. */
  title: string;
  write(value: number): string;
  /** For the axis. */
  writeShort(value: number): string;
  /** For the labels at its end. */
  writeWhole(value: number): string;
  /** The choice of currency, where there is one. */
  controls?: ReactNode;
  stale?: boolean;
}

interface DayRow {
  date: string;
  index: number;
}

/** One question over days, as a drawing or as its table. */
export function DayChart({ title, controls, stale, ...chart }: Props) {
  const { days, series, previous, write } = chart;
  const narrow = useMediaQuery('(max-width: 640px)', window.innerWidth <= 640, { getInitialValueInEffect: false });
  const [view, setView] = useState('Chart');
  const rows = useMemo(() => days.map((date, index) => ({ date, index })), [days]);
  const columns = useMemo(() => tableColumns({ days, series, previous }, write), [days, series, previous, write]);
  return (
    <Card component="section" className={classes.card} aria-label={title}>
      <div className={classes.head}>
        <h2 className={classes.title}>{title}</h2>
        {previous && !narrow && <PreviousKey previous={previous} />}
        {controls}
        <SegmentedControl aria-label="Show as" data={['Chart', 'Table']} value={view} onChange={setView} />
      </div>
      <div className={classes.body} style={stale ? { opacity: 0.55 } : undefined}>
        {view === 'Table' ? (
          <div className={classes.table}>
            <DataTable fill label={title} rows={rows} columns={columns} rowId={({ date }) => date} />
          </div>
        ) : (
          <Suspense fallback={<Skeleton height={narrow ? 220 : 332} />}>
            <Drawing {...chart} narrow={narrow ?? false} />
          </Suspense>
        )}
        {narrow && view === 'Chart' && (
          <>
            {previous && <PreviousKey previous={previous} />}
            <div className={classes.legend}>
              {series.map(({ channel, values }) => (
                <div key={channel} className={classes.legendItem}>
                  <ChannelIcon channel={channel} />
                  {channelName(channel)}
                  <span>{chart.writeWhole(values.reduce<number>((sum, value) => sum + (value ?? 0), 0))}</span>
                </div>
              ))}
            </div>
          </>
        )}
      </div>
    </Card>
  );
}

const PreviousKey = ({ previous }: { previous: NonNullable<DayChartData['previous']> }) => (
  <span className={classes.previous}>
    <span className={classes.dash} />
    {day(previous.days[0]!)} – {day(previous.days.at(-1)!)}
  </span>
);

function tableColumns({ series, previous }: DayChartData, write: (value: number) => string): Column<DayRow>[] {
  const cell = (value: number | null | undefined) => (typeof value === 'number' ? write(value) : 'no answer');
  return [
    { id: 'date', header: 'Day', cell: ({ date }) => longDay(date), width: 150 },
    ...series.map(({ channel, values }) => ({
      id: channel,
      header: channelName(channel),
      align: 'end' as const,
      cell: ({ index }: DayRow) => cell(values[index]),
      width: 110,
    })),
    ...(previous
      ? [
          {
            id: 'previous',
            header: 'Previous',
            align: 'end' as const,
            quiet: true,
            width: 110,
            cell: ({ index }: DayRow) => cell(previous.values[index]),
          },
        ]
      : []),
  ];
}
