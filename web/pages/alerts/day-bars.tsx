import type { AlertChart } from '../../api/alerts.ts';
import { day } from '../../format/time.ts';
import { axisTicks } from '../../parts/axis.ts';
import { type Channel, channelColour } from '../../parts/channels.ts';
import classes from './alerts.module.css';
import { question, written, writtenShort } from './words.ts';

const [WIDTH, HEIGHT] = [360, 112];
const PLOT = { left: 44, right: 288, top: 14, bottom: 92 };

/** Where a value and a day stand in the picture. */
interface Scale {
  top: number;
  y(value: number): number;
  /** The left edge of a day's bar. */
  x(at: number): number;
  band: number;
}

function scaleOf({ days, usual }: AlertChart): Scale {
  const top = axisTicks(Math.max(...days.map(({ value }) => value ?? 0), usual ?? 0)).at(-1)!;
  const band = (PLOT.right - PLOT.left) / Math.max(days.length, 1);
  return {
    top,
    y: (value) => PLOT.bottom - (value / top) * (PLOT.bottom - PLOT.top),
    x: (at) => PLOT.left + at * band,
    band,
  };
}

/** Closed days as bars, the usual value dashed, and a mark where something was changed. A day without an answer stays empty. */
export function DayBars({ chart, channel }: { chart: AlertChart; channel: string | undefined }) {
  const { days, usual, changes } = chart;
  const scale = scaleOf(chart);
  const last = days.at(-1);
  const marked = days.findIndex((one) => changes.includes(one.day));
  return (
    <svg
      className={classes.chart}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`${question(chart.metric)} ${last ? `The last closed day is ${day(last.day)}: ${last.value === null ? 'no answer' : written(last.value, chart)}.` : ''}`}
    >
      <ValueAxis chart={chart} scale={scale} />
      <Bars chart={chart} scale={scale} colour={channel ? channelColour(channel as Channel) : 'var(--n-7)'} />
      {usual !== null && <UsualLine usual={usual} chart={chart} scale={scale} />}
      {marked >= 0 && <ChangeMark x={scale.x(marked)} />}
      {last && <EndValue chart={chart} y={scale.y} />}
      <DayAxis days={days.map((one) => one.day)} scale={scale} />
    </svg>
  );
}

interface PartProps {
  chart: AlertChart;
  scale: Scale;
}

const ValueAxis = ({ chart, scale: { top, y } }: PartProps) =>
  [0, top / 2, top].map((tick) => (
    <g key={tick}>
      <line x1={PLOT.left} x2={PLOT.right} y1={y(tick)} y2={y(tick)} stroke="var(--grid)" />
      <text x={PLOT.left - 6} y={y(tick) + 3.5} textAnchor="end">
        {writtenShort(tick, chart)}
      </text>
    </g>
  ));

function Bars({ chart, scale: { top, x, y, band }, colour }: PartProps & { colour: string }) {
  const { days, usual } = chart;
  const emptyY = y(usual ?? top / 2);
  return days.map(({ day: date, value }, at) =>
    value === null ? (
      <rect
        key={date}
        x={x(at) + 1}
        y={emptyY}
        width={band - 2}
        height={PLOT.bottom - emptyY}
        fill="none"
        stroke="var(--n-6)"
        strokeDasharray="2 2"
      >
        <title>{`${day(date)}: no answer`}</title>
      </rect>
    ) : (
      <rect
        key={date}
        x={x(at) + 1}
        y={y(value)}
        width={band - 2}
        height={Math.max(0, PLOT.bottom - y(value))}
        fill={colour}
        opacity={at === days.length - 1 ? 1 : 0.6}
      >
        <title>{`${day(date)}: ${written(value, chart)}`}</title>
      </rect>
    ),
  );
}

function UsualLine({ usual, chart, scale: { y } }: PartProps & { usual: number }) {
  return (
    <>
      <line
        x1={PLOT.left}
        x2={PLOT.right}
        y1={y(usual)}
        y2={y(usual)}
        stroke="var(--text)"
        strokeDasharray="3 3"
        strokeWidth="1.25"
      />
      <text x={PLOT.right + 6} y={y(usual) + 3.5}>
        usual {writtenShort(usual, chart)}
      </text>
    </>
  );
}

const ChangeMark = ({ x }: { x: number }) => (
  <g>
    <line x1={x} x2={x} y1={PLOT.top - 4} y2={PLOT.bottom} stroke="var(--text)" />
    <path d={`M${x - 3.5} ${PLOT.top - 8}h7l-3.5 5z`} fill="var(--text)" />
    <text x={x - 7} y={PLOT.top - 3} textAnchor="end">
      change
    </text>
  </g>
);

/** The first day, the one in the middle and the last. */
const DayAxis = ({ days, scale: { x, band } }: { days: readonly string[]; scale: Scale }) =>
  [0, Math.floor(days.length / 2), days.length - 1].map((at, index) => {
    const date = days[at];
    return (
      date && (
        <text key={date} x={x(at) + band / 2} y={HEIGHT - 6} textAnchor={(['start', 'middle', 'end'] as const)[index]}>
          {day(date)}
        </text>
      )
    );
  });

/** Beside the last bar, and out of the way of the words beside the dashed line. */
function EndValue({ chart, y }: { chart: AlertChart; y(value: number): number }) {
  const last = chart.days.at(-1)!;
  if (last.value === null) return null;
  const place = y(last.value) + 3.5;
  const apart = chart.usual === null ? 99 : place - (y(chart.usual) + 3.5);
  const moved = Math.abs(apart) >= 12 ? place : place + (apart >= 0 ? 12 - apart : -12 - apart);
  return (
    <text className={classes.endValue} x={PLOT.right + 6} y={moved}>
      {writtenShort(last.value, chart)}
    </text>
  );
}
