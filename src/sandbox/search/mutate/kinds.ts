import type { Kind } from './kind.ts';
import { adGroup } from './kinds/ad-groups.ts';
import { ad, adGroupAd } from './kinds/ads.ts';
import { assetGroup, assetGroupSignal } from './kinds/asset-groups.ts';
import { adGroupAsset, assetGroupAsset, campaignAsset, customerAsset } from './kinds/asset-links.ts';
import { asset } from './kinds/assets.ts';
import { campaignBudget } from './kinds/budgets.ts';
import { campaign } from './kinds/campaigns.ts';
import { conversionAction } from './kinds/conversion-actions.ts';
import { adGroupCriterion, campaignCriterion } from './kinds/criteria.ts';
import { customer } from './kinds/customers.ts';

export const KINDS: ReadonlyMap<string, Kind> = new Map(
  [
    campaignBudget,
    campaign,
    adGroup,
    adGroupAd,
    ad,
    adGroupCriterion,
    campaignCriterion,
    asset,
    customerAsset,
    campaignAsset,
    adGroupAsset,
    assetGroup,
    assetGroupAsset,
    assetGroupSignal,
    conversionAction,
    customer,
  ].map((kind) => [kind.name, kind]),
);
