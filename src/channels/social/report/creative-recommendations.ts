import { CREATIVES_MIN, IMPRESSIONS_MIN, inWords, type Pattern, weakCreatives } from './creative-patterns.ts';
import type { Portrait } from './creative-traits.ts';

/** Advice with the numbers it rests on; with too few numbers the only advice is to collect more. */
export interface Recommendation {
  recommendation: string;
  evidence: string;
  creative_ids?: string[];
}

const NAMED_MAX = 10;

const ADVICE: Record<Pattern['dimension'], (better: string, worse: string) => string> = {
  form: (better, worse) => `Build new creatives as ${better} rather than ${worse}.`,
  format: (better, worse) => `Make the next creatives as ${better}; move spend away from ${worse}.`,
  call_to_action: (better, worse) => `Prefer the button ${better} to ${worse}.`,
  text_length: (better, worse) => `Write texts of ${better} rather than ${worse}.`,
  age: (better, worse) =>
    `Click rates differ by age: creatives of ${better} do better than those of ${worse}. Plan replacements for the latter.`,
};

/** `inMoney` writes an amount with its currency. */
export function recommend(
  portraits: readonly Portrait[],
  patterns: readonly Pattern[],
  inMoney: (spend: number) => string,
): Recommendation[] {
  return [
    ...fromPatterns(patterns),
    ...onWeakOnes(portraits, inMoney),
    ...onUnused(portraits),
    ...onSmallSamples(patterns),
  ];
}

function fromPatterns(patterns: readonly Pattern[]): Recommendation[] {
  return patterns.flatMap(({ dimension, difference }) => {
    if (!difference) return [];
    const { better, worse } = difference;
    return {
      recommendation: ADVICE[dimension](better.value, worse.value),
      evidence: `Click rate by ${dimension}: ${better.value} ${inWords(better)}; ${worse.value} ${inWords(worse)}.`,
    };
  });
}

function onWeakOnes(portraits: readonly Portrait[], inMoney: (spend: number) => string): Recommendation[] {
  const { all, weak } = weakCreatives(portraits);
  if (weak.length === 0) return [];
  const spend = weak.reduce((sum, one) => sum + one.spend, 0);
  return [
    {
      recommendation: 'Rework or pause the creatives that are clicked clearly less than the others looked at.',
      evidence: `${weak.length} creatives with at least ${IMPRESSIONS_MIN} impressions lie wholly under the ${(all.rate * 100).toFixed(2)} % of the ${portraits.length} creatives looked at; they cost ${inMoney(spend)} in the period.`,
      creative_ids: weak.slice(0, NAMED_MAX).map(({ id }) => id),
    },
  ];
}

function onUnused(portraits: readonly Portrait[]): Recommendation[] {
  const unused = portraits.filter(({ ads }) => ads === 0);
  if (unused.length === 0) return [];
  return [
    {
      recommendation: 'Use the creatives that no ad uses, or leave them out of the next analysis.',
      evidence: `${unused.length} of ${portraits.length} creatives are in no ad.`,
      creative_ids: unused.slice(0, NAMED_MAX).map(({ id }) => id),
    },
  ];
}

function onSmallSamples(patterns: readonly Pattern[]): Recommendation[] {
  const open = patterns
    .filter(({ finding }) => finding.startsWith('Too little data'))
    .map(({ dimension }) => dimension);
  if (open.length === 0) return [];
  return [
    {
      recommendation: `Draw no conclusion on ${open.join(', ')} yet; let more creatives of each kind run, or choose a longer period.`,
      evidence: `Fewer than two groups reach ${CREATIVES_MIN} creatives and ${IMPRESSIONS_MIN} impressions.`,
    },
  ];
}
