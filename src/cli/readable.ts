import { table } from './table.ts';

/** A tool's answer for people: lists as tables, everything else as names and values, a failure as what to do next. */
export function readable(result: unknown, ok: boolean): string {
  if (!ok) return failureText(result);
  return Object.entries(result as Record<string, unknown>)
    .map(([name, value]) => `${name}\n${block(value)}`)
    .join('\n\n');
}

function failureText(result: unknown): string {
  const { error } = result as { error?: Record<string, unknown> | string };
  if (typeof error !== 'object' || error === null) return `Failed: ${String(error)}`;
  return [`Failed (${error.code}): ${error.message}`, ...(error.next_step ? [`Next: ${error.next_step}`] : [])].join(
    '\n',
  );
}

function block(value: unknown): string {
  if (Array.isArray(value) && value.length > 0 && value.every(isRecord)) {
    const head = [...new Set(value.flatMap((item) => Object.keys(item)))];
    return table(
      head,
      value.map((item) => head.map((name) => cell(item[name]))),
    );
  }
  if (!isRecord(value)) return `  ${cell(value)}`;
  return Object.entries(value)
    .map(([name, inner]) => `  ${name.padEnd(16)} ${cell(inner)}`)
    .join('\n');
}

function cell(value: unknown): string {
  if (value === undefined || value === null) return '–';
  if (typeof value !== 'object') return String(value);
  const { amount, currency } = value as Record<string, unknown>;
  if (amount !== undefined && currency !== undefined) return `${amount} ${currency}`;
  return JSON.stringify(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
