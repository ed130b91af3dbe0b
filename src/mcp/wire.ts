import { type Era, META } from './eras.ts';
import type { MessageId } from './message.ts';

export const SERVER_INFO = { name: 'adhelm', title: 'Adhelm', version: '1.0.0' } as const;

const MODERN_MEMBERS = `,"resultType":"complete","_meta":${JSON.stringify({ [META.serverInfo]: SERVER_INFO })}`;

/**
 * A whole result message. `members` is the inside of the result object, already JSON: a large tool reply is written
 * once and never parsed again. A result that brings its own `resultType` keeps it.
 */
export function resultText(id: MessageId, members: string, era: Era): string {
  const modern = era.kind === 'legacy' ? '' : members.startsWith('"resultType"') ? MODERN_META : MODERN_MEMBERS;
  const inside = members === '' ? modern.slice(1) : members + modern;
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{${inside}}}`;
}

const MODERN_META = `,"_meta":${JSON.stringify({ [META.serverInfo]: SERVER_INFO })}`;

export function errorText(
  id: MessageId | null,
  { code, message, data }: { code: number; message: string; data?: unknown },
): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, ...(data !== undefined && { data }) } });
}

export function notificationText(method: string, params: Record<string, unknown>): string {
  return JSON.stringify({ jsonrpc: '2.0', method, params });
}

/** The members of an object as JSON, without its braces. */
export function membersOf(result: Record<string, unknown>): string {
  return JSON.stringify(result).slice(1, -1);
}
