import { z } from 'zod';
import { DAY_MS } from '../../../ambient.ts';
import type { HeldBudget, Holding, Holdings } from '../../../tools/exposure.ts';
import { decimalOf, unitsOf } from '../../../tools/money.ts';
import { accountNode, type SocialClient } from '../client.ts';
import { digitsOf, isKnown, reportedMoney } from '../money.ts';
import { ACCOUNT_FACTS, AdSet, Campaign, type Kind, kind } from '../wire.ts';
import { NO_CAP } from './budget.ts';
import { isoTime } from './fields.ts';
import { reportPage } from './insights.ts';

/** Since v24 a day may cost 1.75 times the daily budget; a week still costs seven times at most. */
export const WORST_DAY = 1.75;
const WEEK = 7;

/** Blocks of hours on some days of the week. */
export type DayParts = readonly { days: readonly number[] }[];

/** A lifetime budget that is spent on few days of the week costs as much more on each of them. */
export function worstDayOn(parts: DayParts = []): number {
  const days = new Set(parts.flatMap((part) => part.days));
  return days.size > 0 ? (WORST_DAY * WEEK) / days.size : WORST_DAY;
}

/** Campaigns and ad sets read only for what they may spend, and the times at which their budgets are larger. */
const SPENDING = {
  id: true,
  name: true,
  status: true,
  daily_budget: true,
  lifetime_budget: true,
  budget_remaining: true,
} as const;
const Scheduled = { is_budget_schedule_enabled: z.boolean().optional() };
const CAMPAIGN_SPENDING = kind('campaigns', Campaign.pick({ ...SPENDING, spend_cap: true }).extend(Scheduled));
export const AD_SET_SPENDING = kind(
  'adsets',
  AdSet.pick({ ...SPENDING, campaign_id: true, start_time: true, end_time: true }).extend({
    ...Scheduled,
    adset_schedule: z.array(z.object({ days: z.array(z.number()) })).optional(),
  }),
);
type Spending = Pick<z.infer<typeof AD_SET_SPENDING.schema>, keyof typeof SPENDING | keyof typeof Scheduled>;

const Moment = z.union([z.string(), z.number()]);
const BUDGET_SCHEDULES = kind(
  'budget_schedules',
  z.object({
    budget_value: z.union([z.string(), z.number()]).transform(String),
    budget_value_type: z.string(),
    recurrence_type: z.string().default('ONE_TIME'),
    time_start: Moment,
    time_end: Moment,
  }),
);
type BudgetSchedule = z.infer<typeof BUDGET_SCHEDULES.schema>;

/** Objects have few fields here, so that the largest page the platform takes is small enough. */
const PAGE_MAX = 500;

/** Every campaign and ad set of an account that is neither archived nor deleted. */
export async function holdingsOf(client: SocialClient, account: string, now: number): Promise<Holdings> {
  const [{ currency, timezone_name: timeZone }, spent, adSets] = await Promise.all([
    client.account(ACCOUNT_FACTS, account),
    spendOfMonth(client, account),
    allOf(client, AD_SET_SPENDING, account),
  ]);
  // Read after the ad sets: an ad set whose campaign is not among them belongs to an archived or deleted one.
  const campaigns = await allOf(client, CAMPAIGN_SPENDING, account);
  const listed = new Set(campaigns.map(({ id }) => id));
  const own = adSets.filter(({ campaign_id }) => listed.has(campaign_id));
  const reading = { currency, now, schedules: await schedulesOf(client, account, [...campaigns, ...own]) };
  const objects: Holding[] = [
    ...campaigns.map((wire) => ({ ...holdingOf('campaign', wire, reading), ...capOf(wire.spend_cap, currency) })),
    ...own.map((wire) => ({
      ...holdingOf('ad_set', wire, reading, wire.adset_schedule),
      parent: wire.campaign_id,
      ...runOf(isoTime(wire.start_time), isoTime(wire.end_time), now),
    })),
  ];
  return {
    account,
    currency,
    timeZone,
    readAt: now,
    ...(isKnown(currency) && { spentThisMonth: reportedMoney(spent, currency).amount }),
    objects: completed(objects, now),
  };
}

