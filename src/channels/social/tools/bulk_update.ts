import { z } from 'zod';
import type { Problem } from '../../../errors.ts';
import { bulkOutput, changeEach, secondBudgets } from '../../../tools/bulk.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id, Ids, MomentOrNone } from '../../../tools/fields.ts';
import { amount } from '../../../tools/money.ts';
import { atLeastOne, exactlyOne, needs } from '../../../tools/rules.ts';
import { channel } from '../channel.ts';
import { BATCH_MAX, updateEach } from '../resources/batch.ts';
import { type AskedChange, type BulkObject, bulkRows, bulkRowsNow } from '../resources/bulk-rows.ts';
import { IRREVERSIBLE_STATUS, Status } from '../resources/fields.ts';
import { LEVELS, type Level } from '../resources/level.ts';

const Budget = z.strictObject({
  campaign_id: Id.optional().describe('This or ad_set_id'),
  ad_set_id: Id.optional().describe('This or campaign_id'),
  daily_budget: amount('New').optional(),
  lifetime_budget: amount('New').optional(),
});

const input = z.strictObject({
  campaign_ids: Ids.optional().describe('To change'),
  ad_set_ids: Ids.optional().describe('To change'),
  ad_ids: Ids.optional().describe('To change'),
  status: Status.optional(),
  percent: z.number().min(-90).max(500).optional().describe('Of the budget of each: 20 raises it by a fifth'),
  end_time: MomentOrNone.optional().describe('Of the ad sets; or "none"'),
  budgets: z.array(Budget).min(1).max(BATCH_MAX).optional().describe('One by one, instead of percent'),
});
type Arguments = z.output<typeof input>;

export default defineTool(channel, {
  name: 'bulk_update',
  title: 'Change many at once',
  description:
    'Switch on or off, archive, delete, re-budget or end up to 50 campaigns, ad sets and ads in one request; each row has its own result. Status ARCHIVED and DELETED cannot be undone.',
  toolset: 'campaigns',
  access: 'write',
  repeat: 'safe',
  relative: ['percent'],
  irreversible: IRREVERSIBLE_STATUS,
  scopes: ['ads_management'],
  account: false,
  input,
  output: z.object(bulkOutput),
  rules: (args) => problems(args),
  // A percentage is counted from the budget that was read.
  turns: ({ percent, campaign_ids = [], ad_set_ids = [] }) =>
    percent === undefined ? [] : [...campaign_ids, ...ad_set_ids],
  // One call shows one level: the first that has rows.
  look: (args) => {
    const asked = askedIn(args);
    const { level } = asked[0]!;
    const ids = asked.filter((one) => one.level === level).map(({ id }) => id);
    return { tool: LEVELS[level].list, arguments: { [`${LEVELS[level].argument}s`]: ids } };
  },
  async run(args, { client }) {
    const asked = askedIn(args);
    return changeEach<BulkObject>({
      what: 'objects',
      switching: { tool: 'bulk_update', levels: channel.levels },
      rows: await bulkRows(client, asked),
      send: (different) => updateEach(client, different),
      read: (different) => bulkRowsNow(client, different),
    });
  },
});

function problems(args: Arguments): Problem[] {
  const { campaign_ids = [], ad_set_ids = [], ad_ids = [], budgets = [], percent, status, end_time } = args;
  const named = [...campaign_ids, ...ad_set_ids, ...ad_ids];
  return [
    ...atLeastOne(args, ['status', 'percent', 'end_time', 'budgets']),
    ...needs(args, 'end_time', 'ad_set_ids'),
    ...(named.length === 0 && (status !== undefined || percent !== undefined)
      ? atLeastOne(args, ['campaign_ids', 'ad_set_ids', 'ad_ids'])
      : []),
    ...(named.length > 0 && (status ?? percent ?? end_time) === undefined
      ? [{ field: 'status', message: 'or percent, or end_time is required for the ids that are named' }]
      : []),
    ...(ad_ids.length > 0 && percent !== undefined
      ? [{ field: 'percent', message: 'cannot be used with ad_ids: ads have no budget' }]
      : []),
    ...budgets.flatMap((row, at) =>
      [...exactlyOne(row, ['campaign_id', 'ad_set_id']), ...exactlyOne(row, ['daily_budget', 'lifetime_budget'])].map(
        ({ field, ...problem }) => ({ field: `budgets.${at}.${field}`, ...problem }),
      ),
    ),
    ...secondBudgets(
      percent === undefined ? [] : [...campaign_ids, ...ad_set_ids],
      budgets.map(({ campaign_id, ad_set_id }) => campaign_id ?? ad_set_id),
    ),
    ...(named.length + budgets.length > BATCH_MAX
      ? [{ field: 'campaign_ids', message: `and the others together name more than ${BATCH_MAX} things` }]
      : []),
  ];
}

/** Each object once, with all its changes. */
function askedIn(args: Arguments): AskedChange[] {
  const { status, percent, end_time } = args;
  const asked = new Map<string, AskedChange>();
  for (const level of Object.keys(LEVELS) as Level[]) {
    const ids = args[`${LEVELS[level].argument}s` as const] ?? [];
    for (const id of ids)
      asked.set(id, { level, id, status, percent, end_time: level === 'ad_set' ? end_time : undefined });
  }
  for (const { campaign_id, ad_set_id, ...budget } of args.budgets ?? []) {
    const id = campaign_id ?? ad_set_id ?? '';
    asked.set(id, { level: campaign_id ? 'campaign' : 'ad_set', ...asked.get(id), id, ...budget });
  }
  return [...asked.values()];
}
