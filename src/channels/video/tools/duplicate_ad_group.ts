import { z } from 'zod';
import { invalidArguments, type Problem } from '../../../errors.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { servingOutput } from '../../../tools/diagnosis.ts';
import { Id } from '../../../tools/fields.ts';
import { amount } from '../../../tools/money.ts';
import { readBack } from '../../../tools/read-back.ts';
import { ReadyCall } from '../../../tools/ready-call.ts';
import { apart, inOrder, notBoth } from '../../../tools/rules.ts';
import { channel } from '../channel.ts';
import type { Params, VideoClient } from '../client.ts';
import { adCopies } from '../copies/next-calls.ts';
import { servingReport } from '../delivery/diagnose.ts';
import { changedByPercent } from '../money.ts';
import { AdGroup, adGroupOf, existingAdGroup, findAdGroup } from '../resources/ad-group.ts';
import { checkedBudget, isLifetime } from '../resources/budget.ts';
import { automationOf, existingCampaign, pathFor, WHATEVER_STATUS } from '../resources/campaign.ts';
import { Percent, plainText } from '../resources/fields.ts';
import { daysBetween, platformSchedule, scheduleFields } from '../resources/schedule.ts';
import { smartTargeting } from '../resources/smart-ad-group.ts';
import { Placements, platformTargeting, targetingFields } from '../resources/targeting.ts';
import { type Campaign, WHOLE_AD_GROUPS, type AdGroup as Wire } from '../wire.ts';

const input = z.strictObject({
  ad_group_id: Id.describe('Ad group to copy'),
  ad_group_name: plainText(512).describe('Name of the copy'),
  campaign_id: Id.optional().describe('Campaign of the copy, of the same kind and objective; its own when left out'),
  budget: amount('Of the copy; that of the original when left out').optional(),
  percent: Percent.optional().describe('Instead: the budget of the original changed by this; 20 raises it by a fifth'),
  placements: Placements.optional().describe('Instead of those of the original'),
  ...targetingFields,
  start_time: scheduleFields.start_time.describe('When it begins; at once when left out'),
  end_time: scheduleFields.end_time.describe('When it ends; with the original when left out'),
});
type Arguments = z.output<typeof input>;

export default defineTool(channel, {
  name: 'duplicate_ad_group',
  title: 'Duplicate an ad group',
  description:
    'Copy an ad group with its targeting, goal and bid, switched off and without its ads (next_calls copy those), into its own or another campaign. Placements and targeting that are named take the place of the original’s.',
  toolset: 'copies',
  access: 'write',
  repeat: 'never',
  input,
  output: z.object({ ad_group: AdGroup, next_calls: z.array(ReadyCall), ...servingOutput }),
  rules: (args) => [
    ...inOrder(args, 'start_time', 'end_time'),
    ...notBoth(args, 'budget', 'percent'),
    ...apart(args, 'audience_ids', 'excluded_audience_ids'),
  ],
  look: ({ ad_group_name }) => ({ tool: 'list_ad_groups', arguments: { name_contains: ad_group_name } }),
  async run(args, { client, account, now }) {
    const held = await existingAdGroup(client, account, args.ad_group_id);
    const [campaign, { currency, timezone }] = await Promise.all([
      existingCampaign(client, account, args.campaign_id ?? held.campaign_id),
      client.advertiser(account),
    ]);
    const source = { ...campaign, campaign_id: held.campaign_id };
    const run = scheduleOf(held, args, client.session.platformNow());
    const problems = copyProblems(args, held, campaign, run);
    if (problems.length > 0) throw invalidArguments(problems);
    const days = isLifetime(held.budget_mode) && run.end ? daysBetween(run.start, run.end, timezone) : 1;
    const budget = campaign.budget_optimize_on
      ? 0
      : checkedBudget({ amount: budgetOf(args, held, currency), currency, floor: 20, days });
    const body = {
      ...(await contentOf(client, account, held)),
      ...(automationOf(campaign) === 'SMART_PLUS'
        ? await smartTargeting(client, account, args.ad_group_id, args)
        : platformTargeting(args, held.actions)),
      ...(args.placements && { placements: args.placements }),
      campaign_id: campaign.campaign_id,
      adgroup_name: args.ad_group_name,
      budget,
      schedule_type: run.end === undefined ? 'SCHEDULE_FROM_NOW' : 'SCHEDULE_START_END',
      ...platformSchedule({ start_time: run.start, end_time: run.end }),
      ...(automationOf(campaign) === 'SMART_PLUS' && { request_id: String(now()) }),
      operation_status: 'DISABLE',
    };
    const copied = await adCopies(client, account, source, args.ad_group_id);
    const Made = z.object({ adgroup_id: z.string() });
    const { adgroup_id } = await client.change(pathFor(campaign, 'adgroup/create'), body, Made, account);
    const made = await readBack(`The ad group ${adgroup_id} was created, switched off`, () =>
      findAdGroup(client, account, adgroup_id),
    );
    return {
      ad_group: adGroupOf(made, currency),
      next_calls: copied(adgroup_id),
      ...(await servingReport(client, account, 'ad_group', adgroup_id)),
    };
  },
});

function budgetOf({ budget, percent }: Arguments, held: Wire, currency: string): string {
  return budget ?? changedByPercent(held.budget ?? 0, percent ?? 0, currency);
}

interface Run {
  start: string;
  end: string | undefined;
}

/** From the original's start, or now when that has passed, to its end. */
function scheduleOf(held: Wire, { start_time, end_time }: Arguments, now: number): Run {
  const shown = adGroupOf(held, 'USD');
  const begins = Date.parse(shown.start_time ?? '') > now ? shown.start_time : undefined;
  return { start: start_time ?? begins ?? new Date(now).toISOString(), end: end_time ?? shown.end_time };
}

function copyProblems(args: Arguments, held: Wire, campaign: Campaign, { start, end }: Run): Problem[] {
  const [kind, wanted] = [automationOf(held), automationOf(campaign)];
  const problem = (isSo: boolean, field: string, message: string) => (isSo ? [{ field, message }] : []);
  const shares = campaign.budget_optimize_on === true;
  return [
    ...problem(kind !== wanted, 'campaign_id', `is ${wanted}, and the ad group is ${kind}`),
    ...problem(
      end !== undefined && Date.parse(end) <= Date.parse(start),
      'end_time',
      `is required: the original ends on ${end}`,
    ),
    ...problem(
      shares && args.budget !== undefined,
      'budget',
      'would be ignored: the campaign shares its own budget among its ad groups',
    ),
    ...problem(
      args.percent !== undefined && (shares || !held.budget),
      'percent',
      'has nothing to count from: the original or its copy has no budget of its own',
    ),
    ...problem(!shares && !held.budget && args.budget === undefined, 'budget', 'is required: the original has none'),
  ];
}

/** Fields of an ad group that a create does not take. */
const NOT_CONTENT = new Set(
  (
    'adgroup_id advertiser_id campaign_name operation_status secondary_status create_time modify_time is_new_structure ' +
    'is_smart_performance_campaign campaign_automation_type schedule_type schedule_start_time schedule_end_time'
  ).split(' '),
);

async function contentOf(client: VideoClient, account: string, held: Wire): Promise<Params> {
  const filtering = { adgroup_ids: [held.adgroup_id], ...WHATEVER_STATUS };
  const [whole = {}] = (await client.list(WHOLE_AD_GROUPS[automationOf(held)], account, { limit: 1, filtering })).items;
  return Object.fromEntries(Object.entries(whole).filter(([name, value]) => value !== null && !NOT_CONTENT.has(name)));
}
