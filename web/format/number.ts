/** Shown for an unknown value, which must not look like zero. */
export const UNKNOWN = '–';

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const upToTwo = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

type Maybe = number | null | undefined;

const isKnown = (value: Maybe): value is number => typeof value === 'number' && Number.isFinite(value);

/** Counts. Conversions may be fractions of one, so two digits stay when they are there. */
export const count = (value: Maybe): string => (isKnown(value) ? upToTwo.format(value) : UNKNOWN);

export const wholeCount = (value: Maybe): string => (isKnown(value) ? whole.format(value) : UNKNOWN);

/** A fraction as a rate: 0.0119 is `1.19 %`. */
export const rate = (fraction: Maybe, digits = 2): string =>
  isKnown(fraction) ? `${(fraction * 100).toFixed(digits)} %` : UNKNOWN;

export const plural = (amount: number, one: string, many = `${one}s`): string =>
  `${whole.format(amount)} ${amount === 1 ? one : many}`;

/** What a rise means: cost is neither good nor bad, clicks are good, cost per conversion is bad. */
export type RiseIs = 'good' | 'bad' | 'neutral';

export interface Delta {
  direction: 'up' | 'down' | 'same';
  /** Without sign, one decimal: the arrow says the direction. */
  text: string;
  tone: 'good' | 'bad' | 'neutral';
}

/** The change from `before` to `now`; undefined where there is nothing to compare with. */
export function delta(now: Maybe, before: Maybe, riseIs: RiseIs): Delta | undefined {
  if (!isKnown(now) || !isKnown(before) || before === 0) return undefined;
  return deltaOf(now / before - 1, riseIs);
}

export function deltaOf(fraction: number, riseIs: RiseIs): Delta {
  const text = rate(Math.abs(fraction), 1);
  if (text === '0.0 %') return { direction: 'same', text, tone: 'neutral' };
  const direction = fraction > 0 ? 'up' : 'down';
  if (riseIs === 'neutral') return { direction, text, tone: 'neutral' };
  return { direction, text, tone: (direction === 'up') === (riseIs === 'good') ? 'good' : 'bad' };
}
