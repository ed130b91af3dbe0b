/** Rates and how sure one can be of them. */

export interface Counted {
  successes: number;
  trials: number;
}

export interface Interval {
  low: number;
  high: number;
}

/** Two-sided 95 %. */
const Z = 1.959964;

/** Wilson's score interval: honest for small numbers and for rates near zero, where the usual one is not. */
export function wilson({ successes, trials }: Counted): Interval {
  if (trials <= 0) return { low: 0, high: 1 };
  const rate = successes / trials;
  const spread = Z ** 2 / trials;
  const centre = rate + spread / 2;
  const half = Z * Math.sqrt((rate * (1 - rate)) / trials + spread / (4 * trials));
  return {
    low: Math.max(0, (centre - half) / (1 + spread)),
    high: Math.min(1, (centre + half) / (1 + spread)),
  };
}

/**
 * The rate of several samples together. A million views of three creatives are not a million independent trials: the
 * creatives differ among themselves. So the trials are first cut down by how much more the samples vary than chance
 * alone would make them (the design effect), and the interval is Wilson's for what is left.
 */
export function pooled(samples: readonly Counted[]): { rate: number; interval: Interval } {
  const trials = sum(samples.map((one) => one.trials));
  if (trials === 0) return { rate: 0, interval: { low: 0, high: 1 } };
  const rate = sum(samples.map((one) => one.successes)) / trials;
  const effective = trials / designEffect(samples, rate, trials);
  return { rate, interval: wilson({ successes: rate * effective, trials: effective }) };
}

function designEffect(samples: readonly Counted[], rate: number, trials: number): number {
  const byChance = (rate * (1 - rate)) / trials;
  if (samples.length < 2 || byChance === 0) return 1;
  const squares = sum(samples.map((one) => (one.successes - rate * one.trials) ** 2));
  const between = (samples.length / (samples.length - 1)) * (squares / trials ** 2);
  return Math.max(1, between / byChance);
}

export function areApart(higher: Interval, lower: Interval): boolean {
  return higher.low > lower.high;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
