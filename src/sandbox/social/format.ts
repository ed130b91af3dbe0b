import { MINUTE_MS } from '../../ambient.ts';
import { zoneOffsetMs } from '../calendar.ts';

/** `2026-11-15T08:00:00-0800`: no colon in the offset. */
export function graphTime(ms: number, zone: string): string {
  const offset = zoneOffsetMs(ms, zone);
  const local = new Date(ms + offset).toISOString().slice(0, 19);
  const minutes = Math.abs(offset) / MINUTE_MS;
  const pad = (n: number) => String(Math.floor(n)).padStart(2, '0');
  return `${local}${offset < 0 ? '-' : '+'}${pad(minutes / 60)}${pad(minutes % 60)}`;
}
