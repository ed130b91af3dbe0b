import { Failure } from '../../../errors.ts';
import type { BulkRow } from '../../../tools/bulk.ts';
import type { Shown } from '../../../tools/write-report.ts';
import type { ProfessionalClient } from '../client.ts';
import { changedByPercent, type MoneyArguments, moneyOf, wireMoney } from '../money.ts';
import { WireCampaign, WireCreative, WireGroup } from '../wire.ts';
import { bidsByHand, idleBid } from './bidding.ts';
import { campaignPath, shownCampaign } from './campaign.ts';
import { groupPath, shownGroup } from './campaign-group.ts';
import { creativesPath, shownCreative } from './creative.ts';
import { idIn, urnOf } from './fields.ts';
import type { Level } from './level.ts';
import { missing } from './lookup.ts';
import { scheduleFor, shownSchedule } from './schedule.ts';
import { checkCreativeStep, checkStep } from './status.ts';

/** Rows of a bulk change: reads the objects, checks each change and builds what is sent. */

type Wire = WireGroup | WireCampaign | WireCreative;

/** One requested change. */
export interface Wish extends MoneyArguments {
  id: string;
  status?: string | undefined;
  percent?: number | undefined;
  /** Null takes the end away. */
  run_schedule_end?: number | null | undefined;
}

export interface Row extends BulkRow {
  key: string;
  fields: Record<string, unknown>;
  /** Drafts are deleted; other objects get the status PENDING_DELETION. */
  deletes: boolean;
}

const PLACES = {
  campaign_group: { kind: 'sponsoredCampaignGroup', path: groupPath },
  campaign: { kind: 'sponsoredCampaign', path: campaignPath },
  creative: { kind: 'sponsoredCreative', path: creativesPath },
} as const;

export function placeOf(level: Level, account: string): string {
  return PLACES[level].path(account);
}

/** The objects by id, without those that do not exist. */
export async function wiresOf(client: ProfessionalClient, account: string, level: Level, ids: readonly string[]) {
  const { kind, path } = PLACES[level];
  const urns = ids.map((id) => urnOf(kind, id));
  const creative = level === 'creative';
  const params = creative ? { q: 'criteria', creatives: urns } : { q: 'search', search: { id: { values: urns } } };
  const schema = { campaign_group: WireGroup, campaign: WireCampaign, creative: WireCreative }[level];
  const request = { limit: ids.length, params, account, pageMax: 100 };
  const { items } = await client.list<Wire>(path(account), schema, request);
  return new Map(items.map((wire) => [idIn(wire.id), wire]));
}

export function shownAs(level: Level, wire: Wire): Shown & { status: string; name?: string | undefined } {
  if (level === 'campaign_group') return shownGroup(wire as WireGroup);
  return level === 'campaign' ? shownCampaign(wire as WireCampaign) : shownCreative(wire as WireCreative);
}

export async function rowsFor(
  client: ProfessionalClient,
  account: string,
  level: Level,
  wishes: readonly Wish[],
): Promise<Row[]> {
  const [{ currency }, wires] = await Promise.all([
    client.account(account),
    wiresOf(
      client,
      account,
      level,
      wishes.map(({ id }) => id),
    ),
  ]);
  const now = client.session.platformNow();
  return wishes.map((wish) => rowOf(level, wish, wires.get(wish.id), currency, now));
}

/** The objects after the change. One that was to be deleted and is gone counts as changed. */
export async function readAgain(
  client: ProfessionalClient,
  account: string,
  level: Level,
  rows: readonly Row[],
): Promise<(Shown | undefined)[]> {
  const wires = await wiresOf(
    client,
    account,
    level,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, before, wanted }) => {
    const wire = wires.get(id);
    if (wire) return shownAs(level, wire);
    const removed = wanted.status === 'REMOVED' || wanted.status === 'PENDING_DELETION';
    return removed ? { ...before, status: wanted.status } : undefined;
  });
}

function rowOf(level: Level, wish: Wish, wire: Wire | undefined, currency: string, now: number): Row {
  const { id, status } = wish;
  const key = level === 'creative' ? urnOf('sponsoredCreative', id) : id;
  const empty = { id, key, about: { level }, before: {}, wanted: {}, fields: {}, deletes: false };
  if (!wire) return { ...empty, refusal: missing(level, { id }) };
  const before = shownAs(level, wire);
  const row = { ...empty, before, about: { level, ...(before.name && { name: before.name }) } };
  try {
    checkStatus(level, wire, before.status, status);
    if (level === 'campaign') checkBid(wish, wire as WireCampaign);
    const money = { ...wireMoney(wish, currency), ...share(wish, wire) };
    const deletes = status === 'REMOVED' && before.status === 'DRAFT';
    const next = status === 'REMOVED' && !deletes ? 'PENDING_DELETION' : status;
    const { runSchedule } =
      level === 'creative' ? { runSchedule: undefined } : scheduleFor(wish, wire as WireGroup, now);
    return {
      ...row,
      deletes,
      fields: { [level === 'creative' ? 'intendedStatus' : 'status']: next, ...money, runSchedule },
      wanted: {
        ...(next && { status: next }),
        ...shownMoney(money),
        ...(runSchedule && shownSchedule(runSchedule)),
        ...(wish.run_schedule_end === null && { run_schedule_end: null }),
      },
    };
  } catch (error) {
    if (error instanceof Failure) return { ...row, refusal: error };
    throw error;
  }
}

function checkStatus(level: Level, wire: Wire, before: string, status: string | undefined): void {
  if (level === 'creative') checkCreativeStep(before, status, (wire as WireCreative).review?.status);
  else checkStep(before, status);
}

function checkBid({ unit_cost_amount }: Wish, { id, optimizationTargetType: target }: WireCampaign): void {
  if (unit_cost_amount === undefined || bidsByHand(target)) return;
  const { field, message } = idleBid(target!);
  throw new Failure({
    code: 'invalid_arguments',
    message: `${field} ${message}.`,
    nextStep: `Change its bidding first: update_professional_campaign {"campaign_id":"${id}","optimization_target_type":"NONE","unit_cost_amount":"${unit_cost_amount}"}.`,
  });
}

type Amounts = Partial<ReturnType<typeof wireMoney>>;

function shownMoney({ dailyBudget, totalBudget, unitCost }: Amounts): Shown {
  const shown = {
    daily_budget: moneyOf(dailyBudget),
    total_budget: moneyOf(totalBudget),
    unit_cost: moneyOf(unitCost),
  };
  return Object.fromEntries(Object.entries(shown).filter(([, money]) => money !== undefined));
}

/** The present budget changed by a percentage, rounded to the currency's smallest unit. */
function share({ id, percent }: Wish, wire: Wire): Amounts {
  if (percent === undefined) return {};
  const { dailyBudget, totalBudget } = wire as WireCampaign;
  const held = dailyBudget ?? totalBudget;
  const changed = held && changedByPercent(held, percent);
  if (!changed)
    throw new Failure({
      code: 'invalid_arguments',
      message: `${id} holds no budget of its own.`,
      nextStep: 'Its campaign group, or its campaigns, hold it: change it there.',
    });
  return { [dailyBudget ? 'dailyBudget' : 'totalBudget']: changed };
}
