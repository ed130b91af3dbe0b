import { fieldViolation } from '../errors.ts';

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

/** The query, refused when it names what the call does not have; `value_render_option` is as good as `valueRenderOption`. */
export function readQuery(url: string, own: readonly string[]): URLSearchParams {
  const known = new URLSearchParams();
  const given = new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '');
  for (const [name, value] of given) {
    const camel = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    if (STANDARD.includes(name)) known.append(name, value);
    else if (own.includes(camel)) known.append(camel, value);
    else throw unknownName(name);
  }
  return known;
}

export function readChoice<Choice extends string>(
  query: URLSearchParams,
  name: string,
  choices: readonly Choice[],
  { unset, type }: { unset?: string; type: string },
): Choice {
  const given = query.get(name);
  if (!given || given === unset) return choices[0]!;
  const choice = choices.find((each) => each === given);
  if (choice) return choice;
  const field = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  throw fieldViolation(
    field,
    `Invalid value at '${field}' (type.googleapis.com/google.apps.sheets.v4.${type}), "${given}"`,
  );
}

export function readFlag(query: URLSearchParams, name: string): boolean {
  const given = query.get(name) ?? 'false';
  if (given === 'true' || given === 'false') return given === 'true';
  const field = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  throw fieldViolation(field, `Invalid value at '${field}' (TYPE_BOOL), "${given}"`);
}

function unknownName(name: string): Error {
  const found = `Cannot bind query parameter. Field '${name}' could not be found in request message.`;
  return fieldViolation('', `Invalid JSON payload received. Unknown name "${name}": ${found}`);
}
