import { z } from 'zod';
import { invalidArguments } from '../../../errors.ts';
import { asListed } from '../../../tools/as-listed.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { servingOutputIfOn } from '../../../tools/diagnosis.ts';
import { oneLine, wordLike } from '../../../tools/fields.ts';
import { atLeastOne, inOrder, needs } from '../../../tools/rules.ts';
import { writeReport } from '../../../tools/write-report.ts';
import { pathOf } from '../../../upstream/path.ts';
import { channel } from '../channel.ts';
import type { ProfessionalClient } from '../client.ts';
import { servingReportIfOn } from '../delivery/diagnose.ts';
import { Currency, currencyProblems, decimal, INSTEAD, moneyOf, removable, removedMoney, wireMoney } from '../money.ts';
import { bidMeaning, bidsByHand, idleBid, otherBid } from '../resources/bidding.ts';
import { readCampaign, shownCampaign } from '../resources/campaign.ts';
import {
  deliveryPreferences,
  preferenceProblems,
  shownPreferences,
  wirePreferences,
} from '../resources/delivery-preferences.ts';
import { CampaignId, GroupId, idIn, OrganizationId, urnOf, When, WhenOrNone } from '../resources/fields.ts';
import { existing } from '../resources/lookup.ts';
import {
  type CampaignType,
  type CostType,
  canGoOffsite,
  choose,
  type Format,
  type Objective,
  TARGETS,
} from '../resources/objective.ts';
import { changesSchedule, scheduleFor, shownSchedule } from '../resources/schedule.ts';
import { checkStep, IRREVERSIBLE, removalProblems, UpdateStatus } from '../resources/status.ts';
import {
  mergeTargeting,
  resolveTargeting,
  shownTargeting,
  TargetingAgain,
  wireTargeting,
} from '../resources/targeting.ts';
import { changed } from '../resources/update.ts';
import type { WireCampaign } from '../wire.ts';

const FIELDS = [
  'name',
  'status',
  'campaign_group_id',
  'daily_budget_amount',
  'total_budget_amount',
  'unit_cost_amount',
  'optimization_target_type',
  'run_schedule_start',
  'run_schedule_end',
  'targeting',
  'offsite_delivery_enabled',
  'audience_expansion_enabled',
  'creative_selection',
  'associated_entity',
  'political_intent',
  'frequency_cap',
  'block_lists',
] as const;

const input = z.strictObject({
  campaign_id: CampaignId.describe('Campaign (shown as Ad set) to change'),
  name: oneLine().optional().describe('New name'),
  status: UpdateStatus.optional(),
  campaign_group_id: GroupId.optional().describe('Campaign group (shown as Campaign) to move it into'),
  daily_budget_amount: removable('Most for a day').optional(),
  daily_budget_currency: Currency.optional(),
  total_budget_amount: removable('Most for the whole schedule').optional(),
  total_budget_currency: Currency.optional(),
  unit_cost_amount: decimal('Bid, target cost or cost cap').optional(),
  unit_cost_currency: Currency.optional(),
  optimization_target_type: wordLike(TARGETS)
    .optional()
    .describe('Another way of bidding, as in create_professional_campaign; NONE is by hand'),
  run_schedule_start: When.optional().describe('Cannot change once passed'),
  run_schedule_end: WhenOrNone.optional().describe('ISO 8601, or none'),
  targeting: TargetingAgain.optional().describe(
    'As in create_professional_campaign; facets named here replace those facets, an empty list takes one away',
  ),
  replace_targeting: z.boolean().optional().describe('True: targeting is all there is, nothing of the old stays'),
  offsite_delivery_enabled: z.boolean().optional().describe('Also on the Audience Network'),
  audience_expansion_enabled: z.boolean().optional().describe('Also to members like those targeted'),
  creative_selection: z.enum(['OPTIMIZED', 'ROUND_ROBIN']).optional().describe('How its creatives take turns'),
  associated_entity: OrganizationId.optional().describe('Page that advertises; cannot be changed once set'),
  ...deliveryPreferences,
  political_intent: z
    .enum(['NOT_POLITICAL', 'POLITICAL', 'NOT_DECLARED'])
    .optional()
    .describe('Declaration about political advertising'),
});
type Arguments = z.output<typeof input>;

