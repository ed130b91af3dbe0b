import { DAY_MS, MINUTE_MS } from '../../../ambient.ts';
import { type Finding, findingsAbout } from '../../../tools/diagnosis.ts';
import { FILL_IN } from '../../../tools/ready-call.ts';
import { bidsByHand } from '../resources/bidding.ts';
import { rejectionReasons } from '../resources/creative.ts';
import { idIn } from '../resources/fields.ts';
import { LEVELS, type Level } from '../resources/level.ts';
import type { WireAccount, WireCampaign, WireCreative, WireGroup } from '../wire.ts';

/** Findings from the objects alone, without further requests. */

const SOON_MS = 10 * MINUTE_MS;

export const { finding, chosen, arguments: LEVEL_ARGUMENTS } = findingsAbout(LEVELS);

interface Stated {
  id: string;
  name?: string | undefined;
  status: string;
}

const FINAL = ['CANCELED', 'PENDING_DELETION', 'REMOVED'];

export function statusFindings(level: Level, { id, name, status }: Stated): Finding[] {
  if (status === 'ACTIVE') return [];
  const what = `The ${LEVELS[level].what} ${name ? `"${name}"` : id} is ${status}`;
  if (FINAL.includes(status)) return [finding('status', level, id, `${what}, which is final`)];
  const why =
    status === 'COMPLETED'
      ? ': its end or its total budget was reached'
      : status === 'DRAFT' && level === 'creative'
        ? ', and switching it on starts its review'
        : '';
  return [finding('status', level, id, what + why, { status: 'ACTIVE' })];
}

interface Scheduled {
  id: string;
  runSchedule?: { start: number; end?: number | undefined } | undefined;
}

export function scheduleFindings(
  level: 'campaign_group' | 'campaign',
  { id, runSchedule }: Scheduled,
  now: number,
): Finding[] {
  const what = `The ${LEVELS[level].what}`;
  const at = (ms: number) => new Date(ms).toISOString();
  const { start = 0, end } = runSchedule ?? {};
  if (end !== undefined && end <= now)
    return [finding('schedule', level, id, `${what} ended on ${at(end)}`, { run_schedule_end: at(now + 30 * DAY_MS) })];
  if (start <= now) return [];
  return [
    finding('schedule', level, id, `${what} begins only on ${at(start)}`, { run_schedule_start: at(now + SOON_MS) }),
  ];
}

/** Parts without which the platform refuses to activate a campaign; told before its status. */
export function partsFindings(
  campaign: WireCampaign,
  hasConversion: boolean | undefined,
  /** URN of the account's owner, usually the page that advertises. */
  owner?: string,
): Finding[] {
  const { id, type } = campaign;
  const missing = (about: Finding['about'], message: string, change?: Record<string, unknown>) =>
    finding(about, 'campaign', id, message, change);
  const needsPage = type === 'SPONSORED_UPDATES' || type === 'DYNAMIC';
  return [
    ...(campaign.targetingCriteria
      ? []
      : [missing('audience', 'The campaign has no targeting: a location at least is needed', { targeting: FILL_IN })]),
    ...(needsPage && campaign.associatedEntity === undefined
      ? [
          missing(
            'parts',
            'The campaign has no page, an associated_entity from list_organizations',
            owner?.startsWith('urn:li:organization:')
              ? { associated_entity: idIn(owner) }
              : { associated_entity: FILL_IN },
          ),
        ]
      : []),
    ...(campaign.optimizationTargetType === 'MAX_CONVERSION' && hasConversion === false
      ? [
          {
            ...missing('parts', 'The campaign is optimised for conversions and none is attached (list_conversions)'),
            mend: { tool: 'attach_conversion', arguments: { campaign_id: id, conversion_id: FILL_IN } },
          },
        ]
      : []),
  ];
}

export function budgetFindings({ id, dailyBudget, totalBudget }: WireCampaign, group: WireGroup): Finding[] {
  if (dailyBudget || totalBudget || group.budgetOptimization) return [];
  return [
    finding('budget', 'campaign', id, 'The campaign has no budget: daily_budget_amount is needed', {
      daily_budget_amount: FILL_IN,
    }),
  ];
}

/** A manual bid of 0, which the platform shows as runnable. */
export function bidFindings(campaign: WireCampaign): Finding[] {
  if (!bidsByHand(campaign.optimizationTargetType) || Number(campaign.unitCost?.amount ?? 0) > 0) return [];
  const message =
    'The campaign bids by hand and its bid is 0: it is shown as runnable and never delivers. It needs unit_cost_amount (get_budget_recommendation)';
  return [finding('bid', 'campaign', campaign.id, message, { unit_cost_amount: FILL_IN })];
}

