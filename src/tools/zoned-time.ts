/** `2026-02-02 04:05` in a zone, as a moment; a text of another kind stays as it is. */
export function momentIn(time: string, timeZone: string): string {
  const asUtc = Date.parse(`${time.replace(' ', 'T')}Z`);
  if (Number.isNaN(asUtc)) return time;
  const offset = (ms: number) =>
    Date.parse(`${new Date(ms).toLocaleString('sv-SE', { timeZone }).replace(' ', 'T')}Z`) -
    Math.floor(ms / 1000) * 1000;
  return `${new Date(asUtc - offset(asUtc - offset(asUtc))).toISOString().slice(0, 19)}Z`;
}
