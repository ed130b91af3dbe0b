import encode from 'qr';

/** Quiet zone in modules, which scanners need to find the code. */
const BORDER = 4;

/** Always black on white, in dark mode too: many scanners cannot read inverted codes. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encode(text, 'raw', { border: BORDER });
  const dark = rows.flatMap((row, y) => row.map((is, x) => (is ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      style={{ width: 'min(100%, 208px)', background: 'white', borderRadius: 'var(--r-2)' }}
    >
      <path d={dark} fill="black" />
    </svg>
  );
}
