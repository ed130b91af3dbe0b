import { Failure } from '../../../errors.ts';
import type { BulkRow } from '../../../tools/bulk.ts';
import type { Shown } from '../../../tools/write-report.ts';
import type { Params, SocialClient } from '../client.ts';
import { moneyOf } from '../money.ts';
import { AD_SETS, ADS, type Ad, type AdSet, CAMPAIGNS, type Campaign, type Kind } from '../wire.ts';
import { adOf } from './ad.ts';
import { adSetOf } from './ad-set.ts';
import { platformTimes, shownTimes } from './ad-set-fields.ts';
import { nodesOf } from './batch.ts';
import { changedByPercent, holdsBudget, platformAmounts, refuseBelowSpent, shownAmounts } from './budget.ts';
import { campaignOf } from './campaign.ts';
import type { Level } from './level.ts';

type Wire = Campaign | AdSet | Ad;
const KINDS: Record<Level, Kind<Wire>> = { campaign: CAMPAIGNS, ad_set: AD_SETS, ad: ADS };

/** One object to change, as the caller asked. */
export interface AskedChange {
  level: Level;
  id: string;
  status?: string | undefined;
  percent?: number | undefined;
  daily_budget?: string | undefined;
  lifetime_budget?: string | undefined;
  /** Of an ad set. */
  end_time?: string | undefined;
}

export interface BulkObject extends BulkRow {
  level: Level;
  currency: string;
  fields: Params;
}

/** The objects as they are, with what is to be sent for each. */
export async function bulkRows(client: SocialClient, asked: readonly AskedChange[]): Promise<BulkObject[]> {
  const wires = await read(client, asked);
  return Promise.all(asked.map((one, at) => rowOf(client, one, wires[at]!)));
}

/** The same objects after the change. */
export async function bulkRowsNow(client: SocialClient, rows: readonly BulkObject[]): Promise<(Shown | undefined)[]> {
  const wires = await read(client, rows);
  return rows.map(({ level, currency }, at) => shown(level, wires[at]!, currency));
}

function read(client: SocialClient, objects: readonly { level: Level; id: string }[]) {
  return nodesOf(
    client,
    objects.map(({ level, id }) => ({ kind: KINDS[level], id })),
  );
}

async function rowOf(client: SocialClient, asked: AskedChange, wire: Wire | Failure): Promise<BulkObject> {
  const { level, id, status, end_time } = asked;
  const about = { level };
  if (wire instanceof Failure)
    return { id, level, about, before: {}, wanted: {}, currency: '', fields: {}, refusal: wire };
  const currency = level === 'ad' ? '' : await client.currency(wire.account_id);
  const budget = budgetOrRefusal(asked, wire, currency);
  const before = shown(level, wire, currency) ?? {};
  return {
    id,
    level,
    currency,
    about: { level, name: wire.name },
    before,
    wanted: { ...(status && { status }), ...budget.shown, ...shownTimes(before, { end_time }) },
    fields: { ...(status && { status }), ...budget.sent, ...platformTimes({ end_time }) },
    refusal: budget.refusal,
  };
}

interface NewBudget {
  shown?: Shown;
  sent?: Params;
  refusal?: Failure;
}

/** An impossible amount refuses its own row only. */
function budgetOrRefusal(asked: AskedChange, wire: Wire, currency: string): NewBudget {
  try {
    return budgetOf(asked, wire, currency);
  } catch (error) {
    if (error instanceof Failure) return { refusal: error };
    throw error;
  }
}

function budgetOf(
  { id, percent, daily_budget, lifetime_budget }: AskedChange,
  wire: Wire,
  currency: string,
): NewBudget {
  const amounts = { daily_budget, lifetime_budget };
  if (holdsBudget(amounts)) refuseBelowSpent(amounts, wire as Campaign | AdSet, currency);
  if (holdsBudget(amounts)) return { shown: shownAmounts(amounts, currency), sent: platformAmounts(amounts, currency) };
  if (percent === undefined) return {};
  const held = wire as Campaign | AdSet;
  if (!holdsBudget(held)) return { refusal: noBudget(id) };
  const name = held.daily_budget !== undefined && held.daily_budget !== '0' ? 'daily_budget' : 'lifetime_budget';
  const units = changedByPercent(Number(held[name]), percent);
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
