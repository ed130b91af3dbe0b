import { randomBytes } from 'node:crypto';
import type { GraphError } from './errors.ts';
import type { Reply } from './graph/dispatch.ts';

export function refusal(error: GraphError): Reply {
  const challenge = `OAuth "Facebook Platform" "invalid_token" "${error.message.replaceAll('"', "'")}"`;
  return {
    status: error.status,
    headers: error.code === 190 ? { 'www-authenticate': challenge } : {},
    body: error.body(newTraceId()),
  };
}

export function newTraceId(): string {
  return `A${randomBytes(16).toString('base64url')}`;
}
