import { money } from '../../format/money.ts';
import { shortValue } from '../../format/value.ts';
import type { Decision, Effect, LedgerPage, Passage } from './types.ts';

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

/** What was asked of people, or what they said. */
export function tellDecision({ did, who: { name }, summary, note }: Decision): string {
  const why = note ? `: “${note}”` : '';
  const words: Record<Decision['did'], string> = {
    asked: `${name} asks: ${summary}`,
    approved: `${name} approved`,
    'took back the yes': `${name} took the yes back`,
    rejected: `${name} declined${why}`,
    withdrew: `${name} took the request back`,
    stale: 'Stale: something has moved since it was planned',
    lapsed: 'Lapsed before enough people had decided',
  };
  return words[did];
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

type Happening = { effect: Effect } | { passage: Passage } | { decision: Decision };

/**
 * Everything that happened, newest first, in the order of the audit log: the sandbox's clock jumps. An effect that belongs to no
 * recorded call comes after the one before it in the sandbox's own order.
 */
export function newestFirst({
  effects,
  passages,
  decisions,
}: Pick<LedgerPage, 'effects' | 'passages' | 'decisions'>): Happening[] {
  let last = 0;
  const placed = effects
    .toSorted((one, other) => one.seq - other.seq)
    .map((effect) => {
      last = Math.max(last, effect.call?.id ?? 0);
      return { order: last, within: effect.seq, what: { effect } };
    });
  const recorded = [
    ...passages.map((passage) => ({ order: passage.seq, within: 0, what: { passage } })),
    ...decisions.map((decision) => ({ order: decision.seq, within: 0, what: { decision } })),
  ];
  return [...placed, ...recorded]
    .toSorted((one, other) => other.order - one.order || other.within - one.within)
    .map(({ what }) => what);
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
