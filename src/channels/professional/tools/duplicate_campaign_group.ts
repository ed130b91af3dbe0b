import { z } from 'zod';
import { asListed } from '../../../tools/as-listed.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { oneLine } from '../../../tools/fields.ts';
import { readBack } from '../../../tools/read-back.ts';
import { ReadyCall } from '../../../tools/ready-call.ts';
import { inOrder } from '../../../tools/rules.ts';
import { channel } from '../channel.ts';
import { budgetPercent, budgetPercentProblems, budgetsByPercent } from '../copies/budget.ts';
import { campaignGroupCopy, campaignGroupCopyCall, campaignsToCopy } from '../copies/campaign-group.ts';
import { copiedSchedule } from '../copies/schedule.ts';
import { decimal, wireMoney } from '../money.ts';
import { groupPath, readGroup, shownGroup } from '../resources/campaign-group.ts';
import { GroupId, When } from '../resources/fields.ts';
import { existing } from '../resources/lookup.ts';

const CALLS_MAX = 50;

export default defineTool(channel, {
  name: 'duplicate_campaign_group',
  title: 'Duplicate a campaign group',
  description: 'Copies a campaign group (shown as Campaign) as a draft; next_calls copy its campaigns.',
  toolset: 'campaigns',
  access: 'write',
  repeat: 'never',
  input: z.strictObject({
    campaign_group_id: GroupId.describe('To copy'),
    name: oneLine(100).optional().describe('Of the copy'),
    total_budget_amount: decimal('Instead of the copied one').optional(),
    ...budgetPercent,
    run_schedule_start: When.optional().describe('In a day when left out'),
    run_schedule_end: When.optional().describe('The copied one while it lies ahead'),
  }),
  output: z.object({
    campaign_group: asListed('list_campaign_groups'),
    copied_from: z.string(),
    next_calls: z.array(ReadyCall),
    notes: z.array(z.string()),
  }),
  rules: (args) => [...inOrder(args, 'run_schedule_start', 'run_schedule_end'), ...budgetPercentProblems(args)],
  look: ({ name, campaign_group_id }) => ({
    tool: 'list_campaign_groups',
    arguments: name ? { name } : { campaign_group_ids: [campaign_group_id] },
  }),
  async run(args, { client, account }) {
    const read = readGroup(client, account, args.campaign_group_id);
    const [source, campaigns, { currency }] = await Promise.all([
      existing(read, 'campaign_group'),
      campaignsToCopy(client, account, args.campaign_group_id),
      client.account(account),
    ]);
    const { runSchedule, notes } = copiedSchedule(args, source, client.session.platformNow());
    const body = {
      ...campaignGroupCopy(source, args.name),
      ...budgetsByPercent(source, args.percent),
      ...wireMoney(args, currency),
      runSchedule,
    };
    const id = await client.create(groupPath(account), body, account);
    const made = await readBack(`The campaign group ${source.id} was copied as ${id}`, () =>
      readGroup(client, account, id),
    );
    return {
      campaign_group: shownGroup(made),
      copied_from: source.id,
      next_calls: campaigns.slice(0, CALLS_MAX).map((campaign) => campaignGroupCopyCall(campaign, id, args)),
      notes: [
        ...notes,
        'Archived and removed campaigns are left behind.',
        ...(campaigns.length > CALLS_MAX ? [restOf(campaigns.length, source.id)] : []),
      ],
    };
  },
});

function restOf(campaigns: number, group: string): string {
  const list = `list_professional_campaigns ${JSON.stringify({ campaign_group_id: group })}`;
  return `next_calls copy the first ${CALLS_MAX} of ${campaigns} campaigns; the others are copied alike: ${list}`;
}
