import { randomBytes } from 'node:crypto';

/** How the platform writes times, ids and envelopes. */

/** `2026-11-15 09:00:00`, in UTC whatever the account's zone is. */
export function platformTime(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
}

/** The moment such a text means; undefined when it is no such text. */
export function momentOf(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(text)) return undefined;
  const ms = Date.parse(`${text.replace(' ', 'T')}Z`);
  return Number.isNaN(ms) || platformTime(ms) !== text ? undefined : ms;
}

/** Files are dated otherwise. */
export function fileTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

export function envelope(code: number, message: string, data: unknown, nowMs: number): string {
  const request_id = new Date(nowMs).toISOString().replace(/\D/g, '').slice(0, 14) + randomBytes(10).toString('hex');
  return JSON.stringify({ code, message, request_id, data });
}
