import { z } from 'zod';
import { invalidArguments, type Problem } from '../../../errors.ts';
import { asListed } from '../../../tools/as-listed.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { keptBy, servingOutput } from '../../../tools/diagnosis.ts';
import { Country, oneLine } from '../../../tools/fields.ts';
import { readBack } from '../../../tools/read-back.ts';
import { inOrder, needs } from '../../../tools/rules.ts';
import { channel } from '../channel.ts';
import type { ProfessionalClient } from '../client.ts';
import { obstaclesIn } from '../delivery/diagnose.ts';
import { Currency, currencyProblems, decimal, INSTEAD, wireMoney } from '../money.ts';
import { campaignPath, readCampaign, shownCampaign } from '../resources/campaign.ts';
import { readGroup } from '../resources/campaign-group.ts';
import { campaignProblems } from '../resources/creative.ts';
import { deliveryPreferences, preferenceProblems, wirePreferences } from '../resources/delivery-preferences.ts';
import { GroupId, OrganizationId, urnOf, When } from '../resources/fields.ts';
import { existing } from '../resources/lookup.ts';
import {
  type Chosen,
  COST_TYPES,
  canGoOffsite,
  choose,
  FORMATS,
  MADE_FORMATS,
  OBJECTIVES,
  TARGETS,
  TYPES,
} from '../resources/objective.ts';
import { usualStart } from '../resources/schedule.ts';
import { audienceSize, resolveTargeting, Targeting, wireTargeting } from '../resources/targeting.ts';
import type { WireGroup } from '../wire.ts';

const input = z.strictObject({
  campaign_group_id: GroupId.describe('Campaign group (shown as Campaign) it goes into'),
  name: oneLine().describe('Name of the campaign (shown as Ad set)'),
  status: z.enum(['DRAFT', 'PAUSED']).default('DRAFT').describe('PAUSED is checked like a running one'),
  daily_budget_amount: decimal('Most for a day').optional(),
  daily_budget_currency: Currency.optional(),
  total_budget_amount: decimal('Most for the whole schedule; alone it needs run_schedule_end').optional(),
  total_budget_currency: Currency.optional(),
  unit_cost_amount: decimal('Bid, or target cost or cost cap; left out, the platform bids').optional(),
  unit_cost_currency: Currency.optional(),
  locale_country: Country.default('US').describe('Country of the language'),
  locale_language: z
    .string()
    .toLowerCase()
    .refine((code) => /^[a-z]{2}$/.test(code), 'must be two letters, such as en')
    .default('en')
    .describe('Language of the ads'),
  offsite_delivery_enabled: z.boolean().default(false).describe('Also on the Audience Network, outside the platform'),
  audience_expansion_enabled: z
    .boolean()
    .default(true)
    .describe('Also to members like those targeted; many find it costly'),
  run_schedule_start: When.optional().describe('ISO 8601 or epoch milliseconds; in a day when left out'),
  run_schedule_end: When.optional().describe('ISO 8601 or epoch milliseconds; without end when left out'),
  format: z
    .enum(FORMATS)
    .meta({ enum: MADE_FORMATS })
    .optional()
    .describe('Needed for video, carousel, spotlight and follow; else the first creative decides'),
  associated_entity: OrganizationId.optional().describe(
    'Page that advertises: organization id or URN (list_organizations)',
  ),
  type: z.enum(TYPES).optional().describe('From the format when left out'),
  objective_type: z.enum(OBJECTIVES).optional().describe('From the group or the format when left out'),
  cost_type: z.enum(COST_TYPES).optional().describe('What is paid for; from objective and bidding when left out'),
  optimization_target_type: z
    .enum(TARGETS)
    .meta({ enum: undefined })
    .optional()
    .describe(
      'What to bid for: MAX_CLICK, CAP_COST_AND_MAXIMIZE_CLICKS, NONE (by hand) …; automatic without unit_cost_amount',
    ),
  targeting: Targeting.optional().describe('Whom to reach; a location is needed before it can run'),
  pacing_strategy: z
    .enum(['LIFETIME', 'ACCELERATED'])
    .optional()
    .describe('Spend evenly until the end, or fast; fixed at creation'),
  ...deliveryPreferences,
  political_intent: z
    .enum(['NOT_POLITICAL', 'POLITICAL', 'NOT_DECLARED'])
    .default('NOT_DECLARED')
    .describe('Is it political advertising'),
});
type Arguments = z.output<typeof input>;

