/** What calls cost in points of a key's rate limit. Every message pays for a read; a change pays the rest when it is run. */
export const READ_POINTS = 1;
export const WRITE_POINTS = 3;

export function pointsFor(access: 'read' | 'write' | 'destructive'): number {
  return access === 'read' ? READ_POINTS : WRITE_POINTS;
}
