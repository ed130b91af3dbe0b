import { z } from 'zod';
import { invalidArguments, type Problem } from '../../../errors.ts';
import { bulkOutput, changeEach, secondBudgets } from '../../../tools/bulk.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { atLeastOne, exactlyOne } from '../../../tools/rules.ts';
import { channel } from '../channel.ts';
import { decimal } from '../money.ts';
import { placeOf, type Row, readAgain, rowsFor, type Wish } from '../resources/bulk-rows.ts';
import { CampaignId, CreativeId, GroupId, WhenOrNone } from '../resources/fields.ts';
import { LEVELS, type Level } from '../resources/level.ts';
import { IRREVERSIBLE, UpdateStatus } from '../resources/status.ts';

/** As many ids as fit into one address. */
const ROWS_MAX = 50;

const Amounts = z.strictObject({
  campaign_group_id: GroupId.optional().describe('This or campaign_id'),
  campaign_id: CampaignId.optional().describe('This or campaign_group_id'),
  daily_budget_amount: decimal('New').optional(),
  total_budget_amount: decimal('New').optional(),
  unit_cost_amount: decimal('New bid of a campaign').optional(),
});

const input = z.strictObject({
  campaign_group_ids: z.array(GroupId).min(1).max(ROWS_MAX).optional().describe('To change (shown as Campaign)'),
  campaign_ids: z.array(CampaignId).min(1).max(ROWS_MAX).optional().describe('To change (shown as Ad set)'),
  creative_ids: z.array(CreativeId).min(1).max(ROWS_MAX).optional().describe('To change (shown as Ad)'),
  status: UpdateStatus.optional(),
  percent: z.number().min(-90).max(500).optional().describe('Of the budget of each: 20 raises it by a fifth'),
  run_schedule_end: WhenOrNone.optional().describe('New end of each, ISO 8601, or none'),
  budgets: z.array(Amounts).min(1).max(ROWS_MAX).optional().describe('Budgets and bids one by one'),
});
type Arguments = z.output<typeof input>;

export default defineTool(channel, {
  name: 'bulk_update',
  title: 'Change many at once',
  description:
    'Switch on or off, archive, delete, re-budget or end up to 50 campaign groups, or campaigns, or creatives (one kind a call) in one request; each row has its own result. Status REMOVED cannot be undone.',
  toolset: 'campaigns',
  access: 'write',
  repeat: 'safe',
  relative: ['percent'],
  irreversible: IRREVERSIBLE,
  input,
  output: z.object(bulkOutput),
  rules: problems,
  turns: (args) =>
    args.percent === undefined && args.run_schedule_end === undefined ? [] : wishesIn(args).map(({ id }) => id),
  look: (args) => {
    const level = levelsIn(args)[0]!;
    const { list, argument } = LEVELS[level];
    return { tool: list, arguments: { [`${argument}s`]: wishesIn(args).map(({ id }) => id) } };
  },
  async run(args, { client, account }) {
    const level = levelsIn(args)[0]!;
    const rows = await rowsFor(client, account, level, wishesIn(args));
    const path = placeOf(level, account);
    const deletes = deletesAll(rows);
    return changeEach<Row>({
      what: `${LEVELS[level].what}s`,
      switching: { tool: 'bulk_update', levels: channel.levels },
      rows,
      send: (different) =>
        deletes
          ? client.removeEach(
              path,
              different.map(({ key }) => key),
              account,
            )
          : client.updateEach(path, different, account),
      read: (different) => readAgain(client, account, level, different),
    });
  },
});

function levelsIn(args: Arguments): Level[] {
  return (Object.keys(LEVELS) as Level[]).filter(
    (level) =>
      args[`${LEVELS[level].argument}s`] !== undefined ||
      args.budgets?.some((row) => level !== 'creative' && row[LEVELS[level].argument] !== undefined),
  );
}

function problems(args: Arguments): Problem[] {
  const { campaign_group_ids, campaign_ids, creative_ids, status, percent, run_schedule_end, budgets = [] } = args;
  const named = campaign_group_ids ?? campaign_ids ?? creative_ids;
  const changes = status !== undefined || percent !== undefined || run_schedule_end !== undefined;
  const found = [
    ...atLeastOne(args, ['status', 'percent', 'run_schedule_end', 'budgets']),
    ...(changes && !named ? atLeastOne(args, ['campaign_group_ids', 'campaign_ids', 'creative_ids']) : []),
    ...(named && !changes
      ? [{ field: 'status', message: 'percent or run_schedule_end is required for the ids that are named' }]
      : []),
    ...(creative_ids && percent !== undefined
      ? [{ field: 'percent', message: 'cannot be used with creative_ids: creatives have no budget' }]
      : []),
    ...(creative_ids && run_schedule_end !== undefined
      ? [
          {
            field: 'run_schedule_end',
            message: 'cannot be used with creative_ids: creatives have no dates of their own',
          },
        ]
      : []),
    ...(status === 'REMOVED' && (percent !== undefined || run_schedule_end !== undefined || args.budgets)
      ? [{ field: 'status', message: 'REMOVED goes alone: nothing else about it can change' }]
      : []),
    ...budgets.flatMap((row, at) =>
      [
        ...exactlyOne(row, ['campaign_group_id', 'campaign_id']),
        ...atLeastOne(row, ['daily_budget_amount', 'total_budget_amount', 'unit_cost_amount']),
        ...(row.campaign_group_id && row.unit_cost_amount
          ? [{ field: 'unit_cost_amount', message: 'cannot be given for a campaign group: campaigns bid' }]
          : []),
      ].map(({ field, ...problem }) => ({ field: `budgets.${at}.${field}`, ...problem })),
    ),
  ];
  const levels = levelsIn(args);
  if (levels.length > 1) {
    const [, second] = levels;
    const message = 'is another kind: one call changes campaign groups, or campaigns, or creatives';
    found.push({ field: `${LEVELS[second!].argument}s`, message });
  }
  if (wishesIn(args).length > ROWS_MAX)
    found.push({ field: 'budgets', message: `and the ids together name more than ${ROWS_MAX} things` });
  const byPercent = percent === undefined ? [] : (campaign_group_ids ?? campaign_ids ?? []);
  const byRow = budgets.map(({ campaign_id, campaign_group_id }) => campaign_id ?? campaign_group_id);
  return [...found, ...secondBudgets(byPercent, byRow)];
}

/** The requested changes, merged by id. */
function wishesIn(args: Arguments): Wish[] {
  const { status, percent, run_schedule_end, budgets = [] } = args;
  const named = args.campaign_group_ids ?? args.campaign_ids ?? args.creative_ids ?? [];
  const wishes = new Map<string, Wish>(named.map((id) => [id, { id, status, percent, run_schedule_end }]));
  for (const { campaign_group_id, campaign_id, ...amounts } of budgets) {
    const id = campaign_id ?? campaign_group_id ?? '';
    wishes.set(id, { ...wishes.get(id), id, ...amounts });
  }
  return [...wishes.values()];
}

/** Deleting drafts and marking other objects take different requests, and a call sends only one. */
function deletesAll(rows: readonly Row[]): boolean {
  const sent = rows.filter(({ refusal }) => !refusal);
  const drafts = sent.filter(({ deletes }) => deletes);
  if (drafts.length === 0 || drafts.length === sent.length) return drafts.length > 0;
  const ids = drafts.map(({ id }) => id).join(', ');
  throw invalidArguments([
    { field: 'status', message: `REMOVED deletes drafts apart from the others: name ${ids} alone` },
  ]);
}
