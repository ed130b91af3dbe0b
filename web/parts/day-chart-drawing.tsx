import '@mantine/charts/styles.layer.css';
import { CompositeChart, type CompositeChartSeries } from '@mantine/charts';
import { ZIndexLayer } from 'recharts';
import { day } from '../format/time.ts';
import { axisTicks, BOTTOM, FRAME, spread, xAxis, yAxis } from './axis.ts';
import { channelColour, channelName } from './channels.ts';
import classes from './day-chart.module.css';
import { type DayChartData, usualValue } from './day-chart-data.ts';
import { DayTooltip } from './day-tooltip.tsx';

interface Props extends DayChartData {
  write(value: number): string;
  writeShort(value: number): string;
  writeWhole(value: number): string;
  /** Under 640 px the names stand below in a legend, and the bars take the whole width. */
  narrow: boolean;
}

const TOP = 10;

/** Recharts draws bars at 300. */
const BEHIND_BARS = 200;

const gapOf = (channel: string) => `${channel} gap`;

/** Stacked bars per day in the fixed order of channels, the period before as a line, an outlined box for a missing value. */
export default function DayChartDrawing(props: Props) {
  const { days, series, previous, gap, write, writeShort, writeWhole, narrow } = props;
  const height = narrow ? 220 : 332;
  const usual = new Map(series.map(({ channel, values }) => [channel, usualValue(values)]));
  const stacks = days.map((_, index) =>
    series.reduce((sum, { channel, values }) => sum + (values[index] ?? usual.get(channel) ?? 0), 0),
  );
  const ticks = axisTicks(Math.max(...stacks, ...(previous?.values.map((value) => value ?? 0) ?? []), 0));
  return (
    <div className={classes.drawing} style={{ height }}>
      <CompositeChart
        h={height}
        data={rowsOf(props, usual)}
        dataKey="date"
        series={[...barsOf(series), ...(previous ? PREVIOUS_LINES : [])]}
        {...FRAME}
        connectNulls={false}
        valueFormatter={writeShort}
        yAxisProps={yAxis(ticks, narrow)}
        xAxisProps={xAxis(labelledDays(days, narrow ? 4 : 7), day)}
        composedChartProps={{
          margin: { top: TOP, right: narrow ? 16 : 96, bottom: 0, left: 0 },
          barCategoryGap: '14%',
        }}
        barProps={({ name }) => (name.endsWith(' gap') ? GAP_BAR : BAR)}
        lineProps={({ name }) => ({
          strokeWidth: name === 'halo' ? 3.5 : 1.25,
          activeDot: false,
          legendType: 'none' as const,
        })}
        tooltipProps={{
          cursor: <DayCursor days={days.length} />,
          position: { y: 0 },
          offset: 12,
          content: ({ active, label }) =>
            active ? (
              <DayTooltip
                date={String(label)}
                index={days.indexOf(String(label))}
                {...{ series, previous, gap, write }}
              />
            ) : null,
        }}
      />
      {!narrow && (
        <EndLabels {...{ series, gap, usual }} top={ticks.at(-1)!} plot={height - TOP - BOTTOM} write={writeWhole} />
      )}
    </div>
  );
}

/** One row per day for the chart library; a missing value becomes a gap as high as the channel's usual value. */
function rowsOf({ days, series, previous }: DayChartData, usual: ReadonlyMap<string, number>) {
  return days.map((date, index) => ({
    date,
    ...Object.fromEntries(
      series.flatMap(({ channel, values }) => [
        [channel, values[index] ?? 0],
        [gapOf(channel), values[index] === null ? usual.get(channel) : 0],
      ]),
    ),
    halo: previous?.values[index] ?? null,
    previous: previous?.values[index] ?? null,
  }));
}

function barsOf(series: DayChartData['series']): CompositeChartSeries[] {
  return series.flatMap(({ channel }) =>
    [channel, gapOf(channel)].map((name) => ({ name, color: channelColour(channel), type: 'bar' as const })),
  );
}

/** The wider line in the colour of the surface keeps the other one apart from the bars. */
const PREVIOUS_LINES: readonly CompositeChartSeries[] = [
  { name: 'halo', color: 'var(--surface)', type: 'line' },
  { name: 'previous', color: 'var(--previous)', type: 'line' },
];

/** About `count` days at equal distances, and the last one. */
function labelledDays(days: readonly string[], count: number): string[] {
  const everyDays = Math.max(1, Math.ceil(days.length / count));
  const last = days.length - 1;
  return days.filter((_, index) => index === last || (index % everyDays === 0 && last - index >= everyDays * 0.75));
}

interface CursorProps {
  days: number;
  points?: readonly { x: number; y: number }[];
  width?: number;
  height?: number;
  top?: number;
}

/** The column of the day, not a line through it. */
function DayCursor({ days, points, width = 0, height = 0, top = 0 }: CursorProps) {
  const band = width / days;
  const x = points?.[0]?.x;
  return x === undefined ? null : (
    <ZIndexLayer zIndex={BEHIND_BARS}>
      <rect x={x - band / 2} y={top} width={band} height={height} fill="var(--n-3)" />
    </ZIndexLayer>
  );
}

interface Box {
  x?: number;
  y?: number;
  width?: number;
  height?: number;
  stroke?: string;
  fill?: string;
}

const GapBox = ({ x = 0, y = 0, width = 0, height = 0, fill }: Box) =>
  height <= 0 ? (
    <g />
  ) : (
    <rect
      x={x + 0.5}
      y={y + 0.5}
      width={Math.max(0, width - 1)}
      height={Math.max(0, height - 1)}
      rx={2}
      fill="var(--surface)"
      stroke={fill}
      strokeDasharray="3 2"
    />
  );

const BAR = { stackId: 'day', stroke: 'var(--surface)', strokeWidth: 1, strokeOpacity: 1 };
const GAP_BAR = { stackId: 'day', shape: GapBox, fillOpacity: 0, className: classes.gap };

interface LabelsProps extends Pick<DayChartData, 'series' | 'gap'> {
  usual: ReadonlyMap<string, number>;
  top: number;
  plot: number;
  write(value: number): string;
}

/** Names at the right end, where the eye ends, with the last day's value. */
function EndLabels({ series, usual, top, plot, gap = 'no answer', write }: LabelsProps) {
  let sum = 0;
  const ends = series.map(({ channel, values }) => {
    const value = values.at(-1) ?? null;
    const size = value ?? usual.get(channel) ?? 0;
    const middle = sum + size / 2;
    sum += size;
    return { channel, value, y: TOP + (1 - middle / top) * plot };
  });
  const fromAbove = ends.toReversed();
  const places = spread(
    fromAbove.map(({ y }) => y),
    30,
    TOP + plot - 8,
  );
  return (
    <div className={classes.labels} aria-hidden="true">
      {fromAbove.map(({ channel, value, y }, index) => (
        <div key={channel}>
          <svg className={classes.leader} width={12} height={TOP + plot}>
            <path d={`M1 ${y}L11 ${places[index]! - 8}`} stroke={channelColour(channel)} strokeWidth={1.25} />
          </svg>
          <div className={classes.label} style={{ top: places[index]! - 16 }}>
            <div className={classes.labelName}>{channelName(channel)}</div>
            <div className={classes.labelValue}>{value === null ? gap : write(value)}</div>
          </div>
        </div>
      ))}
    </div>
  );
}
