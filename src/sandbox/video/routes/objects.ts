import { bad, Refusal } from '../errors.ts';
import { platformTime } from '../format.ts';
import { Books } from '../reports/spending.ts';
import { fitsPrimary, PRIMARY_STATUSES } from '../rules/statuses.ts';
import type { Automation, Kind } from '../state/shapes.ts';
import type { Entity, Store } from '../state.ts';
import type { Input } from './input.ts';
import { chosenFields, pageOf } from './listing.ts';
import type { AdvertiserCall } from './serve.ts';

/** Lists, finds and switches campaigns, ad groups and ads. */
export type Owned = 'Campaign' | 'AdGroup' | 'Ad' | 'SmartAd';

const AUTOMATIONS = ['MANUAL', 'SMART_PLUS', 'UPGRADED_SMART_PLUS'];
const IDS_MAX = 100;

export interface Listing<K extends Owned> {
  kind: K;
  level: 'CAMPAIGN' | 'ADGROUP' | 'AD';
  fields: readonly string[];
  /** The filters by id, and which id of an object each means. */
  ids: Readonly<Record<string, (one: Entity<K>) => string | undefined>>;
  /** The filter by name, where there is one. */
  name?: { filter: string; of(one: Entity<K>): string };
  statusOf(one: Entity<K>, books: Books): string;
  view(store: Store, one: Entity<K>, books: Books): Record<string, unknown>;
}

export function listObjects<K extends Owned>(call: AdvertiserCall, listing: Listing<K>, automation?: Automation) {
  const { store, input, advertiser, now } = call;
  const { kind, level, name, ids, view } = listing;
  const shown = chosenFields(input, listing.fields);
  const books = new Books(store, now);
  const filter = input.object('filtering');
  const wanted = automation ?? filter?.choice('campaign_automation_type', AUTOMATIONS);
  const objective = filter?.text('objective_type');
  const asked = Object.entries(ids).map(([field, idOf]) => ({ idOf, allowed: filter?.ids(field, IDS_MAX) }));
  const part = name && filter?.text(name.filter)?.toLowerCase();
  const found = store
    .all(kind, { advertiser: advertiser.id })
    .filter((one) => asked.every(({ idOf, allowed }) => !allowed || allowed.includes(idOf(one) ?? '')))
    .filter((one) => part === undefined || name!.of(one).toLowerCase().includes(part))
    .filter((one) => {
      const { data } = campaignOf(store, one as Entity<Owned>);
      const fits = !wanted || data.campaign_automation_type === wanted;
      return fits && (!objective || data.objective_type === objective);
    })
    .filter(createdFilter(filter))
    .filter(statusFilter(filter, level, (one: Entity<K>) => listing.statusOf(one, books)));
  const { items, page_info } = pageOf(input, found);
  return { list: items.map((one) => shown(view(store, one, books))), page_info };
}

function createdFilter(filter: Input | undefined) {
  const [from, until] = [filter?.text('creation_filter_start_time'), filter?.text('creation_filter_end_time')];
  return ({ data }: { data: { created: number } }) => {
    const created = platformTime(data.created);
    return (from === undefined || created >= from) && (until === undefined || created <= until);
  };
}

function statusFilter<T>(filter: Input | undefined, level: string, statusOf: (item: T) => string) {
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

/** An object of the advertiser that is not deleted. */
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
export function isDeleted(store: Store, { data, links }: Entity<Owned>): boolean {
  const campaign = links.campaign === undefined ? undefined : store.find('Campaign', links.campaign);
  const group = links.adgroup === undefined ? undefined : store.find('AdGroup', links.adgroup);
  return Boolean(data.deleted || campaign?.data.deleted || group?.data.deleted);
}

/** The plain paths refuse Smart+ objects, which have paths of their own. */
export function refuseOtherAutomation(campaign: Entity<'Campaign'>, automation: Automation): void {
  if (campaign.data.campaign_automation_type === automation) return;
  throw bad(
    automation === 'MANUAL'
      ? 'Upgraded Smart+ campaigns are not supported by this endpoint. Use /smart_plus/.'
      : 'This endpoint only supports Upgraded Smart+ campaigns.',
  );
}

/** Switches up to twenty objects on or off, or deletes them: all or none, or those that can be where a part may fail. */
export function switchObjects<K extends Owned>(
  call: AdvertiserCall,
  kind: K,
  field: string,
  word: string,
  automation: Automation = 'MANUAL',
  mayBePartial = false,
): { ids: string[]; status: string; refusals: ReadonlyMap<string, string> } {
  const { world, store, input, advertiser, now } = call;
  const ids = input.ids(field, 20);
  if (ids === undefined || ids.length === 0) throw input.missing(field);
  const status = input.needChoice('operation_status', ['ENABLE', 'DISABLE', 'DELETE']);
  const refusals = new Map<string, string>();
  const objects = ids.flatMap((id) => {
    try {
      const one = ownObject(call, kind, id, word) as Entity<Owned>;
      refuseOtherAutomation(campaignOf(store, one), automation);
      return [one];
    } catch (error) {
      if (!mayBePartial || !(error instanceof Refusal)) throw error;
      refusals.set(id, error.message);
      return [];
    }
  });
  world.change((record) => {
    for (const one of objects) {
      if (status === 'DELETE') remove(store, one);
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
  return { ids: objects.map(({ id }) => id), status, refusals };
}

/** The creatives of a Smart+ ad go with it. */
function remove(store: Store, one: Entity<Owned>): void {
  one.data.deleted = true;
  if (one.kind !== 'SmartAd') return;
  for (const creative of store.creativesOf(one as Entity<'SmartAd'>)) {
    creative.data.deleted = true;
    store.save(creative);
  }
}

function campaignOf(store: Store, one: Entity<Owned>): Entity<'Campaign'> {
  return one.kind === 'Campaign' ? (one as Entity<'Campaign'>) : store.need('Campaign', one.links.campaign);
}
