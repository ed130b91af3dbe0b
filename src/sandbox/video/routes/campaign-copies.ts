import { SECOND_MS } from '../../../ambient.ts';

import { bad, Refusal } from '../errors.ts';
import { Books } from '../reports/spending.ts';
import { checkBudget } from '../rules/budget.ts';
import { checkRepeat } from '../rules/campaign-rules.ts';
import { checkName } from '../rules/names.ts';
import { type Schedule, START_PAST_MS, scheduleOf } from '../rules/schedule-rules.ts';
import type { Automation, Switch } from '../state/shapes.ts';
import type { Entity } from '../state.ts';
import { REVIEW_MS } from './ads.ts';
import type { Input } from './input.ts';
import { ownObject, refuseOtherAutomation } from './objects.ts';
import { type AdvertiserCall, get, post, type Route } from './serve.ts';

const COPYING_MS = SECOND_MS;
const SWITCHES = ['ENABLE', 'DISABLE'];

interface Limits {
  objectives: readonly string[];
  groups: number;
  ads: number;
  adId: string;
}

const LIMITS: Readonly<Record<Automation, Limits>> = {
  MANUAL: {
    objectives: [
      ...['REACH', 'TRAFFIC', 'VIDEO_VIEWS', 'ENGAGEMENT', 'APP_PROMOTION', 'LEAD_GENERATION', 'WEB_CONVERSIONS'],
    ],
    groups: 20,
    ads: 50,
    adId: 'ad_id',
  },
  UPGRADED_SMART_PLUS: {
    objectives: ['APP_PROMOTION', 'LEAD_GENERATION', 'WEB_CONVERSIONS'],
    groups: 10,
    ads: 30,
    adId: 'smart_plus_ad_id',
  },
};

type AnyAd = Entity<'Ad'> | Entity<'SmartAd'>;

interface GroupWish {
  group: Entity<'AdGroup'>;
  status: Switch;
  name: string;
  schedule: Schedule | undefined;
  ads: { ad: AnyAd; status: Switch }[];
}

/** Campaign copy tasks, for advertisers on the platform's list. */
export const campaignCopyRoutes: readonly Route[] = (['MANUAL', 'UPGRADED_SMART_PLUS'] as const).flatMap(
  (automation) => {
    const prefix = automation === 'MANUAL' ? '' : 'smart_plus/';
    return [
      post(`${prefix}campaign/copy/task/create`, (call) => startCopy(call, automation)),
      get(`${prefix}campaign/copy/task/check`, (call) => {
        const id = call.input.needId('task_id');
        const task = call.store.find('CopyTask', id);
        if (task?.links.advertiser !== call.advertiser.id) throw new Refusal(40007, `The task ${id} does not exist.`);
        if (call.now - task.data.created < COPYING_MS) return { task_status: 'RUNNING' };
        return { task_status: 'SUCCESS', ...task.data.answer };
      }),
    ];
  },
);

function startCopy(call: AdvertiserCall, automation: Automation) {
  const { world, store, input, advertiser, now } = call;
  if (!advertiser.data.copiesCampaigns)
    throw new Refusal(40118, 'This feature is allowlist-only. Please contact your representative.');
  if (!input.has('request_id')) throw input.missing('request_id');
  const campaign = ownObject(call, 'Campaign', input.needId('campaign_id'), 'campaign');
  refuseOtherAutomation(campaign, automation);
  const { objectives } = LIMITS[automation];
  if (!objectives.includes(campaign.data.objective_type))
    throw bad(`campaign_id: a campaign of ${campaign.data.objective_type} cannot be copied.`);
  const campaign_name = input.text('campaign_name') ?? `COPIED_${campaign.data.campaign_name}`;
  checkName('campaign_name', campaign_name, 512);
  const budget = input.number('budget') ?? campaign.data.budget;
  if (input.has('budget')) checkBudget(budget, { currency: advertiser.data.currency, floor: 50 });
  const operation_status = (input.choice('operation_status', SWITCHES) ?? 'DISABLE') as Switch;
  const groups = groupsToCopy(call, campaign, automation);
  checkRepeat(call);
  return world.change((record) => {
    const { deleted: _, ...held } = campaign.data;
    const data = { ...held, campaign_name, budget, operation_status, created: now, modified: now };
    const made = store.insert('Campaign', { advertiser: advertiser.id }, data);
    record({ kind: 'create', resource: 'campaign', id: made.id, account: advertiser.id, detail: data });
    const results = groups.map((wish) => copyGroup(call, made, wish));
    new Books(store, now).replan(made.id);
    const count = (of: 'total_ad_count' | 'success_ad_count') => results.reduce((sum, one) => sum + one[of], 0);
    const answer = {
      task_info: { total_ad_count: count('total_ad_count'), success_ad_count: count('success_ad_count') },
      task_result: {
        campaign_id: made.id,
        campaign_name,
        campaign_error_infos: [],
        adgroup_result_list: results,
      },
    };
    const task = store.insert('CopyTask', { advertiser: advertiser.id }, { created: now, answer });
    return { task_id: task.id };
  });
}

