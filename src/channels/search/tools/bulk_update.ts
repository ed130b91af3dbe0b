import { z } from 'zod';
import { Failure, type Problem } from '../../../errors.ts';
import { type BulkRow, bulkOutput, changeEach } from '../../../tools/bulk.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { DayOrNone, Id } from '../../../tools/fields.ts';
import { amount } from '../../../tools/money.ts';
import { notFound } from '../../../tools/not-found.ts';
import { atLeastOne, notBoth } from '../../../tools/rules.ts';
import type { Shown } from '../../../tools/write-report.ts';
import { channel } from '../channel.ts';
import type { SearchClient } from '../client.ts';
import { rowFailure } from '../errors.ts';
import { changedBy, microsOf, moneyOf } from '../money.ts';
import { AD_FIELDS, shownAd } from '../resources/ad.ts';
import { AD_GROUP_FIELDS, shownAdGroup } from '../resources/ad-group.ts';
import { CAMPAIGN_FIELDS, isShared, shownCampaign } from '../resources/campaign.ts';
import { ifRemoved } from '../resources/removal.ts';
import { among, Literal } from '../resources/wire/gaql.ts';
import { type Kind, type Operation, removing, updating } from '../resources/wire/operation.ts';
import type { Row } from '../resources/wire/row.ts';

const Ids = z.array(Id).min(1).max(500).optional();

const input = z.strictObject({
  campaign_ids: Ids.describe('To change'),
  ad_group_ids: Ids.describe('To change'),
  ad_ids: Ids.describe('To change'),
  status: z.enum(['ENABLED', 'PAUSED', 'REMOVED']).optional().describe('REMOVED cannot be undone'),
  end_date: DayOrNone.optional().describe('Last day of campaigns, or "none"'),
  percent: z.number().min(-90).max(500).optional().describe('Of the budget of each campaign: 20 raises it by a fifth'),
  budgets: z
    .array(z.strictObject({ campaign_id: Id.describe('Campaign'), budget: amount('New') }))
    .min(1)
    .max(500)
    .optional()
    .describe('One by one, instead of percent'),
});
type Arguments = z.output<typeof input>;
/** One of them in each call. */
const CHANGES = ['status', 'percent', 'budgets', 'end_date'];

const LEVELS = {
  campaign: { kind: 'campaign', from: 'campaign', id: 'campaign.id', select: CAMPAIGN_FIELDS, shown: shownCampaign },
  ad_group: { kind: 'adGroup', from: 'ad_group', id: 'ad_group.id', select: AD_GROUP_FIELDS, shown: shownAdGroup },
  ad: { kind: 'adGroupAd', from: 'ad_group_ad', id: 'ad_group_ad.ad.id', select: AD_FIELDS, shown: shownAd },
} as const satisfies Record<
  string,
  { kind: Kind; from: string; id: string; select: readonly string[]; shown(row: Row): Shown & { id: string } }
>;
type Level = keyof typeof LEVELS;

interface Asked {
  level: Level;
  id: string;
  status?: Arguments['status'];
  end_date?: string | undefined;
  percent?: number | undefined;
  budget?: string | undefined;
}

interface Change extends BulkRow {
  asked: Asked;
  operation: Operation | undefined;
}

export default defineTool(channel, {
  name: 'bulk_update',
  title: 'Change many at once',
  description:
    'Switch on or off, remove, re-date or re-budget up to 500 campaigns, ad groups and ads in one request; each row has its own result. Status REMOVED cannot be undone.',
  toolset: 'campaigns',
  access: 'write',
  repeat: 'safe',
  relative: ['percent'],
  irreversible: { status: ['REMOVED'] },
  input,
  output: z.object(bulkOutput),
  rules: problems,
  // A percentage counts from the budget that is read: of two at the same time one would be lost.
  turns: ({ campaign_ids = [], percent }) => (percent === undefined ? [] : campaign_ids.map((id) => `budget of ${id}`)),
  look: ({ budgets, campaign_ids = budgets?.map(({ campaign_id }) => campaign_id), ad_group_ids, ad_ids, status }) => {
    if (campaign_ids) return { tool: 'list_campaigns', arguments: { campaign_ids, ...ifRemoved(status) } };
    if (ad_group_ids) return { tool: 'list_ad_groups', arguments: { ad_group_ids, ...ifRemoved(status) } };
    return { tool: 'list_ads', arguments: { ad_ids, ...ifRemoved(status) } };
  },
  async run(args, { client, account }) {
    const asked = askedIn(args);
    const held = await rowsOf(client, account, asked);
    return changeEach<Change>({
      what: 'objects',
      switching: { tool: 'bulk_update', levels: channel.levels },
      rows: asked.map((one) => changeOf(one, held.get(keyOf(one)))),
      send: async (different) => {
        const outcomes = await client.mutateEach(
          account,
          different.flatMap(({ operation }) => operation ?? []),
        );
        return outcomes.map(({ error }) => error && rowFailure(error));
      },
      read: async (different) => {
        const now = await rowsOf(client, account, asked);
        return different.map(({ asked: one }) => {
          const row = now.get(keyOf(one));
          return row && LEVELS[one.level].shown(row);
        });
      },
    });
  },
});

