import { z } from 'zod';
import { DAY_MS } from '../../ambient.ts';
import { changeWords } from '../../tools/change-words.ts';
import { plusDays } from '../../tools/days.ts';
import { dayIn } from '../../tools/report/period.ts';
import { type AccountProblem, type PlatformChange, REJECTED_MAX, type Watching } from '../../tools/watching.ts';
import type { VideoClient } from './client.ts';
import { moneyOf } from './money.ts';
import { listAds } from './resources/ad.ts';
import { changeOf, changeTable } from './resources/change-log.ts';
import { filterOf, platformTime } from './resources/fields.ts';
import { hidesReview, isRejected, rejectionsOf } from './resources/review.ts';
import { AD_GROUPS, ADS, type Advertiser, CAMPAIGNS } from './wire.ts';

/** Ads whose status hides what the review said: so many are asked about, which takes a request for each hundred. */
const HIDDEN_ASKED_MAX = 2_000;
/** The history reaches back 180 days; causes lie closer. */
const CHANGES_DAYS_MAX = 28;

export const watching: Watching<VideoClient> = {
  async rejectedAds(client, account) {
    const filtering = filterOf({ status: 'NOT_DELIVERING' }, 'ad_name', {});
    const { items } = await listAds(client, account, { limit: Number.POSITIVE_INFINITY, filtering });
    const those = (fits: typeof isRejected) =>
      items.filter(({ delivery_status }) => fits({ secondary_status: delivery_status }));
    const asked = [...those(isRejected).slice(0, REJECTED_MAX), ...those(hidesReview).slice(0, HIDDEN_ASKED_MAX)];
    const reasons = await rejectionsOf(
      client,
      account,
      asked.map(({ id }) => id),
    );
    const rejected = asked
      .filter(({ id, delivery_status }) => isRejected({ secondary_status: delivery_status }) || reasons.get(id)?.length)
      .slice(0, REJECTED_MAX);
    const names = await campaignNames(client, account, new Set(rejected.map(({ campaign_id }) => campaign_id)));
    return rejected.map(({ id, name, campaign_id }) => ({
      id,
      name,
      campaign: { id: campaign_id, name: names.get(campaign_id) },
      reasons: reasons.get(id) ?? [],
    }));
  },

  async accountProblems(client, account) {
    const advertiser = await client.advertiser(account);
    if (advertiser.status !== 'STATUS_ENABLE') return [notEnabled(advertiser)];
    return balanceProblems(client, account, advertiser);
  },

  /** The platform writes its history first, which takes some seconds. */
  async changes(client, account, { since, until, campaign }, signal) {
    const { timezone } = await client.advertiser(account);
    const first = Math.max(since, client.session.platformNow() - CHANGES_DAYS_MAX * DAY_MS);
    if (until < first) return [];
    const rows = await changeTable(client, account, {
      // The documentation does not say in which zone the bounds are read: a day more on both sides, filtered below.
      start_time: platformTime(new Date(first - DAY_MS).toISOString()),
      end_time: platformTime(new Date(until + DAY_MS).toISOString()),
      timezone,
    });
    signal.throwIfAborted();
    const below = campaign === undefined ? undefined : await objectsOf(client, account, campaign);
    return rows
      .map((row) => changeOf(row, timezone))
      .filter(({ id, time }) => isBetween(time, since, until) && (!below || below.has(id)))
      .reverse()
      .sort((one, other) => other.time.localeCompare(one.time))
      .map(
        (change): PlatformChange => ({
          at: change.time,
          who: change.user,
          object: { id: change.id, campaign: change.what === 'Campaign' ? change.id : campaign },
          words: changeWords(change),
        }),
      );
  },
};

/** Times are told to the minute: a change belongs to the span if a part of its minute does. */
function isBetween(time: string, since: number, until: number): boolean {
  const at = Date.parse(time);
  return at + 60_000 > since && at <= until;
}

