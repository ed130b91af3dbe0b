import { badRequest } from '../errors.ts';

/** Parameters every call of the platform takes. */
const STANDARD = [
  'fields',
  'alt',
  'key',
  'quotaUser',
  'prettyPrint',
  'access_token',
  'oauth_token',
  'callback',
  'uploadType',
  'upload_protocol',
  '$.xgafv',
];

/** The query, refused when it names what the call does not have. */
export function readQuery(url: string, own: readonly string[]): URLSearchParams {
  const query = new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '');
  for (const name of query.keys()) {
    if (STANDARD.includes(name) || own.includes(name)) continue;
    throw badRequest(
      `Invalid JSON payload received. Unknown name "${name}": Cannot bind query parameter. Field '${name}' could not be found in request message.`,
    );
  }
  return query;
}

export function readFlag(query: URLSearchParams, name: string): boolean {
  const given = query.get(name) ?? 'false';
  if (given === 'true' || given === 'false') return given === 'true';
  throw badRequest(`Invalid value at '${name}' (TYPE_BOOL), "${given}"`);
}
