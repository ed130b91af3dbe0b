import type { Entity, Store } from '../state.ts';

/** The pseudo-account that holds the constants. */
export const GLOBAL = 'global';
const CACHE_MAX = 4096;

/** Looks up objects by resource name, with a cache of the last few thousand. */
export class Lookup {
  readonly #store: Store;
  readonly #known = new Map<string, Entity | undefined>();
  readonly #lists = new Map<string, Entity[]>();

  constructor(store: Store) {
    this.#store = store;
  }

  byName(name: string): Entity | undefined {
    if (!this.#known.has(name)) {
      if (this.#known.size >= CACHE_MAX) this.#known.clear();
      this.#known.set(name, this.#read(name));
    }
    return this.#known.get(name);
  }

  #read(name: string): Entity | undefined {
    const [, customer = GLOBAL, collection = '', key = ''] = /^(?:customers\/(\d+)\/)?(\w+)\/(.+)$/.exec(name) ?? [];
    return this.#store.find(customer, KIND_OF_COLLECTION[collection] ?? collection, key);
  }

  children(customer: string, kind: string, parent: string): Entity[] {
    const name = `${kind}/${parent}`;
    let list = this.#lists.get(name);
    if (!list) {
      if (this.#lists.size >= 256) this.#lists.clear();
      list = this.#store.children(customer, kind, parent);
      this.#lists.set(name, list);
    }
    return list;
  }
}

export const KIND_OF_COLLECTION: Readonly<Record<string, string>> = {
  campaignBudgets: 'campaign_budget',
  biddingStrategies: 'bidding_strategy',
  campaigns: 'campaign',
  adGroups: 'ad_group',
  adGroupAds: 'ad_group_ad',
  ads: 'ad',
  adGroupCriteria: 'ad_group_criterion',
  campaignCriteria: 'campaign_criterion',
  assets: 'asset',
  customerAssets: 'customer_asset',
  campaignAssets: 'campaign_asset',
  adGroupAssets: 'ad_group_asset',
  assetGroups: 'asset_group',
  assetGroupAssets: 'asset_group_asset',
  assetGroupSignals: 'asset_group_signal',
  conversionActions: 'conversion_action',
  labels: 'label',
  campaignLabels: 'campaign_label',
  adGroupLabels: 'ad_group_label',
  adGroupAdLabels: 'ad_group_ad_label',
  adGroupCriterionLabels: 'ad_group_criterion_label',
  sharedSets: 'shared_set',
  sharedCriteria: 'shared_criterion',
  campaignSharedSets: 'campaign_shared_set',
  userLists: 'user_list',
  offlineUserDataJobs: 'offline_user_data_job',
  recommendations: 'recommendation',
  geoTargetConstants: 'geo_target_constant',
  languageConstants: 'language_constant',
};
