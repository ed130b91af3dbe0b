import { HOUR_MS } from '../../../ambient.ts';
import { openCursor, sealCursor } from '../../paging.ts';
import { adsError } from '../errors.ts';
import type { Start } from './results.ts';

const LIFE_MS = 2 * HOUR_MS;

/** Where the next page begins, and what the first one asked for. */
export interface PageToken extends Start {
  /** When the first page was asked for. */
  at: number;
  summary: boolean;
  count: boolean;
}

export function writePageToken(token: PageToken, fingerprint: string): string {
  return sealCursor(JSON.stringify(token), fingerprint);
}

export function readPageToken(written: string, fingerprint: string, nowMs: number): PageToken {
  const text = openCursor(written, fingerprint);
  if (text === undefined)
    throw adsError('requestError.INVALID_PAGE_TOKEN', 'Page token is invalid.', {
      trigger: written,
      path: 'page_token',
    });
  const token = JSON.parse(text) as PageToken;
  if (nowMs - token.at > LIFE_MS)
    throw adsError('requestError.EXPIRED_PAGE_TOKEN', 'Page token has expired.', { path: 'page_token' });
  return token;
}
