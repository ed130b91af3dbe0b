import { z } from 'zod';
import { Failure, invalidArguments, type Problem } from '../../../errors.ts';
import { type BulkRow, bulkOutput, changeEach } from '../../../tools/bulk.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id, Ids } from '../../../tools/fields.ts';
import { amount } from '../../../tools/money.ts';
import { atLeastOne, exactlyOne } from '../../../tools/rules.ts';
import type { Shown } from '../../../tools/write-report.ts';
import { channel } from '../channel.ts';
import type { Params, SocialClient } from '../client.ts';
import { LEVELS, type Level } from '../delivery/findings.ts';
import { moneyOf } from '../money.ts';
import { adOf } from '../resources/ad.ts';
import { adSetOf } from '../resources/ad-set.ts';
import { BATCH_MAX, nodesOf, updateEach } from '../resources/batch.ts';
import { holdsBudget, platformAmounts, shownAmounts } from '../resources/budget.ts';
import { campaignOf } from '../resources/campaign.ts';
import { IRREVERSIBLE_STATUS, Status } from '../resources/fields.ts';
import { AD_SETS, ADS, type Ad, type AdSet, CAMPAIGNS, type Campaign, type Kind } from '../wire.ts';

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
  budgets: z.array(Budget).min(1).max(BATCH_MAX).optional().describe('One by one, instead of percent'),
});
type Arguments = z.output<typeof input>;

type Wire = Campaign | AdSet | Ad;
const KINDS: Record<Level, Kind<Wire>> = { campaign: CAMPAIGNS, ad_set: AD_SETS, ad: ADS };

/** One object to change, as the caller asked. */
interface Asked {
  level: Level;
  id: string;
  status?: Arguments['status'];
  percent?: number | undefined;
  daily_budget?: string | undefined;
  lifetime_budget?: string | undefined;
}

interface Row extends BulkRow {
  level: Level;
  currency: string;
  fields: Params;
}

export default defineTool(channel, {
  name: 'bulk_update',
  title: 'Change many at once',
  description:
    'Switch on or off, archive, delete or re-budget up to 50 campaigns, ad sets and ads in one request; each row has its own result. Status ARCHIVED and DELETED cannot be undone.',
  toolset: 'campaigns',
  access: 'write',
  repeat: 'safe',
  irreversible: IRREVERSIBLE_STATUS,
  scopes: ['ads_management'],
  account: false,
  input,
  output: z.object(bulkOutput),
  rules: (args) => problems(args),
  look: ({ ad_set_ids, ad_ids, campaign_ids }) =>
    ad_ids
      ? { tool: 'list_social_ads', arguments: { ad_ids } }
      : ad_set_ids
        ? { tool: 'list_ad_sets', arguments: { ad_set_ids } }
        : { tool: 'list_social_campaigns', arguments: campaign_ids ? { campaign_ids } : {} },
  async run(args, { client }) {
    const asked = askedIn(args);
    const wires = await nodesOf(
      client,
      asked.map(({ level, id }) => ({ kind: KINDS[level], id })),
    );
    const rows = await Promise.all(asked.map((one, at) => rowOf(client, one, wires[at]!)));
    return changeEach<Row>({
      what: 'objects',
      rows,
      send: (different) => updateEach(client, different),
      read: async (different) => {
        const now = await nodesOf(
          client,
          different.map(({ level, id }) => ({ kind: KINDS[level], id })),
        );
        return different.map(({ level, currency }, at) => shown(level, now[at]!, currency));
      },
    });
  },
});

