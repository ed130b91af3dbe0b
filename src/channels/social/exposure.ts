import {
  type CallArguments,
  changesBy,
  type Effects,
  type Exposure,
  type HeldBudget,
  type Holding,
  type Holdings,
  rowByRow,
  unlessRefused,
} from '../../tools/exposure.ts';
import { decimalOf, unitsOf } from '../../tools/money.ts';
import type { SocialClient } from './client.ts';
import { digitsOf, minorUnits } from './money.ts';
import { changedByPercent } from './resources/budget.ts';
import { completed, type DayParts, holdingsOf, largest, runOf, WORST_DAY, worstDayOn } from './resources/holdings.ts';

/** The arguments that decide what an object may spend, as campaigns, ad sets and rows of a bulk change name them. */
interface Asked {
  status?: string;
  daily_budget?: string;
  lifetime_budget?: string;
  percent?: number;
  spend_cap?: string;
  start_time?: string;
  end_time?: string;
  options?: { day_parting?: DayParts };
}

type Objects = readonly Holding[];

const BELOW_A_BUDGET = 'budgets are counted whether ads run or not';
const NO_SPENDER = 'it can spend only through an ad set';
const NO_PEOPLE = 'who is reached changes, the budget does not';

const NO_MONEY = 'it tells the platform what happened and moves no budget';

/** Every write tool of the channel. */
export const EFFECTS: Effects = {
  update_social_campaign: ({ campaign_id, ...asked }, holdings) => changed(holdings, campaign_id as string, asked),
  update_ad_set: ({ ad_set_id, ...asked }, holdings) => changed(holdings, ad_set_id as string, asked),
  bulk_update: rowByRow(changedEach),
  create_social_campaign: (args, holdings) => made(holdings, [newCampaign(args, holdings)]),
  create_ad_set: (args, holdings) => made(holdings, [newAdSet(args, holdings)]),
  duplicate_object: (args, holdings) => made(holdings, copiesOf(args, holdings)),
  create_social_ad: BELOW_A_BUDGET,
  update_social_ad: BELOW_A_BUDGET,
  create_ad_creative: NO_SPENDER,
  rename_creative: NO_SPENDER,
  upload_ad_image: NO_SPENDER,
  upload_ad_video: NO_SPENDER,
  create_custom_audience: NO_PEOPLE,
  create_lookalike_audience: NO_PEOPLE,
  update_custom_audience: NO_PEOPLE,
  update_customer_list: NO_PEOPLE,
  delete_audience: NO_PEOPLE,
  send_conversions: NO_MONEY,
  create_conversion_action: NO_SPENDER,
  update_conversion_action: 'what counts stays as it was, and so does the budget',
  create_lead_form: NO_SPENDER,
  update_lead_form: NO_SPENDER,
  create_test_lead: 'nobody saw an ad for it',
  generate_system_user_token: 'it makes a token',
};

export const exposure: Exposure<SocialClient> = { read: holdingsOf, changes: changesBy(EFFECTS) };

function changed(holdings: Holdings, id: string, asked: Asked): Objects | undefined {
  const after = changedIn(holdings.objects, holdings, id, asked);
  return after && completed(after, holdings.readAt ?? 0);
}

/** Arguments that can make more money flow. */
const MORE = ['daily_budget', 'lifetime_budget', 'percent', 'spend_cap', 'start_time', 'end_time', 'options'] as const;

/** An object that was not read may be switched off; what anything else would cost cannot be told. */
function changedIn(objects: Objects, holdings: Holdings, id: string, asked: Asked): Objects | undefined {
  const held = objects.find((one) => one.id === id);
  if (!held) return asked.status === 'ACTIVE' || MORE.some((name) => asked[name] !== undefined) ? undefined : objects;
  const { status, spend_cap, start_time, end_time } = asked;
  if (status === 'ARCHIVED' || status === 'DELETED')
    return objects.filter((one) => one !== held && one.parent !== held.id);
  const budget = newBudget(asked, holdings, held.budget);
  const { start, end } = runOf(start_time, end_time, holdings.readAt ?? 0);
  const after: Holding = {
    ...held,
    ...(status && { on: status === 'ACTIVE' }),
    ...(budget && { budget }),
    ...(spend_cap && { cap: spend_cap === 'none' ? undefined : amountOf('spend_cap', spend_cap, holdings) }),
    ...(start_time && { start }),
    ...(end_time && { end }),
  };
  return objects.map((one) => (one === held ? after : one));
}

/** The budget that is asked for; undefined: it stays as it is, or the object holds none to change by percent. */
function newBudget(asked: Asked, holdings: Holdings, held?: HeldBudget): HeldBudget | undefined {
  const { daily_budget, lifetime_budget, percent, options: { day_parting: parts } = {} } = asked;
  if (daily_budget !== undefined) {
    const amount = amountOf('daily_budget', daily_budget, holdings);
    return { kind: 'daily', amount, ...raisedPeak(amount, held, holdings), worstDay: WORST_DAY };
  }
  if (lifetime_budget !== undefined) {
    const amount = amountOf('lifetime_budget', lifetime_budget, holdings);
    const before = held?.kind === 'lifetime' ? held : { worstDay: WORST_DAY };
    return { ...before, kind: 'lifetime', amount, ...(parts && { worstDay: worstDayOn(parts) }) };
  }
  if (!held || (percent ?? parts) === undefined) return undefined;
  const digits = digitsOf(holdings.currency);
  const units = changedByPercent(Number(unitsOf(held.amount, digits)), percent ?? 0);
  const amount = decimalOf(BigInt(units), digits);
  const isParted = parts && held.kind === 'lifetime';
  return { ...held, amount, ...raisedPeak(amount, held, holdings), ...(isParted && { worstDay: worstDayOn(parts) }) };
}

