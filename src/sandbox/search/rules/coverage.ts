import { rulesOf } from '../../coverage.ts';

export const rules = [
  ...rulesOf(
    'query',
    `
    1 enforced A metric must be one of the FROM resource's.
    2 enforced A segment must be one of the FROM resource's.
    3 enforced A segment goes only with the metrics of its own list.
    4 enforced Two segments go together only where both lists say so. | For segments without a list nothing is known, and nothing refused.
    5 enforced An attribute must belong to FROM or a resource attributed to it.
    6 enforced Only filterable fields stand in WHERE and only sortable ones in ORDER BY.
    7 partly A value of an enum must be one of its names. | Names that a field never takes are accepted.
    8 enforced Clicks are asked for one day at a time, at most 90 days back. | A good query is then told that the sandbox has no clicks.
    9 enforced The change history needs a bounded range of at most 30 days and a LIMIT of at most 10,000.
    10 enforced The change status needs a bounded range of at most 90 days and a LIMIT of at most 10,000. | A good query is then told that the sandbox has no change status.
    11 partly Insights are asked for one campaign, and by segment for one category without LIMIT, ORDER BY or metric filters. | A summary row is not refused.
    12 partly Products are not divided by date, and are asked for one campaign or ad group. | Which status fields need one is not known.
    13 enforced People are counted over at most 92 days, or 31.
    14 enforced The sub-network goes only with the network.
    15 enforced No query has both ages and genders.`,
  ),
  ...rulesOf(
    'mutate',
    `
    16 enforced A request has at least one operation.
    17 enforced Nothing is created as removed.
    18 enforced A status is not written to remove.
    19 enforced What was removed is not changed.
    20 enforced Nothing new comes into a campaign, ad group or asset group that was removed.
    21 enforced An immutable field cannot be given another value.
    22 partly What the platform sets is not set by the caller. | In an update the mask decides, and such a field is told to be immutable.
    23 enforced Of a one-of only one member can be set.
    24 partly A reference must name something that exists. | Names of things that the sandbox has none of, such as audiences of several lists, are looked at only where a rule below says so.
    25 enforced A reference to another account is to nothing.
    26 enforced Nothing is changed twice in one request.
    27 enforced UNSPECIFIED and UNKNOWN are not sent.
    28 partly Video campaigns cannot be changed. | They cannot be created either, so there are none.
    29 partly Ads of retired types cannot be created. | There are none to update.`,
  ),
  ...rulesOf(
    'EU political advertising',
    `
    30 enforced A campaign says whether it contains EU political advertising.
    31 enforced Without that, the places of a campaign cannot be changed.
    32 enforced One campaign that does not say so stops every change to campaigns of its account.
    33 enforced The declaration alone can always be given.
    34 enforced A campaign shows that its declaration is missing. | No seeded campaign is without one.
    35 enforced A campaign that contains it is not shown in the EU.
    36 absent Experiments are not scheduled without it. | There are no experiments.`,
  ),
  ...rulesOf(
    'budget',
    `
    37 enforced A shared budget has a name of at most 255 bytes.
    38 enforced No two living shared budgets have the same name.
    39 partly An amount is positive, in whole billing units and not below the currency's minimum. | The minimum of the campaign type is not known.
    40 partly An amount is not too large. | The platform's own ceilings are not known.
    41 enforced A daily budget has a daily amount, one for a period a total.
    42 partly A total needs an end date. | How long is too long is not known.
    43 enforced An unshared budget serves one campaign.
    44 enforced A shared budget stays shared, and one that becomes shared is named.
    45 enforced Accelerated delivery is gone.
    46 enforced A budget in use cannot be removed, and a removed one not used.
    47 enforced A campaign does not move to a budget of another period.
    48 enforced An account has at most 11,000 shared and 20,000 unshared budgets.`,
  ),
  ...rulesOf(
    'campaign',
    `
    49 enforced A campaign has a name, a channel, a budget and a bidding scheme.
    50 enforced A name is one line of at most 256 characters, and unique among living campaigns.
    51 partly A sub type is one of its channel. | Which channels an account may use is not looked at.
    52 enforced A search campaign targets a network that it may.
    53 enforced Performance Max and Demand Gen choose their networks.
    54 enforced Dates are ahead, in order, and at the ends of days.
    55 partly An ended campaign cannot be changed before its end date is moved. | Its ad groups and ads can be changed.
    56 enforced A shopping campaign has its setting with a linked merchant. | No merchant is linked, so there are none.
    57 enforced Brand guidelines are whole, well written and only where they are on.
    58 enforced Expanding final URLs needs text automation.
    59 partly With AI Max the platform decides how keywords match. | Features that need AI Max are not known.
    60 absent Campaign groups. | There are none: their names are not found.
    61 enforced Templates, suffixes and custom parameters are well formed.
    62 absent Housing, employment and credit need an agreement.`,
  ),
  ...rulesOf(
    'bidding',
    `
    63 enforced A scheme fits its channel.
    64 enforced Conversions and their value are not maximized on a shared budget.
    65 partly Schemes for portfolios only, or for campaigns only. | Of the latter only enhanced bids per click can be sent for a portfolio.
    66 enforced A portfolio has a name of its own, keeps its type and stays while it is used.
    67 enforced Bids are limited by portfolios only, with no floor above a ceiling.
    68 enforced Targets are in their ranges.
    69 partly A bid is whole billing units, neither too small nor too big. | The caps of single programmes are not known.
    70 partly An ad group bids in a way that its campaign uses. | A bid per click is taken under any scheme.
    71 absent Schemes that need conversions need conversion tracking.`,
  ),
  ...rulesOf(
    'ad group',
    `
    72 enforced A name is one line of at most 255 characters, and unique in its campaign.
    73 enforced The type fits the channel, and dynamic ads need the campaign's setting.
    74 enforced Some campaigns have no ad groups.
    75 enforced A target is overridden only where there is one.
    76 absent Places and languages of Demand Gen stand on ad groups. | Demand Gen campaigns take no ad groups here.`,
  ),
  ...rulesOf(
    'ad',
    `
    77 enforced A responsive search ad has 3 to 15 headlines and 2 to 4 descriptions.
    78 enforced Headlines have a width of 30, descriptions of 90, paths of 15.
    79 enforced No headline or description is given twice.
    80 partly A text is pinned where it belongs, and something is left for the other places. | Which places must be filled is our reading.
    81 enforced path2 needs path1.
    82 enforced A final URL is there, whole and not too long.
    83 enforced An ad group has at most three responsive search ads that are on.
    84 absent Demand Gen ads have a name. | There are none.
    85 enforced The content of an ad is changed through ads only.
    86 enforced A responsive search ad stands in a standard search ad group.
    87 absent Ads that cannot be paused or removed. | There are none.
    88 partly Tags are whole, known, and count down to a time ahead. | Whether a customizer exists is not looked at.`,
  ),
  ...rulesOf(
    'criterion',
    `
    89 enforced A keyword has 1 to 10 words, at most 80 characters, and only letters that are allowed.
    90 enforced Match types are not written as marks.
    91 partly A keyword comes once in a request. | Added again later, it takes the new values, as one reading of the platform has it.
    92 enforced A criterion has content.
    93 enforced What is excluded has no bid, status or URLs, and is not updated.
    94 enforced Nothing is both targeted and excluded.
    95 enforced Only search ad groups take keywords to show ads by.
    96 partly A place or language exists, is not obsolete and is there once. | Ids of another type are not found.
    97 enforced A radius is within 800 km or 500 miles of a point or address that can be.
    98 enforced Schedules are quarters of hours in order, apart, at most 6 a day, and not changed.
    99 enforced Devices stay, with a modifier of 0 or 0.1 to 10.
    100 partly Some criteria and all that are excluded have no modifier. | Schemes that ignore modifiers take them.
    101 partly Audiences exist, and interests are not for search. | No list is similar or under review.
    102 enforced A placement is one short address, not of a video, and not targeted by search.
    103 enforced Mobile URLs and templates of a keyword need a final URL.
    104 enforced Addresses are well written and only excluded, at most 500.`,
  ),
  ...rulesOf(
    'asset',
    `
    105 enforced The same content cannot be created twice in one request.
    106 partly A picture is whole, of a kind that is taken, still, in RGB and at most 5 MB. | JPEG and GIF are looked at by their parts, not decoded.
    107 enforced A picture is large enough and of the right shape for the place it is linked to.
    108 partly An asset is linked as what it is, where that is taken. | Of campaigns, only Performance Max is told apart.
    109 partly A video exists. | Any id of the right form does; its length is not known.
    110 enforced A sitelink has its texts and a final URL.
    111 enforced A callout and a snippet have their texts, the snippet a header from the list.
    112 partly A promotion has one discount and one condition. | Two are refused by the front end, as two members of a one-of.
    113 enforced Prices are 3 to 8 offers whose header is not their description.
    114 partly A call asset has a number that can be called. | Countries are looked at by form, premium numbers only in North America.
    115 partly A lead form has its texts and questions, and the account accepted the terms. | Background pictures and addresses of webhooks are not looked at.
    116 enforced Schedules are apart, at most 6 a day and 42 in all.
    117 partly Content never changes. | No asset was made by the platform.
    118 enforced An asset is linked once in the same way.
    119 enforced What is excluded is not linked.`,
  ),
  ...rulesOf(
    'asset group',
    `
    120 enforced An asset group has its minimum of texts and pictures.
    121 enforced One description is short.
    122 enforced An asset group has its maximum of each kind.
    123 enforced Unlinking never leaves less than the minimum.
    124 enforced With brand guidelines the name and logo are linked to the campaign, and only there.
    125 enforced Without brand guidelines they are linked to the asset group.
    126 partly Brand guidelines are not switched by an update. | The call that switches them on is not there.
    127 enforced An asset group has a name of its own, a final URL, texts without tags and a living campaign, and the last one stays.
    128 partly An account has at most 100 Performance Max campaigns, a campaign 100 asset groups. | There are no listing groups.
    129 partly A search theme has at most 10 words and 80 characters. | How many are too many is not known.
    130 enforced Performance Max takes neither a shared budget nor a portfolio.
    131 absent Final URLs are on the merchant's domain. | There are no merchants.`,
  ),
  ...rulesOf(
    'conversion action',
    `
    132 enforced A conversion action has a name of its own.
    133 partly Some types cannot be created. | There are none that cannot be updated.
    134 partly Rule-based attribution is gone. | Data-driven attribution is taken as it is.
    135 enforced Windows and seconds are in range, and the currency exists.
    136 enforced What is not said has the platform's defaults.`,
  ),
  ...rulesOf(
    'label, shared set, experiment',
    `
    137 enforced A label has a name of its own of at most 80 characters, is attached once, and no more than 50 to one thing. | Manager accounts have none.
    138 enforced A shared set has a name of its own among its type, takes what its type is made of, and stays while campaigns use it.
    139 enforced A set of the same account is attached, to shopping campaigns only one of negative keywords.
    140 absent Experiments.
    141 absent Arms of experiments.
    142 absent Campaigns under experiment.`,
  ),
  ...rulesOf(
    'policy and time',
    `
    143 partly What is new is under review first. | It takes an hour of the sandbox's clock, then all is approved but ads that promise something guaranteed; the others earn traffic meanwhile.
    144 partly Plain violations are refused at once. | One policy for texts (shouting), one for keywords (counterfeits).
    145 partly A violation can be overlooked by naming it. | Every policy here can be.
    146 partly New content is reviewed anew. | For ads and assets; a keyword added again too.
    147 absent Changes and metrics show with a delay.
    148 enforced A rehearsal runs every check and changes nothing.`,
  ),
  ...rulesOf(
    'conversion and lead',
    `
    149 enforced One bad event refuses its whole request, and is named by its path.
    150 partly An event has a transaction, a time in the past, a source and an identifier, and hashes are hashes. | Carts, variables and encryption are not read.
    151 enforced A new conversion action takes nothing for six hours.
    152 enforced A transaction counts once for an action; sent again it changes the value.
    153 partly A wrong click and missing consent are told hours later. | People of an account are in Europe where its time zone is.
    154 partly Click uploads are closed to newcomers, and tell failed rows by their place. | People by their data are not read.
    155 partly A counted conversion is restated or retracted from a day until 54 days after it. | By order id only.
    156 enforced What was sent raises reports on the day of its click.
    157 partly Leads come in while campaigns with forms run, are handed out for 30 days, and are pushed. | Of forms on campaigns; no test leads.`,
  ),
];
