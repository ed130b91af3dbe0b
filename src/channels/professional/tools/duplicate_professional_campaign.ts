import { z } from 'zod';
import { asListed } from '../../../tools/as-listed.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { servingOutput } from '../../../tools/diagnosis.ts';
import { oneLine } from '../../../tools/fields.ts';
import { readBack } from '../../../tools/read-back.ts';
import { ReadyCall } from '../../../tools/ready-call.ts';
import { inOrder } from '../../../tools/rules.ts';
import { pathOf } from '../../../upstream/path.ts';
import { channel } from '../channel.ts';
import { budgetPercent, budgetPercentProblems, budgetsByPercent } from '../copies/budget.ts';
import { campaignCopy, campaignCopyCalls } from '../copies/campaign.ts';
import { copyableParts } from '../copies/creative.ts';
import { copiedSchedule } from '../copies/schedule.ts';
import { servingReport } from '../delivery/diagnose.ts';
import { decimal, wireMoney } from '../money.ts';
import { campaignPath, readCampaign, shownCampaign } from '../resources/campaign.ts';
import { conversionsOf } from '../resources/conversion.ts';
import { CampaignId, GroupId, idIn, When } from '../resources/fields.ts';
import { existing } from '../resources/lookup.ts';
import { TargetingAgain } from '../resources/targeting.ts';
import { WholeCampaign } from '../wire.ts';

const input = z.strictObject({
  campaign_id: CampaignId.describe('Campaign (shown as Ad set) to copy'),
  name: oneLine().optional().describe('Of the copy'),
  status: z.enum(['DRAFT', 'PAUSED']).default('DRAFT').describe('Neither spends'),
  campaign_group_id: GroupId.optional().describe('Another campaign group for the copy'),
  daily_budget_amount: decimal('Instead of the copied one').optional(),
  total_budget_amount: decimal('Instead of the copied one').optional(),
  ...budgetPercent,
  unit_cost_amount: decimal('Bid instead of the copied one').optional(),
  run_schedule_start: When.optional().describe('In a day when left out'),
  run_schedule_end: When.optional().describe('The copied one while it lies ahead'),
  targeting: TargetingAgain.optional().describe(
    'As in create_professional_campaign; facets named here replace those of the copy',
  ),
});

export default defineTool(channel, {
  name: 'duplicate_professional_campaign',
  title: 'Duplicate a campaign',
  description:
    'Copies a campaign (shown as Ad set) with the changes given here, as a draft or paused; next_calls copy its creatives and conversions.',
  toolset: 'campaigns',
  access: 'write',
  repeat: 'never',
  input,
  output: z.object({
    campaign: asListed('list_professional_campaigns'),
    copied_from: z.string(),
    next_calls: z.array(ReadyCall),
    notes: z.array(z.string()),
    ...servingOutput,
  }),
  rules: (args) => [...inOrder(args, 'run_schedule_start', 'run_schedule_end'), ...budgetPercentProblems(args)],
  look: ({ name, campaign_id }) => ({
    tool: 'list_professional_campaigns',
    arguments: name ? { name } : { campaign_ids: [campaign_id] },
  }),
  async run(args, { client, account }) {
    const path = pathOf`/adAccounts/${idIn(account)}/adCampaigns/${args.campaign_id}`;
    const [source, conversions, creatives, { currency }] = await Promise.all([
      existing(client.get(path, WholeCampaign, {}, account), 'campaign'),
      conversionsOf(client, account, [args.campaign_id]).catch(() => undefined),
      copyableParts(client, account, args.campaign_id),
      client.account(account),
    ]);
    const { runSchedule, notes } = copiedSchedule(args, source, client.session.platformNow());
    const body = {
      ...(await campaignCopy(args, source, client, account)),
      ...budgetsByPercent(source, args.percent),
      ...wireMoney(args, currency),
      runSchedule,
    };
    const id = await client.create(campaignPath(account), body, account);
    const made = await readBack(`The campaign ${source.id} was copied as ${id}`, () =>
      readCampaign(client, account, id),
    );
    return {
      campaign: shownCampaign(made),
      copied_from: source.id,
      next_calls: campaignCopyCalls(
        source.id,
        id,
        creatives,
        (conversions ?? []).map(({ conversion }) => idIn(conversion)),
      ),
      notes: conversions ? notes : [...notes, CONVERSIONS_UNREAD],
      ...(await servingReport(client, account, 'campaign', id)),
    };
  },
});

const CONVERSIONS_UNREAD =
  'Which conversions the campaign counts could not be read, so no call is here that attaches them to the copy: attach_conversion does.';