function problems(args: Arguments): Problem[] {
  const { campaign_ids = [], ad_set_ids = [], ad_ids = [], budgets = [], percent, status } = args;
  const named = [...campaign_ids, ...ad_set_ids, ...ad_ids];
  return [
    ...atLeastOne(args, ['status', 'percent', 'budgets']),
    ...(named.length === 0 && (status !== undefined || percent !== undefined)
      ? atLeastOne(args, ['campaign_ids', 'ad_set_ids', 'ad_ids'])
      : []),
    ...(named.length > 0 && status === undefined && percent === undefined
      ? [{ field: 'status', message: 'or percent is required for the ids that are named' }]
      : []),
    ...(ad_ids.length > 0 && percent !== undefined
      ? [{ field: 'percent', message: 'cannot be used with ad_ids: ads have no budget' }]
      : []),
    ...budgets.flatMap((row, at) =>
      [...exactlyOne(row, ['campaign_id', 'ad_set_id']), ...exactlyOne(row, ['daily_budget', 'lifetime_budget'])].map(
        ({ field, ...problem }) => ({ field: `budgets.${at}.${field}`, ...problem }),
      ),
    ),
    ...(named.length + budgets.length > BATCH_MAX
      ? [{ field: 'campaign_ids', message: `and the others together name more than ${BATCH_MAX} things` }]
      : []),
  ];
}

/** Each object once, with all its changes. */
function askedIn(args: Arguments): Asked[] {
  const { status, percent } = args;
  const asked = new Map<string, Asked>();
  for (const level of Object.keys(LEVELS) as Level[]) {
    const ids = args[`${LEVELS[level].argument}s` as const] ?? [];
    for (const id of ids) asked.set(id, { level, id, status, percent });
  }
  for (const [at, { campaign_id, ad_set_id, ...budget }] of (args.budgets ?? []).entries()) {
    const id = campaign_id ?? ad_set_id ?? '';
    const known = asked.get(id);
    if (known && (known.percent ?? known.daily_budget ?? known.lifetime_budget) !== undefined)
      throw invalidArguments([{ field: `budgets.${at}`, message: `gives ${id} a second budget` }]);
    asked.set(id, { level: campaign_id ? 'campaign' : 'ad_set', ...known, id, ...budget });
  }
  return [...asked.values()];
}

async function rowOf(client: SocialClient, asked: Asked, wire: Wire | Failure): Promise<Row> {
  const { level, id, status } = asked;
  const about = { level };
  if (wire instanceof Failure)
    return { id, level, about, before: {}, wanted: {}, currency: '', fields: {}, refusal: wire };
  const currency = level === 'ad' ? '' : await client.currency(wire.account_id);
  const budget = budgetOrRefusal(asked, wire, currency);
  return {
    id,
    level,
    currency,
    about: { level, name: wire.name },
    before: shown(level, wire, currency) ?? {},
    wanted: { ...(status && { status }), ...budget.shown },
    fields: { ...(status && { status }), ...budget.sent },
    refusal: budget.refusal,
  };
}

interface NewBudget {
  shown?: Shown;
  sent?: Params;
  refusal?: Failure;
}

/** An impossible amount refuses its own row only. */
function budgetOrRefusal(asked: Asked, wire: Wire, currency: string): NewBudget {
  try {
    return budgetOf(asked, wire, currency);
  } catch (error) {
    if (error instanceof Failure) return { refusal: error };
    throw error;
  }
}

function budgetOf({ id, percent, daily_budget, lifetime_budget }: Asked, wire: Wire, currency: string): NewBudget {
  const amounts = { daily_budget, lifetime_budget };
  if (holdsBudget(amounts)) return { shown: shownAmounts(amounts, currency), sent: platformAmounts(amounts, currency) };
  if (percent === undefined) return {};
  const held = wire as Campaign | AdSet;
  if (!holdsBudget(held)) return { refusal: noBudget(id) };
  const name = held.daily_budget !== undefined && held.daily_budget !== '0' ? 'daily_budget' : 'lifetime_budget';
  const units = Math.round((Number(held[name]) * (100 + percent)) / 100);
  return { shown: { [name]: moneyOf(units, currency) }, sent: { [name]: units } };
}

function noBudget(id: string): Failure {
  return new Failure({
    code: 'invalid_arguments',
    message: `${id} holds no budget of its own.`,
    nextStep: 'Its campaign or its ad sets hold it: change it there.',
  });
}

function shown(level: Level, wire: Wire | Failure, currency: string): Shown | undefined {
  if (wire instanceof Failure) return undefined;
  if (level === 'campaign') return campaignOf(wire as Campaign, currency);
  return level === 'ad_set' ? adSetOf(wire as AdSet, currency) : adOf(wire as Ad);
}
