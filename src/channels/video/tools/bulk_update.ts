import { z } from 'zod';
import type { Problem } from '../../../errors.ts';
import { type BulkRow, bulkOutput, changeEach } from '../../../tools/bulk.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id, MomentOrNone } from '../../../tools/fields.ts';
import { amount } from '../../../tools/money.ts';
import { notFound } from '../../../tools/not-found.ts';
import { ReadyCall } from '../../../tools/ready-call.ts';
import { atLeastOne, exactlyOne, needs, notBoth } from '../../../tools/rules.ts';
import { channel } from '../channel.ts';
import type { VideoClient } from '../client.ts';
import { placeOf } from '../resources/account.ts';
import { listAds } from '../resources/ad.ts';
import { changeEnds } from '../resources/bulk-ends.ts';
import { type BudgetWish, changeBudgets, firstPart } from '../resources/bulk-rows.ts';
import { automationOf, WHATEVER_STATUS } from '../resources/campaign.ts';
import { IRREVERSIBLE_STATUS, Percent, Status, statusOf } from '../resources/fields.ts';
import { AD_GROUPS, CAMPAIGNS } from '../wire.ts';

/** The most objects the platform switches in one request, all of one level and one kind. */
const AT_ONCE = 20;

const LEVELS = {
  campaign_ids: { what: 'campaign', path: 'campaign', list: 'list_campaigns' },
  ad_group_ids: { what: 'ad group', path: 'adgroup', list: 'list_ad_groups' },
  ad_ids: { what: 'ad', path: 'ad', list: 'list_ads' },
} as const;
type Level = keyof typeof LEVELS;
const LEVEL_NAMES = Object.keys(LEVELS) as Level[];

interface Seen {
  id: string;
  name: string;
  status: string;
  automation: string;
  campaign_id?: string;
  ad_group_id?: string;
}

interface Row extends BulkRow {
  level: Level;
  isSmart: boolean;
  part: string;
}

const ids = z.array(Id).min(1).max(AT_ONCE).optional();

const Budget = z.strictObject({
  campaign_id: Id.optional().describe('Or ad_group_id'),
  ad_group_id: Id.optional().describe('Or campaign_id'),
  budget: amount('Of its day or its whole run'),
});

const input = z.strictObject({
  campaign_ids: ids.describe('To change'),
  ad_group_ids: ids.describe('To change'),
  ad_ids: ids.describe('To switch'),
  status: Status.optional(),
  percent: Percent.optional().describe('Of the budget of each: 20 raises it by a fifth'),
  end_time: MomentOrNone.optional().describe('New end of the ad groups, or "none"'),
  budgets: z
    .array(Budget)
    .min(1)
    .max(AT_ONCE)
    .optional()
    .describe('One by one. Daily ones of ad groups count from midnight, others at once'),
});
type Arguments = z.output<typeof input>;

export default defineTool(channel, {
  name: 'bulk_update',
  title: 'Change many at once',
  description:
    'Switch on or off, delete, re-budget or end up to 20 campaigns, ad groups and ads; each row has its own result. One request is sent (one an end), for one level and kind (MANUAL or SMART_PLUS, daily or lifetime); next_calls do the rest. Status DELETE cannot be undone.',
  toolset: 'campaigns',
  access: 'write',
  repeat: 'safe',
  relative: ['percent'],
  irreversible: IRREVERSIBLE_STATUS,
  input,
  output: z.object({
    ...bulkOutput,
    notes: z.array(z.string()).optional(),
    next_calls: z.array(ReadyCall).optional(),
  }),
  rules: (args) => problemsIn(args),
  look: ({ budgets, campaign_ids, ad_group_ids, ad_ids }) => {
    const groups = budgets?.flatMap(({ ad_group_id }) => ad_group_id ?? []) ?? ad_group_ids ?? [];
    const campaigns = budgets?.flatMap(({ campaign_id }) => campaign_id ?? []) ?? campaign_ids ?? [];
    if (campaigns.length > 0) return { tool: 'list_campaigns', arguments: { campaign_ids: campaigns } };
    if (groups.length > 0) return { tool: 'list_ad_groups', arguments: { ad_group_ids: groups } };
    return { tool: 'list_ads', arguments: { ad_ids } };
  },
  async run(args, { client, account, progress }) {
    const { end_time, ad_group_ids = [] } = args;
    if (end_time !== undefined)
      return changeEnds(client, account, { ids: [...new Set(ad_group_ids)], end_time }, (count, all) =>
        progress(count, all, `${count} of ${all} ad groups`),
      );
    if (args.status === undefined) return changeBudgets(client, account, wishesIn(args));
    const status = args.status;
    const rows = (await Promise.all(LEVEL_NAMES.map((level) => rowsOf(client, account, level, args)))).flat();
    const { now, later } = firstPart(rows);
    const reply = await changeEach<Row>({
      what: 'objects',
      switching: { tool: 'bulk_update', levels: channel.levels },
      rows: now,
      async send(different) {
        await sendStatus(client, account, different, status);
        return different.map(() => undefined);
      },
      async read(different) {
        const some = different.map(({ id }) => id);
        const seen = await objectsIn(client, account, different[0]!.level, some);
        return some.map((id) => seen.get(id) && { status: seen.get(id)!.status });
      },
    });
    return { ...reply, ...(later.length > 0 && { next_calls: callsFor(later, status) }) };
  },
});

