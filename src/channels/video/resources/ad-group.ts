import { z } from 'zod';
import { DAY_MS } from '../../../ambient.ts';
import { collect } from '../../../tools/listing.ts';
import { notFound } from '../../../tools/not-found.ts';
import { withoutUnset } from '../../../tools/set-fields.ts';
import type { ListQuery, VideoClient } from '../client.ts';
import { moneyOf } from '../money.ts';
import { AD_GROUPS, type AdGroup as Wire } from '../wire.ts';
import { placeOf } from './account.ts';
import { WHATEVER_STATUS } from './campaign.ts';
import { wordsOf } from './dayparting.ts';
import { isoTime, statusOf } from './fields.ts';

export const AdGroup = z
  .looseObject({
    id: z.string(),
    name: z.string(),
    campaign_id: z.string(),
    status: z.string(),
  })
  .describe(
    'Also delivery_status, optimization_goal, budget and bid {amount, currency}, budget_mode, bid_strategy, billing_event, roas_floor, schedule, placements, promotion_type, pixel_id, attribution windows, comments, targeting, *_time',
  );

/** The targeting of an ad group under the names of our arguments. */
function targetingOf(wire: Wire) {
  const some = <T>(list: readonly T[] | null | undefined) => (list?.length ? list : undefined);
  const hashtags = wire.actions?.find(({ action_scene }) => action_scene === 'HASHTAG_RELATED');
  return withoutUnset({
    location_ids: some(wire.location_ids),
    zipcode_ids: some(wire.zipcode_ids),
    age_groups: wire.age_groups,
    gender: wire.gender,
    languages: some(wire.languages),
    operating_systems: some(wire.operating_systems),
    interest_category_ids: some(wire.interest_category_ids),
    interest_keyword_ids: some(wire.interest_keyword_ids),
    hashtag_ids: hashtags?.action_category_ids,
    audience_ids: some(wire.audience_ids),
    excluded_audience_ids: some(wire.excluded_audience_ids),
  });
}

/** The platform stores a schedule without end as one of ten years. */
const OPEN_YEARS = 9;

export function adGroupOf(wire: Wire, currency: string) {
  const isFree = wire.bid_type === 'BID_TYPE_NO_BID';
  const bid = isFree ? undefined : wire.conversion_bid_price || wire.bid_price;
  const [start, end] = [isoTime(wire.schedule_start_time), isoTime(wire.schedule_end_time)];
  const isOpen = wire.schedule_type === 'SCHEDULE_FROM_NOW' || yearsBetween(start, end) > OPEN_YEARS;
  return withoutUnset({
    id: wire.adgroup_id,
    name: wire.adgroup_name,
    advertiser_id: wire.advertiser_id,
    campaign_id: wire.campaign_id,
    status: statusOf(wire),
    delivery_status: wire.secondary_status,
    automation: wire.campaign_automation_type === 'UPGRADED_SMART_PLUS' ? 'SMART_PLUS' : 'MANUAL',
    budget: wire.budget ? moneyOf(wire.budget, currency) : undefined,
    budget_mode: wire.budget_mode,
    bid: bid ? moneyOf(bid, currency) : undefined,
    bid_strategy: isFree ? 'MAXIMUM_DELIVERY' : bid ? 'COST_CAP' : undefined,
    roas_floor: wire.roas_bid || undefined,
    pacing: wire.pacing,
    optimization_goal: wire.optimization_goal,
    optimization_event: wire.optimization_event,
    billing_event: wire.billing_event,
    promotion_type: wire.promotion_type,
    placements: wire.placements,
    pixel_id: wire.pixel_id,
    click_attribution_window: wire.click_attribution_window,
    view_attribution_window: wire.view_attribution_window,
    comments: wire.comment_disabled === undefined ? undefined : !wire.comment_disabled,
    app_id: wire.app_id,
    start_time: start,
    end_time: isOpen ? undefined : end,
    dayparting: wordsOf(wire.dayparting),
    frequency: wire.frequency,
    frequency_days: wire.frequency_schedule,
    targeting: targetingOf(wire),
    created_time: isoTime(wire.create_time),
    updated_time: isoTime(wire.modify_time),
  });
}

interface Ends {
  ends_from?: string | undefined;
  ends_to?: string | undefined;
}

/** Lists ad groups, only those that end in a span where one is given: the platform has no such filter, so it is done here. */
export function adGroupsEnding(client: VideoClient, account: string, { ends_from, ends_to }: Ends, query: ListQuery) {
  if (ends_from === undefined && ends_to === undefined) return client.list(AD_GROUPS, account, query);
  const { limit, cursor, filtering } = query;
  const scope = ['ad groups that end', account, filtering, ends_from, ends_to];
  return collect({ limit, cursor, scope, pageMax: AD_GROUPS.pageMax }, async (position, size) => {
    const { items, next } = await client.page(AD_GROUPS, account, filtering, { position, size });
    return { items: items.filter((one) => endsWithin(one, ends_from, ends_to)), next };
  });
}

/** By days in UTC, which is the platform's time. */
function endsWithin(wire: Wire, from = '0000-01-01', to = '9999-12-31'): boolean {
  const lastDay = adGroupOf(wire, 'USD').end_time?.slice(0, 10);
  return lastDay !== undefined && lastDay >= from && lastDay <= to;
}

function yearsBetween(start: string | undefined, end: string | undefined): number {
  return (Date.parse(end ?? '') - Date.parse(start ?? '')) / (365 * DAY_MS) || 0;
}

export async function findAdGroup(client: VideoClient, account: string, id: string): Promise<Wire | undefined> {
  const filtering = { adgroup_ids: [id], ...WHATEVER_STATUS };
  return (await client.list(AD_GROUPS, account, { limit: 1, filtering })).items[0];
}

export async function existingAdGroup(client: VideoClient, account: string, id: string): Promise<Wire> {
  const found = await findAdGroup(client, account, id);
  if (!found) throw notFound({ what: 'ad group', id, list: 'list_ad_groups', ...placeOf(account) });
  return found;
}
