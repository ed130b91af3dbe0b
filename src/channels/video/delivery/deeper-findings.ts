import { DAY_MS } from '../../../ambient.ts';
import type { Finding } from '../../../tools/diagnosis.ts';
import { FILL_IN } from '../../../tools/ready-call.ts';
import { dayIn, daysOf } from '../../../tools/report/period.ts';
import { readReport } from '../../../tools/report/read-report.ts';
import type { VideoClient } from '../client.ts';
import { IntegratedReport } from '../report/source.ts';
import { adGroupOf } from '../resources/ad-group.ts';
import { audienceOf } from '../resources/audience.ts';
import { type AdGroup, AUDIENCES, AudienceSize, type Campaign } from '../wire.ts';
import { asDelivering, lineage, PARTS_MAX, type Surroundings } from './diagnose.ts';
import { bidFindings, type Delivering, finding } from './findings.ts';

/** Below this many people the platform calls an audience too small. */
const PEOPLE_FEW = 10_000;

/** Findings about audiences that cannot be used and about targeting that reaches few people. */
export async function audienceFindings(
  client: VideoClient,
  account: string,
  { campaign, groups, level }: Surroundings,
): Promise<Finding[]> {
  const live = groups.slice(0, PARTS_MAX);
  const known = live.some(({ audience_ids }) => audience_ids?.length) ? await client.all(AUDIENCES, account) : [];
  const each = live.map(async (group) => {
    const one = asDelivering.group(group);
    const ids = group.audience_ids ?? [];
    const unfit = ids.filter((id) => !known.some((wire) => wire.audience_id === id && audienceOf(wire).usable));
    const left = ids.filter((id) => !unfit.includes(id));
    const change = left.length > 0 ? { audience_ids: left } : { audience_ids: FILL_IN };
    const bad = unfit.map((id) => ({
      ...finding(
        'audience',
        one.level,
        one.id,
        `The audience ${id} is deleted, being matched or below 1,000 people`,
        change,
      ),
      stops: left.length === 0,
    }));
    return bad.length > 0 ? bad : sizeFindings(client, account, campaign, group);
  });
  const found = await Promise.all(each);
  // One ad group that reaches people is enough for a campaign.
  const stops = level !== 'campaign' || found.every((findings) => findings.some((one) => one.stops));
  return found.flat().map((one) => ({ ...one, stops: one.stops && stops }));
}

async function sizeFindings(
  client: VideoClient,
  account: string,
  { objective_type }: Campaign,
  group: AdGroup,
): Promise<Finding[]> {
  const { placements, optimization_goal, location_ids, age_groups, gender, app_id } = group;
  const { interest_category_ids, interest_keyword_ids, audience_ids, excluded_audience_ids } = group;
  const targeting = { interest_category_ids, interest_keyword_ids, audience_ids, excluded_audience_ids };
  const all = { objective_type, optimization_goal, placements, location_ids, age_groups, gender, app_id, ...targeting };
  const body = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null && value !== undefined));
  const { user_count } = await client.ask('ad/audience_size/estimate', body, AudienceSize, account);
  if (user_count.upper_end >= PEOPLE_FEW) return [];
  const message = `The targeting reaches fewer than ${PEOPLE_FEW} people, which is hardly enough: widen it`;
  return [{ ...finding('audience', 'ad_group', group.adgroup_id, message, { location_ids: FILL_IN }), stops: false }];
}

/** Impressions, clicks and cost of the object over the last days, today included. */
export async function recentNumbers(client: VideoClient, account: string, { advertiser, ...around }: Surroundings) {
  const [{ id, level }] = lineage({ advertiser, ...around }) as [Delivering];
  const end_date = dayIn(advertiser.timezone, around.now);
  const { start_date } = daysOf('LAST_7_DAYS', end_date);
  const args = {
    level,
    [`${level}_ids`]: [id],
    start_date,
    end_date,
    metrics: ['impressions', 'clicks', 'cost'],
    limit: 1,
  };
  const { totals } = await readReport(args, new IntegratedReport(client, account, args));
  return { start_date, end_date, ...totals } as Record<string, unknown>;
}

export function bidsIn({ groups, advertiser, now }: Surroundings, impressions: unknown): Finding[] {
  return groups.slice(0, PARTS_MAX).flatMap((group) => {
    const { bid, start_time } = adGroupOf(group, advertiser.currency);
    // An ad group younger than a day may have no impressions yet.
    const isOld = now - Date.parse(start_time ?? '') > DAY_MS;
    return bidFindings(group, bid && `${bid.amount} ${bid.currency}`, isOld ? Number(impressions) : undefined);
  });
}
