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
import { decimalOf, unitsOf } from '../../tools/money.ts';
import { dayIn } from '../../tools/report/period.ts';
import type { Params, VideoClient } from './client.ts';
import { changedByPercent, digitsOf, moneyOf } from './money.ts';
import { adGroupOf } from './resources/ad-group.ts';
import { statusOf } from './resources/fields.ts';
import { AD_GROUPS, type AdGroup, CAMPAIGNS, type Campaign, type Kind, ReportPage, type ReportRow } from './wire.ts';

/** How a budget of a mode is counted, and how many times its amount a day may cost; a dynamic one evens out over a week. */
const MODES: Readonly<Record<string, Pick<HeldBudget, 'kind' | 'worstDay'>>> = {
  BUDGET_MODE_DAY: { kind: 'daily', worstDay: 1 },
  BUDGET_MODE_DYNAMIC_DAILY_BUDGET: { kind: 'daily', worstDay: 1.25 },
  BUDGET_MODE_TOTAL: { kind: 'lifetime', worstDay: 1.25 },
};
const NONE = 'BUDGET_MODE_INFINITE';

const ON: Readonly<Record<string, boolean>> = { ENABLE: true, DISABLE: false };

const NO_BUDGET = 'neither it nor its campaign holds a budget';

export const exposure: Exposure<VideoClient> = {
  async read(client, account, now) {
    const [{ currency, timezone }, campaigns, groups] = await Promise.all([
      client.advertiser(account),
      every(client, CAMPAIGNS, account),
      every(client, AD_GROUPS, account),
    ]);
    const above = new Map(campaigns.map((campaign) => [campaign.campaign_id, campaign]));
    const living = groups.filter(({ campaign_id }) => above.has(campaign_id));
    const [spentThisMonth, byCampaign, byGroup] = await Promise.all([
      spentInMonth(client, account, now),
      spentSoFar(
        client,
        account,
        'campaign_id',
        campaigns.filter((one) => one.budget_optimize_on && isLifetime(one)).map(({ campaign_id }) => campaign_id),
      ),
      spentSoFar(
        client,
        account,
        'adgroup_id',
        living
          .filter((one) => !above.get(one.campaign_id)!.budget_optimize_on && isLifetime(one))
          .map(({ adgroup_id }) => adgroup_id),
      ),
    ]);
    const shared = new Map(
      campaigns.map((one) => [one.campaign_id, sharedBudget(one, currency, byCampaign.get(one.campaign_id))]),
    );
    return {
      account,
      currency,
      timeZone: timezone,
      ...(spentThisMonth !== undefined && { spentThisMonth }),
      objects: [
        ...campaigns.map(campaignHolding),
        ...living.map((group) => {
          const campaign = above.get(group.campaign_id)!;
          const own = campaign.budget_optimize_on
            ? undefined
            : budgetOf(group, currency, byGroup.get(group.adgroup_id));
          return groupHolding(group, own ?? shared.get(group.campaign_id), campaign);
        }),
      ],
    };
  },
  changes: (tool, args, holdings) => foretold(tool, args, holdings),
};

/** Every object of a kind; the platform leaves deleted ones out. */
async function every<T extends Parameters<typeof statusOf>[0]>(client: VideoClient, kind: Kind<T>, account: string) {
  return (await client.all(kind, account)).filter((one) => statusOf(one) !== 'DELETE');
}

function campaignHolding(campaign: Campaign): Holding {
  const { campaign_id: id, campaign_name: name, budget_mode: mode } = campaign;
  const status = statusOf(campaign);
  const unknown = [...strangeStatus(status), ...(mode === NONE ? [] : strangeMode(mode))];
  return { id, level: 'campaign', name, on: ON[status] ?? true, ...told(unknown) };
}

function groupHolding(group: AdGroup, budget: HeldBudget | undefined, campaign: Campaign): Holding {
  const { adgroup_id: id, adgroup_name: name, campaign_id: parent, budget_mode: mode } = group;
  const status = statusOf(group);
  const on = ON[status] ?? true;
  const { start_time, end_time } = adGroupOf(group, '');
  const unknown = [
    ...strangeStatus(status),
    // The platform ignores the mode of a group whose campaign shares out its own budget.
    ...(campaign.budget_optimize_on || mode === NONE ? [] : strangeMode(mode)),
    ...(on && budget === undefined ? [NO_BUDGET] : []),
  ];
  return {
    id,
    level: 'ad_group',
    name,
    parent,
    on,
    ...(start_time && { start: Date.parse(start_time) }),
    ...(end_time && { end: Date.parse(end_time) }),
    ...(budget && { budget }),
    ...told(unknown),
  };
}

function strangeStatus(status: string): string[] {
  return status in ON ? [] : [`status ${status}`];
}

function strangeMode(mode: string | null | undefined): string[] {
  return mode && mode in MODES ? [] : [`budget_mode ${mode}`];
}

