import { bad, Refusal } from '../errors.ts';
import { platformTime } from '../format.ts';
import { Books } from '../reports/spending.ts';
import { changedCampaign, newCampaign } from '../rules/campaign-rules.ts';
import { fitsPrimary, PRIMARY_STATUSES } from '../rules/statuses.ts';
import type { Kind } from '../state/shapes.ts';
import type { Entity } from '../state.ts';
import type { Input } from './input.ts';
import { chosenFields, pageOf } from './listing.ts';
import { type AdvertiserCall, get, post, type Route } from './serve.ts';

const CAMPAIGN_FIELDS = (
  'advertiser_id campaign_id campaign_name campaign_type objective_type objective app_promotion_type ' +
  'virtual_objective_type sales_destination campaign_automation_type campaign_product_source budget budget_mode ' +
  'budget_optimize_on bid_type deep_bid_type roas_bid optimization_goal operation_status secondary_status ' +
  'special_industries is_search_campaign is_smart_performance_campaign is_new_structure rf_campaign_type rta_id app_id ' +
  'po_number catalog_enabled create_time modify_time'
).split(' ');

export const campaignRoutes: readonly Route[] = [
  get('campaign/get', (call) => listCampaigns(call)),
  post('campaign/create', (call) =>
    call.world.change((record) => {
      const { now: created, store, advertiser } = call;
      const made = newCampaign(call);
      const data = { ...made, campaign_automation_type: 'MANUAL' as const, created, modified: created };
      const campaign = store.insert('Campaign', { advertiser: advertiser.id }, data);
      record({ kind: 'create', resource: 'campaign', id: campaign.id, account: advertiser.id, detail: made });
      return campaignView(campaign, new Books(store, created));
    }),
  ),
  post('campaign/update', (call) => updateCampaign(call, 'MANUAL')),
  post('campaign/status/update', (call) => {
    if (call.input.has('postback_window_mode') && call.input.text('operation_status') !== 'DISABLE')
      throw bad('postback_window_mode: only with DISABLE.');
    const { ids, status } = switchObjects(call, 'Campaign', 'campaign_ids', 'campaign');
    return { campaign_ids: ids, status, campaign_list: ids.map((campaign_id) => ({ campaign_id, status })) };
  }),
];

export function updateCampaign(call: AdvertiserCall, automation: string) {
  const { world, store, input, advertiser, now } = call;
  const campaign = ownObject(call, 'Campaign', input.needId('campaign_id'), 'campaign');
  refuseOtherAutomation(campaign, automation);
  const books = new Books(store, now);
  const spent = () => books.against(campaign.data.budget_mode, { campaign: campaign.id });
  return world.change((record) => {
    const changes = changedCampaign(call, campaign.data, spent);
    campaign.data = { ...campaign.data, ...changes, modified: now };
    store.save(campaign);
    books.replan(campaign.id);
    record({ kind: 'update', resource: 'campaign', id: campaign.id, account: advertiser.id, detail: changes });
    return campaignView(campaign, new Books(store, now));
  });
}

/** Smart+ objects have addresses of their own, and the plain ones refuse them. */
export function refuseOtherAutomation(campaign: Entity<'Campaign'>, automation: string): void {
  if (campaign.data.campaign_automation_type === automation) return;
  throw bad(
    automation === 'MANUAL'
      ? 'Upgraded Smart+ campaigns are not supported by this endpoint. Use /smart_plus/.'
      : 'This endpoint only supports Upgraded Smart+ campaigns.',
  );
}

export function listCampaigns({ store, input, advertiser, now }: AdvertiserCall, automation?: string) {
  const shown = chosenFields(input, CAMPAIGN_FIELDS);
  const books = new Books(store, now);
  const filter = input.object('filtering');
  const ids = filter?.ids('campaign_ids', 100);
  const objective = filter?.text('objective_type');
  const wanted =
    automation ?? filter?.choice('campaign_automation_type', ['MANUAL', 'SMART_PLUS', 'UPGRADED_SMART_PLUS']);
  const found = store
    .all('Campaign', { advertiser: advertiser.id })
    .filter(({ id }) => !ids || ids.includes(id))
    .filter(({ data }) => !objective || data.objective_type === objective)
    .filter(({ data }) => !wanted || data.campaign_automation_type === wanted)
    .filter(nameFilter(filter, 'campaign_name', ({ data }: Entity<'Campaign'>) => data.campaign_name))
    .filter(createdFilter(filter))
    .filter(statusFilter(filter, 'CAMPAIGN', (one: Entity<'Campaign'>) => books.statuses.campaign(one)));
  const { items, page_info } = pageOf(input, found);
  return { list: items.map((one) => shown(campaignView(one, books))), page_info };
}

