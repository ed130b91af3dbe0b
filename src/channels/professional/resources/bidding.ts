import type { Problem } from '../../../errors.ts';

/** Nobody but the advertiser says what it bids; a bid of 0 then wins nothing. */
export function bidsByHand(target: string | undefined): boolean {
  return !target?.startsWith('MAX_');
}

/** The platform saves a bid of a campaign that it bids for by itself, and never uses it. */
export function idleBid(target: string): Problem {
  const message = `would be saved and never used: the platform bids by itself (${target}). Pass optimization_target_type too, NONE for a bid by hand`;
  return { field: 'unit_cost_amount', message };
}

const PAID_FOR: Readonly<Record<string, string>> = { CPC: 'a click', CPM: '1,000 impressions', CPV: 'a view' };

/** What a bid by hand buys, which a running campaign cannot change. */
export function bidMeaning(target: string | undefined, cost: string): string | undefined {
  const bought = PAID_FOR[cost];
  return target === 'NONE' && bought ? `The bid is for ${bought} (${cost}).` : undefined;
}
