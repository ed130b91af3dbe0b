import type { z } from 'zod';
import { Failure } from '../../errors.ts';
import type { Exposure, HeldBudget, Holding, HoldingChange, Holdings } from '../../tools/exposure.ts';
import { changesOfRows } from '../../tools/exposure-rows.ts';
import { dayIn } from '../../tools/report/period.ts';
import type { ProfessionalClient } from './client.ts';
import { changedByPercent, moneyOf } from './money.ts';
import { AnalyticsRow } from './report/metrics.ts';
import { totalsQuery } from './report/request.ts';
import { campaignPath } from './resources/campaign.ts';
import { groupPath } from './resources/campaign-group.ts';
import { idIn } from './resources/fields.ts';
import { WireCampaign, WireGroup, type WireMoney } from './wire.ts';

/** A day may cost this many times the daily budget; a week never more than seven times. */
const WORST_DAY = 1.5;

/** Whether an object of a status may spend. A completed one does again as soon as its end or its total is moved. */
const ON: Readonly<Record<string, boolean>> = { ACTIVE: true, COMPLETED: true, PAUSED: false, DRAFT: false };
const GONE = ['ARCHIVED', 'CANCELED', 'CANCELLED', 'PENDING_DELETION', 'REMOVED'];

const NO_BUDGET = 'neither it nor its campaign group holds a budget';

export const exposure: Exposure<ProfessionalClient> = {
  async read(client, account, now) {
    const [{ currency }, groups, campaigns, spentThisMonth] = await Promise.all([
      client.account(account),
      every(client, groupPath(account), WireGroup, account),
      every(client, campaignPath(account), WireCampaign, account),
      spentInMonth(client, account, now),
    ]);
    const groupIds = new Set(groups.map(({ id }) => id));
    const living = campaigns.filter(({ campaignGroup }) => groupIds.has(idIn(campaignGroup)));
    const [byGroup, byCampaign] = await Promise.all([
      spentSoFar(client, account, 'CAMPAIGN_GROUP', groups.filter(sharesOut), now),
      spentSoFar(client, account, 'CAMPAIGN', living, now),
    ]);
    const shared = new Map(groups.map((group) => [group.id, sharedBudget(group, byGroup.get(group.id))]));
    return {
      account,
      currency,
      timeZone: 'UTC',
      ...(spentThisMonth !== undefined && { spentThisMonth }),
      objects: [
        ...groups.map((group) => groupHolding(group, currency)),
        ...living.map((campaign) => {
          const above = shared.get(idIn(campaign.campaignGroup));
          return campaignHolding(campaign, currency, budgetIn(campaign, byCampaign.get(campaign.id)) ?? above);
        }),
      ],
    };
  },
  changes(tool, args, holdings) {
    const moves = MOVES[tool];
    if (moves) return moves(args, holdings);
    return tool in STILL ? [] : undefined;
  },
};

/** Every object of a kind, without those that are gone. Not filtered by the platform, which would hide a status we do not know. */
async function every<T extends { status: string }>(
  client: ProfessionalClient,
  path: string,
  schema: z.ZodType<T>,
  account: string,
): Promise<T[]> {
  const query = { limit: Number.POSITIVE_INFINITY, params: { q: 'search' }, account };
  return (await client.list(path, schema, query)).items.filter(({ status }) => !GONE.includes(status));
}

function groupHolding(group: WireGroup, currency: string): Holding {
  const { id, name, status, runSchedule, budgetOptimization: sharing } = group;
  const strategy = sharing?.budgetOptimizationStrategy;
  const unknown = [
    ...strangeStatus(status),
    ...strangeMoney(group, currency),
    ...(strategy !== undefined && strategy !== 'DYNAMIC' ? [`budgetOptimizationStrategy ${strategy}`] : []),
    ...(sharing && !group.dailyBudget && !group.totalBudget ? ['it shares out a budget and has none'] : []),
  ];
  return { id, level: 'campaign_group', name, on: ON[status] ?? true, ...runSchedule, ...told(unknown) };
}

