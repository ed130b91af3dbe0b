import { rulesOf } from '../../coverage.ts';

export const rules = [
  ...rulesOf(
    'any call',
    `
    1 enforced A path has its trailing slash.
    2 enforced The Access-Token header holds a token that was given out and not revoked.
    3 enforced A path takes one method; another is HTTP 405.
    4 enforced The advertiser is granted to the token.
    5 enforced The advertiser exists.
    6 enforced Required fields are given.
    7 enforced Values have their type; ids are digits.
    8 enforced Enumerated values are exact.
    9 enforced Lists and objects in a query are JSON text.
    10 enforced Pages and their sizes lie in their range.
    11 enforced Lists of ids have a greatest length.
    12 enforced Unknown fields are ignored in silence.
    13 enforced Calls have a rate by application (second, minute, day) and by advertiser; too many in a minute close the address for five.
    14 enforced An address is at most about 8 kB long.
    15 absent Two writes of one object at once conflict. | Requests are served one after the other.
    16 absent The advertiser granted the area of the call. | Every token has every permission.`,
  ),
  ...rulesOf(
    'campaign',
    `
    17 enforced A name has 1 to 512 characters, Chinese ones counted twice, and no emoji.
    18 enforced A name is unique among the living, unless a request_id is given.
    19 enforced request_id is a 64-bit number.
    20 enforced The same request_id within ten seconds makes no second object.
    21 enforced The objective is one that can be created.
    22 enforced APP_PROMOTION needs app_promotion_type.
    23 enforced virtual_objective_type and sales_destination go together and fit.
    24 enforced PRODUCT_SALES needs campaign_product_source.
    25 enforced INFINITE excludes a shared budget, DYNAMIC needs one.
    26 enforced REACH, VIDEO_VIEWS and ENGAGEMENT take no plain daily budget.
    27 enforced RF_REACH has no budget and is not created disabled.
    28 enforced A budget is given unless the mode is INFINITE.
    29 enforced A budget has a floor by currency.
    30 enforced A budget has a ceiling by currency.
    31 enforced A budget has no more decimals than its currency.
    32 enforced A budget is not lowered below 105% of what was spent.
    33 enforced Mode, objective and budget sharing cannot change.
    34 enforced An INFINITE campaign takes no budget.
    35 enforced Special industries can be cleared only.
    36 enforced IOS14 campaigns have their objectives and an app.
    37 enforced campaign_app_profile_page_state is for IOS14 campaigns.
    38 enforced rf_campaign_type is for RF_REACH, rta_bid_enabled needs rta_id.
    39 enforced An advertiser has at most 999 campaigns.
    40 enforced A switch names 1 to 20 ids that all exist, or nothing changes.
    41 enforced What is deleted cannot be changed.
    42 enforced postback_window_mode goes with DISABLE only.
    43 enforced Plain calls refuse Smart+ objects.
    44 enforced Manual campaigns cannot be created after 2026-12-31, for an advertiser on which that is switched on; it is on for none at first.`,
  ),
  ...rulesOf(
    'ad group',
    `
    45 enforced The campaign exists and lives.
    46 enforced A name is as a campaign's.
    47 enforced promotion_type is given where needed and fits.
    48 enforced Automatic placement is refused for REACH, VIDEO_VIEWS, ENGAGEMENT.
    49 enforced Placements are given and fit.
    50 enforced Sub-placements hold IN_FEED and fit the objective.
    51 enforced The goal fits the objective.
    52 enforced The billing event fits the goal.
    53 enforced The goal fits a shared budget.
    54 enforced Groups of a shared budget are alike.
    55 enforced CONVERT and VALUE on the web need a pixel.
    56 enforced The pixel is the advertiser's and the goal takes one.
    57 enforced The event is given and on the pixel.
    58 enforced Events the platform sets take no other value.
    59 enforced TRAFFIC_LANDING_PAGE_VIEW needs a website.
    60 enforced A native page has CONVERT and no pixel.
    61 partly An app goal has its app and one system. | Apps are not kept, so any id passes.
    62 enforced A custom bid is given.
    63 enforced The bid stands in the field of its billing event.
    64 enforced A bid has its greatest value, precision, and lies below the budgets.
    65 enforced Fast pacing needs a bid.
    66 enforced AUTOMATIC_VALUE_OPTIMIZATION takes no custom bid.
    67 enforced A custom bid on VIDEO_VIEWS is shown by CPV.
    68 enforced VALUE needs its deep bid type, a floor its figure.
    69 enforced secondary_optimization_event fits the goal.
    70 enforced REACH needs a frequency cap.
    71 enforced The frequency lies in its range.
    72 enforced The budget mode fits campaign and schedule.
    73 enforced A budget has a floor by currency, for a lifetime by day.
    74 enforced Ceiling, precision and 105% as for campaigns.
    75 enforced The start is at most 12 hours back and before 2028.
    76 enforced The end comes after the start and now.
    77 enforced The start is fixed once it has passed.
    78 enforced ENGAGED_VIEW_FIFTEEN runs for at most 30 days.
    79 enforced dayparting has 336 signs.
    80 enforced Locations are given, at most 3,000, and do not overlap.
    81 enforced Locations exist.
    82 enforced A group in the US stays there.
    83 enforced Postal codes exist, have their countries, and TikTok alone.
    84 enforced Ages 13 to 17 are not targeted where that is forbidden.
    85 enforced Special industries narrow the targeting.
    86 enforced Pairs that exclude each other.
    87 enforced Device prices are multiples of 50.
    88 enforced Income and spending power have their places.
    89 enforced Actions have their period, and categories exist and have TikTok alone.
    90 enforced Audiences exist, are ready, have 1,000 people and are in one list.
    91 absent Lookalikes are of the buying type. | Only auction is here.
    92 partly A saved audience excludes PRODUCT_SALES and special industries. | Saved audiences are not kept.
    93 enforced Smart targeting has its objectives.
    94 enforced Old automatic targeting cannot be switched on.
    95 enforced Brand safety needs TikTok alone, a third party its name, and most objectives an allowlist, on which no seeded advertiser is.
    96 enforced Search results are switched on where they can be; keywords have their number and length.
    97 enforced Attribution windows come together and fit.
    98 enforced Less healthy food in the United Kingdom needs its declaration.
    99 enforced What is fixed at creation refuses another value.
    100 enforced A campaign has at most 999 groups, an IOS14 one 2 active.
    101 enforced Budgets of up to 20 groups in one call: lifetime ones at once, daily ones from the next midnight on.
    102 enforced Reach and frequency groups are not switched, dedicated ones not deleted.`,
  ),
  ...rulesOf(
    'ad',
    `
    103 enforced One to 20 creatives are given.
    104 enforced A creative has its format and identity.
    105 enforced An update names ads of the group.
    106 enforced An update replaces: what is left out is cleared.
    107 enforced A patch takes its own fields and ignores others.
    108 enforced Name and text have their length and no emoji.
    109 enforced The identity type is known.
    110 enforced Custom identities are refused on TikTok.
    111 enforced An unchanged custom identity passes an update.
    112 enforced A shared identity comes with its business center.
    113 enforced The identity is the advertiser's and available.
    114 enforced The format fits the placement.
    115 enforced A video ad has a video or a post that exists, not both.
    116 enforced A video ad has exactly one cover.
    117 enforced A video is used once it has been transcoded.
    118 enforced A post fits the identity and comes alone.
    119 enforced A carousel has 1 to 35 images of a usable size, and no card.
    120 enforced A carousel has music.
    121 enforced Images are the advertiser's.
    122 enforced A button is given on TikTok and fits the objective.
    123 enforced The destination fits what is promoted: an address, an instant form that exists; an app is the ad group's.
    124 enforced utm_params have their length and stand in the address.
    125 enforced The tracking pixel is the ad group's.
    126 enforced Identities for ads only take no open post.
    127 enforced Duet and stitch need free music.
    128 enforced A fallback to a website needs its address; IOS14 campaigns take no deferred links.
    129 enforced A call ad has its phone number.
    130 enforced Lead ads need the signed terms.
    131 enforced Catalogues exist; there are none here, so each is refused.
    132 enforced A group has at most 50 ads, of shops and reach 20; an identity 10,000.
    133 enforced A switch names at most 20 ads that live; automatic ads, of which there are none, are not deleted.`,
  ),
  ...rulesOf(
    'files, tools, audiences, pixels, reports',
    `
    134 enforced A file comes with its MD5.
    135 enforced An image is JPEG or PNG, below 50 MB and not too large.
    136 enforced A video is of a known type, up to 500 MB.
    137 enforced A file name is free and has at most 100 characters.
    138 enforced An address leads to a file.
    139 enforced Images of others are not shown.
    140 enforced Regions are asked for with placements and objective.
    141 enforced A fuzzy search has one keyword, others their regions.
    142 enforced Hashtags are searched by at most ten words.
    143 enforced An estimate has objective, goal and placements.
    144 enforced An audience file has a known hash, a name and an own file.
    145 enforced Lookalikes and audiences in the making cannot be edited.
    146 enforced An audience keeps 1,000 people; there are at most 400.
    147 enforced A lookalike has a source that can be imitated.
    148 enforced A pixel has a name of at most 40 characters.
    149 enforced Level, id and time of a report fit each other.
    150 enforced Metrics exist at the level.
    151 enforced Spans are at most 1, 30 or 365 days.
    152 enforced A lifetime report has no time, country or people.
    153 enforced Filters are whole, and a status is of the level.
    154 enforced Reports name at most five advertisers, all of the token's user.
    155 enforced Totals come with ids and days only.
    156 enforced Reports in the background are fetched when done, by their token, and cancelled before.`,
  ),
  ...rulesOf(
    'event',
    `
    157 enforced The id of an event source is of the kind that is named: a pixel's code, an offline set, a CRM set.
    158 enforced An event of one source, name and id counts once in 48 hours; what it lacked is filled in for five minutes.
    159 enforced Unknown keys of a user are accepted in silence.
    160 enforced A request has at most 1,000 events, and one bad event refuses all.
    161 enforced Offline events are standard ones; CRM events are not and name their lead.
    162 enforced Test events are not counted.
    163 enforced Too many requests with events are refused with HTTP 401.`,
  ),
  ...rulesOf(
    'lead',
    `
    164 enforced A file of leads is fetched once its task has succeeded; before, the answer is a refusal in place of a file.
    165 enforced Leads and tasks belong to one of three regions, which a header names.
    166 enforced Names of columns and the writing of ids differ between files.
    167 enforced A form has one test lead, which no file holds.
    168 enforced Ads with a form bring leads while they run.
    169 enforced Subscriptions are told of new leads, signed and with bare ids.
    170 enforced A file of more than 10 MB is zipped.
    171 enforced Leads are kept for 90 days.`,
  ),
];
