import type { AdChannel } from './channels.ts';

/** One figure per day and channel in one currency. `null` is a day a channel did not answer, not a day without cost. */
export interface DayChartData {
  days: readonly string[];
  series: readonly { channel: AdChannel; values: readonly (number | null)[] }[];
  /** The reason shown for a `null` day: the channel did not answer, or its numbers are not complete yet. */
  gap?: string;
  previous?: { days: readonly string[]; values: readonly (number | null)[] };
}

/** The height of the empty box on a day without an answer: about what the channel has on others. */
export function usualValue(values: readonly (number | null)[]): number {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? 0 : known.reduce((sum, value) => sum + value, 0) / known.length;
}
