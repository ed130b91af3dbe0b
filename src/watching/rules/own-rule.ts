import { isMoney, metricValue } from '../../reports/vocabulary.ts';
import type { OwnRule } from '../../tools/monitor-desk.ts';
import { type Parts, RATIOS } from '../../tools/report/metrics.ts';
import { numberOf, priceOf, type Quantity, quantityOf } from '../../tools/report/quantity.ts';
import { type Asked, type FigureRule, firing, type Judgement, noVerdict, quiet } from './figure-rule.ts';
import { daysBefore } from './known-days.ts';
import { counted, dayWords, moneyOf, moneyWords } from './words.ts';

/** A comparison of the caller's own. */
export const ownRule: FigureRule = {
  daysBefore: ({ own }) => (own?.window_days ?? 1) - 1,
  judge(asked) {
    const { known, day, own } = asked;
    if (!own) return noVerdict('The monitor has no rule.');
    const { account, campaign } = known.series;
    if (isMoney(own.metric) && own.currency !== account.currency.code) {
      return noVerdict(`The account is in ${account.currency.code}, the rule in ${own.currency}.`);
    }
    if (own.comparison === 'below' && !campaign.isLive) return quiet(`It is not switched on (${campaign.status}).`);
    if (own.comparison === 'below' && known.liveSince !== undefined && known.liveSince > day - own.window_days + 1) {
      return noVerdict(
        `It runs since ${dayWords(known.liveSince)}, less than ${counted(own.window_days, 'full day')}.`,
      );
    }
    const parts = partsOf(asked, own);
    return parts ? compared(asked, own, parts) : noVerdict('Not every day is known, or the platform does not tell it.');
  },
};

/** The sums of the window that the metric is made of. */
function partsOf({ known, day, told }: Asked, own: OwnRule): Parts | undefined {
  const { of, to } = RATIOS[own.metric] ?? { of: own.metric, to: own.metric };
  const sums: Record<string, Quantity> = {};
  for (const name of new Set([of, to])) {
    const values = [day, ...daysBefore(day, own.window_days - 1)].map((one) => known.value(one, name, told));
    if (values.some((value) => value === undefined)) return undefined;
    sums[name] = values.reduce<Quantity>((sum, value) => sum + value!, 0n);
  }
  return sums;
}

function compared({ known, day }: Asked, own: OwnRule, parts: Parts): Judgement {
  const { currency } = known.series.account;
  const asMoney = isMoney(own.metric);
  const limit = quantityOf(own.value)!;
  const sides = sidesOf(own, parts);
  const span = own.window_days === 1 ? `on ${dayWords(day)}` : `in the ${own.window_days} days until ${dayWords(day)}`;
  const limitWords = asMoney ? moneyWords(limit, currency) : own.value;
  if (!sides) return noVerdict(`No ${own.metric} ${span}: there is nothing to divide by.`);
  const { value, isAtLeast, difference } = sides;
  const words = asMoney ? moneyWords(value, currency) : String(metricValue(parts, own.metric) ?? numberOf(value));
  const figures = {
    metric: own.metric,
    value: asMoney ? moneyOf(value, currency) : numberOf(value),
    limit: asMoney ? moneyOf(limit, currency) : numberOf(limit),
    ...(isAtLeast && { value_is: 'at least: nothing to divide by yet' }),
  };
  const fires = own.comparison === 'above' ? difference > 0n : difference < 0n && !isAtLeast;
  const sentence = `${own.metric} ${isAtLeast ? 'at least ' : ''}${words} ${span}, ${fires ? own.comparison : `not ${own.comparison}`} ${limitWords}.`;
  const chart = { value, threshold: limit };
  return fires ? firing('warning', sentence, figures, chart) : quiet(sentence, figures, chart);
}

interface Sides {
  value: Quantity;
  /** The sign of value minus limit, without a rounded quotient. */
  difference: Quantity;
  /** Money that bought nothing: the next one will have cost at least this. */
  isAtLeast: boolean;
}

function sidesOf(own: OwnRule, parts: Parts): Sides | undefined {
  const limit = quantityOf(own.value)!;
  const ratio = RATIOS[own.metric];
  if (!ratio) {
    const value = parts[own.metric] as Quantity;
    return { value, difference: value - limit, isAtLeast: false };
  }
  const [of, to, times] = [parts[ratio.of] as Quantity, parts[ratio.to] as Quantity, BigInt(ratio.times ?? 1)];
  if (to > 0n) {
    return {
      value: priceOf(of, to, ratio.times) ?? 0n,
      difference: of * times * 1_000_000n - limit * to,
      isAtLeast: false,
    };
  }
  if (ratio.of !== 'cost' || of <= 0n) return undefined;
  return { value: of, difference: of - limit, isAtLeast: true };
}
