import type { Monitor } from '../../api/alerts.ts';

const [WIDTH, HEIGHT] = [92, 26];

/** A small line of what a monitor watches, with the value where it fires dashed. Hidden from screen readers: the state says it. */
export function ThresholdLine({ spark, state }: Pick<Monitor, 'spark' | 'state'>) {
  const known = (spark?.values ?? []).filter((value) => value !== null);
  if (!spark || known.length < 2) return <span>–</span>;
  const { values, threshold } = spark;
  const all = threshold === null ? known : [...known, threshold];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const x = (index: number) => 1 + (index / (values.length - 1)) * (WIDTH - 8);
  const y = (value: number) => 4 + (1 - (value - low) / (high - low || 1)) * (HEIGHT - 8);
  let path = '';
  values.forEach((value, index) => {
    if (value === null) return;
    path += `${index === 0 || values[index - 1] === null ? 'M' : 'L'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`;
  });
  const last = values.findLastIndex((value) => value !== null);
  return (
    <svg width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      {threshold !== null && (
        <line
          x1={1}
          x2={WIDTH - 3}
          y1={y(threshold)}
          y2={y(threshold)}
          stroke="var(--reference)"
          strokeDasharray="3 3"
        />
      )}
      <path d={path} fill="none" stroke="var(--text-2)" strokeWidth="1.25" strokeLinejoin="round" />
      <circle cx={x(last)} cy={y(values[last]!)} r="2.6" fill={state === 'firing' ? 'var(--bad)' : 'var(--text-2)'} />
    </svg>
  );
}