export function reviewFindings({ id, review, campaign }: WireCreative): Finding[] {
  const [creative_id, campaign_id] = [idIn(id), idIn(campaign)];
  if (review?.status === 'PENDING' || review?.status === 'NEEDS_REVIEW')
    return [
      finding('review', 'creative', creative_id, 'The platform is reviewing the creative, as a rule within a day'),
    ];
  if (review?.status !== 'REJECTED') return [];
  const reasons = rejectionReasons(review) ?? [];
  const why = reasons.length > 0 ? `: ${reasons.join('; ')}` : '; no reason is given';
  const message = `The creative was rejected in review${why}. Its content cannot change: make another without that`;
  const mend = { tool: 'create_creative', arguments: { campaign_id } };
  return [{ ...finding('review', 'creative', creative_id, message), mend }];
}

export function accountFindings({ id, status, test }: WireAccount): Finding[] {
  const about = (message: string): Finding => ({ about: 'billing', level: 'account', id, stops: true, message });
  return [
    ...(test ? [about('The ad account is a test account: nothing in it is ever shown')] : []),
    ...(status === 'ACTIVE'
      ? []
      : [about(`The ad account is ${status}: settle that in the platform's account settings`)]),
  ];
}

/** The level each hold belongs to, what it is about and what it means. Holds that follow from status, dates or review are left out. */
const HOLDS: Readonly<
  Record<string, readonly [Level | 'account', Finding['about'], string, Record<string, unknown>?]>
> = {
  BILLING_HOLD: ['account', 'billing', "No charge could be made: settle it in the platform's billing settings"],
  ACCOUNT_TOTAL_BUDGET_HOLD: ['account', 'billing', 'The budget of the whole ad account is spent'],
  ACCOUNT_END_DATE_HOLD: ['account', 'billing', 'The ad account has reached its end date'],
  ACCOUNT_SERVING_HOLD: ['account', 'billing', 'The platform holds the whole ad account'],
  RESTRICTED_HOLD: ['account', 'billing', 'The platform has restricted the ad account: ask its support'],
  INTERNAL_HOLD: ['account', 'billing', 'The platform holds the ad account for a check of its own'],
  CAMPAIGN_GROUP_TOTAL_BUDGET_HOLD: [
    'campaign_group',
    'budget',
    'The total budget of the campaign group is spent: it needs a higher total_budget_amount',
    { total_budget_amount: FILL_IN },
  ],
  CAMPAIGN_TOTAL_BUDGET_HOLD: [
    'campaign',
    'budget',
    'The total budget of the campaign is spent: it needs a higher total_budget_amount',
    { total_budget_amount: FILL_IN },
  ],
  CAMPAIGN_AUDIENCE_COUNT_HOLD: [
    'campaign',
    'audience',
    'The targeting reaches fewer than 300 members: widen it (estimate_audience)',
    { targeting: FILL_IN },
  ],
  FORM_HOLD: ['creative', 'parts', 'The lead form of the creative is not published or was rejected (list_lead_forms)'],
  PROCESSING: ['creative', 'parts', 'The platform is still processing the creative; wait some minutes'],
  PROCESSING_FAILED: ['creative', 'parts', 'The platform could not process the creative: make another'],
  REFERRED_CONTENT_QUALITY_HOLD: ['creative', 'review', 'The platform holds the post of the creative for its quality'],
  JOB_POSTING_ON_HOLD: ['creative', 'parts', 'The job posting of the creative is on hold'],
  JOB_POSTING_INVALID: ['creative', 'parts', 'The job posting of the creative is no longer valid'],
};

const TOLD_ELSEWHERE =
  /^(RUNNABLE|(CAMPAIGN_)?STOPPED|UNDER_REVIEW|REJECTED|CAMPAIGN(_GROUP)?_(START_DATE|END_DATE|STATUS)_HOLD)$/;

/** The platform repeats a hold at every level below; it is reported once, for the object it belongs to. */
export function holdFindings(
  owners: Readonly<Partial<Record<Level | 'account', string>>>,
  level: Level | 'account',
  holds: readonly string[],
): Finding[] {
  return [...new Set(holds)]
    .filter((hold) => !TOLD_ELSEWHERE.test(hold))
    .flatMap((hold) => {
      const [owner, about, message, change] = HOLDS[hold] ?? [level, 'status' as const, 'The platform holds it'];
      const id = owners[owner];
      if (id === undefined) return [];
      const told = `${message} (${hold})`;
      if (owner === 'account') return [{ about, level: owner, id, stops: true, message: told }];
      return [finding(about, owner, id, told, change)];
    });
}
