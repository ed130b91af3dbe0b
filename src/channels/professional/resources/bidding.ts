import type { Problem } from '../../../errors.ts';

/** Whether the campaign's own `unitCost` counts; with the MAX_ targets the platform bids. */
export function bidsByHand(target: string | undefined): boolean {
  return !target?.startsWith('MAX_');
}

/** Refusal of a bid that the platform would save and never use. */
export function idleBid(target: string): Problem {
  const message = `would be saved and never used: the platform bids by itself (${target}). Pass optimization_target_type too, NONE for a bid by hand`;
  return { field: 'unit_cost_amount', message };
}

/** What a bid pays for, by cost type. */
export const PAID_FOR: Readonly<Record<string, string>> = { CPC: 'a click', CPM: '1,000 impressions', CPV: 'a view' };

/** What a manual bid pays for; a running campaign cannot change it. */
export function bidMeaning(target: string | undefined, cost: string): string | undefined {
  const bought = PAID_FOR[cost];
  return target === 'NONE' && bought ? `The bid is for ${bought} (${cost}).` : undefined;
}