function told(unknown: readonly string[]): Pick<Holding, 'unknown'> {
  return unknown.length > 0 ? { unknown: unknown.join('; ') } : {};
}

interface Budgeted {
  budget?: number | null | undefined;
  budget_mode?: string | null | undefined;
}

function isLifetime({ budget_mode }: Budgeted): boolean {
  return MODES[budget_mode ?? '']?.kind === 'lifetime';
}

function budgetOf({ budget, budget_mode }: Budgeted, currency: string, spent?: string): HeldBudget | undefined {
  const mode = MODES[budget_mode ?? ''];
  if (!budget || !mode) return undefined;
  return { ...mode, amount: moneyOf(budget, currency).amount, ...(spent !== undefined && { spent }) };
}

/**
 * The budget of a campaign that its ad groups spend from; counted once, and only while one of them may run. Where the
 * groups hold budgets of their own, that of the campaign only bounds them and is not counted.
 */
function sharedBudget(campaign: Campaign, currency: string, spent: string | undefined): HeldBudget | undefined {
  const budget = budgetOf(campaign, currency, spent);
  return budget && { id: campaign.campaign_id, ...budget };
}

/** Rows of a report on spend; undefined where the application may not read reports, without which budgets can still be read. */
async function spendRows(client: VideoClient, account: string, asked: Params): Promise<ReportRow[] | undefined> {
  const query = { report_type: 'BASIC', metrics: ['spend'], ...asked };
  try {
    return (await client.get('report/integrated/get', query, ReportPage, account)).list;
  } catch (error) {
    if (error instanceof Failure && error.code === 'permission_denied') return undefined;
    throw error;
  }
}

async function spentInMonth(client: VideoClient, account: string, now: number): Promise<string | undefined> {
  const { currency, timezone } = await client.advertiser(account);
  const end_date = dayIn(timezone, now);
  const rows = await spendRows(client, account, {
    data_level: 'AUCTION_ADVERTISER',
    dimensions: ['advertiser_id'],
    start_date: `${end_date.slice(0, 7)}-01`,
    end_date,
    page_size: 1,
  });
  return rows && amountIn(rows[0]?.metrics.spend, currency);
}

/** The most ids a report is asked for by. */
const IDS_MAX = 100;

/** What campaigns or ad groups have ever spent, by id. */
async function spentSoFar(
  client: VideoClient,
  account: string,
  dimension: 'campaign_id' | 'adgroup_id',
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const parts = Array.from({ length: Math.ceil(ids.length / IDS_MAX) }, (_, at) =>
    ids.slice(at * IDS_MAX, (at + 1) * IDS_MAX),
  );
  const currency = await client.currency(account);
  const answers = await Promise.all(
    parts.map((some) =>
      spendRows(client, account, {
        data_level: dimension === 'campaign_id' ? 'AUCTION_CAMPAIGN' : 'AUCTION_ADGROUP',
        dimensions: [dimension],
        query_lifetime: true,
        filtering: [{ field_name: `${dimension}s`, filter_type: 'IN', filter_value: JSON.stringify(some) }],
        page_size: IDS_MAX,
      }),
    ),
  );
  if (answers.includes(undefined)) return new Map();
  const rows = answers.flatMap((some) => some ?? []);
  const spent = new Map(rows.map(({ dimensions, metrics }) => [dimensions[dimension], metrics.spend]));
  return new Map(ids.map((id) => [id, amountIn(spent.get(id), currency)]));
}

/** Spend as a report writes it, which is `-` for none. */
function amountIn(spend: unknown, currency: string): string {
  return typeof spend === 'string' && /^\d+(\.\d+)?$/.test(spend)
    ? amountOf(spend, currency)
    : moneyOf(0, currency).amount;
}

/** Decimal text with the decimals of the currency; a finer amount stays as it is. */
function amountOf(text: string, currency: string): string {
  const digits = digitsOf(currency);
  const units = unitsOf(text, digits);
  return units === undefined ? text : decimalOf(units, digits);
}

/** A change of one campaign or ad group, as every tool that moves money states it. */
interface Wish {
  id: string;
  level: 'campaign' | 'ad_group';
  status?: string | undefined;
  budget?: string | undefined;
  percent?: number | undefined;
  start_time?: string | undefined;
  end_time?: string | undefined;
  /** Daily budgets of ad groups that are changed in bulk count from the next midnight. */
  inBulk?: boolean;
}

type Objects = readonly Holding[];

const WITHOUT_ADS = 'an ad group counts whether its ads run or not';
const WHOM = 'it changes whom an ad group could reach, not what it may spend';
const FILE = 'a file costs nothing';