export default defineTool(channel, {
  name: 'update_professional_campaign',
  title: 'Update a campaign',
  description:
    'Changes a campaign (shown as Ad set): name, status, budgets, bid and bidding, schedule, targeting (merged), group; objective and format are fixed. ACTIVE lets it spend, PAUSED stops it at once, ARCHIVED hides it. REMOVED cannot be undone. What is not named stays.',
  toolset: 'campaigns',
  access: 'write',
  repeat: 'safe',
  mayRaise: ['campaign_group_id'],
  irreversible: IRREVERSIBLE,
  input,
  output: z.object({
    campaign: asListed('list_professional_campaigns'),
    ...writeReport,
    notes: z.array(z.string()).optional(),
    ...servingOutputIfOn,
  }),
  instead: { ...INSTEAD, objective_type: 'create_professional_campaign', format: 'create_professional_campaign' },
  rules: (args) => [
    ...atLeastOne(args, FIELDS),
    ...removalProblems(args, FIELDS),
    ...currencyProblems(args),
    ...needs(args, 'replace_targeting', 'targeting'),
    ...(args.run_schedule_end === null ? [] : inOrder(args, 'run_schedule_start', 'run_schedule_end')),
  ],
  turns: ({ campaign_id, ...args }) =>
    args.targeting || args.block_lists || changesSchedule(args) ? [campaign_id] : [],
  look: ({ campaign_id }) => ({ tool: 'list_professional_campaigns', arguments: { campaign_ids: [campaign_id] } }),
  async run(args, { client, account }) {
    const id = args.campaign_id;
    const read = () => readCampaign(client, account, id);
    const before = await existing(read(), 'campaign');
    checkStep(before.status, args.status);
    const { currency } = await client.account(account);
    const plan = await planOf(args, before, client, currency);
    const { shown, report } = await changed({
      what: `The campaign ${id}`,
      client,
      account,
      path: pathOf`/adAccounts/${idIn(account)}/adCampaigns/${id}`,
      status: { before: before.status, after: args.status },
      fields: plan.fields,
      before: shownCampaign(before),
      wanted: plan.wanted,
      read: async () => shownCampaign(await read()),
    });
    const meaning = args.unit_cost_amount && bidMeaning(shown.optimization_target_type, shown.cost_type);
    const notes = [...plan.notes, ...(meaning ? [meaning] : []), ...(args.status === 'ACTIVE' ? [] : silentBid(shown))];
    return {
      campaign: shown,
      ...report,
      ...(notes.length > 0 && { notes }),
      ...(await servingReportIfOn(args.status, client, account, 'campaign', id)),
    };
  },
});

/** The fields to send, and the values expected in the read-back. */
async function planOf(args: Arguments, before: WireCampaign, client: ProfessionalClient, currency: string) {
  const bidding = biddingFor(args, before);
  const money = { ...wireMoney(args, currency), ...removedMoney(args), ...bidding.fields };
  if (args.offsite_delivery_enabled && !canGoOffsite(before.type, before.format))
    throw invalidArguments([
      { field: 'offsite_delivery_enabled', message: `must be false for ${before.format ?? before.type}` },
    ]);
  const preferences = preferencesFor(args, before);
  const targetingCriteria = await targetingFor(args, before, client);
  const { runSchedule, notes } = scheduleFor(args, before, client.session.platformNow());
  const page = args.associated_entity && urnOf('organization', args.associated_entity);
  const same = {
    name: args.name,
    offsite_delivery_enabled: args.offsite_delivery_enabled,
    audience_expansion_enabled: args.audience_expansion_enabled,
    creative_selection: args.creative_selection,
    political_intent: args.political_intent,
  };
  return {
    notes,
    fields: {
      name: args.name,
      campaignGroup: args.campaign_group_id && urnOf('sponsoredCampaignGroup', args.campaign_group_id),
      ...money,
      runSchedule,
      targetingCriteria,
      offsiteDeliveryEnabled: args.offsite_delivery_enabled,
      audienceExpansionEnabled: args.audience_expansion_enabled,
      creativeSelection: args.creative_selection,
      associatedEntity: page,
      politicalIntent: args.political_intent,
      ...preferences,
    },
    wanted: {
      ...same,
      ...shownPreferences(preferences),
      campaign_group_id: args.campaign_group_id,
      daily_budget: moneyOf(money.dailyBudget),
      total_budget: moneyOf(money.totalBudget),
      unit_cost: moneyOf(money.unitCost),
      optimization_target_type: bidding.wanted.optimization_target_type,
      cost_type: bidding.wanted.cost_type,
      associated_entity: page,
      targeting: targetingCriteria && shownTargeting(targetingCriteria),
      ...(runSchedule && shownSchedule(runSchedule)),
      ...(args.run_schedule_end === null && { run_schedule_end: null }),
    },
  };
}

