import { table } from './table.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * A tool's answer for people: lists as tables, everything else as names and values, a failure as what to do next. What
 * lies inside a value is shown under a name of its own (`metrics cost`), never as JSON. A table wider than the screen
 * is shown row by row.
 */
export function readable(result: unknown, ok: boolean, columns = Number.POSITIVE_INFINITY): string {
  if (!ok) return failureText(result);
  return Object.entries(result as Fields)
    .map(([name, value]) => section(name, value, columns))
    .join('\n\n');
}

function failureText(result: unknown): string {
  const { error } = result as { error?: Fields | string };
  if (typeof error !== 'object' || error === null) return `Failed: ${String(error)}`;
  const { code, message, next_step } = error;
  return [`Failed (${code}): ${message}`, ...(next_step ? [`Next: ${next_step}`] : [])].join('\n');
}

function section(name: string, value: unknown, columns: number): string {
  if (isTable(value)) return `${name}\n${rowsText(value, columns)}`;
  if (!isRecord(value) || isMoney(value)) return `${name}\n  ${cell(value)}`;
  const flat = Object.entries(flattened(value));
  const tables = flat.filter((entry): entry is [string, Fields[]] => isTable(entry[1]));
  const plain = flat.filter(([, inner]) => !isTable(inner)).map(([label, inner]) => [label, cell(inner)] as const);
  const blocks = [
    `${name}\n${pairs(plain)}`,
    ...tables.map(([label, rows]) => `${name} ${label}\n${rowsText(rows, columns)}`),
  ];
  return blocks.join('\n\n');
}

function rowsText(rows: readonly Fields[], columns: number): string {
  const flat = rows.map(flattened);
  const head = [...new Set(flat.flatMap((row) => Object.keys(row)))];
  const whole = table(
    head,
    flat.map((row) => head.map((name) => cell(row[name]))),
  );
  if (whole.split('\n').every((line) => line.length <= columns)) return whole;
  return flat.map((row) => pairs(Object.entries(row).map(([name, inner]) => [name, cell(inner)]))).join('\n\n');
}

const LABEL_WIDTH_MIN = 16;

function pairs(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(LABEL_WIDTH_MIN, ...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `  ${name.padEnd(width)} ${text}`).join('\n');
}

/** Members of members, named by the way to them. */
function flattened(value: Fields): Fields {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      isRecord(inner) && !isMoney(inner) && !isChange(inner) && Object.keys(inner).length > 0
        ? Object.entries(flattened(inner)).map(([below, leaf]) => [`${name} ${below}`, leaf])
        : [[name, inner]],
    ),
  );
}

function cell(value: unknown): string {
  if (value === undefined || value === null || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(item).join(isTable(value) ? '; ' : ', ');
  if (!isRecord(value)) return String(value).replaceAll(/\s*\n\s*/g, ' ');
  if (isMoney(value)) return `${value.amount} ${value.currency}`;
  if (isChange(value)) return `${cell(value.from)} → ${cell(value.to)}`;
  return item(value);
}

/** One of several in a cell: a thing by its name, with what else is said of it behind. */
function item(value: unknown): string {
  if (!isRecord(value) || isMoney(value) || isChange(value)) return cell(value);
  const [first, ...rest] = Object.entries(flattened(value)).filter(
    ([, inner]) => inner !== null && inner !== undefined,
  );
  if (first === undefined) return 'none';
  const more = rest.map(([name, inner]) => `${name} ${cell(inner)}`).join(', ');
  return `${cell(first[1])}${more && ` (${more})`}`;
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTable(value: unknown): value is Fields[] {
  return Array.isArray(value) && value.length > 0 && value.every(isRecord) && !value.some(isMoney);
}

function isMoney(value: Fields): boolean {
  return Object.keys(value).length === 2 && 'amount' in value && 'currency' in value;
}

/** What a write changed: `{from, to}`. */
function isChange(value: Fields): boolean {
  return Object.keys(value).length === 2 && 'from' in value && 'to' in value;
}
