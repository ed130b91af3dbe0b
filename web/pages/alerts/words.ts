import { money, shortMoney } from '../../format/money.ts';
import { count, rate } from '../../format/number.ts';
import type { ShapeKind } from '../../parts/shape.tsx';
import type { StateTone } from '../../parts/state-mark.tsx';

/** The kinds a person chooses from, the ones most asked for first. */
export const KINDS: readonly { kind: string; name: string; about: string }[] = [
  { kind: 'spend_spike', name: 'Spend spike', about: 'A day costs far more than the same weekday usually does.' },
  { kind: 'zero_delivery', name: 'Zero delivery', about: 'A campaign is on and shows no ads for a full day.' },
  { kind: 'conversions_stopped', name: 'Conversions stopped', about: 'None where there usually are many.' },
  { kind: 'cpa_drift', name: 'Cost per conversion drift', about: 'A conversion costs more than it did.' },
  { kind: 'ctr_drop', name: 'Click rate drop', about: 'Far fewer clicks for each impression.' },
  { kind: 'overspend', name: 'Month over target', about: 'The month will end above its target.' },
  { kind: 'budget_nearly_gone', name: 'Budget nearly gone', about: 'Most of a lifetime budget is spent.' },
  { kind: 'ad_rejected', name: 'Ad rejected', about: 'The platform rejects an ad.' },
  { kind: 'account_problem', name: 'Account problem', about: 'A card expires, an account is restricted or closed.' },
  { kind: 'token_expiry', name: 'Token expires', about: 'A connection ends in some days.' },
  { kind: 'over_limit', name: 'Over a spend limit', about: 'What runs costs more than a limit allows.' },
  { kind: 'outcome_unknown', name: 'Outcome unknown', about: 'A platform’s answer to a change was lost.' },
  { kind: 'plan_waiting', name: 'Plan waits', about: 'A change waits for a person for hours.' },
  { kind: 'own', name: 'A rule of your own', about: 'A metric above or below a value.' },
];

export const kindName = (kind: string): string => KINDS.find((one) => one.kind === kind)?.name ?? kind;

export const STATE: Readonly<Record<string, { shape: ShapeKind; word: string; tone: StateTone }>> = {
  firing: { shape: 'rejected', word: 'Firing', tone: 'bad' },
  seen: { shape: 'limited', word: 'Seen', tone: 'warn' },
  resolved: { shape: 'done', word: 'Resolved', tone: 'good' },
  quiet: { shape: 'done', word: 'Quiet', tone: 'good' },
  no_verdict: { shape: 'unknown', word: 'No verdict', tone: 'warn' },
  new: { shape: 'scheduled', word: 'Not judged yet', tone: 'idle' },
};

const RATES = ['ctr', 'conversion_rate'];

/** A value of a chart, as its metric is written. */
export function written(value: number, { metric, currency }: { metric: string; currency: string | null }): string {
  if (currency !== null) return money(value, currency);
  return RATES.includes(metric) ? rate(value) : count(value);
}

export function writtenShort(value: number, { metric, currency }: { metric: string; currency: string | null }): string {
  if (currency !== null) return shortMoney(value, currency);
  return RATES.includes(metric) ? rate(value, 1) : count(value);
}

const METRICS: Readonly<Record<string, string>> = {
  cost: 'What did it spend per day?',
  impressions: 'How many impressions per day?',
  conversions: 'How many conversions per day?',
  cost_per_conversion: 'What did a conversion cost per day?',
  ctr: 'What was the click rate per day?',
};

export const question = (metric: string): string => METRICS[metric] ?? `${metric.replaceAll('_', ' ')} per day`;

export const monthName = (month: string): string =>
  new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00Z`),
  );