interface Bidding {
  /** `unitCost: null` removes the bid where the platform bids. */
  fields: { optimizationTargetType?: string; costType?: string; unitCost?: null };
  wanted: { optimization_target_type?: string; cost_type?: string };
}

/** Bidding target, cost type and bid have to change together. */
function biddingFor(args: Arguments, before: WireCampaign): Bidding {
  const target = args.optimization_target_type;
  const { optimizationTargetType: present } = before;
  if (target === undefined) {
    if (args.unit_cost_amount !== undefined && !bidsByHand(present)) throw invalidArguments([idleBid(present!)]);
    return { fields: {}, wanted: {} };
  }
  const held = Number(before.unitCost?.amount ?? 0) > 0;
  const asked = {
    type: before.type as CampaignType,
    format: before.format as Format | undefined,
    objective_type: before.objectiveType as Objective | undefined,
    optimization_target_type: target,
    hasBid: args.unit_cost_amount !== undefined || (held && bidsByHand(target)),
  };
  const kept = choose({ ...asked, cost_type: before.costType as CostType });
  const mustChange = kept.problems.some(({ field }) => field === 'cost_type');
  const { chosen, problems } = mustChange ? choose(asked) : kept;
  if (problems.length === 0 && args.unit_cost_amount === undefined)
    problems.push(...otherBid({ target: present, cost: before.costType }, { target, cost: chosen.cost_type }));
  const cost_type = chosen.cost_type === before.costType ? undefined : chosen.cost_type;
  if (problems.length === 0 && cost_type !== undefined && before.status !== 'DRAFT')
    problems.push({
      field: 'optimization_target_type',
      message: `${target} is paid by ${cost_type} and this campaign by ${before.costType}, which only a draft can change: copy it with duplicate_professional_campaign and change the copy`,
    });
  if (problems.length > 0) throw invalidArguments(problems);
  const freed = held && !bidsByHand(target);
  return {
    fields: {
      optimizationTargetType: target,
      ...(cost_type && { costType: cost_type }),
      ...(freed && { unitCost: null }),
    },
    wanted: { optimization_target_type: target, ...(cost_type && { cost_type }) },
  };
}

function preferencesFor(args: Arguments, before: WireCampaign) {
  const problems = preferenceProblems(args, {
    objective: before.objectiveType,
    target: args.optimization_target_type ?? before.optimizationTargetType,
    offsite: args.offsite_delivery_enabled ?? before.offsiteDeliveryEnabled,
  });
  if (problems.length > 0) throw invalidArguments(problems);
  return wirePreferences(args, before);
}

async function targetingFor(
  { targeting, replace_targeting }: Arguments,
  before: WireCampaign,
  client: ProfessionalClient,
) {
  if (!targeting) return undefined;
  const resolved = await resolveTargeting(client, idIn(before.account), targeting);
  const current = before.targetingCriteria ? shownTargeting(before.targetingCriteria) : {};
  return wireTargeting(replace_targeting ? resolved : mergeTargeting(current, resolved));
}

/** Warns of a manual bid of 0, which the platform shows as runnable. */
function silentBid({ status, optimization_target_type, unit_cost }: ReturnType<typeof shownCampaign>): string[] {
  if (status !== 'ACTIVE' || !bidsByHand(optimization_target_type) || Number(unit_cost?.amount ?? 0) > 0) return [];
  return ['It bids by hand and its bid is 0: it is shown as runnable and will never deliver. Pass unit_cost_amount.'];
}
