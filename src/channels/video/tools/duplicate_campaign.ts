import { z } from 'zod';
import { Failure, invalidArguments } from '../../../errors.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { servingOutput } from '../../../tools/diagnosis.ts';
import { Id } from '../../../tools/fields.ts';
import { amount } from '../../../tools/money.ts';
import { readBack } from '../../../tools/read-back.ts';
import { ReadyCall } from '../../../tools/ready-call.ts';
import { inOrder, notBoth } from '../../../tools/rules.ts';
import { channel } from '../channel.ts';
import type { Params, VideoClient } from '../client.ts';
import {
  type Contents,
  type CopyResult,
  contentsOf,
  copyBody,
  copyProblems,
  emptyGroups,
  failuresIn,
  scheduleProblems,
  waitForCopy,
} from '../copies/campaign.ts';
import { groupCopies } from '../copies/next-calls.ts';
import { servingReport } from '../delivery/diagnose.ts';
import { changedByPercent } from '../money.ts';
import { checkedBudget } from '../resources/budget.ts';
import { automationOf, Campaign, campaignOf, existingCampaign, findCampaign, pathFor } from '../resources/campaign.ts';
import { Percent, plainText, statusOf } from '../resources/fields.ts';
import { scheduleFields } from '../resources/schedule.ts';
import { type AdGroup, WHOLE_CAMPAIGNS, type Campaign as Wire } from '../wire.ts';

const input = z.strictObject({
  campaign_id: Id.describe('Campaign to copy'),
  campaign_name: plainText(512).describe('Name of the copy, unique in the advertiser'),
  budget: amount('Of the copy; that of the original when left out').optional(),
  percent: Percent.optional().describe(
    'Instead: budgets of the original changed by this; with contents all only where the campaign shares its budget',
  ),
  contents: z
    .enum(['all', 'none'])
    .default('all')
    .describe('none: the campaign alone, with the calls that copy each ad group in next_calls'),
  start_time: scheduleFields.start_time.describe('When its ad groups begin; as now, or at once where that has passed'),
  end_time: scheduleFields.end_time.describe('When they end; as now when left out'),
});
type Arguments = z.output<typeof input>;

export default defineTool(channel, {
  name: 'duplicate_campaign',
  title: 'Duplicate a campaign',
  description:
    'Copy a campaign, switched off, with its ad groups and ads (switched as they are now). The platform does that for advertisers on its list, in the background; others pass contents: none and make the calls in next_calls.',
  toolset: 'copies',
  access: 'write',
  repeat: 'never',
  input,
  output: z.object({
    campaign: Campaign.optional().describe('Absent while the platform is still copying'),
    copied: z.object({ ad_groups: z.number(), ads: z.number() }),
    failed: z.array(z.object({ what: z.string(), why: z.string() })),
    notes: z.array(z.string()),
    next_calls: z.array(ReadyCall),
    ...servingOutput,
  }),
  rules: (args) => [...inOrder(args, 'start_time', 'end_time'), ...notBoth(args, 'budget', 'percent')],
  look: ({ campaign_name }) => ({ tool: 'list_campaigns', arguments: { name_contains: campaign_name } }),
  async run(args, { client, account, now }) {
    const held = await existingCampaign(client, account, args.campaign_id);
    if (statusOf(held) === 'DELETE')
      throw invalidArguments([{ field: 'campaign_id', message: 'was deleted and cannot be copied' }]);
    const [contents, budget] = await Promise.all([
      contentsOf(client, account, held),
      budgetOf(args, client, account, held),
    ]);
    if (args.contents === 'none') return copiedAlone(args, client, account, { held, contents, budget, now });
    const platformNow = client.session.platformNow();
    const problems = [...copyProblems(held, contents), ...scheduleProblems(held, contents, args, platformNow)];
    if (problems.length > 0)
      throw invalidArguments(problems, 'Correct it, or copy the campaign alone with contents: "none".');
    const body = {
      campaign_id: args.campaign_id,
      campaign_name: args.campaign_name,
      request_id: String(now()),
      operation_status: 'DISABLE',
      ...(budget !== undefined && { budget }),
      ...copyBody(held, contents, args, platformNow),
    };
    const task = z.object({ task_id: z.string() });
    const { task_id } = await client
      .change(pathFor(held, 'campaign/copy/task/create'), body, task, account)
      .catch(notOnTheList);
    const done = await readBack('The copy was ordered', async () => ({
      result: await waitForCopy(client, account, held, task_id),
    }));
    return done.result
      ? copiedWhole(client, account, done.result, emptyGroups(contents), args)
      : stillCopying(args.campaign_name, emptyGroups(contents));
  },
});

async function budgetOf(
  args: Arguments,
  client: VideoClient,
  account: string,
  held: Wire,
): Promise<number | undefined> {
  const currency = await client.currency(account);
  const floor = held.campaign_product_source === 'STORE' ? 10 : 50;
  if (args.percent !== undefined) {
    if (args.contents === 'all' && !held.budget_optimize_on)
      throw invalidArguments(
        [
          {
            field: 'percent',
            message: 'cannot reach the budgets of the ad groups, which the platform copies as they are',
          },
        ],
        'Pass contents: "none"; the calls that copy the ad groups then carry the percentage.',
      );
    if (!held.budget) return undefined;
    return checkedBudget({
      field: 'percent',
      amount: changedByPercent(held.budget, args.percent, currency),
      currency,
      floor,
    });
  }
  if (args.budget === undefined) return undefined;
  if (held.budget_mode === 'BUDGET_MODE_INFINITE')
    throw invalidArguments([
      { field: 'budget', message: 'cannot be given: the ad groups of this campaign hold the budgets' },
    ]);
  return checkedBudget({ amount: args.budget, currency, floor });
}