/**
 * The peak of a schedule under another budget. Whether the schedule adds an amount or multiplies the budget is not kept, so
 * that the larger of the two counts.
 */
function raisedPeak(amount: string, held: HeldBudget | undefined, { currency }: Holdings): { peak?: string } {
  if (held?.kind !== 'daily' || held.peak === undefined) return {};
  const digits = digitsOf(currency);
  const [next, old, peak] = [amount, held.amount, held.peak].map((text) => unitsOf(text, digits) ?? 0n) as [
    bigint,
    bigint,
    bigint,
  ];
  const added = next + peak - old;
  const multiplied = (next * peak + old - 1n) / old;
  return { peak: decimalOf(largest([added, multiplied]), digits) };
}

/** Exactly what would be sent; an amount finer than the currency is refused here as in the tool. */
function amountOf(field: string, amount: string, { currency }: Holdings): string {
  return decimalOf(BigInt(minorUnits(field, amount, currency)), digitsOf(currency));
}

interface BulkArguments {
  campaign_ids?: string[];
  ad_set_ids?: string[];
  status?: string;
  percent?: number;
  end_time?: string;
  budgets?: ({ campaign_id?: string; ad_set_id?: string } & Asked)[];
}

/** Rows about ads are left out: ads hold no budget. */
function changedEach(args: CallArguments, holdings: Holdings): Objects | undefined {
  const { campaign_ids = [], ad_set_ids = [], status, percent, end_time, budgets = [] } = args as BulkArguments;
  const rows = new Map<string, Asked>();
  for (const id of campaign_ids) rows.set(id, { status, percent });
  for (const id of ad_set_ids) rows.set(id, { status, percent, end_time });
  for (const { campaign_id, ad_set_id = '', ...budget } of budgets) {
    const id = campaign_id ?? ad_set_id;
    rows.set(id, { ...rows.get(id), ...budget });
  }
  let objects: Objects | undefined = holdings.objects;
  for (const [id, asked] of rows) objects = objects && rowChanged(objects, holdings, id, asked);
  return objects && completed(objects, holdings.readAt ?? 0);
}

/** A row that the tool refuses changes nothing: an impossible amount, or a percentage where there is no budget. */
function rowChanged(objects: Objects, holdings: Holdings, id: string, asked: Asked): Objects | undefined {
  const held = objects.find((one) => one.id === id);
  const isRelative = asked.percent !== undefined && (asked.daily_budget ?? asked.lifetime_budget) === undefined;
  if (held && isRelative && !held.budget) return objects;
  return unlessRefused(objects, () => changedIn(objects, holdings, id, asked));
}

function made(holdings: Holdings, objects: Objects): Objects {
  return completed([...holdings.objects, ...objects], holdings.readAt ?? 0);
}

/** Everything is created paused; ids are not known before. */
function newCampaign(args: CallArguments, holdings: Holdings): Holding {
  const { name, spend_cap, ...asked } = args as unknown as Asked & { name: string };
  const budget = withNothingSpent(newBudget(asked, holdings), holdings);
  const cap = spend_cap && amountOf('spend_cap', spend_cap, holdings);
  return { id: 'new', level: 'campaign', name, on: false, ...(budget && { budget }), ...(cap && { cap }) };
}

function newAdSet(args: CallArguments, holdings: Holdings): Holding {
  const {
    name,
    campaign_id: parent,
    start_time,
    end_time,
    ...asked
  } = args as unknown as Asked & { name: string; campaign_id: string };
  const budget = withNothingSpent(newBudget(asked, holdings), holdings);
  const run = runOf(start_time, end_time, holdings.readAt ?? 0);
  return { id: 'new', level: 'ad_set', name, parent, on: false, ...run, ...(budget && { budget }) };
}

function withNothingSpent(budget: HeldBudget | undefined, { currency }: Holdings): HeldBudget | undefined {
  return budget?.kind === 'lifetime' ? { ...budget, spent: decimalOf(0n, digitsOf(currency)) } : budget;
}

interface CopyArguments extends Asked {
  campaign_id?: string;
  ad_set_id?: string;
  into_campaign_id?: string;
  with_children?: boolean;
  name?: string;
}

/** Copies are paused with all that is below them, so that a source that was not read costs nothing either. */
function copiesOf(args: CallArguments, holdings: Holdings): Holding[] {
  const { campaign_id, ad_set_id, into_campaign_id, with_children = true, name, ...asked } = args as CopyArguments;
  const { objects } = holdings;
  const source = objects.find(({ id }) => id === (campaign_id ?? ad_set_id));
  if (!source) return [];
  const top = copyOf(source, asked, holdings);
  if (source.level !== 'campaign')
    return [{ ...top, id: 'new', parent: into_campaign_id ?? source.parent, name: name ?? source.name }];
  const { daily_budget: _, lifetime_budget: __, ...below } = asked;
  const children = with_children ? objects.filter(({ parent }) => parent === source.id) : [];
  return [
    { ...top, id: 'new', name: name ?? source.name },
    ...children.map((child, at) => ({ ...copyOf(child, below, holdings), id: `new ${at}`, parent: 'new' })),
  ];
}

function copyOf(source: Holding, asked: Asked, holdings: Holdings): Holding {
  const now = holdings.readAt ?? 0;
  const budget = withNothingSpent(newBudget(asked, holdings, source.budget) ?? source.budget, holdings);
  const copy = { ...source, on: false, budget };
  if (source.level === 'campaign') return copy;
  const { start, end } = runOf(asked.start_time, asked.end_time, now);
  const lasting = source.end !== undefined && source.end > now ? source.end : undefined;
  return { ...copy, start: start ?? source.start, end: end ?? lasting };
}