async function allOf<T>(client: SocialClient, kind: Kind<T>, account: string): Promise<T[]> {
  const found: T[] = [];
  for await (const page of client.pages(kind, accountNode(account), {}, account, PAGE_MAX)) found.push(...page);
  return found;
}

/** By the platform's own calendar: its months are those of the account's time zone. */
async function spendOfMonth(client: SocialClient, account: string): Promise<string> {
  const { items } = await reportPage(client, account, { fields: 'spend', date_preset: 'this_month', limit: 1 });
  return items[0]?.spend ?? '0';
}

type Schedules = ReadonlyMap<string, readonly BudgetSchedule[]>;

async function schedulesOf(client: SocialClient, account: string, wires: readonly Spending[]): Promise<Schedules> {
  const scheduled = wires.filter(({ is_budget_schedule_enabled }) => is_budget_schedule_enabled === true);
  return new Map(
    await Promise.all(
      scheduled.map(async ({ id }): Promise<[string, BudgetSchedule[]]> => {
        const { items } = await client.list(BUDGET_SCHEDULES, id, { limit: Number.POSITIVE_INFINITY, account });
        return [id, items];
      }),
    ),
  );
}

interface Reading {
  currency: string;
  now: number;
  schedules: Schedules;
}

function holdingOf(level: 'campaign' | 'ad_set', wire: Spending, reading: Reading, parts?: DayParts): Holding {
  const { id, name, status } = wire;
  const { currency, now } = reading;
  const schedules = (reading.schedules.get(id) ?? []).filter((one) => repeats(one) || timeOf(one.time_end) > now);
  const foreign = schedules.find(({ budget_value_type: type }) => type !== 'ABSOLUTE' && type !== 'MULTIPLIER');
  const unknown =
    status !== 'ACTIVE' && status !== 'PAUSED'
      ? `status ${status}`
      : !isKnown(currency)
        ? `currency ${currency}`
        : foreign && `budget schedule ${foreign.budget_value_type}`;
  const budget = isKnown(currency) ? heldBudget(wire, currency, schedules, parts) : undefined;
  return { id, level, name, on: status === 'ACTIVE', ...(budget && { budget }), ...(unknown && { unknown }) };
}

function heldBudget(
  wire: Spending,
  currency: string,
  schedules: readonly BudgetSchedule[],
  parts?: DayParts,
): HeldBudget | undefined {
  const { daily_budget: daily = '0', lifetime_budget: lifetime = '0', budget_remaining: remaining } = wire;
  const digits = digitsOf(currency);
  if (daily !== '0') {
    const units = BigInt(daily);
    const peak = peakOf(units, schedules);
    return {
      kind: 'daily',
      amount: decimalOf(units, digits),
      ...(peak > units && { peak: decimalOf(peak, digits) }),
      worstDay: WORST_DAY,
    };
  }
  if (lifetime === '0') return undefined;
  const spent = remaining === undefined ? undefined : decimalOf(BigInt(lifetime) - BigInt(remaining), digits);
  const amount = decimalOf(BigInt(lifetime), digits);
  return { kind: 'lifetime', amount, ...(spent && { spent }), worstDay: worstDayOn(parts) };
}

/** What a day costs at most: raises that begin within a day of each other come together, and so do those that repeat. */
function peakOf(units: bigint, schedules: readonly BudgetSchedule[]): bigint {
  const isNear = (one: BudgetSchedule, other: BudgetSchedule) =>
    Math.abs(timeOf(one.time_start) - timeOf(other.time_start)) < DAY_MS;
  const peaks = schedules.map((first) =>
    schedules
      .filter((one) => repeats(one) || isNear(one, first))
      .reduce((sum, one) => sum + raiseOf(units, one), units),
  );
  return largest([units, ...peaks]);
}