function problems(args: Arguments): Problem[] {
  const { campaign_ids = [], ad_group_ids = [], ad_ids = [], budgets = [], status, percent, end_date } = args;
  const changed = budgets.map(({ campaign_id }) => campaign_id);
  return [
    ...atLeastOne(args, CHANGES),
    ...CHANGES.flatMap((one, at) => CHANGES.slice(at + 1).flatMap((other) => notBoth(args, other, one))),
    ...(status === undefined ? [] : atLeastOne(args, ['campaign_ids', 'ad_group_ids', 'ad_ids'])),
    ...(percent === undefined && end_date === undefined ? [] : atLeastOne(args, ['campaign_ids'])),
    ...(status === undefined && ad_group_ids.length + ad_ids.length > 0
      ? [{ field: 'status', message: 'is required for ad groups and ads, which have neither budget nor dates' }]
      : []),
    ...(args.budgets && campaign_ids.length > 0
      ? [{ field: 'campaign_ids', message: 'cannot be combined with budgets, which name their campaigns' }]
      : []),
    ...changed.flatMap((id, at) =>
      changed.indexOf(id) === at ? [] : [{ field: `budgets.${at}.campaign_id`, message: 'is named twice' }],
    ),
  ];
}

function askedIn({ campaign_ids, ad_group_ids, ad_ids, budgets = [], status, percent, end_date }: Arguments): Asked[] {
  const each = (level: Level, ids: readonly string[] = []) =>
    [...new Set(ids)].map((id): Asked => ({ level, id, status, percent, end_date }));
  return [
    ...each('campaign', campaign_ids),
    ...each('ad_group', ad_group_ids),
    ...each('ad', ad_ids),
    ...budgets.map(({ campaign_id, budget }): Asked => ({ level: 'campaign', id: campaign_id, budget })),
  ];
}

function keyOf({ level, id }: Pick<Asked, 'level' | 'id'>): string {
  return `${level} ${id}`;
}

async function rowsOf(client: SearchClient, account: string, asked: readonly Asked[]): Promise<Map<string, Row>> {
  const read = async (level: Level): Promise<[string, Row][]> => {
    const ids = asked.flatMap((one) => (one.level === level ? [Literal.digits(one.id)] : []));
    if (ids.length === 0) return [];
    const { from, id, select, shown } = LEVELS[level];
    const rows = await client.rows(account, { select, from, where: [among(id, ids)] });
    return rows.map((row) => [keyOf({ level, id: shown(row).id }), row]);
  };
  return new Map((await Promise.all((Object.keys(LEVELS) as Level[]).map(read))).flat());
}

function changeOf(asked: Asked, row: Row | undefined): Change {
  const { level, id, status } = asked;
  const before: Shown = row ? LEVELS[level].shown(row) : {};
  const base = { id, about: { level, name: before.name }, asked, before };
  const refused = (refusal: Failure): Change => ({ ...base, wanted: {}, refusal, operation: undefined });
  if (!row) return refused(notFound({ what: level.replace('_', ' '), id, list: `list_${level}s` }));
  if (before.status === 'REMOVED' && status !== 'REMOVED')
    return refused(refusal('conflict', 'It is removed, and removal is final.'));
  if (status !== undefined) {
    const { kind } = LEVELS[level];
    const name = (row.adGroupAd ?? (level === 'ad_group' ? row.adGroup : row.campaign))?.resourceName ?? '';
    const operation = status === 'REMOVED' ? removing(kind, name) : updating(kind, name, { status });
    return { ...base, wanted: { status }, operation };
  }
  if (asked.end_date !== undefined) {
    const end = asked.end_date === 'none' ? null : asked.end_date;
    const fields = { endDateTime: end && `${end} 23:59:59` };
    const operation = updating('campaign', row.campaign?.resourceName ?? '', fields);
    return { ...base, wanted: { end_date: end }, operation };
  }
  try {
    return { ...base, ...budgetChange(asked, row) };
  } catch (error) {
    if (error instanceof Failure) return refused(error);
    throw error;
  }
}

function budgetChange({ percent, budget: given }: Asked, { campaignBudget: budget, customer }: Row) {
  const currency = customer?.currencyCode;
  if (budget === undefined) throw refusal('unsupported', 'This campaign has no budget of its own.');
  if (isShared(budget))
    throw refusal(
      'conflict',
      `Its budget ${budget.id} is shared: update_campaign changes it with change_shared_budget.`,
    );
  const isTotal = budget.period === 'CUSTOM_PERIOD';
  const held = (isTotal ? budget.totalAmountMicros : budget.amountMicros) ?? '0';
  const micros = given === undefined ? changedBy(held, percent ?? 0, currency) : microsOf('budget', given, currency);
  return {
    wanted: { budget: moneyOf(micros, currency) },
    operation: updating('campaignBudget', budget.resourceName, {
      [isTotal ? 'totalAmountMicros' : 'amountMicros']: micros,
    }),
  };
}

function refusal(code: 'conflict' | 'unsupported', message: string): Failure {
  return new Failure({ code, message, nextStep: 'The others were changed; look at this one by itself.' });
}
