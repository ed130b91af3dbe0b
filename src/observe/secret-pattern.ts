import type { Channel } from '../tools/channel.ts';
import { secretNamesOf } from '../tools/credentials.ts';

/** Our own keys, and the names that sign-in protocols give to secrets. */
const OWN_SHAPES = [/sk_live_[A-Za-z0-9]+/, /Bearer\s+\S+/];
const OWN_NAMES = [
  'password',
  'authorization',
  'token',
  'access_token',
  'refresh_token',
  'client_secret',
  'code',
  'code_verifier',
  'assertion',
];

/**
 * Matches secrets inside free text: by their shape, or by the name before them as addresses, forms and JSON write it.
 * The secrets of a new channel are included by its declaration.
 */
export function secretPattern(channels: readonly Pick<Channel, 'credentials'>[]): RegExp {
  const declared = channels.flatMap(({ credentials }) => credentials ?? []);
  const shapes = [...OWN_SHAPES, ...declared.flatMap(({ secretShapes }) => secretShapes)].map(({ source }) => source);
  const names = [...OWN_NAMES, ...declared.flatMap(secretNamesOf)].join('|');
  const named = String.raw`(?<=\b(?:${names})\\?["']?\s*[=:]\s*)(?:\\?"[^"]+"|\\?'[^']+'|[^&"'\s,}]+)`;
  return new RegExp([...new Set(shapes), named].join('|'), 'gi');
}
