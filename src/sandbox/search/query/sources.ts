import { type Account, accountTree } from '../access.ts';
import { resourceNamed } from '../catalogue/facts.ts';
import type { Day, LocalTime } from '../metrics/calendar.ts';
import { billingUnitMicros, spanOn, type Unit } from '../metrics/facts.ts';
import { isShownLead } from '../metrics/leads.ts';
import { searchTerms, type Term } from '../metrics/search-terms.ts';
import { countedActions } from '../metrics/sent-conversions.ts';
import type { Division } from '../metrics/splitter.ts';
import { campaignsOf } from '../rules/portfolios.ts';
import { asReviewed } from '../rules/review.ts';
import { jobAsOf } from '../rules/user-lists.ts';
import type { Doc, Entity, Store } from '../state.ts';
import { earnersOf } from './earners.ts';
import { GLOBAL, Lookup } from './lookup.ts';
import type { Place } from './segments.ts';
import { type Earner, VIEWS } from './views.ts';

/** A part of a unit's traffic: all of it, or what one of its ads, keywords or assets earned. */
export interface Share {
  unit: Unit;
  /** The siblings that shared the traffic of a day, and which of them is meant. */
  among?: (day: Day) => { ids: number[]; index: number };
  /** The search term that brought this traffic. */
  term?: Term;
  /** The part that a view's row shows. */
  part?: Division;
  place?: Place;
  /** The product of a merchant feed that was shown. */
  product?: Doc;
  /** The keyword that the search terms matched. */
  keyword?: Doc;
  /** Limits conversions to this conversion action. */
  action?: number;
}

/** One object of a report, before its rows are split by segments. */
export interface BaseRow {
  /** Grows from row to row, so that a later page can go on from here. */
  position: number;
  doc(resource: string): Doc | undefined;
  shares(): Iterable<Share>;
}

export interface SourceContext {
  store: Store;
  account: Account;
  now: LocalTime;
}

/** Views without seeded data: they answer with no rows. */
export const EMPTY_VIEWS: ReadonlySet<string> = new Set([
  'asset_group_product_group_view',
  'customer_asset',
  'campaign_asset',
  'ad_group_asset',
]);

/** Every line that a report FROM this resource can have. */
export function baseRows(
  from: string,
  context: SourceContext,
  splitBy: readonly string[],
  after: number,
): Iterable<BaseRow> {
  switch (from) {
    case 'customer':
      return new Rows(context).customers(after);
    case 'customer_client':
      return new Rows(context).clients(after);
    case 'keyword_view':
      return new Rows(context).keywords(after);
    case 'search_term_view':
      return new Rows(context).terms(after);
    case 'campaign_budget':
      return new Rows(context).budgets(after, splitBy.includes('campaign'));
    case 'lead_form_submission_data':
      return new Rows(context).leads(after);
    case 'geo_target_constant':
    case 'language_constant':
    case 'currency_constant':
      return new Rows(context).entities(from, after, GLOBAL);
    default:
      return VIEWS[from] ? new Rows(context).views(from, splitBy, after) : new Rows(context).entities(from, after);
  }
}

/** Through which resources another one is reached. */
const HOLDERS = ['ad_group_criterion', 'ad_group_ad', 'ad_group', 'asset_group', 'campaign'];

class Rows {
  readonly #store: Store;
  readonly #account: Account;
  readonly #now: LocalTime;
  readonly #lookup: Lookup;
  #ownDoc: Doc | undefined;

  constructor({ store, account, now }: SourceContext) {
    this.#store = store;
    this.#account = account;
    this.#now = now;
    this.#lookup = new Lookup(store);
  }

  *customers(after: number): Generator<BaseRow> {
    if (after >= 1) return;
    const own = this.#customer();
    yield {
      position: 1,
      doc: (resource) => (resource === 'customer' ? own : undefined),
      shares: () => this.#allShares(),
    };
  }