export default defineTool(channel, {
  name: 'create_professional_campaign',
  title: 'Create a campaign',
  description:
    'Creates a campaign (shown as Ad set) in a campaign group (shown as Campaign). It is a draft or paused and spends nothing. Needs a budget; type, objective, cost type and bidding are derived when left out, and the reply says why. Next: create_creative, then update_professional_campaign with status ACTIVE.',
  toolset: 'campaigns',
  access: 'write',
  repeat: 'never',
  input,
  output: z.object({
    campaign: asListed('list_professional_campaigns'),
    campaign_group: z.looseObject({ id: z.string(), name: z.string() }),
    chosen: z.record(z.string(), z.string()).describe('What was not asked for, with the reason'),
    notes: z.array(z.string()),
    ...servingOutput,
  }),
  instead: INSTEAD,
  rules: (args) => [
    ...campaignProblems(args),
    ...currencyProblems(args),
    ...inOrder(args, 'run_schedule_start', 'run_schedule_end'),
    ...needs(args, { pacing_strategy: 'LIFETIME' }, 'run_schedule_end'),
  ],
  look: ({ name, campaign_group_id }) => ({
    tool: 'list_professional_campaigns',
    arguments: { name, campaign_group_id },
  }),
  async run(args, { client, account }) {
    const [owner, group] = await Promise.all([
      client.account(account),
      existing(readGroup(client, account, args.campaign_group_id), 'campaign_group'),
    ]);
    const chosen = chosenFor(args, group);
    const now = client.session.platformNow();
    const targeting = args.targeting && (await resolveTargeting(client, account, args.targeting));
    const body = bodyOf(args, { account, currency: owner.currency, chosen, targeting, now });
    const id = await client.create(campaignPath(account), body, account);
    const made = await readBack(`The campaign ${id} was created`, () => readCampaign(client, account, id));
    return {
      campaign: shownCampaign(made),
      campaign_group: { id: group.id, name: group.name, status: group.status, shown_as: 'Campaign' },
      chosen: { ...chosen.reasons, ...openChoices(args) },
      notes: [...notesOn(args), ...(await audienceNotes(client, targeting))],
      keeps_from_serving: keptBy(
        obstaclesIn({
          level: 'campaign',
          account: owner,
          group,
          campaigns: [made],
          creatives: [],
          moreCreatives: false,
          converting: new Set(),
          now,
        }),
      ),
    };
  },
});

function chosenFor(args: Arguments, group: WireGroup): Chosen {
  const dynamic = group.budgetOptimization !== undefined;
  const { chosen, problems } = choose({
    ...args,
    hasBid: args.unit_cost_amount !== undefined,
    groupObjective: group.objectiveType,
  });
  const more = [...problems, ...budgetProblems(args, dynamic), ...groupProblems(args, group)];
  if (args.offsite_delivery_enabled && !canGoOffsite(chosen.type, args.format))
    more.push({ field: 'offsite_delivery_enabled', message: `must be false for ${args.format ?? chosen.type}` });
  const { objective_type: objective, optimization_target_type: target } = chosen;
  more.push(...preferenceProblems(args, { objective, target, offsite: args.offsite_delivery_enabled }));
  if (more.length > 0) throw invalidArguments(more);
  return chosen;
}

