import { rulesOf } from '../../coverage.ts';

export const rules = [
  ...rulesOf(
    'query',
    `
    1 enforced A metric must be one of the FROM resource's.
    2 enforced A segment must be one of the FROM resource's.
    3 enforced A segment goes only with the metrics of its own list.
    5 enforced An attribute must belong to FROM or a resource attributed to it.
    6 enforced Only filterable fields stand in WHERE and only sortable ones in ORDER BY.
    9 enforced The change history needs a bounded range of at most 30 days and a LIMIT of at most 10,000.`,
  ),
  ...rulesOf(
    'mutate',
    `
    16 enforced A request has at least one operation.
    21 enforced An immutable field cannot be given another value.
    23 enforced Of a one-of only one member can be set.
    24 enforced A reference must name something that exists.
    26 partly Nothing is changed twice in one request. | Ads are told with the general code.`,
  ),
  ...rulesOf(
    'campaign',
    `
    30 enforced A campaign says whether it contains EU political advertising.`,
  ),
  ...rulesOf(
    'budget',
    `
    38 enforced No two living shared budgets have the same name.
    39 partly An amount is positive, in whole billing units and not below the currency's minimum. | The minimum of the campaign type is not known.
    43 enforced An unshared budget serves one campaign.
    46 enforced A budget in use cannot be removed.`,
  ),
  ...rulesOf(
    'ad',
    `
    77 enforced A responsive search ad has 3 to 15 headlines and 2 to 4 descriptions.
    79 enforced No headline or description is given twice.
    83 enforced An ad group has at most three responsive search ads that are on.`,
  ),
  ...rulesOf(
    'asset',
    `
    105 enforced The same content cannot be created twice in one request.
    107 enforced A picture is large enough and of the right shape for the place it is linked to.`,
  ),
  ...rulesOf(
    'asset group',
    `
    120 enforced An asset group has its minimum of texts and pictures.
    123 enforced Unlinking never leaves less than the minimum.
    124 enforced With brand guidelines the name and logo are linked to the campaign, and only there.
    125 enforced Without brand guidelines they are linked to the asset group.`,
  ),
];
