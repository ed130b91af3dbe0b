import { z } from 'zod';
import { invalidArguments, type Problem } from '../../../errors.ts';
import { type BulkRow, bulkOutput, changeEach } from '../../../tools/bulk.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id } from '../../../tools/fields.ts';
import { amount } from '../../../tools/money.ts';
import { notFound } from '../../../tools/not-found.ts';
import { atLeastOne, exactlyOne, notBoth } from '../../../tools/rules.ts';
import { channel } from '../channel.ts';
import type { VideoClient } from '../client.ts';
import { placeOf } from '../resources/account.ts';
import { listAds } from '../resources/ad.ts';
import { type BudgetWish, changeBudgets } from '../resources/bulk-rows.ts';
import { automationOf, WHATEVER_STATUS } from '../resources/campaign.ts';
import { IRREVERSIBLE_STATUS, Status, statusOf } from '../resources/fields.ts';
import { AD_GROUPS, CAMPAIGNS } from '../wire.ts';

/** The most objects the platform switches in one request, all of one level and one kind. */
const AT_ONCE = 20;

const LEVELS = {
  campaign_ids: { what: 'campaign', path: 'campaign', list: 'list_campaigns' },
  ad_group_ids: { what: 'ad group', path: 'adgroup', list: 'list_ad_groups' },
  ad_ids: { what: 'ad', path: 'ad', list: 'list_ads' },
} as const;
type Level = keyof typeof LEVELS;

interface Seen {
  id: string;
  name: string;
  status: string;
  automation: string;
}

interface Row extends BulkRow {
  automation: string | undefined;
}

const ids = z.array(Id).min(1).max(AT_ONCE).optional();

export default defineTool(channel, {
  name: 'bulk_update',
  title: 'Change many at once',
  description:
    'Switch on or off, or delete, up to 20 campaigns, ad groups or ads, or set up to 20 budgets of ad groups, in one request; each row has its own result. All are MANUAL, or all are SMART_PLUS. Status DELETE cannot be undone.',
  toolset: 'campaigns',
  access: 'write',
  repeat: 'safe',
  irreversible: IRREVERSIBLE_STATUS,
  input: z.strictObject({
    campaign_ids: ids.describe('With status'),
    ad_group_ids: ids.describe('Likewise'),
    ad_ids: ids.describe('Likewise'),
    status: Status.optional(),
    budgets: z
      .array(z.strictObject({ ad_group_id: Id.describe('Ad group'), budget: amount('Of its day or its whole run') }))
      .min(1)
      .max(AT_ONCE)
      .optional()
      .describe('Instead: daily ones count from the next midnight, lifetime ones at once; not both in one call'),
  }),
  output: z.object({ ...bulkOutput, notes: z.array(z.string()).optional() }),
  rules: (args) => [
    ...exactlyOne(args, [...Object.keys(LEVELS), 'budgets']),
    ...(args.budgets ? notBoth(args, 'budgets', 'status') : atLeastOne(args, ['status'])),
    ...repeatedRows(args.budgets),
  ],
  look: ({ status: _, budgets, ...named }) => {
    if (budgets)
      return { tool: 'list_ad_groups', arguments: { ad_group_ids: budgets.map(({ ad_group_id }) => ad_group_id) } };
    const level = levelOf(named);
    return { tool: LEVELS[level].list, arguments: { [level]: named[level] } };
  },
  async run(args, { client, account }) {
    if (args.budgets) return changeBudgets(client, account, args.budgets);
    const level = levelOf(args);
    const { what, path, list } = LEVELS[level];
    const seen = await objectsIn(client, account, level, [...new Set(args[level])]);
    const rows = [...new Set(args[level])].map((id): Row => {
      const found = seen.get(id);
      const isLiving = found !== undefined && found.status !== 'DELETE';
      const named = { what: `living ${what}`, field: level.replace(/s$/, ''), id, list };
      const refusal = isLiving ? undefined : notFound({ ...named, ...placeOf(account) });
      const about = found && { name: found.name, automation: found.automation };
      const before = { status: found?.status ?? null };
      return {
        id,
        before,
        wanted: { status: args.status },
        automation: found?.automation,
        refusal,
        ...(about && { about }),
      };
    });
    const kinds = new Set(rows.filter(({ refusal }) => !refusal).map(({ automation }) => automation));
    if (kinds.size > 1) {
      const message =
        'names both MANUAL and SMART_PLUS ones, which the platform switches in separate requests: call twice';
      throw invalidArguments([{ field: level, message }]);
    }
    const isSmart = kinds.has('SMART_PLUS');
    return changeEach<Row>({
      what: `${what}s`,
      rows,
      async send(different) {
        const field = isSmart && path === 'ad' ? 'smart_plus_ad_ids' : `${path}_ids`;
        const body = { [field]: different.map(({ id }) => id), operation_status: args.status };
        await client.change(`${isSmart ? 'smart_plus/' : ''}${path}/status/update`, body, z.unknown(), account);
        return different.map(() => undefined);
      },
      async read(different) {
        const ids = different.map(({ id }) => id);
        const now = await objectsIn(client, account, level, ids);
        return ids.map((id) => now.get(id) && { status: now.get(id)!.status });
      },
    });
  },
});

function repeatedRows(budgets: readonly BudgetWish[] = []): Problem[] {
  const ids = budgets.map(({ ad_group_id }) => ad_group_id);
  return ids.flatMap((id, at) =>
    ids.indexOf(id) === at
      ? []
      : [{ field: `budgets.${at}.ad_group_id`, message: `is the same as budgets.${ids.indexOf(id)}.ad_group_id` }],
  );
}

function levelOf(args: { [level in Level]?: unknown }): Level {
  return (Object.keys(LEVELS) as Level[]).find((level) => args[level] !== undefined)!;
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
    return items.map((one) => ({ ...shown(one), id: one.adgroup_id, name: one.adgroup_name }));
  };
  return new Map((await seen()).map((one) => [one.id, one]));
}

function shown(wire: Parameters<typeof automationOf>[0] & Parameters<typeof statusOf>[0]) {
  return { status: statusOf(wire), automation: automationOf(wire) };
}
