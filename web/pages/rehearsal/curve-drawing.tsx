import '@mantine/charts/styles.layer.css';
import { LineChart } from '@mantine/charts';
import { ReferenceArea, ReferenceDot } from 'recharts';
import { exact, shortDate } from '../../format/time.ts';
import { axisTicks, BOTTOM, FRAME, spread, xAxis, yAxis } from '../../parts/axis.ts';
import { channelColour, channelName } from '../../parts/channels.ts';
import parts from '../../parts/day-chart.module.css';
import { type Curves, liftsOf, valueAt } from './curve.ts';
import classes from './rehearsal.module.css';

export interface Mark {
  number: number;
  time: number;
  channel: string;
  title: string;
}

interface Props extends Curves {
  marks: readonly Mark[];
  skipped: readonly { from: number; to: number }[];
  write(value: number): string;
  writeShort(value: number): string;
  narrow: boolean;
}

const TOP = 12;

/** One cumulative curve per channel, skipped time as a shaded background, and numbered marks for changes. */
export default function CurveDrawing({ times, curves, marks, skipped, write, writeShort, narrow }: Props) {
  const height = narrow ? 220 : 264;
  const plot = height - TOP - BOTTOM;
  const [from, to] = [times[0]!, times.at(-1)!];
  const data = times.map((time, index) => ({
    time,
    ...Object.fromEntries(curves.map(({ channel, values }) => [channel, values[index]])),
  }));
  const ticks = axisTicks(Math.max(...curves.map(({ values }) => values.at(-1)!), 0));
  const top = ticks.at(-1)!;
  const everyDays = Math.max(1, Math.ceil((times.length - 1) / (narrow ? 4 : 8)));
  const shown = times.slice(0, -1).filter((_, index) => index % everyDays === 0);
  const ends = curves.map(({ channel, values }) => ({ channel, value: values.at(-1)! }));
  const placed = placesOf(marks, { times, curves }, (value) => TOP + (1 - value / top) * plot, TOP + plot);
  return (
    <div className={parts.drawing} style={{ height }}>
      <LineChart
        h={height}
        data={data}
        dataKey="time"
        series={curves.map(({ channel }) => ({ name: channel, color: channelColour(channel) }))}
        {...FRAME}
        strokeWidth={1.75}
        valueFormatter={writeShort}
        yAxisProps={yAxis(ticks, narrow)}
        xAxisProps={{ ...xAxis(shown, shortDate), type: 'number', domain: [from, to] }}
        lineChartProps={{ margin: { top: TOP, right: narrow ? 16 : 104, bottom: 0, left: 0 } }}
        tooltipProps={{
          offset: 12,
          content: ({ active, label }) =>
            active ? <At time={Number(label)} curves={curves} times={times} write={write} /> : null,
        }}
      >
        {skipped.map((one) => (
          <ReferenceArea
            key={one.from}
            x1={Math.max(one.from, from)}
            x2={Math.min(one.to, to)}
            fill="var(--accent)"
            fillOpacity={0.05}
            zIndex={-200}
          />
        ))}
        {placed.map(({ mark, value, lift }) => (
          <ReferenceDot key={mark.number} x={mark.time} y={value} shape={<Numbered mark={mark} lift={lift} />} />
        ))}
        {ends.map(({ channel, value }) => (
          <ReferenceDot key={channel} x={to} y={value} r={3} fill={channelColour(channel)} stroke="none" />
        ))}
      </LineChart>
      {!narrow && <EndLabels ends={ends} top={top} plot={plot} write={write} />}
    </div>
  );
}

/** Each mark on its channel's curve; marks close to each other in time are lifted apart. What finds no room is in the ledger alone. */
function placesOf(marks: readonly Mark[], { times, curves }: Curves, yOf: (value: number) => number, bottom: number) {
  const values = marks.map(({ channel, time }) => {
    const curve = curves.find((one) => one.channel === channel);
    return curve ? valueAt(times, curve.values, time) : 0;
  });
  const lifts = liftsOf(
    marks.map(({ time }, at) => ({ time, y: yOf(values[at]!) })),
    (times.at(-1)! - times[0]!) / 40,
    bottom,
  );
  return marks.flatMap((mark, at) => {
    const lift = lifts[at];
    return lift === undefined ? [] : { mark, value: values[at]!, lift };
  });
}

interface LabelsProps {
  ends: readonly { channel: string; value: number }[];
  top: number;
  plot: number;
  write(value: number): string;
}

function EndLabels({ ends, top, plot, write }: LabelsProps) {
  const fromAbove = ends.toSorted((one, other) => other.value - one.value);
  const places = spread(
    fromAbove.map(({ value }) => TOP + (1 - value / top) * plot),
    30,
    TOP + plot - 8,
  );
  return (
    <div className={parts.labels} style={{ width: 100 }} aria-hidden="true">
      {fromAbove.map(({ channel, value }, index) => (
        <div key={channel} className={parts.label} style={{ top: places[index]! - 13, insetInlineStart: 6 }}>
          <div className={parts.labelName}>{channelName(channel)}</div>
          <div className={parts.labelValue}>{write(value)}</div>
        </div>
      ))}
    </div>
  );
}

/** A numbered mark; recharts passes `cx` and `cy`, and `lift` moves it above another mark at the same time. */
function Numbered({ mark, lift, cx = 0, cy = 0 }: { mark: Mark; lift: number; cx?: number; cy?: number }) {
  const y = cy - lift;
  return (
    <g className={classes.mark}>
      <title>{`${mark.number}: ${mark.title}, ${exact(mark.time)}`}</title>
      <circle cx={cx} cy={y} r={8} />
      <text x={cx} y={y} dy="0.35em" textAnchor="middle">
        {mark.number}
      </text>
    </g>
  );
}

function At({ time, times, curves, write }: { time: number; write(value: number): string } & Curves) {
  return (
    <div className={parts.tooltip}>
      <div className={parts.tooltipTitle}>By {exact(time)}</div>
      {curves.map(({ channel, values }) => (
        <div key={channel} className={parts.tooltipRow}>
          <span className={parts.swatch} style={{ background: channelColour(channel) }} />
          <span>{channelName(channel)}</span>
          <span className={parts.tooltipValue}>{write(valueAt(times, values, time))}</span>
        </div>
      ))}
    </div>
  );
}