function budgetProblems(args: Arguments, dynamic: boolean): Problem[] {
  const { daily_budget_amount: daily, total_budget_amount: total, run_schedule_end } = args;
  if (dynamic) {
    const given = daily !== undefined ? 'daily_budget_amount' : total !== undefined ? 'total_budget_amount' : undefined;
    return given ? [{ field: given, message: 'cannot be given: the campaign group shares out its own budget' }] : [];
  }
  if (daily === undefined && total === undefined)
    return [{ field: 'daily_budget_amount', message: 'or total_budget_amount is required' }];
  if (daily === undefined && run_schedule_end === undefined)
    return [{ field: 'run_schedule_end', message: 'is required with total_budget_amount alone' }];
  if (daily !== undefined && total !== undefined && Number(total) < Number(daily))
    return [{ field: 'total_budget_amount', message: `must not be less than daily_budget_amount (${daily})` }];
  return [];
}

function groupProblems({ status }: Arguments, group: WireGroup): Problem[] {
  if (group.status === 'DRAFT' && status !== 'DRAFT') {
    const message = 'must be DRAFT in a campaign group that is a draft; activate the group first';
    return [{ field: 'status', message, allowed_values: ['DRAFT'] }];
  }
  if (['ARCHIVED', 'CANCELED', 'PENDING_DELETION', 'REMOVED'].includes(group.status))
    return [{ field: 'campaign_group_id', message: `is ${group.status}: nothing can be added to it` }];
  return [];
}

interface Derived {
  account: string;
  currency: string;
  chosen: Chosen;
  targeting: Targeting | undefined;
  now: number;
}

function bodyOf(args: Arguments, { account, currency, chosen, targeting, now }: Derived): Record<string, unknown> {
  const start = args.run_schedule_start ?? usualStart(now);
  return {
    account: urnOf('sponsoredAccount', account),
    campaignGroup: urnOf('sponsoredCampaignGroup', args.campaign_group_id),
    name: args.name,
    status: args.status,
    type: chosen.type,
    objectiveType: chosen.objective_type,
    costType: chosen.cost_type,
    optimizationTargetType: chosen.optimization_target_type,
    ...(args.format && { format: args.format }),
    locale: { country: args.locale_country, language: args.locale_language },
    ...wireMoney(args, currency),
    runSchedule: { start, ...(args.run_schedule_end !== undefined && { end: args.run_schedule_end }) },
    offsiteDeliveryEnabled: args.offsite_delivery_enabled,
    audienceExpansionEnabled: args.audience_expansion_enabled,
    politicalIntent: args.political_intent,
    ...(args.pacing_strategy && { pacingStrategy: args.pacing_strategy }),
    ...wirePreferences(args),
    creativeSelection: chosen.type === 'SPONSORED_INMAILS' ? 'ROUND_ROBIN' : 'OPTIMIZED',
    ...(args.associated_entity && { associatedEntity: urnOf('organization', args.associated_entity) }),
    ...(targeting && { targetingCriteria: wireTargeting(targeting) }),
  };
}

function openChoices(args: Arguments): Record<string, string> {
  return args.run_schedule_start === undefined
    ? { run_schedule_start: 'in a day, because none was given and the platform takes no start in the past' }
    : {};
}

function notesOn(args: Arguments): string[] {
  const notes: string[] = [];
  if (args.audience_expansion_enabled)
    notes.push(
      'Audience expansion is on: members like those targeted are reached too, which many find costly. audience_expansion_enabled: false turns it off.',
    );
  if (args.political_intent === 'NOT_DECLARED')
    notes.push('political_intent is NOT_DECLARED: declare it with update_professional_campaign before it runs.');
  if (args.political_intent === 'POLITICAL') notes.push('Political campaigns do not run in the European Union.');
  return notes;
}

async function audienceNotes(client: ProfessionalClient, targeting: Targeting | undefined): Promise<string[]> {
  if (!targeting) return [];
  const size = await audienceSize(client, targeting).catch(() => undefined);
  if (size === undefined) return [];
  return size === 0
    ? ['The audience has fewer than 300 members: it cannot be activated so.']
    : [`The targeting reaches about ${size} members.`];
}
