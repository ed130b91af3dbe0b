import { money } from '../../format/money.ts';
import { shortValue } from '../../format/value.ts';
import type { Effect } from './types.ts';

/** An effect in the sandbox as text, and whether it changes spending, which gives it a number on the chart. */
export interface Told {
  title: string;
  /** On, off, made, removed, or its budget changed. */
  matters: boolean;
}

const DONE: Record<string, string> = { create: 'created', update: 'changed', delete: 'removed' };
const ON = /^(ACTIVE|ENABLED?)$/;
const OFF = /^(PAUSED|DISABLED?)$/;

export function tell({ kind, resource, detail, call }: Effect): Told {
  const known = (detail ?? {}) as Record<string, unknown>;
  const name = call?.object ?? known.name ?? known.campaign_name ?? known.adgroup_name ?? known.ad_name;
  const what = typeof name === 'string' ? `“${name}”` : sentence(resource);
  const made = (call?.changes ?? []).filter(({ state }) => state === 'made');
  const budget = made.find(({ field, before }) => /budget$/.test(field) && before !== undefined);
  if (kind === 'update' && budget) {
    const per = /^daily|^budget$/.test(budget.field) ? ' / day' : '';
    return { title: `Budget ${amount(budget.before)} → ${amount(budget.after)}${per}`, matters: true };
  }
  const status = String(made.find(({ field }) => field === 'status')?.after ?? known.status ?? '');
  if (kind === 'update' && ON.test(status)) return { title: `${what} enabled`, matters: true };
  if (kind === 'update' && OFF.test(status)) return { title: `${what} paused`, matters: true };
  return { title: `${what} ${DONE[kind] ?? kind}`, matters: kind !== 'update' && /campaign/i.test(resource) };
}

const sentence = (word: string) => {
  const text = word.replaceAll('_', ' ').replace(/(?<=[a-z])(?=[A-Z])/g, ' ');
  return text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();
};

function amount(value: unknown): string {
  const { amount: given, currency } = (value ?? {}) as { amount?: string; currency?: string };
  return given !== undefined && currency !== undefined ? money(given, currency) : shortValue(value);
}

/** With more numbers than this the circles on the chart would be too crowded to tell apart. */
const NUMBERS_MAX = 9;

/** Numbers 1, 2, 3 for the latest effects that change spending, oldest first, by their `seq`. */
export function numbered(effects: readonly Effect[], since: number): Map<number, number> {
  const first = effects
    .filter((effect) => Date.parse(effect.at) >= since && tell(effect).matters)
    .toSorted((one, other) => one.seq - other.seq)
    .slice(-NUMBERS_MAX);
  return new Map(first.map(({ seq }, index) => [seq, index + 1]));
}

const HOUR_MS = 3_600_000;

/** "A week", "3 days", "5 hours". */
export function lasting(ms: number): string {
  const hours = Math.round(ms / HOUR_MS);
  const days = Math.round(hours / 24);
  if (days === 7) return 'A week';
  if (hours >= 24) return days === 1 ? 'A day' : `${days} days`;
  return hours <= 1 ? 'An hour' : `${hours} hours`;
}
