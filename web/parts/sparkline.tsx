interface Props {
  values: readonly (number | null)[];
  width?: number;
  height?: number;
}

/** A small line of a metric by day, hidden from screen readers, as the chart's table has the numbers. Gaps stay open. */
export function Sparkline({ values, width = 52, height = 14 }: Props) {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return null;
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const x = (index: number) => 1 + (index / (values.length - 1)) * (width - 5);
  const y = (value: number) => 2.5 + (1 - (value - low) / (high - low || 1)) * (height - 5);
  let path = '';
  values.forEach((value, index) => {
    if (value === null) return;
    const broken = index === 0 || values[index - 1] === null;
    path += `${broken ? 'M' : 'L'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`;
  });
  const last = values.findLastIndex((value) => value !== null);
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true" style={{ flex: 'none' }}>
      <path
        d={path}
        fill="none"
        stroke="var(--text-2)"
        strokeWidth="1.25"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      <circle cx={x(last)} cy={y(values[last]!)} r="2.1" fill="var(--text-2)" />
    </svg>
  );
}
