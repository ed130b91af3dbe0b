import { dated } from '../../../ambient.ts';
import { Failure } from '../../../errors.ts';
import { dayOf } from '../../../tools/days.ts';
import type { Finding } from '../../../tools/diagnosis.ts';
import { dayIn, daysOf } from '../../../tools/report/period.ts';
import type { SocialClient } from '../client.ts';
import { moneyOf, reportedMoney } from '../money.ts';
import { CAPPED, holdsBudget } from '../resources/budget.ts';
import { reportPage } from '../resources/insights.ts';
import type { Level } from '../resources/level.ts';
import { estimateReach } from '../resources/targeting-option.ts';
import { ACCOUNT_FACTS, type AdHealth, type AdSetHealth, AUDIENCES, type Campaign, PRODUCT_SET } from '../wire.ts';
import { finding } from './findings.ts';

/** Findings that take further requests: audience size, catalogue, learning, recent numbers. */

/** Below this many people the platform has too few chances to show an ad. */
const AUDIENCE_MIN = 1_000;
const TOO_SMALL = 300;
const AUDIENCES_MAX = 20;
const PRODUCT_SETS_MAX = 10;

type Entries = readonly { id: string }[] | undefined;

export async function audienceFindings(client: SocialClient, adSet: AdSetHealth): Promise<Finding[]> {
  const targeting = adSet.targeting ?? {};
  const [included, excluded] = (['custom_audiences', 'excluded_custom_audiences'] as const).map(
    (key) => (targeting[key] as Entries) ?? [],
  );
  const judged = (
    await Promise.all((included ?? []).slice(0, AUDIENCES_MAX).map((entry) => unfit(client, entry.id)))
  ).flat();
  const left = (included ?? [])
    .filter(({ id }) => !judged.some((audience) => audience.id === id))
    .map(({ id }) => ({ id }));
  // Without any audience the ad set would show its ads to everybody of its other targeting, so no call mends that.
  const change = left.length > 0 ? { targeting: { custom_audiences: left } } : undefined;
  const found = judged.map(({ id, why }) => ({
    ...finding('audience', 'ad_set', adSet.id, `The audience ${id} ${why}`, change),
    stops: change === undefined,
  }));
  const gone = (await Promise.all((excluded ?? []).slice(0, AUDIENCES_MAX).map(({ id }) => unfit(client, id)))).flat();
  const lost = gone.filter(({ isGone }) => isGone).map(({ id }) => id);
  const kept = (excluded ?? []).filter(({ id }) => !lost.includes(id)).map(({ id }) => ({ id }));
  const held = lost.map((id) =>
    finding('audience', 'ad_set', adSet.id, `The excluded audience ${id} is deleted`, {
      targeting: { excluded_custom_audiences: kept },
    }),
  );
  return [...found, ...held, ...(judged.length === 0 ? await sizeFindings(client, adSet) : [])];
}

/** A catalogue ad has nothing to show when its product set is empty or gone. */
export async function productFindings(client: SocialClient, ads: readonly AdHealth[]): Promise<Finding[]> {
  const sets = [...new Set(ads.flatMap(({ creative }) => creative?.product_set_id ?? []))].slice(0, PRODUCT_SETS_MAX);
  const unfit = new Map<string | undefined, string | undefined>(
    await Promise.all(sets.map(async (set) => [set, await unfitProducts(client, set)] as const)),
  );
  const held = ads.filter(({ creative }) => unfit.get(creative?.product_set_id) !== undefined);
  return held.map(({ id, name, creative }) => ({
    ...finding('parts', 'ad', id, `The product set of the ad "${name}" ${unfit.get(creative?.product_set_id)}`),
    stops: held.length === ads.length,
  }));
}

async function unfitProducts(client: SocialClient, id: string): Promise<string | undefined> {
  try {
    const { product_count } = await client.node(PRODUCT_SET, id);
    return product_count === 0 ? 'holds no product: add products to the catalogue, or name another set' : undefined;
  } catch (error) {
    if (error instanceof Failure && error.code === 'not_found') return 'is deleted';
    throw error;
  }
}