function campaignHolding(campaign: WireCampaign, currency: string, budget: HeldBudget | undefined): Holding {
  const { id, name, status, campaignGroup, runSchedule } = campaign;
  const on = ON[status] ?? true;
  const unknown = [
    ...strangeStatus(status),
    ...strangeMoney(campaign, currency),
    ...(on && budget === undefined ? [NO_BUDGET] : []),
  ];
  const parent = idIn(campaignGroup);
  return { id, level: 'campaign', name, parent, on, ...runSchedule, ...(budget && { budget }), ...told(unknown) };
}

function strangeStatus(status: string): string[] {
  return status in ON ? [] : [`status ${status}`];
}

interface Budgets {
  dailyBudget?: WireMoney | undefined;
  totalBudget?: WireMoney | undefined;
}

function strangeMoney({ dailyBudget, totalBudget }: Budgets, currency: string): string[] {
  const strange = [dailyBudget, totalBudget].find((money) => money && money.currencyCode !== currency);
  return strange ? [`a budget in ${strange.currencyCode}`] : [];
}

function told(unknown: readonly string[]): Pick<Holding, 'unknown'> {
  return unknown.length > 0 ? { unknown: unknown.join('; ') } : {};
}

/** Whether its campaigns spend from its budget. The total of another group only bounds what the campaigns hold themselves. */
function sharesOut({ budgetOptimization }: WireGroup): boolean {
  return budgetOptimization !== undefined;
}

/** The budget that campaigns without one of their own spend from; counted once, and only while one of them may run. */
function sharedBudget(group: WireGroup, spent: string | undefined): HeldBudget | undefined {
  const budget = budgetIn(group, spent);
  return budget && { id: group.id, ...budget };
}

/** A day never costs more than the daily budget, so where there is a total besides, the daily one is counted. */
function budgetIn({ dailyBudget, totalBudget }: Budgets, spent: string | undefined): HeldBudget | undefined {
  const total = totalBudget && { amount: amountOf(totalBudget), ...(spent !== undefined && { spent }) };
  if (dailyBudget)
    return { kind: 'daily', amount: amountOf(dailyBudget), ...(total && { total }), worstDay: WORST_DAY };
  return total && { kind: 'lifetime', ...total, worstDay: WORST_DAY };
}

function amountOf(money: WireMoney): string {
  return moneyOf(money)!.amount;
}

type Dated = Budgets & { id: string; runSchedule?: { start: number } | undefined };

/** What objects with a total have spent of it, by id. None of it is known where the login may not read reports. */
async function spentSoFar(
  client: ProfessionalClient,
  account: string,
  pivot: 'CAMPAIGN' | 'CAMPAIGN_GROUP',
  objects: readonly Dated[],
  now: number,
): Promise<ReadonlyMap<string, string>> {
  const holders = objects.filter(({ totalBudget }) => totalBudget);
  const since = Math.min(now, ...holders.map(({ runSchedule }) => runSchedule?.start ?? 0));
  const rows = holders.length === 0 ? [] : await spendRows(client, account, pivot, since, now);
  if (!rows) return new Map();
  const spent = new Map(rows.map(({ id, money }) => [id, money]));
  const { currency } = await client.account(account);
  return new Map(holders.map(({ id }) => [id, amountOf({ amount: spent.get(id) ?? '0', currencyCode: currency })]));
}

async function spentInMonth(client: ProfessionalClient, account: string, now: number): Promise<string | undefined> {
  const first = Date.parse(`${dayIn('UTC', now).slice(0, 7)}-01`);
  const rows = await spendRows(client, account, 'ACCOUNT', first, now);
  const { currency } = await client.account(account);
  return rows && amountOf({ amount: rows[0]?.money ?? '0', currencyCode: currency });
}

const COST = 'costInLocalCurrency';
/** The platform keeps numbers for ten years and refuses older days. */
const KEPT_YEARS = 9;

async function spendRows(client: ProfessionalClient, account: string, pivot: string, since: number, now: number) {
  const oldest = new Date(now).setUTCFullYear(new Date(now).getUTCFullYear() - KEPT_YEARS);
  const days = { start_date: dayIn('UTC', Math.max(since, oldest)), end_date: dayIn('UTC', now) };
  const query = { ...totalsQuery({ account, facets: {}, days, fields: [COST] }), pivot };
  try {
    const rows = await client.found('/adAnalytics', AnalyticsRow, query, account);
    return rows.map(({ pivotValues: [urn = ''], [COST]: cost }) => ({ id: idIn(urn), money: decimalIn(cost) }));
  } catch (error) {
    // Reports need a permission of their own, without which budgets can still be read.
    if (error instanceof Failure && error.code === 'permission_denied') return undefined;
    throw error;
  }
}

