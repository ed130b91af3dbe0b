import { z } from 'zod';
import type { PlannedCampaign, PlannedProblem } from '../../../tools/media-planning.ts';
import { amount } from '../../../tools/money.ts';
import { look, stop } from '../../../tools/plan-problems.ts';
import { type Bidding, roas } from './bidding.ts';

const STRATEGIES = [
  'MANUAL_CPC',
  'MAXIMIZE_CLICKS',
  'MAXIMIZE_CONVERSIONS',
  'MAXIMIZE_CONVERSION_VALUE',
] as const satisfies readonly Bidding[];
type PlannedStrategy = (typeof STRATEGIES)[number];

/** What the campaigns of a media plan have in common. */
export const PlanDefaults = z.strictObject({
  contains_eu_political_advertising: z
    .boolean()
    .optional()
    .describe('The declaration EU law demands; no campaign is made without it'),
  bidding_strategy: z
    .enum(STRATEGIES)
    .optional()
    .describe(
      'When left out: MANUAL_CPC where there are bids, else MAXIMIZE_CONVERSIONS for leads and sales, MAXIMIZE_CLICKS for the rest',
    ),
  cpc_bid: amount('Most for a click, with MANUAL_CPC, where a row has no bid').optional(),
  max_cpc: amount('Most for a click, with MAXIMIZE_CLICKS').optional(),
  target_cpa: amount('Wanted cost of a conversion, with MAXIMIZE_CONVERSIONS').optional(),
  target_roas: roas().optional().describe('Wanted return on ad spend, with MAXIMIZE_CONVERSION_VALUE: 3.5 is 350 %'),
  search_partners: z.boolean().optional().describe('Also on search partners; not when left out'),
});
export type PlanDefaults = z.output<typeof PlanDefaults>;

export type PlannedType = 'SEARCH' | 'PERFORMANCE_MAX';

const MAX = /\b(p(erf(ormance)?)?\.?[\s-]*max|pmax)\b/i;
/** Kinds of campaigns that create_campaign does not make. */
const OTHERS = /\b(display|gdn|shopping|video|youtube|demand[\s-]?gen|discovery|app|uac|hotel|travel|local|smart)\b/i;
const MADE = 'Search or Performance Max';

/** The kind that the sheet's own word means. */
export function typeOf({ type }: PlannedCampaign): { type: PlannedType; problems: PlannedProblem[] } {
  const word = type?.trim() ?? '';
  if (MAX.test(word)) return { type: 'PERFORMANCE_MAX', problems: [] };
  if (word === '' || /\bsearch\b|^(sea|sem|rsa|text)\b/i.test(word)) return { type: 'SEARCH', problems: [] };
  const problem = OTHERS.test(word)
    ? stop('type', `Campaigns of the kind "${word}" are not made here.`, MADE)
    : look('type', `"${word}" is no kind of campaign: it becomes a Search campaign.`);
  return { type: 'SEARCH', problems: [problem] };
}

/** What no campaign of this platform that can be made here is for. */
export function objectiveProblems({ objective }: PlannedCampaign): PlannedProblem[] {
  const kind = objective === 'app_installs' ? 'an App campaign' : objective === 'video_views' ? 'a Video campaign' : '';
  if (kind === '') return [];
  const message = `${kind.replace(/^an? /, '')}s are made in the platform's own interface, and no other is for this objective.`;
  return [stop('objective', message, 'awareness, traffic, engagement, leads or sales')];
}

/** How a new campaign bids. */
export function strategyOf(campaign: PlannedCampaign, type: PlannedType, defaults: PlanDefaults): PlannedStrategy {
  const { bidding_strategy: wanted, cpc_bid } = defaults;
  if (type === 'PERFORMANCE_MAX')
    return wanted === 'MAXIMIZE_CONVERSION_VALUE' ? 'MAXIMIZE_CONVERSION_VALUE' : 'MAXIMIZE_CONVERSIONS';
  if (wanted) return wanted;
  if (cpc_bid !== undefined || campaign.groups.some(({ bid }) => bid !== undefined)) return 'MANUAL_CPC';
  const { objective } = campaign;
  return objective === 'leads' || objective === 'sales' ? 'MAXIMIZE_CONVERSIONS' : 'MAXIMIZE_CLICKS';
}

/** The targets that belong to the strategy. */
export function targetsOf(strategy: PlannedStrategy, { max_cpc, target_cpa, target_roas }: PlanDefaults) {
  return {
    ...(strategy === 'MAXIMIZE_CLICKS' && max_cpc !== undefined && { max_cpc }),
    ...(strategy === 'MAXIMIZE_CONVERSIONS' && target_cpa !== undefined && { target_cpa }),
    ...(strategy === 'MAXIMIZE_CONVERSION_VALUE' && target_roas !== undefined && { target_roas }),
  };
}
