/** Axis ticks at round values from zero to above the largest value: at most four steps, so five lines. */
export function axisTicks(largest: number): number[] {
  if (!(largest > 0)) return [0, 1];
  const rough = largest / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((size) => size * 4 >= largest * 0.999)!;
  const count = Math.ceil((largest * 0.999) / step);
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

/** Moves label positions apart to a distance of at least `apart`, in their order and within `height`. */
export function spread(wanted: readonly number[], apart: number, height: number): number[] {
  const placed = [...wanted];
  for (let index = 1; index < placed.length; index++) {
    placed[index] = Math.max(placed[index]!, placed[index - 1]! + apart);
  }
  let limit = height;
  for (let index = placed.length - 1; index >= 0; index--) {
    placed[index] = Math.min(placed[index]!, limit);
    limit = placed[index]! - apart;
  }
  return placed;
}

/** Settings that all charts share: horizontal grid lines only, no dots, no tick marks. */
export const FRAME = {
  curveType: 'linear',
  withDots: false,
  gridAxis: 'x',
  strokeDasharray: '0',
  gridColor: 'var(--grid)',
  gridProps: { syncWithTicks: true },
  tickLine: 'none',
} as const;

/** Below the plot, for the days. */
export const BOTTOM = 28;

const AXIS = { interval: 0, tick: { fontSize: 11, fill: 'var(--text-2)' } } as const;

export const yAxis = (ticks: number[], narrow: boolean) => ({
  ...AXIS,
  ticks,
  domain: [0, ticks.at(-1)!],
  width: narrow ? 40 : 48,
});

export const xAxis = <Tick extends string | number>(ticks: Tick[], write: (tick: Tick) => string) => ({
  ...AXIS,
  ticks,
  // Recharts adds a number of its own.
  tickFormatter: (tick: Tick) => write(tick),
  tickMargin: 8,
  height: BOTTOM,
});
