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

/** What a bid pays for: by hand what the cost type says, else what the target does; undefined where the platform bids. */
function paidWith(target = 'NONE', cost: string): string | undefined {
  if (target === 'NONE') return PAID_FOR[cost];
  if (!bidsByHand(target)) return undefined;
  if (target.endsWith('_LEADS')) return 'a lead';
  if (/_VIDEO_VIEWS?$/.test(target)) return PAID_FOR.CPV;
  return /_IMPRESSIONS?$/.test(target) ? PAID_FOR.CPM : PAID_FOR.CPC;
}

interface Bid {
  target: string | undefined;
  cost: string;
}

/** Refusal of a bid that stays while what it pays for changes. */
export function otherBid(present: Bid, wanted: Bid): Problem[] {
  const [before, after] = [present, wanted].map(({ target, cost }) => paidWith(target, cost));
  if (before === after || after === undefined) return [];
  const message =
    before === undefined
      ? `is required: the platform has bid by itself, and with this target the bid pays for ${after}`
      : `is required: the present bid pays for ${before}, and with this target for ${after}`;
  return [{ field: 'unit_cost_amount', message }];
}

/** What a manual bid pays for; a running campaign cannot change it. */
export function bidMeaning(target: string | undefined, cost: string): string | undefined {
  const bought = PAID_FOR[cost];
  return target === 'NONE' && bought ? `The bid is for ${bought} (${cost}).` : undefined;
}