export function largest(amounts: readonly bigint[]): bigint {
  return amounts.toSorted((one, other) => (one < other ? 1 : -1))[0]!;
}

const FACTOR_DIGITS = 6;

/** `ABSOLUTE` comes on top of the budget, in minor units; `MULTIPLIER` 2 doubles it. */
function raiseOf(units: bigint, { budget_value: value, budget_value_type: type }: BudgetSchedule): bigint {
  if (type === 'ABSOLUTE') return unitsOf(value, 0) ?? 0n;
  const whole = 10n ** BigInt(FACTOR_DIGITS);
  const factor = unitsOf(value, FACTOR_DIGITS) ?? whole;
  return (units * (factor - whole) + whole - 1n) / whole;
}

function repeats({ recurrence_type }: BudgetSchedule): boolean {
  return recurrence_type !== 'ONE_TIME';
}

function timeOf(time: string | number): number {
  return Date.parse(isoTime(time) ?? '');
}

function capOf(cap: string | undefined, currency: string): { cap?: string } {
  const isCapped = cap !== undefined && cap !== '0' && cap !== String(NO_CAP) && isKnown(currency);
  return isCapped ? { cap: decimalOf(BigInt(cap), digitsOf(currency)) } : {};
}

/** A start is told while it lies ahead: one that has passed says nothing about what may still be spent. */
export function runOf(start: string | undefined, end: string | undefined, now: number): Pick<Holding, 'start' | 'end'> {
  const [from, to] = [start, end].map((time) => Date.parse(time ?? ''));
  return { ...(from! > now && { start: from }), ...(!Number.isNaN(to) && { end: to }) };
}

const NO_BUDGET = 'no budget on the ad set or its campaign';

/**
 * Objects with what follows from others: a campaign that holds the budget runs as long as its ad sets, which alone have
 * dates, and an ad set that neither has a budget nor a campaign with one could spend any amount.
 */
export function completed(objects: readonly Holding[], now: number): Holding[] {
  const campaigns = new Map(objects.filter(({ level }) => level === 'campaign').map((one) => [one.id, one]));
  const below = Map.groupBy(objects, ({ parent }) => parent);
  return objects.map((one) => {
    if (one.level === 'campaign')
      return one.budget ? { ...one, ...runBelow(one.budget, below.get(one.id) ?? [], now) } : one;
    const campaign = campaigns.get(one.parent ?? '');
    const isUncapped = !one.budget && campaign !== undefined && !campaign.budget;
    if (isUncapped) return { ...one, unknown: one.unknown ?? NO_BUDGET };
    return one.unknown === NO_BUDGET ? { ...one, unknown: undefined } : one;
  });
}

/** The end of a campaign's budget while no ad set can spend from it. */
const NOTHING_RUNS = 0;

/**
 * When the budget of a campaign is spent: while an ad set runs. A daily one goes on until the last of them ends. A lifetime
 * one may go to any of them alone, so that it has the shortest run: an ad set with a far end makes no day look cheaper, and
 * pausing one makes none look dearer.
 */
function runBelow({ kind }: HeldBudget, adSets: readonly Holding[], now: number): Pick<Holding, 'start' | 'end'> {
  const running = adSets.filter(({ on, end }) => on && (end ?? Number.POSITIVE_INFINITY) > now);
  if (running.length === 0) return { start: undefined, end: NOTHING_RUNS };
  const ends = running.flatMap(({ end }) => end ?? []);
  if (ends.length < running.length) return { start: undefined, end: undefined };
  if (kind === 'daily') return { start: undefined, end: Math.max(...ends) };
  const lengthOf = ({ start = now, end = now }: Holding) => end - Math.max(start, now);
  const { start, end } = running.reduce((shortest, one) => (lengthOf(one) < lengthOf(shortest) ? one : shortest));
  return { start, end };
}