export function nameFilter<T>(filter: Input | undefined, field: string, nameOf: (item: T) => string) {
  const part = filter?.text(field)?.toLowerCase();
  return (item: T) => part === undefined || nameOf(item).toLowerCase().includes(part);
}

export function createdFilter(filter: Input | undefined) {
  const [from, until] = [filter?.text('creation_filter_start_time'), filter?.text('creation_filter_end_time')];
  return ({ data }: { data: { created: number } }) => {
    const created = platformTime(data.created);
    return (from === undefined || created >= from) && (until === undefined || created <= until);
  };
}

export function statusFilter<T>(filter: Input | undefined, level: string, statusOf: (item: T) => string) {
  const primary = filter?.choice('primary_status', PRIMARY_STATUSES) ?? 'STATUS_NOT_DELETE';
  const secondary = filter?.text('secondary_status');
  if (secondary !== undefined && !secondary.startsWith(`${level}_STA`))
    throw bad(`secondary_status: ${secondary} is not a status of this level.`);
  return (item: T) => {
    const status = statusOf(item);
    if (secondary === `${level}_STATUS_ALL`) return true;
    if (secondary === `${level}_STATUS_NOT_DELETE`) return fitsPrimary(status, 'STATUS_NOT_DELETE');
    return fitsPrimary(status, primary) && (secondary === undefined || status === secondary);
  };
}

type Owned = 'Campaign' | 'AdGroup' | 'Ad';

/** An object of the advertiser that is still there. */
export function ownObject<K extends Owned>(
  { store, advertiser }: AdvertiserCall,
  kind: K,
  id: string,
  word: string,
): Entity<K> {
  const found = store.find(kind, id);
  if (found?.links.advertiser !== advertiser.id) throw new Refusal(40007, `The ${word} ${id} does not exist.`);
  if (isDeleted(store, found as Entity<Owned>)) throw bad(`The ${word} ${id} has been deleted.`);
  return found;
}

/** Deleted itself, or under something deleted. */
export function isDeleted(store: AdvertiserCall['store'], { data, links }: Entity<Owned>): boolean {
  const campaign = links.campaign === undefined ? undefined : store.find('Campaign', links.campaign);
  const group = links.adgroup === undefined ? undefined : store.find('AdGroup', links.adgroup);
  return Boolean(data.deleted || campaign?.data.deleted || group?.data.deleted);
}

/** Switches up to twenty objects on or off, or deletes them: all or none. */
export function switchObjects<K extends Owned>(
  call: AdvertiserCall,
  kind: K,
  field: string,
  word: string,
  automation = 'MANUAL',
): { ids: string[]; status: string } {
  const { world, store, input, advertiser, now } = call;
  const ids = input.ids(field, 20);
  if (ids === undefined || ids.length === 0) throw input.missing(field);
  const status = input.needChoice('operation_status', ['ENABLE', 'DISABLE', 'DELETE']);
  const objects = ids.map((id) => ownObject(call, kind, id, word) as Entity<Owned>);
  for (const one of objects) refuseOtherAutomation(campaignOf(store, one), automation);
  world.change((record) => {
    for (const one of objects) {
      if (status === 'DELETE') one.data.deleted = true;
      else one.data.operation_status = status as 'ENABLE' | 'DISABLE';
      one.data.modified = now;
      store.save(one as Entity<Kind>);
      const effect = status === 'DELETE' ? ('delete' as const) : ('update' as const);
      record({ kind: effect, resource: word, id: one.id, account: advertiser.id, detail: { status } });
    }
    for (const campaign of new Set(objects.map((one) => campaignOf(store, one).id))) {
      new Books(store, now).replan(campaign);
    }
  });
  return { ids, status };
}

function campaignOf(store: AdvertiserCall['store'], one: Entity<Owned>): Entity<'Campaign'> {
  return one.kind === 'Campaign' ? (one as Entity<'Campaign'>) : store.need('Campaign', one.links.campaign);
}

export function campaignView(campaign: Entity<'Campaign'>, books: Books): Record<string, unknown> {
  const { more, created, modified, deleted: _, ...data } = campaign.data;
  return {
    ...Object.fromEntries(CAMPAIGN_FIELDS.map((name) => [name, null])),
    advertiser_id: campaign.links.advertiser,
    campaign_id: campaign.id,
    campaign_type: 'REGULAR_CAMPAIGN',
    objective: data.objective_type === 'APP_PROMOTION' ? 'APP' : 'LANDING_PAGE',
    app_promotion_type: 'UNSET',
    roas_bid: 0,
    is_search_campaign: false,
    is_smart_performance_campaign: false,
    is_new_structure: true,
    rf_campaign_type: 'STANDARD',
    ...data,
    ...more,
    secondary_status: books.statuses.campaign(campaign),
    create_time: platformTime(created),
    modify_time: platformTime(modified),
  };
}