function problemsIn(args: Arguments): Problem[] {
  const { campaign_ids = [], ad_group_ids = [], ad_ids = [], budgets } = args;
  const named = [...campaign_ids, ...ad_group_ids, ...ad_ids];
  const problem = (isSo: boolean, field: string, message: string) => (isSo ? [{ field, message }] : []);
  return [
    ...exactlyOne(args, ['status', 'percent', 'end_time', 'budgets']),
    ...needs(args, 'end_time', 'ad_group_ids'),
    ...(['campaign_ids', 'ad_ids'] as const).flatMap((level) => notBoth(args, 'end_time', level)),
    ...(budgets ? LEVEL_NAMES.flatMap((level) => notBoth(args, 'budgets', level)) : atLeastOne(args, LEVEL_NAMES)),
    ...problem(
      named.length > AT_ONCE,
      'campaign_ids',
      `and the others together name ${named.length} things; ${AT_ONCE} are the most`,
    ),
    ...problem(
      args.percent !== undefined && ad_ids.length > 0,
      'percent',
      'cannot be used with ad_ids: ads have no budget',
    ),
    ...repeatedRows(budgets),
  ];
}

function repeatedRows(budgets: Arguments['budgets'] = []): Problem[] {
  const named = budgets.map(({ campaign_id, ad_group_id }) => campaign_id ?? ad_group_id);
  return budgets.flatMap((row, at) => {
    const wrong = exactlyOne(row, ['campaign_id', 'ad_group_id']);
    const first = named.indexOf(named[at]);
    if (wrong.length === 0 && first !== at)
      wrong.push({
        field: row.campaign_id ? 'campaign_id' : 'ad_group_id',
        message: `is the same as in budgets.${first}`,
      });
    return wrong.map(({ field, ...problem }) => ({ field: `budgets.${at}.${field}`, ...problem }));
  });
}

function wishesIn({ campaign_ids = [], ad_group_ids = [], percent, budgets = [] }: Arguments): BudgetWish[] {
  const share = (level: BudgetWish['level']) => (id: string) => ({ level, id, percent, field: 'percent' });
  return [
    ...[...new Set(campaign_ids)].map(share('campaign')),
    ...[...new Set(ad_group_ids)].map(share('ad_group')),
    ...budgets.map(
      ({ campaign_id, ad_group_id, budget }, at): BudgetWish => ({
        level: campaign_id === undefined ? 'ad_group' : 'campaign',
        id: campaign_id ?? ad_group_id ?? '',
        field: `budgets.${at}.budget`,
        budget,
      }),
    ),
  ];
}

/** The named objects of a level as rows; the platform switches those of one level and kind together. */
async function rowsOf(client: VideoClient, account: string, level: Level, args: Arguments): Promise<Row[]> {
  const asked = [...new Set(args[level] ?? [])];
  if (asked.length === 0) return [];
  const seen = await objectsIn(client, account, level, asked);
  const { what, list } = LEVELS[level];
  return asked.map((id): Row => {
    const found = seen.get(id);
    const isLiving = found !== undefined && found.status !== 'DELETE';
    const named = { what: `living ${what}`, field: level.replace(/s$/, ''), id, list };
    return {
      id,
      level,
      part: `${level} ${found?.automation}`,
      isSmart: found?.automation === 'SMART_PLUS',
      before: { status: found?.status ?? null },
      wanted: { status: args.status },
      ...(found && { above: { campaign_id: found.campaign_id, ad_group_id: found.ad_group_id } }),
      refusal: isLiving ? undefined : notFound({ ...named, ...placeOf(account) }),
      about: { level: level.replace(/_ids$/, ''), ...(found && { name: found.name, automation: found.automation }) },
    };
  });
}

async function sendStatus(client: VideoClient, account: string, rows: readonly Row[], status: string): Promise<void> {
  const [{ level, isSmart }] = rows as [Row];
  const { path } = LEVELS[level];
  const field = isSmart && path === 'ad' ? 'smart_plus_ad_ids' : `${path}_ids`;
  const body = { [field]: rows.map(({ id }) => id), operation_status: status };
  await client.change(`${isSmart ? 'smart_plus/' : ''}${path}/status/update`, body, z.unknown(), account);
}

function callsFor(rows: readonly Row[], status: string): ReadyCall[] {
  const parts = [...new Set(rows.map(({ part }) => part))].map((part) => rows.filter((row) => row.part === part));
  return parts.map((some) => ({
    tool: 'bulk_update',
    arguments: { [some[0]!.level]: some.map(({ id }) => id), status },
    purpose: 'Switch what needs a request of its own',
  }));
}

/** The objects as they are now, the deleted included. */
async function objectsIn(
  client: VideoClient,
  account: string,
  level: Level,
  ids: string[],
): Promise<Map<string, Seen>> {
  const limit = AT_ONCE;
  const seen = async (): Promise<Seen[]> => {
    if (level === 'ad_ids')
      return (await listAds(client, account, { limit, filtering: { ad_ids: ids, ...WHATEVER_STATUS } })).items;
    if (level === 'campaign_ids') {
      const filtering = { campaign_ids: ids, ...WHATEVER_STATUS };
      const { items } = await client.list(CAMPAIGNS, account, { limit, filtering });
      return items.map((one) => ({ ...shown(one), id: one.campaign_id, name: one.campaign_name }));
    }
    const { items } = await client.list(AD_GROUPS, account, {
      limit,
      filtering: { adgroup_ids: ids, ...WHATEVER_STATUS },
    });
    return items.map((one) => {
      const { adgroup_id: id, adgroup_name: name, campaign_id } = one;
      return { ...shown(one), id, name, campaign_id };
    });
  };
  return new Map((await seen()).map((one) => [one.id, one]));
}

function shown(wire: Parameters<typeof automationOf>[0] & Parameters<typeof statusOf>[0]) {
  return { status: statusOf(wire), automation: automationOf(wire) };
}