/** Every tool that writes: what it does to the holdings, or why it makes no money flow. */
export const EFFECTS: Effects = {
  update_campaign: (args, holdings) =>
    changed(holdings.objects, { ...wishIn(args), id: String(args.campaign_id), level: 'campaign' }, holdings),
  update_ad_group: (args, holdings) =>
    changed(holdings.objects, { ...wishIn(args), id: String(args.ad_group_id), level: 'ad_group' }, holdings),
  bulk_update: rowByRow((args, holdings) =>
    rowsIn(args).reduce<Objects | undefined>(
      (objects, wish) => objects && changed(objects, wish, holdings),
      holdings.objects,
    ),
  ),
  create_ad: WITHOUT_ADS,
  create_ad_group: 'it is made switched off',
  create_audience: WHOM,
  create_conversion_action: 'it says what is counted, not what is spent',
  update_conversion_action: 'it says what is counted, not what is spent',
  create_test_lead: 'a made-up lead costs nothing',
  create_campaign: 'it is made switched off',
  delete_audience: WHOM,
  duplicate_ad: WITHOUT_ADS,
  duplicate_ad_group: 'the copy is switched off',
  duplicate_campaign: 'the copy is switched off, and with it the ad groups in it that are on',
  send_conversions: 'it tells of what was earned, and spends nothing',
  update_ad: WITHOUT_ADS,
  update_audience: WHOM,
  upload_image: FILE,
  upload_video: FILE,
};
const foretold = changesBy(EFFECTS);

function wishIn({ status, budget, percent, start_time, end_time }: CallArguments): Omit<Wish, 'id' | 'level'> {
  return {
    status: status as Wish['status'],
    budget: budget as Wish['budget'],
    percent: percent as Wish['percent'],
    start_time: start_time as Wish['start_time'],
    end_time: end_time as Wish['end_time'],
  };
}

/** The rows of a bulk change that name an object which may spend. */
function rowsIn(args: CallArguments): Wish[] {
  const {
    campaign_ids = [],
    ad_group_ids = [],
    budgets = [],
  } = args as {
    campaign_ids?: string[];
    ad_group_ids?: string[];
    budgets?: { campaign_id?: string; ad_group_id?: string; budget: string }[];
  };
  const all = { ...wishIn(args), inBulk: true };
  return [
    ...[...new Set(campaign_ids)].map((id): Wish => ({ ...all, id, level: 'campaign' })),
    ...[...new Set(ad_group_ids)].map((id): Wish => ({ ...all, id, level: 'ad_group' })),
    ...budgets.map(({ campaign_id, ad_group_id = '', budget }): Wish => {
      const named =
        campaign_id === undefined
          ? { id: ad_group_id, level: 'ad_group' as const }
          : { id: campaign_id, level: 'campaign' as const };
      return { ...named, budget, inBulk: true };
    }),
  ];
}

function changed(objects: Objects, wish: Wish, { currency }: Holdings): Objects | undefined {
  const { id, level, status, start_time, end_time } = wish;
  const money = wish.budget !== undefined || wish.percent !== undefined;
  if (!money && status === undefined && start_time === undefined && end_time === undefined) return objects;
  const held = objects.find((one) => one.id === id && one.level === level);
  const isOff = status !== undefined && status !== 'ENABLE';
  // Made since the holdings were read: nothing is known of it but that it can be switched off.
  if (!held) return isOff ? objects : undefined;
  if (status === 'DELETE') return objects.filter((one) => one !== held && one.parent !== id);
  if (held.unknown !== undefined && !isOff) return undefined;
  const after: Holding = {
    ...held,
    ...(status !== undefined && { on: !isOff }),
    ...(start_time !== undefined && { start: wholeSecond(start_time) }),
    ...(end_time !== undefined && { end: end_time === 'none' ? undefined : wholeSecond(end_time) }),
  };
  if (after.on && level === 'ad_group' && !after.budget) after.unknown = NO_BUDGET;
  return objects.map((one) => {
    const next = one === held ? after : one;
    // A campaign's budget is held by the ad groups that share it, of which none can have one of its own.
    const isMeant = level === 'campaign' ? one.budget?.id === id : one === held && held.budget?.id === undefined;
    return money && isMeant && next.budget ? { ...next, budget: budgetAfter(next.budget, wish, currency) } : next;
  });
}

/** The platform's times have no parts of seconds. */
function wholeSecond(moment: string): number {
  return Math.floor(Date.parse(moment) / 1000) * 1000;
}

function budgetAfter(held: HeldBudget, { budget, percent = 0, level, inBulk }: Wish, currency: string): HeldBudget {
  const asked = budget ?? changedByPercent(Number(held.amount), percent, currency);
  const amount = amountOf(asked, currency);
  if (!inBulk || level === 'campaign' || held.kind === 'lifetime') return { ...held, amount };
  // Until midnight the present budget counts, then the new one; the larger of both is the most that a day may cost.
  return Number(amount) > Number(held.peak ?? held.amount) ? { ...held, peak: amount } : held;
}
