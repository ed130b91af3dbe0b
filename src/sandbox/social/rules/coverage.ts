import { rulesOf } from '../../coverage.ts';

/** The numbered rules of the reference, and whether the sandbox follows each. Rules of behaviour count as enforced as well. */
export const rules = [
  ...rulesOf(
    'campaign',
    `
    1 enforced special_ad_categories must be given; an empty list is fine.
    2 enforced Only the six outcome objectives can be created.
    3 enforced A special category needs special_ad_category_country.
    4 enforced Countries are ISO codes that exist.
    5 enforced Without a campaign budget is_adset_budget_sharing_enabled must be given.
    6 enforced Sharing excludes a campaign budget, lifetime budgets and unlike bid strategies of its ad sets.
    7 enforced A bid strategy on the campaign needs a campaign budget.
    8 enforced Daily and lifetime budget exclude each other.
    9 enforced An app campaign that does not state is_skadnetwork_attribution gets no ad sets.
    10 enforced An iOS 14 campaign names its app; an app has nine of them, each with five ad sets.
    11 enforced Objective and buying type stay once there are ad sets.
    12 enforced A category cannot be entered while ad sets break its targeting rules.
    13 enforced A spend cap has a minimum and stays above what was spent.
    14 partly It ends after it starts; it holds 200 ad sets; an account holds 6,000 campaigns. | The 6,000 are checked in code without a test.
    15 enforced With more than 70 ad sets bid strategy and place of the budget are frozen.
    16 enforced Politics needs authorisation, which nobody has here, and is closed to the EU.
    17 enforced Gambling without permission passes at first and is rejected in review.`,
  ),
  ...rulesOf(
    'budget and bid',
    `
    18 enforced Either the campaign or its ad sets have budgets.
    19 enforced One of them has.
    20 enforced A budget has a minimum by currency, country and billing event, for a lifetime by day.
    21 enforced A daily budget covers one bid cap for impressions and five for actions.
    22 enforced A lifetime budget stays at or above 110% of what was spent.
    23 enforced An ad set takes four budget changes an hour.
    24 enforced Amounts are whole minor units.
    25 enforced A lifetime budget needs an end, and the end lies ahead.
    26 enforced An ad set with a daily budget runs for at least a day.
    27 enforced An ad set that was delivered keeps its kind of budget.
    28 enforced A cap needs bid_amount, also when the campaign chose it.
    29 enforced Lowest cost takes no bid_amount.
    30 enforced A ROAS floor needs value optimisation.
    31 enforced A ROAS strategy needs a floor between 100 and 10,000,000, not as bid_amount.
    32 enforced Value optimisation takes no cap.
    33 partly Value optimisation counts purchases. | Every pixel here has purchase values.
    34 enforced Calls, conversations, page likes and profile visits take no cap.
    35 enforced An ad set bids like a campaign that holds the budget.
    36 enforced Spend targets need a campaign budget of their kind, do not contradict and fit into it.
    37 partly A bid is at least one cent, two for a thousand impressions. | The greatest bid is not limited.`,
  ),
  ...rulesOf(
    'ad set',
    `
    38 enforced Attribution windows are 1 or 7 days after a click, with 1 day after a view for conversions; 1 day after a click otherwise.
    39 enforced Longer views and 28 days after a click are gone.
    40 enforced Unknown keys of the attribution are passed over; the default stays.
    41 enforced Attribution is fixed at creation.
    42 enforced Frequency caps go with reach and video views, for 1 to 90 days.
    43 enforced A schedule by hours needs a lifetime budget and day parting.
    44 enforced Its blocks are whole hours on days 0 to 6 that do not overlap.
    45 enforced A start in the past begins at once; one after the end is refused.
    113 enforced A promoted object can gain an app or catalog; conversion goals can change pixel and event.
    143 enforced Learning starts again with strategy, goal, event, targeting and large budget steps.
    144 enforced The destination goes with the objective.
    145 enforced The goal goes with objective and destination.
    146 enforced The promoted object goes with them, and is complete.
    147 enforced Other events than impressions are billed only with the goal of the same name.`,
  ),
  ...rulesOf(
    'targeting',
    `
    47 enforced There is a location or a custom audience.
    48 partly Places do not overlap. | Distances are known between cities and pins only; a pin belongs to the country of the nearest city here.
    49 enforced Exclusions stand in excluded_geo_locations.
    50 enforced Radii are 10 to 50 miles around cities, 0.63 to 50 around pins, and nowhere else.
    51 partly Lists have lengths. | Places beyond cities and regions are few here; of the two documented limits for markets the smaller holds.
    52 enforced Countries and keys exist; some countries are closed.
    53 enforced Country groups are those of the platform.
    54 enforced location_types are both or none.
    55 enforced Ages lie between 13 and 65.
    56 enforced advantage_audience must be given when an ad set is created.
    57 enforced With it the lower age is 25 at most and the upper 65.
    58 enforced People under 18 are chosen by age and place only.
    59 enforced In Thailand chosen placements begin at 20.
    60 enforced Interests, behaviors and categories exist; their names do not matter.
    61 enforced Integer lists stand beside flexible_spec.
    62 partly flexible_spec has 25 elements and 1,000 entries; new ad sets exclude nobody by detail. | The 1,000 entries are checked in code without a test.
    63 partly Custom audiences exist in the account and are usable. | No audience here is flagged.
    64 enforced No audience is included and excluded.
    65 enforced Apps are shown on devices they run on.
    66 enforced Connections are gone.
    67 enforced An update replaces the whole spec.`,
  ),
  ...rulesOf(
    'special category',
    `
    68 enforced Ages are 18 to 65+.
    69 enforced Genders cannot be chosen.
    70 enforced No zips, no exclusions, no radius below 15 miles or 25 kilometers.
    71 partly No lookalikes and no detailed targeting. | The platform leaves a few interests, the sandbox none.
    72 enforced No country but those of the campaign.
    73 enforced advantage_audience must be given.
    74 absent Custom audiences need a certification. | Nobody has said what the refusal is.`,
  ),
  ...rulesOf(
    'placement',
    `
    75 enforced Positions belong to a chosen platform.
    76 enforced Some placements exist only beside others.
    77 enforced Retired placements are refused, and the right-hand column on phones.
    78 partly Some positions are dropped in silence. | Only the messenger story is; effective positions cannot be read.
    79 partly Instagram placements need an Instagram account of the business. | Only where Instagram or Threads was chosen by name.
    80 enforced Stories and reels are not for desktop alone.`,
  ),
  ...rulesOf(
    'declaration',
    `
    81 partly Wherever the EU is reached, beneficiary and payor are declared or defaults of the account. | A pin counts as in the EU by the nearest city here.
    82 enforced One of the two is not enough.
    83 enforced They have 512 characters at most.
    84 enforced Taiwan needs its declaration.
    85 enforced Singapore needs its declaration.
    86 enforced Brazil needs one; Australia and India do for financial ads.
    87 partly Identities are numbers. | Any number passes.
    88 enforced Worldwide reaches all of these.
    89 absent Reading back may add VOLUNTARY_VERIFICATION. | It is never added.`,
  ),
  ...rulesOf(
    'creative',
    `
    90 enforced A creative has one source and one story block; a post is one that exists.
    91 enforced A picture is a known hash of the account or an address.
    92 enforced A video has a thumbnail, and its link in the button.
    93 enforced There is a link.
    94 partly A video is processed; a thumbnail can be fetched. | Addresses are looked at, not fetched.
    95 partly Buttons exist and have what they need. | Which objective takes which button is not checked.
    96 enforced A form goes with ON_AD, and is an active one of the page.
    97 enforced Creative and ad set promote the same page.
    98 partly The creative fits the objective. | Only that video views need a video and forms on the ad a form.
    99 enforced A carousel has 2 to 10 cards with links, and a message; a card with a video has a thumbnail.
    100 enforced Features are chosen one by one, some only with a catalog.
    101 enforced instagram_actor_id is gone.
    102 enforced link_data is not translated.
    103 partly A template names a product set of the business, and takes no video. | Products themselves are not here: collections are not counted.
    104 partly Asset feeds have limits, unique values, and rules with labels that exist. | Language feeds are checked in code without a test.
    105 enforced Dynamic creative has an ad set of its own, for good.
    106 enforced Asset groups stand on ads of sales and apps.
    107 enforced The content of a creative cannot be changed.
    108 enforced An app in development makes none.
    109 enforced A pixel is attached to the account.`,
  ),
  ...rulesOf(
    'ad',
    `
    46 enforced Only ads of sales and apps have a schedule of their own.
    110 enforced An ad set holds 50 ads, has living parents, and a rejected ad stays off.
    111 enforced Validating stores nothing and needs real parents.
    112 partly Copies have limits. | Two objects below the copied one; there is no copying in the background, and nothing is ever in process.
    139 partly New objects are in process and ads in review for a while. | Ads are reviewed for 15 minutes of the sandbox clock; campaigns and ad sets are ready at once.
    140 enforced Review starts again with creative and targeting, not with name and money.
    141 enforced Archived objects can be renamed and deleted, deleted ones renamed.
    142 enforced An active object under a paused parent shows the parent's state.`,
  ),
  ...rulesOf(
    'media',
    `
    114 partly Images are PNG, JPEG or GIF with an extension, up to 30 MB. | BMP and TIFF are refused; the size is checked in code without a test.
    115 enforced Images are not fetched from an address.
    116 enforced An image in use stays.
    117 partly Videos have a known type and size. | By name and size: the content is not looked at.
    118 enforced A chunk must begin where the last one ended.
    119 enforced A video has a status and no field for its phases.
    120 absent A creative may show another video id than was uploaded. | It shows the same.`,
  ),
  ...rulesOf(
    'page and account',
    `
    121 enforced Tasks stand on the edge between person and page.
    122 partly Pages have many fields. | Those that are absent here say so.
    123 absent Some edges of a page need its own token. | There are no such edges here: the call says so.
    124 enforced Defaults of declarations are fields of the account, minimums an edge.
    125 enforced An account that is not active can be read, not written.`,
  ),
  ...rulesOf(
    'insights',
    `
    126 enforced They go back 37 months; maximum is cut.
    127 enforced Ranges are real days in order, given once.
    128 enforced Fields and breakdowns exist.
    129 enforced No level above the node.
    130 enforced Breakdowns come in families.
    131 enforced Hours know neither unique people nor videos.
    132 enforced Reach is left out of old breakdowns.
    133 partly Steps are 1 to 90 days; a large answer needs a run. | Where large begins is our choice.
    134 enforced Archived objects are listed on demand.
    135 enforced Filters are known, lists are lists, and nobody asks for deleted objects.
    136 enforced Windows of 7 and 28 days after a view have no values.
    137 enforced A new campaign has no rows in its first minutes.
    138 partly A run can be read when it is done and for 30 days. | Runs over old reach are not counted.`,
  ),
  ...rulesOf(
    'conversion event',
    `
    148 enforced A request holds 1 to 1,000 events.
    149 enforced One bad event refuses the whole request, and the refusal does not say which.
    150 partly An event is at most 7 days old, in a physical store 62. | A time in the future passes: no upper bound is documented.
    151 enforced An event has a name, and an action source that exists.
    152 enforced An event on a website has its address and the browser's user agent.
    153 enforced The keys of the person tell somebody apart.
    154 enforced Keys that must be hashed hold a SHA-256, with or without the mark of the platform's library.
    155 enforced A purchase has a value.
    156 enforced A second event of the same name and id within 48 hours is dropped in silence.
    157 enforced A test event counts like any other.
    158 enforced A dataset that is missing or not shared is not found.`,
  ),
  ...rulesOf(
    'custom conversion',
    `
    159 enforced It belongs to a dataset of the account and has a rule.
    160 enforced Only name, description and value can change.
    161 partly An account holds 100. | Checked in code without a test.`,
  ),
  ...rulesOf(
    'lead form',
    `
    162 enforced A form has a name, questions of known types, and an address of its privacy policy.
    163 enforced Labels and choices go with CUSTOM; keys differ; one national id is asked for.
    164 enforced Only the status of a form can change, and a form is archived, not deleted.
    165 enforced Forms are made and listed by the page's own token.`,
  ),
  ...rulesOf(
    'lead',
    `
    166 enforced Leads are filtered by time_created in seconds; other fields are passed over in silence.
    167 enforced Leads are handed out for 90 days.
    168 enforced Where a business lets only some see its leads, they do not exist for others.
    169 enforced Ads are told to callers who may advertise.
    170 enforced A form has one test lead, which only its values tell from others.
    171 enforced New leads are told to a verified address of a subscribed app, signed, by their ids alone.
    172 absent Calls about leads are limited by the leads of the last 90 days. | They are not counted.`,
  ),
];