  *clients(after: number): Generator<BaseRow> {
    for (const [index, { entity, level }] of accountTree(this.#store, this.#account.id).entries()) {
      if (index + 1 <= after) continue;
      const { doc } = entity;
      const client: Doc = {
        resource_name: `customers/${this.#account.id}/customerClients/${entity.customer}`,
        client_customer: doc.resource_name,
        hidden: false,
        level,
        time_zone: doc.time_zone,
        test_account: doc.test_account,
        manager: doc.manager,
        descriptive_name: doc.descriptive_name,
        currency_code: doc.currency_code,
        id: doc.id,
        applied_labels: [],
        status: doc.status,
      };
      const docs: Record<string, Doc | undefined> = { customer_client: client, customer: this.#customer() };
      yield { position: index + 1, doc: (resource) => docs[resource], shares: () => [] };
    }
  }

  /** A line for everything that people typed; keywords that never ran have brought nothing to show. */
  *terms(after: number): Generator<BaseRow> {
    for (const entity of this.#store.all(this.#account.id, 'ad_group_criterion', after)) {
      if (!isKeyword(entity) || entity.delivery.length === 0) continue;
      const { text, match_type: matchType } = entity.doc.keyword as Doc;
      const terms = searchTerms(String(text), String(matchType));
      const campaign = this.#lookup.byName(String(entity.doc.ad_group))?.parent;
      const ids = terms.map((_, i) => entity.rowid * 10 + i);
      const wasteful = terms.map((each) => each.wasteful);
      for (const [index, { text: term }] of terms.entries()) {
        const id = `${campaign}~${entity.parent}~${Buffer.from(term).toString('base64url')}`;
        const view: Doc = {
          resource_name: `customers/${this.#account.id}/searchTermViews/${id}`,
          search_term: term,
          ad_group: entity.doc.ad_group,
          status: matchType === 'EXACT' ? 'ADDED' : 'NONE',
        };
        yield {
          ...this.#row(entity, { search_term_view: view }),
          shares: () =>
            [...this.#childShare(entity, 'ad_group')].map((share) => ({
              ...share,
              term: { ids, wasteful, index },
              keyword: entity.doc,
            })),
        };
      }
    }
  }

  *keywords(after: number): Generator<BaseRow> {
    for (const entity of this.#store.all(this.#account.id, 'ad_group_criterion', after)) {
      if (!isKeyword(entity)) continue;
      const view: Doc = { resource_name: String(entity.doc.resource_name).replace('adGroupCriteria', 'keywordViews') };
      yield this.#row(entity, { keyword_view: view });
    }
  }

