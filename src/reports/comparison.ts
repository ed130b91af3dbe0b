import { z } from 'zod';
import type { Money } from '../tools/money.ts';
import type { Currency, Parts, Shown } from '../tools/report/metrics.ts';
import { lengthOf } from '../tools/report/period.ts';
import { moneyOfQuantity, quantityOf } from '../tools/report/quantity.ts';
import { CONVERSIONS_MIN } from './report.ts';
import { shownMetrics } from './totals.ts';
import { metricValue } from './vocabulary.ts';
import type { Window } from './window.ts';

const Value = z.union([z.number(), z.object({ amount: z.string(), currency: z.string() }), z.null()]);

/** Two values of one metric, their difference and their ratio. */
const Compared = z.object({ current: Value, before: Value, difference: Value, ratio: z.number().nullable() });
type Compared = z.infer<typeof Compared>;

/** How far two spans of days can be compared. */
export const comparisonOutput = {
  metrics: z.record(z.string(), Compared),
  comparable: z.boolean(),
  reason: z.string().optional().describe('Why they are not'),
  verdict: z
    .enum(['better', 'worse', 'unchanged'])
    .nullable()
    .optional()
    .describe('About cost_per_conversion, where it was asked for'),
  verdict_reason: z.string().optional(),
};

/** A finished span and one that still grows, or spans of different length, cannot be compared. */
export function whyNot(now: Window, then: Window): string | undefined {
  if (now.isIncomplete !== then.isIncomplete)
    return `Days after ${now.completeUntil} are still being counted on one side and not on the other.`;
  const [days, before] = [lengthOf(now.days), lengthOf(then.days)];
  return days === before ? undefined : `${days} days are not ${before} days.`;
}

export function comparedMetrics(
  now: Parts,
  then: Parts,
  names: readonly string[],
  currency: Currency,
): Record<string, Compared> {
  const [current, before] = [shownMetrics(now, names, currency), shownMetrics(then, names, currency)];
  return Object.fromEntries(
    names.map((name) => {
      const [a, b] = [metricValue(now, name), metricValue(then, name)];
      return [
        name,
        {
          current: shown(current[name]),
          before: shown(before[name]),
          difference: difference(shown(current[name]), shown(before[name]), currency),
          ratio: a === null || !b ? null : Number((a / b).toPrecision(6)),
        },
      ];
    }),
  );
}

/** A cost that differs by less is the same: at thirty conversions, chance alone moves it further. */
const SAME_SHARE = 0.05;

/** With too few conversions on either side, the cost of one is chance. */
export function judged(now: Parts, then: Parts, names: readonly string[], reason: string | undefined) {
  const comparable = { comparable: reason === undefined, ...(reason !== undefined && { reason }) };
  if (!names.includes('cost_per_conversion')) return comparable;
  const counts = [metricValue(now, 'conversions') ?? 0, metricValue(then, 'conversions') ?? 0];
  const [a, b] = [metricValue(now, 'cost_per_conversion'), metricValue(then, 'cost_per_conversion')];
  if (counts.some((count) => count < CONVERSIONS_MIN) || a === null || b === null)
    return {
      ...comparable,
      verdict: null,
      verdict_reason: `${counts.join(' and ')} conversions: fewer than ${CONVERSIONS_MIN} say nothing about what one costs.`,
    };
  if (reason !== undefined) return { ...comparable, verdict: null, verdict_reason: reason };
  if (Math.abs(a - b) < SAME_SHARE * b)
    return {
      ...comparable,
      verdict: 'unchanged' as const,
      ...(a !== b && { verdict_reason: `It differs by less than ${SAME_SHARE * 100} %.` }),
    };
  return { ...comparable, verdict: a < b ? ('better' as const) : a > b ? ('worse' as const) : ('unchanged' as const) };
}

function shown(value: Shown | undefined): number | Money | null {
  if (typeof value === 'number') return value;
  return typeof value === 'object' && value !== null && 'amount' in value ? value : null;
}

function difference(a: number | Money | null, b: number | Money | null, { code, digits }: Currency) {
  // Without the noise of binary fractions.
  if (typeof a === 'number' && typeof b === 'number') return Number((a - b).toPrecision(12));
  if (a === null || b === null || typeof a === 'number' || typeof b === 'number') return null;
  const [now, then] = [quantityOf(a.amount), quantityOf(b.amount)];
  return now === undefined || then === undefined ? null : moneyOfQuantity(now - then, code, digits);
}
