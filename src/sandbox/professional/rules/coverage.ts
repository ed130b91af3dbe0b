import { rulesOf } from '../../coverage.ts';

export const rules = [
  ...rulesOf(
    'call',
    `
    1 enforced A version has to be named.
    2 enforced A version that has ended or never was is refused, from its last day on.
    3 enforced The token has to be there, known, unrevoked and alive.
    4 enforced Each resource wants its scope; writing wants more than reading.
    5 enforced A viewer writes nothing, a creative manager writes creatives only.
    6 partly An account without a role is out of reach, and lists leave it out. | The development tier with its five mapped accounts is not here.
    7 enforced A partial update has to be named as one.
    8 enforced Several elements in a create have to be named as a batch.
    9 enforced Lists and records have no meaning without protocol 2.0.0.
    10 enforced The structure of a query stays literal.
    11 enforced Dotted parameters of protocol 1.0 are refused.
    12 enforced Unknown parameters are refused; start and count are ignored where pages go by tokens.
    13 enforced Campaigns and groups are named by numbers.
    14 partly Creatives and posts are named by URNs. | Messages are not here.
    15 enforced Lists of URNs take no bare numbers.
    16 enforced Unknown values in a search are refused.
    17 enforced Pages have a most.
    18 enforced A query above 4 KB has to be tunnelled.
    19 enforced Creatives are found under their account.
    20 enforced Finders need their account.
    21 partly A body has to be JSON. | A body without a length is not refused.
    22 enforced Unknown enum symbols are refused by the schema.
    23 enforced Plural names of objectives are unknown symbols.
    24 enforced Unknown fields are refused by the schema.
    25 enforced Read-only fields cannot be written.
    26 enforced JSON types have to be right.
    27 enforced A union has one member.
    28 enforced All faults of the schema come at once.`,
  ),
  ...rulesOf(
    'account',
    `
    29 enforced Only a draft can be deleted.
    30 enforced Illegal steps of the status are refused.
    31 enforced The name is not blank, the currency known and unchangeable.
    32 enforced The test flag is fixed, and there is one test account.
    33 absent Path and body of a user have to agree.
    34 enforced The account of path and body is the same.
    35 enforced The account of a group or campaign is fixed.`,
  ),
  ...rulesOf(
    'group and campaign',
    `
    36 enforced A name is needed, not blank and not too long.
    37 enforced Money is in the currency of the account.
    38 enforced A start is not in the past.
    39 enforced A draft whose start has passed is refused every change without a new one.
    40 enforced The end is after the start.
    41 enforced A start that has passed is fixed.
    42 enforced A new end is not in the past.
    43 enforced A schedule is needed, by drafts too.
    44 enforced Budgets are above zero, bids not below.`,
  ),
  ...rulesOf(
    'group',
    `
    45 enforced A group is born active or as a draft.
    46 enforced A total budget has a minimum.
    47 enforced A total budget needs an end.
    48 enforced A daily budget needs dynamic optimisation.
    49 enforced A shared budget is daily or total.
    50 enforced A shared budget needs an objective.
    51 enforced Budget optimisation is fixed.
    52 enforced A shared budget has its own minimums.
    53 enforced The objective is fixed once set.
    54 enforced Only a draft can be deleted.
    55 enforced The default group cannot be changed.
    56 enforced Enterprise accounts allow little.`,
  ),
  ...rulesOf(
    'campaign',
    `
    57 enforced Groups and accounts hold a certain number of campaigns.
    58 enforced The group has to be named and of the account.
    59 enforced In a draft group everything is a draft.
    60 enforced Nothing goes into a group that is over.
    61 enforced The objective is that of the group.
    62 absent The group allows certain types.
    63 enforced Type, cost type, locale and off-site delivery are needed.
    64 enforced Political intent has to be declared at creation.
    65 enforced The locale is a known pair and fixed after the draft.
    66 enforced A budget is needed to leave the draft.
    67 enforced No own budget under a shared one.
    68 partly Bidding follows the strategy of a shared budget. | Manual and cost cap are not told apart.
    69 enforced A daily budget has a minimum by currency.
    70 enforced A daily budget has a maximum.
    71 enforced A total budget has a minimum by its days.
    72 enforced The total is not below the daily budget.
    73 enforced A total budget alone, or pacing over the lifetime, needs an end.
    74 enforced Pacing is chosen at creation.
    75 enforced A bid has a floor, except for posts.
    76 enforced A bid has a ceiling and stays under the daily budget.
    77 enforced A bid of zero is taken, and never delivers.
    78 enforced Objective, format, type, target and cost go together by a table.
    79 enforced Messages are paid by the thousand.
    80 partly Messages take turns evenly, except for leads. | The exception is not bound to its version.
    81 enforced Paying by view is for video.
    82 enforced Dynamic ads, carousel and video need their format at creation.
    83 enforced A video campaign needs an objective.
    84 enforced Type and format are fixed.
    85 enforced The objective is fixed once set.
    86 enforced A page is needed to leave the draft.
    87 enforced The page of sponsored content is fixed.
    88 enforced Off-site delivery is for posts other than events.
    89 enforced Connected television needs off-site delivery and video.
    90 enforced A frequency is 3 to 30 in 7 days, for awareness.
    91 absent Values come with their version.
    92 enforced Optimising for conversions needs one before activation.
    93 enforced Talent leads need an entitlement, which no seeded account has.`,
  ),
  ...rulesOf(
    'targeting',
    `
    94 enforced Targeting is needed to leave the draft.
    95 enforced A location is needed to leave the draft.
    96 enforced Places of one kind only.
    97 enforced Certain facets exclude each other in two clauses.
    98 enforced Present, past or both, not several of them.
    99 enforced Nothing is both included and excluded.
    100 enforced No value twice.
    101 enforced Facets have a most of values, and the interface locale one.
    102 enforced Values exist and segments are ready.
    103 enforced Facets are whole URNs that are known.
    104 enforced Some facets cannot be excluded.
    105 enforced Interface locales are supported pairs.
    106 enforced A segment stands under its own facet.
    107 enforced The flat form of targeting is refused.
    108 enforced An audience has at least 300 members to leave the draft.`,
  ),
  ...rulesOf(
    'state',
    `
    109 enforced What is left of the group's budget has to suffice.
    110 enforced Only a draft can be deleted.
    111 enforced A status follows another by a table.
    112 enforced Nothing changes once cancelled.
    113 enforced Nothing but the status changes once archived or deleted.
    114 partly Some fields are fixed after the draft. | Cost type, format and locale; the platform does not publish its list.`,
  ),
  ...rulesOf(
    'creative',
    `
    115 enforced A creative is born active or as a draft.
    116 enforced It cannot be stopped before it is approved.
    117 enforced Campaign and content are fixed.
    118 enforced Its campaign is of the account and not removed.
    119 enforced Its content is of the kind of its campaign.
    120 enforced Only shares, posts and messages can be referred to.
    121 enforced Lead generation needs a form, which is fixed after the draft.
    122 enforced A campaign has at most 15 active and 100 creatives.
    123 partly Only drafts, or those of draft campaigns, can be deleted. | Failed processing is not here.
    124 enforced Nothing changes once it is over.
    125 enforced Text ads have short lines and a landing page.
    126 enforced A carousel has 2 to 10 cards.`,
  ),
  ...rulesOf(
    'post and media',
    `
    127 enforced A post for ads alone names its account.
    128 enforced Distribution, visibility and state are needed.
    129 enforced The author is a page the caller may post for.
    130 enforced Images belong to the author.
    131 enforced A button needs a landing page.
    132 enforced Images, documents and videos have to be ready.
    133 enforced An upload names its content type, and captions in the plural.
    134 enforced Messages have lengths, senders and trees.
    146 absent The same post again is refused.`,
  ),
  ...rulesOf(
    'report',
    `
    135 enforced At most 20 fields, all of them known.
    136 enforced At least one facet, of well-formed URNs.
    137 enforced Granularity, range and pivot are needed, and in order.
    138 enforced Each finder has its own pivots.
    139 enforced Reach and penetration are counted over at most 92 days, penetration of accounts, groups and campaigns alone.
    140 absent The volume of a report is limited over five minutes.
    141 absent Revenue reports have their own range.`,
  ),
  ...rulesOf(
    'lookup and conversion',
    `
    142 enforced A facet is listed or searched, as it says.
    143 enforced A count needs a facet that is known.
    144 enforced Attribution windows are of certain lengths.
    145 enforced Conversion events are young and name somebody.
    147 enforced A conversion event for a rule that is not there is refused as if accounts were missing.
    148 enforced A batch of conversion events with one bad event is refused whole, with the faults of all.`,
  ),
  ...rulesOf(
    'lead',
    `
    149 enforced Another content of a form makes its next version, and answers name the questions of theirs by number.
    150 enforced Leads want a role on the page, without which the platform answers 401.
    151 enforced A filter by form names one version and leaves out the leads of the others.
    152 enforced An address proves itself by the app's secret before it is told of leads, and is given up after three failures.
    153 enforced URNs inside of structures are encoded.
    154 partly An owner has at most 1,500 addresses, none of them a tunnel. | Which hosts count as tunnels is not published.`,
  ),
];