/** All that live, or those that are named. */
function groupsToCopy(call: AdvertiserCall, campaign: Entity<'Campaign'>, automation: Automation): GroupWish[] {
  const { store, input, now } = call;
  const { groups: groupsMax, ads: adsMax, adId } = LIMITS[automation];
  const alive = <T extends { data: { deleted?: true } }>(list: readonly T[]) =>
    list.filter(({ data }) => !data.deleted);
  const links = { ...campaign.links, campaign: campaign.id };
  const held = alive(store.all('AdGroup', links));
  const adsOf = (group: Entity<'AdGroup'>): AnyAd[] => {
    const below = { ...links, adgroup: group.id };
    return alive<AnyAd>(automation === 'MANUAL' ? store.all('Ad', below) : store.all('SmartAd', below));
  };
  if (!held.some((group) => adsOf(group).length > 0)) throw bad('campaign_id: it has no ad group with an ad.');
  if (held.length > groupsMax) throw bad(`campaign_id: more than ${groupsMax} ad groups.`);
  if (held.some((group) => adsOf(group).length > adsMax))
    throw bad(`campaign_id: more than ${adsMax} ads in an ad group.`);
  const common = input.has('schedule_type') ? scheduleOf(input, '', now) : undefined;
  const usual = (group: Entity<'AdGroup'>): GroupWish => ({
    group,
    status: 'ENABLE',
    name: group.data.adgroup_name,
    schedule: common,
    ads: adsOf(group).map((ad) => ({ ad, status: 'ENABLE' })),
  });
  if ((input.choice('deep_copy_mode', ['DEFAULT', 'CUSTOM']) ?? 'DEFAULT') === 'DEFAULT') return held.map(usual);
  const rows = input.objects('adgroup_list');
  if (rows === undefined || rows.length === 0) throw input.missing('adgroup_list');
  if (rows.length > groupsMax) throw bad(`adgroup_list: Longer than maximum length ${groupsMax}.`);
  return rows.map((row) => {
    const id = row.needId('adgroup_id');
    const group = held.find((one) => one.id === id);
    if (!group) throw bad(`adgroup_list: the ad group ${id} is not in the campaign.`);
    const name = row.text('adgroup_name') ?? group.data.adgroup_name;
    checkName('adgroup_name', name, 512);
    const ads = row.objects('ad_list');
    if (ads === undefined || ads.length === 0) throw row.missing('ad_list');
    const own = automation === 'MANUAL' && row.has('schedule_type') ? scheduleOf(row, '', now) : undefined;
    return {
      ...usual(group),
      status: switchOf(row),
      name,
      schedule: own ?? common,
      ads: ads.map((one) => {
        const ad = adsOf(group).find((each) => each.id === one.needId(adId));
        if (!ad) throw bad(`ad_list: the ad ${one.needId(adId)} is not in the ad group ${id}.`);
        return { ad, status: switchOf(one) };
      }),
    };
  });
}

function switchOf(input: Input): Switch {
  return (input.choice('operation_status', SWITCHES) ?? 'ENABLE') as Switch;
}

/** A group whose schedule began long ago is not copied, and the result says so. */
function copyGroup(call: AdvertiserCall, campaign: Entity<'Campaign'>, wish: GroupWish) {
  const { store, advertiser, now } = call;
  const { group, name, status, schedule, ads } = wish;
  const told = { adgroup_name: name, total_ad_count: ads.length, is_smart_creative: false };
  if (!schedule && (group.data.start < now - START_PAST_MS || group.data.end <= now)) {
    const error = 'schedule_start_time: must not be more than 12 hours in the past.';
    return {
      ...told,
      success_ad_count: 0,
      adgroup_error_list: [error],
      ad_status: 'PARTIAL_SUCCESS',
      ad_list_result: [],
    };
  }
  const data = {
    ...group.data,
    ...schedule,
    adgroup_name: name,
    operation_status: status,
    created: now,
    modified: now,
  };
  const links = { advertiser: advertiser.id, campaign: campaign.id };
  const made = store.insert('AdGroup', links, data);
  const copies = ads.map(({ ad, status: switched }) => copyAd(call, { ...links, adgroup: made.id }, ad, switched));
  return {
    ...told,
    adgroup_id: made.id,
    success_ad_count: copies.length,
    adgroup_error_list: [],
    ad_status: 'ALL_SUCCESS',
    ad_list_result: copies.map(({ id, name: ad_name }) => ({
      is_success: true,
      ad_id: id,
      ad_name,
      ad_error_list: [],
    })),
  };
}

function copyAd(
  { store, now }: AdvertiserCall,
  links: Entity['links'],
  ad: AnyAd,
  operation_status: Switch,
): { id: string; name: string } {
  const dated = { created: now, modified: now };
  const fresh = { ...dated, reviewed: now + REVIEW_MS, delivery: [] };
  if (ad.kind === 'Ad') {
    const { creative } = (ad as Entity<'Ad'>).data;
    const made = store.insert('Ad', links, { ...fresh, creative, operation_status });
    return { id: made.id, name: String(creative.ad_name) };
  }
  const smart = ad as Entity<'SmartAd'>;
  const { ad_name, content } = smart.data;
  const made = store.insert('SmartAd', links, { ...dated, ad_name, content, operation_status });
  for (const { data } of store.creativesOf(smart)) {
    const { creative, info } = data;
    store.insert('Ad', links, {
      ...fresh,
      smart: made.id,
      ...(info && { info }),
      creative,
      operation_status: 'ENABLE',
    });
  }
  return { id: made.id, name: ad_name };
}