function decimalIn(cost: unknown): string {
  return typeof cost === 'string' && /^\d+(\.\d+)?$/.test(cost) ? cost : '0';
}

/** A change of one campaign group or campaign, as every tool that moves money states it. Null takes a value away. */
interface Wish {
  id: string;
  level: 'campaign_group' | 'campaign';
  status?: string | undefined;
  daily?: string | null | undefined;
  total?: string | null | undefined;
  percent?: number | undefined;
  start?: number | undefined;
  end?: number | null | undefined;
  group?: string | undefined;
}

type Arguments = Readonly<Record<string, unknown>>;
type Move = (args: Arguments, holdings: Holdings) => HoldingChange[] | undefined;

/** The tools that may make more money flow. */
const MOVES: Readonly<Record<string, Move>> = {
  update_campaign_group: (args, holdings) =>
    changed({ ...wishIn(args), id: String(args.campaign_group_id), level: 'campaign_group' }, holdings),
  update_professional_campaign: (args, holdings) => {
    const group = args.campaign_group_id as Wish['group'];
    return changed({ ...wishIn(args), id: String(args.campaign_id), level: 'campaign', group }, holdings);
  },
  bulk_update: (args, holdings) =>
    changesOfRows(
      rowsIn(args).map((wish) => changed(wish, holdings)),
      holdings,
    ),
};

/** The other tools that write, and why none of them makes money flow. */
const STILL: Readonly<Record<string, string>> = {
  attach_conversion: 'it changes what is counted',
  create_campaign_group: 'a new group has no campaign that could spend',
  create_creative: 'a campaign counts as it is, with or without creatives that run',
  create_message: 'a message costs nothing before a campaign sends it',
  create_professional_audience: 'it changes whom a campaign could reach, not what it may spend',
  create_professional_campaign: 'it is made as a draft or paused',
  delete_professional_audience: 'it changes whom a campaign could reach, not what it may spend',
  duplicate_campaign_group: 'the copy is a draft without campaigns',
  duplicate_creatives: 'a campaign counts as it is, with or without creatives that run',
  duplicate_professional_campaign: 'the copy is a draft or paused',
  update_creative: 'a campaign counts as it is, with or without creatives that run',
  update_professional_audience_members: 'it changes whom a campaign could reach, not what it may spend',
  update_tracking_parameters: 'it changes addresses',
  upload_professional_document: 'a file costs nothing',
  upload_professional_image: 'a file costs nothing',
  upload_professional_video: 'a file costs nothing',
};

function wishIn(args: Arguments): Omit<Wish, 'id' | 'level'> {
  return {
    status: args.status as Wish['status'],
    daily: args.daily_budget_amount as Wish['daily'],
    total: args.total_budget_amount as Wish['total'],
    percent: args.percent as Wish['percent'],
    start: args.run_schedule_start as Wish['start'],
    end: args.run_schedule_end as Wish['end'],
  };
}

/** The rows of a bulk change that name an object which may spend; one named twice is changed by both. */
function rowsIn(args: Arguments): Wish[] {
  const {
    campaign_group_ids = [],
    campaign_ids = [],
    budgets = [],
  } = args as {
    campaign_group_ids?: string[];
    campaign_ids?: string[];
    budgets?: Arguments[];
  };
  const all = wishIn(args);
  const rows = new Map<string, Wish>([
    ...campaign_group_ids.map((id): [string, Wish] => [id, { ...all, id, level: 'campaign_group' }]),
    ...campaign_ids.map((id): [string, Wish] => [id, { ...all, id, level: 'campaign' }]),
  ]);
  for (const { campaign_id, campaign_group_id, daily_budget_amount, total_budget_amount } of budgets) {
    const id = String(campaign_id ?? campaign_group_id);
    const level = campaign_id === undefined ? 'campaign_group' : 'campaign';
    const money = { daily: daily_budget_amount as Wish['daily'], total: total_budget_amount as Wish['total'] };
    rows.set(id, { ...rows.get(id), id, level, ...money });
  }
  return [...rows.values()];
}

