import type { z } from 'zod';
import { Failure } from '../../errors.ts';
import {
  type CallArguments,
  changesBy,
  type Effects,
  type Exposure,
  type HeldBudget,
  type Holding,
  type Holdings,
  rowByRow,
} from '../../tools/exposure.ts';
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
  changes: (tool, args, holdings) => foretold(tool, args, holdings),
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

type Objects = readonly Holding[];

const WITHOUT_CREATIVES = 'a campaign counts whether its creatives run or not';
const WHOM = 'it changes whom a campaign could reach, not what it may spend';
const FILE = 'a file costs nothing';

/** Every tool that writes: what it does to the holdings, or why it makes no money flow. */
export const EFFECTS: Effects = {
  update_campaign_group: (args, holdings) =>
    changed(
      holdings.objects,
      { ...wishIn(args), id: String(args.campaign_group_id), level: 'campaign_group' },
      holdings,
    ),
  update_professional_campaign: (args, holdings) => {
    const wish: Wish = { ...wishIn(args), id: String(args.campaign_id), level: 'campaign' };
    return changed(holdings.objects, { ...wish, group: args.campaign_group_id as Wish['group'] }, holdings);
  },
  bulk_update: rowByRow((args, holdings) =>
    rowsIn(args).reduce<Objects | undefined>(
      (objects, wish) => objects && changed(objects, wish, holdings),
      holdings.objects,
    ),
  ),
  attach_conversion: 'it changes what is counted',
  create_campaign_group: 'a new group has no campaign that could spend',
  create_conversion_action: 'a new rule is counted for no campaign',
  create_creative: WITHOUT_CREATIVES,
  create_lead_form: 'a form costs nothing before an ad shows it',
  create_message: 'a message costs nothing before a campaign sends it',
  create_professional_audience: WHOM,
  create_professional_campaign: 'it is made as a draft or paused',
  delete_professional_audience: WHOM,
  duplicate_campaign_group: 'the copy is a draft without campaigns',
  duplicate_creatives: WITHOUT_CREATIVES,
  duplicate_professional_campaign: 'the copy is a draft or paused',
  send_conversions: 'it tells of what was earned, and spends nothing',
  update_conversion_action: 'it changes what is counted',
  update_creative: WITHOUT_CREATIVES,
  update_lead_form: WITHOUT_CREATIVES,
  update_professional_audience_members: WHOM,
  update_tracking_parameters: 'it changes addresses',
  upload_professional_document: FILE,
  upload_professional_image: FILE,
  upload_professional_video: FILE,
};
const foretold = changesBy(EFFECTS);

function wishIn(args: CallArguments): Omit<Wish, 'id' | 'level'> {
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
function rowsIn(args: CallArguments): Wish[] {
  const {
    campaign_group_ids = [],
    campaign_ids = [],
    budgets = [],
  } = args as {
    campaign_group_ids?: string[];
    campaign_ids?: string[];
    budgets?: CallArguments[];
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

function changed(objects: Objects, wish: Wish, holdings: Holdings): Objects | undefined {
  const { id, level, status, start, end, group } = wish;
  if (![status, start, end, group].some((value) => value !== undefined) && !asksForMoney(wish)) return objects;
  const held = objects.find((one) => one.id === id && one.level === level);
  const isOff = status !== undefined && status !== 'ACTIVE';
  // Made since the holdings were read, or archived: nothing is known of it but that it can be switched off.
  if (!held) return isOff ? objects : undefined;
  if (isOff && status !== 'PAUSED') return objects.filter((one) => one !== held && one.parent !== id);
  if (held.unknown !== undefined && !isOff) return undefined;
  const own: Holding = {
    ...held,
    ...(status !== undefined && { on: !isOff, unknown: undefined }),
    ...(start !== undefined && { start }),
    ...(end !== undefined && { end: end ?? undefined }),
  };
  const after = level === 'campaign' ? campaignAfter(own, wish, objects, holdings) : own;
  if (!after) return undefined;
  const sharesOut = level === 'campaign_group' && asksForMoney(wish);
  return objects.map((one) => {
    if (one === held) return after;
    if (!sharesOut || one.budget?.id !== id) return one;
    const budget = budgetAfter(one.budget, wish, holdings.currency);
    return capped({ ...one, budget: budget && { id, ...budget } });
  });
}

function campaignAfter(held: Holding, wish: Wish, objects: Objects, { currency }: Holdings): Holding | undefined {
  const isShared = held.budget?.id !== undefined;
  const moved = wish.group === undefined || wish.group === held.parent ? held : movedTo(wish.group, held, objects);
  if (!moved) return undefined;
  const own = asksForMoney(wish) ? budgetAfter(isShared ? undefined : held.budget, wish, currency) : undefined;
  // Without one of its own it spends from the group's.
  const isOwn = asksForMoney(wish) && (own !== undefined || !isShared);
  return capped(isOwn ? { ...moved, budget: own } : moved);
}

/** A campaign in another group, whose budget it then spends from if it did so before. Undefined: nothing is known of that. */
function movedTo(group: string, held: Holding, objects: Objects): Holding | undefined {
  const isShared = held.budget?.id !== undefined;
  const above = objects.find(({ id, level }) => id === group && level === 'campaign_group');
  const budget = isShared ? objects.find((one) => one.budget?.id === group)?.budget : held.budget;
  if (!above || above.unknown !== undefined || (isShared && !budget)) return undefined;
  return { ...held, parent: group, budget };
}

/** A campaign that runs without a budget costs an amount that nothing bounds. */
function capped(campaign: Holding): Holding {
  return campaign.on && !campaign.budget ? { ...campaign, unknown: NO_BUDGET } : campaign;
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
