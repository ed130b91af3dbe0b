import { randomBytes } from 'node:crypto';

/** How the platform writes times, ids and envelopes. */

/** `2026-11-15 09:00:00`, in UTC. */
export function platformTime(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
}

/** Reads such a text; undefined when it is malformed. */
export function momentOf(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(text)) return undefined;
  const ms = Date.parse(`${text.replace(' ', 'T')}Z`);
  return Number.isNaN(ms) || platformTime(ms) !== text ? undefined : ms;
}

/** Files have times in another format. */
export function fileTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

export function envelope(code: number, message: string, data: unknown, nowMs: number): string {
  const request_id = new Date(nowMs).toISOString().replace(/\D/g, '').slice(0, 14) + randomBytes(10).toString('hex');
  return JSON.stringify({ code, message, request_id, data });
}
