import { createHash, createHmac } from 'node:crypto';
import type { Ambient } from '../ambient.ts';

/** Standard Webhooks 1.0: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;
/** What the specification takes. */
const KEY_BYTES = { least: 24, most: 64 };
/** The specification asks for less than 20 kB; a kilobyte is left for the envelope. */
export const BODY_BYTES_MAX = 20_000;
const DATA_BYTES_MAX = 19_000;

/** A signed request. The body is the text that was signed, byte by byte. */
export interface SignedMessage {
  headers: Record<string, string>;
  body: string;
}

export interface Message {
  /** The same over all attempts and replays, so that a receiver takes it once. */
  id: string;
  type: string;
  /** When it happened. */
  at: number;
  data: Readonly<Record<string, unknown>>;
}

export function newSigningSecret(ambient: Pick<Ambient, 'randomBytes'>): string {
  return SECRET_PREFIX + ambient.randomBytes(SECRET_BYTES).toString('base64');
}

/** Signed by each of the secrets: a receiver that knows any of them takes the message. */
export function signedMessage(message: Message, secrets: readonly string[], now: number): SignedMessage {
  const body = bodyOf(message);
  const id = webhookId(message.id);
  const timestamp = String(Math.floor(now / 1_000));
  const signatures = secrets.map((secret) => `v1,${signature(secret, `${id}.${timestamp}.${body}`)}`);
  return {
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signatures.join(' '),
    },
    body,
  };
}

/** The id as a header can carry it. A full stop would end it in the signed text. */
export function webhookId(id: string): string {
  return /^[\w:-]{1,200}$/.test(id) ? id : `evt_${createHash('sha256').update(id).digest('base64url')}`;
}

/** The fields that fit, the largest left out first and named. */
export function fittingData(data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const sizes = Object.entries(data)
    .map(([name, value]) => ({ name, bytes: Buffer.byteLength(JSON.stringify(value) ?? '') + name.length + 4 }))
    .sort((one, other) => other.bytes - one.bytes);
  let total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  const leftOut: string[] = [];
  for (const { name, bytes } of sizes) {
    if (total <= DATA_BYTES_MAX) break;
    total -= bytes;
    leftOut.push(name.slice(0, 100));
  }
  if (leftOut.length === 0) return data;
  const kept = Object.entries(data).filter(([name]) => !leftOut.includes(name.slice(0, 100)));
  return { ...Object.fromEntries(kept), left_out: leftOut.slice(0, 20) };
}

function bodyOf({ type, at, data }: Message): string {
  return JSON.stringify({ type, timestamp: new Date(at).toISOString(), data });
}

function signature(secret: string, text: string): string {
  return createHmac('sha256', keyOf(secret)).update(text).digest('base64');
}

function keyOf(secret: string): Buffer {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  if (!secret.startsWith(SECRET_PREFIX) || key.length < KEY_BYTES.least || key.length > KEY_BYTES.most)
    throw new TypeError('a signing secret is whsec_ and 24 to 64 bytes as base64');
  return key;
}