function changed(wish: Wish, holdings: Holdings): HoldingChange[] | undefined {
  const { id, level, status, start, end, group } = wish;
  const { objects, currency } = holdings;
  if (![status, start, end, group].some((value) => value !== undefined) && !asksForMoney(wish)) return [];
  const held = objects.find((one) => one.id === id && one.level === level);
  const isOff = status !== undefined && status !== 'ACTIVE';
  // Made since the holdings were read, or archived: nothing is known of it but that it can be switched off.
  if (!held) return isOff ? [] : undefined;
  const below = objects.filter(({ parent }) => parent === id);
  if (isOff && status !== 'PAUSED') return [held, ...below].map((one) => ({ id: one.id, removed: true }));
  if (held.unknown !== undefined) return isOff ? [{ id, change: { on: false, unknown: undefined } }] : undefined;
  const own: Change = {
    ...(status !== undefined && { on: !isOff }),
    ...(start !== undefined && { start }),
    ...(end !== undefined && { end: end ?? undefined }),
  };
  if (level === 'campaign') return campaignChanged(own, held, wish, holdings);
  const sharing = asksForMoney(wish) ? below.filter(({ budget }) => budget?.id === id) : [];
  return [
    ...(Object.keys(own).length > 0 ? [{ id, change: own }] : []),
    ...sharing.map((one) => {
      const after = budgetAfter(one.budget, wish, currency);
      return { id: one.id, change: after ? { budget: { id, ...after } } : { budget: after, unknown: NO_BUDGET } };
    }),
  ];
}

type Change = Extract<HoldingChange, { change: unknown }>['change'];

function campaignChanged(own: Change, held: Holding, wish: Wish, holdings: Holdings): HoldingChange[] | undefined {
  const shared = held.budget?.id === undefined ? undefined : held.budget;
  const moved = wish.group === held.parent ? {} : movedTo(wish.group, shared, holdings);
  if (!moved) return undefined;
  const given = asksForMoney(wish) ? budgetAfter(shared ? undefined : held.budget, wish, holdings.currency) : undefined;
  const change: Change = {
    ...own,
    ...moved,
    // Without one of its own it spends from the group's.
    ...(asksForMoney(wish) && (given || !shared) && { budget: given }),
  };
  const after = { ...held, ...change };
  if (after.on && !after.budget) change.unknown = NO_BUDGET;
  return Object.keys(change).length > 0 ? [{ id: held.id, change }] : [];
}

/** A campaign in another group, whose budget it then spends from if it did so before. Undefined: nothing is known of that. */
function movedTo(group: string | undefined, shared: HeldBudget | undefined, { objects }: Holdings): Change | undefined {
  if (group === undefined) return {};
  const above = objects.find(({ id, level }) => id === group && level === 'campaign_group');
  const budget = objects.find((one) => one.budget?.id === group)?.budget;
  if (!above || above.unknown !== undefined || (shared && !budget)) return undefined;
  return { parent: group, ...(shared && { budget }) };
}

function asksForMoney({ daily, total, percent }: Wish): boolean {
  return daily !== undefined || total !== undefined || percent !== undefined;
}

/** A budget with what is asked for. */
function budgetAfter(held: HeldBudget | undefined, wish: Wish, currencyCode: string): HeldBudget | undefined {
  const { daily, total, percent } = wish;
  const isDaily = held?.kind === 'daily';
  const wired = (amount: string | null | undefined) => (amount ? { amount, currencyCode } : undefined);
  const dailyBudget = wired(isDaily ? held.amount : undefined);
  const totalBudget = wired(isDaily ? held.total?.amount : held?.amount);
  const spent = isDaily ? held.total?.spent : held?.spent;
  if (percent !== undefined) {
    const money = dailyBudget ?? totalBudget;
    const next = money && changedByPercent(money, percent);
    // The tool refuses a percentage of nothing.
    if (!next) return held;
    return budgetIn(dailyBudget ? { dailyBudget: next, totalBudget } : { totalBudget: next }, spent);
  }
  return budgetIn(
    {
      dailyBudget: daily === undefined ? dailyBudget : wired(daily),
      totalBudget: total === undefined ? totalBudget : wired(total),
    },
    spent,
  );
}