  /** Parts of what each group earned, gathered where their rows are the same. */
  *views(from: string, splitBy: readonly string[], after: number): Generator<BaseRow> {
    const { attributed, segmenting } = resourceNamed(from)!;
    const tells = (resource: string) =>
      attributed.includes(resource) && (!segmenting.includes(resource) || splitBy.includes(resource));
    const rows = new Map<string, { docs: Record<string, Doc>; shares: Share[] }>();
    for (const earner of this.#earners()) {
      const { entity, campaign } = earner;
      const holders = {
        customer: this.#customer(),
        ...(tells('campaign') && { campaign: campaignAsOf(campaign.doc, this.#now) }),
        ...(tells('ad_group') && entity.kind === 'ad_group' && { ad_group: entity.doc }),
      };
      for (const { key, docs, ad, ...share } of VIEWS[from]!(earner)) {
        const whose = [tells('campaign') && campaign.key, tells('ad_group') && entity.key, key].join(' ');
        const row = rows.get(whose) ?? { docs: { ...holders, ...docs }, shares: [] };
        const wholes = ad ? this.#childShare(ad, 'ad_group') : [{ unit: earner.unit }];
        for (const whole of wholes) row.shares.push({ ...whole, ...share });
        rows.set(whose, row);
      }
    }
    for (const [index, { docs, shares }] of [...rows.values()].entries())
      if (index >= after) yield { position: index + 1, doc: (resource) => docs[resource], shares: () => shares };
  }

  *#earners(): Generator<Earner> {
    const { id: customer } = this.#account;
    for (const campaign of this.#store.all(customer, 'campaign')) {
      const locations = this.#store
        .children(customer, 'campaign_criterion', campaign.key)
        .filter(({ doc }) => doc.type === 'LOCATION' && doc.negative !== true);
      for (const kind of ['ad_group', 'asset_group'])
        for (const entity of this.#store.children(customer, kind, campaign.key)) {
          const ads = this.#store.children(customer, 'ad_group_ad', entity.key);
          yield { entity, campaign, unit: this.#unit(entity, campaign.doc), account: this.#account, ads, locations };
        }
    }
  }

  *budgets(after: number, byCampaign: boolean): Generator<BaseRow> {
    for (const entity of this.#store.all(this.#account.id, 'campaign_budget', after)) {
      const campaigns = this.#campaignsOf(entity);
      if (!byCampaign) {
        yield {
          ...this.#row(entity, {}),
          shares: () => campaigns.flatMap((c) => [...this.#campaignShares(c)]),
        };
        continue;
      }
      for (const campaign of campaigns) {
        yield {
          ...this.#row(entity, { campaign: campaign.doc }),
          shares: () => this.#campaignShares(campaign),
        };
      }
    }
  }

  #campaignsOf(budget: Entity): Entity[] {
    return this.#store
      .prepare("SELECT key FROM search_entities WHERE customer = ? AND kind = 'campaign' AND parent = ? ORDER BY rowid")
      .all(this.#account.id, budget.key)
      .map(({ key }) => this.#store.find(this.#account.id, 'campaign', String(key))!);
  }

  *entities(kind: string, after: number, customer = this.#account.id): Generator<BaseRow> {
    for (const entity of this.#store.all(customer, kind, after)) yield this.#row(entity, {});
  }

  *leads(after: number): Generator<BaseRow> {
    for (const entity of this.#store.all(this.#account.id, 'lead_form_submission_data', after))
      if (isShownLead(entity, this.#now)) yield this.#row(entity, {});
  }

  #customer(): Doc {
    this.#ownDoc ??= this.#store.find(this.#account.id, 'customer', this.#account.id)!.doc;
    return this.#ownDoc;
  }

  #row(entity: Entity, docs: Record<string, Doc | undefined>): BaseRow {
    const doc = (resource: string): Doc | undefined => {
      if (!(resource in docs))
        docs[resource] = resource === entity.kind ? entity.doc : this.#reach(resource, entity.doc, docs);
      const found = docs[resource];
      if (!found) return undefined;
      if (resource === 'campaign') return campaignAsOf(found, this.#now);
      if (resource === 'offline_user_data_job') return jobAsOf(found, this.#now);
      if (resource === 'bidding_strategy') return this.#portfolio(found);
      return asReviewed(resource, found, this.#now);
    };
    return { position: entity.rowid, doc, shares: () => this.#sharesOf(entity) };
  }

  #portfolio(doc: Doc): Doc {
    const { every, living } = campaignsOf({ store: this.#store, account: this.#account }, String(doc.resource_name));
    return { ...doc, campaign_count: every, non_removed_campaign_count: living };
  }

  #reach(resource: string, own: Doc, docs: Record<string, Doc | undefined>): Doc | undefined {
    if (resource === 'customer') return this.#customer();
    const direct = referenceIn(own, resource);
    if (direct !== undefined) return this.#lookup.byName(direct)?.doc;
    for (const holder of HOLDERS) {
      if (holder === resource) continue;
      const name = referenceIn(own, holder);
      const held = docs[holder] ?? (name === undefined ? undefined : this.#lookup.byName(name)?.doc);
      const reference = held && held !== own ? referenceIn(held, resource) : undefined;
      if (reference !== undefined) return this.#lookup.byName(reference)?.doc;
    }
    return undefined;
  }

  #sharesOf(entity: Entity): Iterable<Share> {
    switch (entity.kind) {
      case 'campaign':
        return this.#campaignShares(entity);
      case 'ad_group':
      case 'asset_group':
        return [{ unit: this.#unit(entity, this.#campaignOf(entity)) }];
      case 'ad_group_ad':
        return this.#childShare(entity, 'ad_group');
      case 'ad_group_criterion':
        return this.#childShare(entity, 'ad_group');
      case 'asset_group_asset':
        return this.#childShare(entity, 'asset_group');
      case 'conversion_action':
        return this.#actionShares(entity);
      default:
        return [];
    }
  }

  *#campaignShares(campaign: Entity): Generator<Share> {
    for (const unit of earnersOf(this.#store, this.#account).get(campaign.key) ?? []) yield { unit };
  }

  *#allShares(): Generator<Share> {
    for (const campaign of this.#store.all(this.#account.id, 'campaign')) yield* this.#campaignShares(campaign);
  }

  *#actionShares(action: Entity): Generator<Share> {
    const index = countedActions(this.#store, this.#account.id).findIndex(({ key }) => key === action.key);
    if (index >= 0) for (const share of this.#allShares()) yield { ...share, action: index };
  }

  *#childShare(child: Entity, parentKind: string): Generator<Share> {
    if (child.delivery.length === 0 || child.parent === null) return;
    const parent = this.#lookup.byName(String(child.doc[parentKind]));
    if (!parent) return;
    const siblings = this.#lookup
      .children(this.#account.id, child.kind, child.parent)
      .filter(({ delivery }) => delivery.length > 0);
    yield {
      unit: this.#unit(parent, this.#campaignOf(parent)),
      among: (day) => {
        const active = siblings.filter(({ delivery }) => spanOn(delivery, day));
        return { ids: active.map(({ key }) => idIn(key)), index: active.findIndex(({ key }) => key === child.key) };
      },
    };
  }

  #unit({ key, delivery }: Entity, campaign: Doc | undefined): Unit {
    return {
      id: Number(key),
      channel: String(campaign?.advertising_channel_type),
      currency: this.#account.currency,
      delivery,
    };
  }

  #campaignOf(unit: Entity): Doc | undefined {
    return this.#lookup.byName(String(unit.doc.campaign))?.doc;
  }
}

function isKeyword({ doc }: Entity): boolean {
  return doc.type === 'KEYWORD' && doc.negative !== true;
}

/** Statuses of campaigns with dates change by time alone, without a write. */
function campaignAsOf(given: Doc, now: LocalTime): Doc {
  const doc =
    given.contains_eu_political_advertising === undefined
      ? { ...given, missing_eu_political_advertising_declaration: true }
      : given;
  if (doc.status !== 'ENABLED') return doc;
  if (typeof doc.end_date_time === 'string' && doc.end_date_time < now.text)
    return { ...doc, serving_status: 'ENDED', primary_status: 'ENDED', primary_status_reasons: ['CAMPAIGN_ENDED'] };
  if (doc.serving_status !== 'PENDING' || String(doc.start_date_time) > now.text) return doc;
  return { ...doc, serving_status: 'SERVING', primary_status: 'ELIGIBLE', primary_status_reasons: [] };
}

/** The number that tells a child from its siblings: the second part of a compound key. */
function idIn(key: string): number {
  return Number(key.split('~')[1]);
}

function referenceIn(doc: Doc, resource: string): string | undefined {
  const value = doc[resource];
  if (typeof value === 'string') return value;
  // Criteria hold what they name one level down.
  const nested = (resource === 'language_constant' ? doc.language : value) as Doc | undefined;
  const name = nested?.[resource];
  return typeof name === 'string' ? name : undefined;
}

export function unitMicrosOf(account: Account): number {
  return billingUnitMicros(account.currency);
}
