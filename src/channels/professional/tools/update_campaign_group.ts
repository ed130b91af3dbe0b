import { z } from 'zod';
import { asListed } from '../../../tools/as-listed.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { servingOutputIfOn } from '../../../tools/diagnosis.ts';
import { oneLine } from '../../../tools/fields.ts';
import { atLeastOne, inOrder } from '../../../tools/rules.ts';
import { writeReport } from '../../../tools/write-report.ts';
import { pathOf } from '../../../upstream/path.ts';
import { channel } from '../channel.ts';
import { servingReportIfOn } from '../delivery/diagnose.ts';
import { Currency, currencyProblems, decimal, INSTEAD, moneyOf, removable, removedMoney, wireMoney } from '../money.ts';
import { readGroup, shownGroup } from '../resources/campaign-group.ts';
import { GroupId, idIn, When, WhenOrNone } from '../resources/fields.ts';
import { existing } from '../resources/lookup.ts';
import { changesSchedule, scheduleFor, shownSchedule } from '../resources/schedule.ts';
import { checkStep, IRREVERSIBLE, removalProblems, UpdateStatus } from '../resources/status.ts';
import { changed } from '../resources/update.ts';

const FIELDS = [
  'name',
  'status',
  'total_budget_amount',
  'daily_budget_amount',
  'run_schedule_start',
  'run_schedule_end',
] as const;

export default defineTool(channel, {
  name: 'update_campaign_group',
  title: 'Update a campaign group',
  description:
    'Changes a campaign group (shown as Campaign): name, status, budgets, schedule. ACTIVE lets its active campaigns spend. ARCHIVED also archives its campaigns, which stay so when it comes back; REMOVED deletes all and cannot be undone.',
  toolset: 'campaigns',
  access: 'write',
  repeat: 'safe',
  irreversible: IRREVERSIBLE,
  input: z.strictObject({
    campaign_group_id: GroupId.describe('Campaign group (shown as Campaign) to change'),
    name: oneLine(100).optional().describe('New name'),
    status: UpdateStatus.optional(),
    total_budget_amount: removable('Most for all its campaigns together').optional(),
    total_budget_currency: Currency.optional(),
    daily_budget_amount: decimal('Most for a day; only where the group shares out one budget').optional(),
    daily_budget_currency: Currency.optional(),
    run_schedule_start: When.optional().describe('Cannot change once passed'),
    run_schedule_end: WhenOrNone.optional().describe('ISO 8601, or none'),
  }),
  output: z.object({
    campaign_group: asListed('list_campaign_groups'),
    ...writeReport,
    notes: z.array(z.string()).optional(),
    ...servingOutputIfOn,
  }),
  instead: INSTEAD,
  rules: (args) => [
    ...atLeastOne(args, FIELDS),
    ...removalProblems(args, FIELDS),
    ...currencyProblems(args),
    ...(args.run_schedule_end === null ? [] : inOrder(args, 'run_schedule_start', 'run_schedule_end')),
  ],
  turns: ({ campaign_group_id, ...args }) => (changesSchedule(args) ? [campaign_group_id] : []),
  look: ({ campaign_group_id }) => ({
    tool: 'list_campaign_groups',
    arguments: { campaign_group_ids: [campaign_group_id] },
  }),
  async run(args, { client, account }) {
    const id = args.campaign_group_id;
    const read = () => readGroup(client, account, id);
    const before = await existing(read(), 'campaign_group');
    const { currency } = await client.account(account);
    checkStep(before.status, args.status);
    const money = { ...wireMoney(args, currency), ...removedMoney(args) };
    const { runSchedule, notes } = scheduleFor(args, before, client.session.platformNow());
    const { name, status } = args;
    const { shown, report } = await changed({
      what: `The campaign group ${id}`,
      client,
      account,
      path: pathOf`/adAccounts/${idIn(account)}/adCampaignGroups/${id}`,
      status: { before: before.status, after: status },
      fields: { name, ...money, runSchedule },
      before: shownGroup(before),
      wanted: {
        name,
        total_budget: moneyOf(money.totalBudget),
        daily_budget: moneyOf(money.dailyBudget),
        ...(runSchedule && shownSchedule(runSchedule)),
        ...(args.run_schedule_end === null && { run_schedule_end: null }),
      },
      read: async () => shownGroup(await read()),
    });
    return {
      campaign_group: shown,
      ...report,
      ...(notes.length > 0 && { notes }),
      ...(await servingReportIfOn(status, client, account, 'campaign_group', id)),
    };
  },
});