async function objectsOf(client: VideoClient, account: string, campaign: string): Promise<Set<string>> {
  const filtering = { campaign_ids: [campaign] };
  const groups = await client.all(AD_GROUPS, account, filtering);
  const ads = await client.all(ADS, account, filtering);
  return new Set([campaign, ...groups.map(({ adgroup_id }) => adgroup_id), ...ads.map(({ ad_id }) => ad_id)]);
}

const IDS_PER_CALL = 100;

async function campaignNames(client: VideoClient, account: string, ids: ReadonlySet<string>) {
  const all = [...ids];
  const names = new Map<string, string>();
  for (let from = 0; from < all.length; from += IDS_PER_CALL) {
    const filtering = { campaign_ids: all.slice(from, from + IDS_PER_CALL) };
    const { items } = await client.list(CAMPAIGNS, account, { limit: IDS_PER_CALL, filtering });
    for (const { campaign_id, campaign_name } of items) names.set(campaign_id, campaign_name);
  }
  return names;
}

const SETTINGS = "in the platform's account settings";

function notEnabled({ status, rejection_reason }: Advertiser): AccountProblem {
  const why = rejection_reason ? `: ${rejection_reason}` : '';
  if (status === 'STATUS_DISABLE')
    return {
      status,
      kind: 'closed',
      words: `The advertiser account is closed or disabled${why}. No ad is shown.`,
      nextStep: `Its owner can appeal or reopen it ${SETTINGS}; otherwise use another advertiser.`,
    };
  if (/FAIL|LIMIT/.test(status))
    return {
      status,
      kind: 'restricted',
      words: `The platform has restricted the advertiser account or refused its review${why}. No ad is shown.`,
      nextStep: `Correct what the platform objects to ${SETTINGS} and ask for another review.`,
    };
  return {
    status,
    kind: 'restricted',
    words: `The advertiser account is not open yet: the platform reviews it or waits for a contract${why}.`,
    nextStep: `See what is missing ${SETTINGS}.`,
  };
}

/** A balance that lasts shorter is low. */
const LASTS_DAYS = 3;
const PACE_DAYS = 7;

async function balanceProblems(
  client: VideoClient,
  account: string,
  advertiser: Advertiser,
): Promise<AccountProblem[]> {
  const { balance, currency, timezone } = advertiser;
  const shown = moneyOf(balance, currency);
  if (balance <= 0) {
    // Advertisers that pay afterwards have no balance either: only the ad groups tell that money is what is missing.
    const filtering = { primary_status: 'STATUS_NOT_DELIVERY', secondary_status: 'ADGROUP_STATUS_BALANCE_EXCEED' };
    const { items } = await client.list(AD_GROUPS, account, { limit: 1, filtering });
    if (items.length === 0) return [];
    return [
      {
        status: 'ADGROUP_STATUS_BALANCE_EXCEED',
        kind: 'payment',
        words: 'The balance is used up or a charge failed, for example because the card has expired. No ad is shown.',
        nextStep: "Pay in or give another card in the platform's billing settings.",
      },
    ];
  }
  const daily =
    (await spentLately(client, account, dayIn(timezone, client.session.platformNow() - DAY_MS))) / PACE_DAYS;
  if (daily <= 0 || balance >= daily * LASTS_DAYS) return [];
  return [
    {
      status: 'BALANCE_LOW',
      kind: 'balance_low',
      words: `The balance of ${shown.amount} ${shown.currency} lasts for less than ${LASTS_DAYS} days at the pace of the last ${PACE_DAYS}.`,
      nextStep: "Pay in under the platform's billing settings.",
    },
  ];
}

const Spent = z.object({ list: z.array(z.object({ metrics: z.object({ spend: z.string() }) })) });

/** Spend of the whole advertiser in the days that end with `last`. */
async function spentLately(client: VideoClient, account: string, last: string): Promise<number> {
  const first = plusDays(last, 1 - PACE_DAYS);
  const query = {
    report_type: 'BASIC',
    data_level: 'AUCTION_ADVERTISER',
    dimensions: ['advertiser_id'],
    metrics: ['spend'],
    start_date: first,
    end_date: last,
    page_size: 1,
  };
  const { list } = await client.get('report/integrated/get', query, Spent, account);
  return Number(list[0]?.metrics.spend ?? 0);
}
