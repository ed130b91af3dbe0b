import { rulesOf } from '../../coverage.ts';

export const rules = [
  ...rulesOf(
    'campaign',
    `
    1 enforced special_ad_categories must be given; an empty list is fine.
    2 enforced Only the six outcome objectives can be created.
    5 enforced Without a campaign budget is_adset_budget_sharing_enabled must be given.
    6 enforced Sharing excludes a campaign budget, lifetime budgets and unlike bid strategies of its ad sets.
    7 enforced A bid strategy on the campaign needs a campaign budget.
    8 enforced Daily and lifetime budget exclude each other.`,
  ),
  ...rulesOf(
    'budget and bid',
    `
    18 enforced Either the campaign or its ad sets have budgets.
    20 enforced A budget has a minimum by currency, country and billing event, for a lifetime by day.
    22 enforced A lifetime budget stays at or above 110% of what was spent.
    26 enforced An ad set with a daily budget runs for at least a day.
    28 enforced A cap needs bid_amount.
    29 enforced Lowest cost takes no bid_amount.
    31 partly A ROAS strategy needs its floor. | The range of the floor is not checked.`,
  ),
  ...rulesOf(
    'targeting',
    `
    56 enforced advantage_audience must be given when an ad set is created.`,
  ),
  ...rulesOf(
    'creative',
    `
    107 enforced The content of a creative cannot be changed.`,
  ),
  ...rulesOf(
    'video',
    `
    118 enforced A chunk must begin where the last one ended.`,
  ),
];