const NOT_LISTED = '40118';

function notOnTheList(error: unknown): never {
  if (!(error instanceof Failure) || String(error.details.upstream?.code) !== NOT_LISTED) throw error;
  throw new Failure({
    ...error.details,
    nextStep:
      'Nothing was copied. Call duplicate_campaign again with contents: "none": it copies the campaign alone and names the calls that copy the rest.',
  });
}

async function copiedWhole(
  client: VideoClient,
  account: string,
  result: CopyResult,
  empty: readonly AdGroup[],
  { start_time, end_time }: Arguments,
) {
  const { campaign_id, campaign_error_infos, adgroup_result_list } = result.task_result ?? {};
  if (!campaign_id)
    throw new Failure({
      code: 'invalid_arguments',
      message: `The platform did not copy it: ${campaign_error_infos?.join('; ') || 'it gives no reason'}.`,
      nextStep: 'Nothing was copied. Correct it, or copy the campaign alone with contents: "none".',
    });
  const made = await readBack(`The campaign ${campaign_id} was created, switched off`, () =>
    findCampaign(client, account, campaign_id),
  );
  const groups = (adgroup_result_list ?? []).filter(({ adgroup_id }) => adgroup_id);
  return {
    campaign: campaignOf(made, await client.currency(account)),
    copied: {
      ad_groups: groups.length,
      ads: groups.reduce((sum, { success_ad_count }) => sum + (success_ad_count ?? 0), 0),
    },
    failed: failuresIn(result),
    notes: [
      'The campaign is switched off; its ad groups and ads are switched as those of the original.',
      ...notCopied(empty),
    ],
    next_calls: groupCopies(empty, campaign_id, { start_time, end_time }, client.session.platformNow()),
    ...(await servingReport(client, account, 'campaign', campaign_id)),
  };
}

function stillCopying(campaign_name: string, empty: readonly AdGroup[]) {
  return {
    copied: { ad_groups: 0, ads: 0 },
    failed: [],
    notes: ['The platform is still copying, which can take minutes. Do not order it again.', ...notCopied(empty)],
    next_calls: [
      { tool: 'list_campaigns', arguments: { name_contains: campaign_name }, purpose: 'See whether the copy is there' },
    ],
    keeps_from_serving: [],
  };
}

/** Fields of a campaign that a create does not take. */
const NOT_CONTENT = new Set(
  (
    'campaign_id campaign_name advertiser_id objective operation_status secondary_status create_time modify_time ' +
    'is_new_structure is_smart_performance_campaign campaign_automation_type rf_campaign_type budget'
  ).split(' '),
);

async function copiedAlone(
  args: Arguments,
  client: VideoClient,
  account: string,
  { held, contents, budget, now }: { held: Wire; contents: Contents; budget: number | undefined; now(): number },
) {
  const isSmart = automationOf(held) === 'SMART_PLUS';
  const body = {
    ...(await settingsOf(client, account, held)),
    campaign_name: args.campaign_name,
    budget: budget ?? (held.budget || undefined),
    ...(isSmart && { request_id: String(now()) }),
    operation_status: 'DISABLE',
  };
  const Made = z.object({ campaign_id: z.string() });
  const { campaign_id } = await client.change(pathFor(held, 'campaign/create'), body, Made, account);
  const made = await readBack(`The campaign ${campaign_id} was created, switched off`, () =>
    findCampaign(client, account, campaign_id),
  );
  return {
    campaign: campaignOf(made, await client.currency(account)),
    copied: { ad_groups: 0, ads: 0 },
    failed: [],
    notes: [
      'Only the campaign was copied: each ad group is a call of its own, whose answer has the calls for its ads.',
    ],
    next_calls: groupCopies(
      contents.groups,
      campaign_id,
      { ...args, percent: held.budget_optimize_on ? undefined : args.percent },
      client.session.platformNow(),
    ),
    ...(await servingReport(client, account, 'campaign', campaign_id)),
  };
}

function notCopied(empty: readonly AdGroup[]): string[] {
  if (empty.length === 0) return [];
  const named = empty.map(({ adgroup_id, adgroup_name }) => `"${adgroup_name}" (${adgroup_id})`).join(', ');
  return [`The platform does not copy ad groups without ads; copy these with duplicate_ad_group: ${named}.`];
}

async function settingsOf(client: VideoClient, account: string, held: Wire): Promise<Params> {
  const filtering = { campaign_ids: [held.campaign_id] };
  const [whole = {}] = (await client.list(WHOLE_CAMPAIGNS, account, { limit: 1, filtering })).items;
  const empty = (value: unknown) => value === null || value === 'UNSET' || value === 0 || value === '';
  return Object.fromEntries(Object.entries(whole).filter(([name, value]) => !empty(value) && !NOT_CONTENT.has(name)));
}