async function unfit(client: SocialClient, id: string): Promise<{ id: string; why: string; isGone: boolean }[]> {
  try {
    const { delivery_status: state } = await client.node(AUDIENCES, id);
    if (state === undefined || state.code < TOO_SMALL) return [];
    return [
      { id, why: `cannot be used: ${state.description ?? `status ${state.code}`}`.replace(/\.$/, ''), isGone: false },
    ];
  } catch (error) {
    if (error instanceof Failure && error.code === 'not_found') return [{ id, why: 'is deleted', isGone: true }];
    throw error;
  }
}

async function sizeFindings(client: SocialClient, { id, account_id, targeting = {} }: AdSetHealth): Promise<Finding[]> {
  const { users_upper_bound, estimate_ready } = await estimateReach(client, account_id, targeting);
  if (!estimate_ready || users_upper_bound < 0 || users_upper_bound > AUDIENCE_MIN) return [];
  const message = `The targeting reaches ${AUDIENCE_MIN} people or fewer, which is hardly enough: widen it`;
  return [{ ...finding('audience', 'ad_set', id, message, { advantage_audience: true }), stops: false }];
}

export function learningFindings({ id, status, learning_stage_info: stage }: AdSetHealth): Finding[] {
  if (status !== 'ACTIVE' || stage === undefined || stage.status === 'SUCCESS') return [];
  const since = stage.last_sig_edit_ts ? ` since ${dayOf(dated(stage.last_sig_edit_ts * 1000))}` : '';
  const message =
    stage.status === 'FAIL'
      ? 'The ad set gets too few results to learn from (about 50 a week are needed): raise its budget, widen its audience or choose a more frequent goal'
      : `The ad set has been learning${since}: its results vary, and changing budget, bid or targeting begins anew`;
  return [{ ...finding('learning', 'ad_set', id, message), stops: false }];
}

/** A bid too low to win auctions shows only in its effect: running, and without impressions. */
export function bidFindings(
  { id, bid_strategy = '', bid_amount }: AdSetHealth,
  campaign: Campaign,
  currency: string,
  shown: number | undefined,
): Finding[] {
  if (bid_amount === undefined || shown !== 0 || !CAPPED.includes(bid_strategy)) return [];
  const { amount } = moneyOf(bid_amount, currency);
  const message = `The bid of ${amount} ${currency} wins nothing: no impression in the last 7 days. Raise bid_amount, or bid without a cap`;
  const uncapped = { bid_strategy: 'LOWEST_COST_WITHOUT_CAP' };
  // The level that holds the budget also holds the strategy.
  return [
    holdsBudget(campaign)
      ? finding('bid', 'campaign', campaign.id, message, uncapped)
      : finding('bid', 'ad_set', id, message, uncapped),
  ];
}

const FILTERS: Record<Level, string> = { campaign: 'campaign.id', ad_set: 'adset.id', ad: 'ad.id' };

/** What the object did in the last days, today included. */
export async function recentNumbers(client: SocialClient, account: string, level: Level, id: string) {
  const { currency, timezone_name } = await client.account(ACCOUNT_FACTS, account);
  const today = dayIn(timezone_name, client.session.platformNow());
  const { start_date } = daysOf('LAST_7_DAYS', today);
  const { items } = await reportPage(client, account, {
    level: 'account',
    fields: 'impressions,clicks,spend',
    filtering: [{ field: FILTERS[level], operator: 'IN', value: [id] }],
    time_range: { since: start_date, until: today },
  });
  const [row] = items;
  return {
    start_date,
    end_date: today,
    impressions: row?.impressions ?? 0,
    clicks: row?.clicks ?? 0,
    cost: reportedMoney(row?.spend ?? '0', currency),
  };
}
