const LONG = 80;

/** Whether a value is shown in a box of its own: code, lists and anything that has lines. */
export const isLong = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? JSON.stringify(value).length > LONG
    : /\n/.test(String(value)) || String(value).length > LONG;

/** A value in full, as text: nothing of it is left out, since people agree to it. */
export function wholeText(value: unknown): string {
  if (value === undefined || value === null || value === '') return '–';
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every(isNamed)) return value.map(({ name }) => name).join(', ') || 'none';
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value);
}

const isNamed = (value: unknown): value is { name: string } =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'trigger_id' in value;

/** `parameters.html` is `html`, `fires_on` is `fires on`. */
export const fieldWord = (field: string): string => field.replace(/^(parameters|settings)\./, '').replaceAll('_', ' ');
