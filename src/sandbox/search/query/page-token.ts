import { createHash } from 'node:crypto';
import { adsError } from '../errors.ts';
import type { Start } from './results.ts';

const LIFE_MS = 2 * 3_600_000;
const CHECKSUM_LENGTH = 12;

/** Where the next page begins, and what the first one asked for. */
export interface PageToken extends Start {
  fingerprint: string;
  /** When the first page was asked for. */
  at: number;
  summary: boolean;
  count: boolean;
}

export function writePageToken(token: PageToken): string {
  const text = JSON.stringify(token);
  return Buffer.from(`${text}${checksum(text)}`).toString('base64url');
}

export function readPageToken(written: string, fingerprint: string, nowMs: number): PageToken {
  const text = Buffer.from(written, 'base64url').toString('utf8');
  const content = text.slice(0, -CHECKSUM_LENGTH);
  const token = checksum(content) === text.slice(-CHECKSUM_LENGTH) ? (JSON.parse(content) as PageToken) : undefined;
  if (token?.fingerprint !== fingerprint)
    throw adsError('requestError.INVALID_PAGE_TOKEN', 'Page token is invalid.', {
      trigger: written,
      path: 'page_token',
    });
  if (nowMs - token.at > LIFE_MS)
    throw adsError('requestError.EXPIRED_PAGE_TOKEN', 'Page token has expired.', { path: 'page_token' });
  return token;
}

function checksum(text: string): string {
  return createHash('sha256').update(`page ${text}`).digest('hex').slice(0, CHECKSUM_LENGTH);
}
