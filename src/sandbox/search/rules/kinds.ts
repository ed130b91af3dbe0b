import { adGroup } from './ad-groups.ts';
import { ad, adGroupAd } from './ads.ts';
import { assetGroup, assetGroupSignal } from './asset-groups.ts';
import { adGroupAsset, assetGroupAsset, campaignAsset, customerAsset } from './asset-links.ts';
import { asset } from './assets.ts';
import { campaignBudget } from './budgets.ts';
import { campaign } from './campaigns.ts';
import { conversionAction } from './conversion-actions.ts';
import { adGroupCriterion, campaignCriterion } from './criteria.ts';
import { customer } from './customers.ts';
import type { Kind } from './kind.ts';
import { adGroupAdLabel, adGroupCriterionLabel, adGroupLabel, campaignLabel, label } from './labels.ts';
import { biddingStrategy } from './portfolios.ts';
import { campaignSharedSet, sharedCriterion, sharedSet } from './shared-sets.ts';
import { userList } from './user-lists.ts';

export const KINDS: ReadonlyMap<string, Kind> = new Map(
  [
    campaignBudget,
    biddingStrategy,
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
    label,
    campaignLabel,
    adGroupLabel,
    adGroupAdLabel,
    adGroupCriterionLabel,
    sharedSet,
    sharedCriterion,
    campaignSharedSet,
    userList,
    customer,
  ].map((kind) => [kind.name, kind]),
);
