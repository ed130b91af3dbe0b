import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../ambient.ts';
import type { Problem } from '../../errors.ts';
import type { Complaint } from '../../upstream/dialect.ts';
import { errorTable } from '../../upstream/error-table.ts';
import type { UpstreamReply } from '../../upstream/session.ts';
import { ErrorReply } from './wire.ts';

/** By the platform's own code where it names one, otherwise by the HTTP status. */
export const ERRORS = errorTable(`
INVALID_ACCESS_TOKEN,65600 | token | The access token is not known | It was changed, or made by another app | Reconnect the professional channel (adhelm connect professional)
EMPTY_ACCESS_TOKEN,65604 | token | No access token was sent | The connection holds none | Reconnect the professional channel (adhelm connect professional)
REVOKED_ACCESS_TOKEN,65601 | token | The member withdrew consent | The app was removed in the member's settings, or other scopes were agreed to since | Reconnect the professional channel (adhelm connect professional)
EXPIRED_ACCESS_TOKEN,65602 | expired | The access token has ended | It lives for 60 days | Reconnect the professional channel (adhelm connect professional)
RESTRICTED_MEMBER,65608 | token | The member is restricted | The platform has limited this person's account | Have the member settle that with the platform, or connect with another one
ACCESS_DENIED | permission | The app or its token lacks a permission | A scope was not agreed to, the app's access tier is too low, or the page role is missing | Reconnect with the scopes rw_ads and r_ads_reporting (and w_organization_social for posts), and have the app's access raised
NO_PERMISSION_ON_ENTITY,NO_PERMISSION_ON_FIELD,NO_PERMISSION_TO_UPDATE | permission | The member's role on the ad account does not allow this | Viewers only read; creative managers change ads only | Have a campaign manager role given on the ad account
VERSION_MISSING | version | No version of the interface was named | A fault of the service | Report it: the service always names one
NONEXISTENT_VERSION | version | The version of the interface this service uses has been switched off | Each lives about a year and ends on a fixed day for everybody at once | Update the service
TOO_MANY_REQUESTS | busy | The platform's quota is used up | Quotas are by app and by member, most of them for a day that ends at midnight UTC | Wait for the time given, then call again
MULTIPLE_VALIDATIONS_FAILED | request | Several arguments are wrong | Each is named with its own reason | Correct all of them and call again
MISSING_FIELD,CONDITIONAL_MISSING_FIELD | request | Something required is missing | The platform demands it, for this status or beside another field | Pass the argument that is named
FIELD_NOT_ALLOWED,CONDITIONAL_FIELD_NOT_ALLOWED,FIELD_NOT_EDITABLE | request | This cannot be set | It is fixed, or excluded by another value | Leave out the argument that is named
INVALID_VALUE_FOR_FIELD,CONDITIONAL_INVALID_VALUE,INVALID_VALUE,INVALID_VALUE_BLANK_FIELD,FIELD_LENGTH_TOO_LONG | request | A value is not allowed | It is malformed, or another value rules it out | Change the argument that is named; a campaign leaves DRAFT only after its group did (update_campaign_group)
FIELD_VALUE_TOO_LOW,CONDITIONAL_VALUE_TOO_LOW | request | An amount is too low | Budgets and bids have minimums by currency | Raise it; get_budget_recommendation tells the limits
FIELD_VALUE_TOO_HIGH,CONDITIONAL_VALUE_TOO_HIGH | request | An amount is too high | Budgets and bids have maximums, and a bid stays under its budget | Lower it; get_budget_recommendation tells the limits
MISMATCH_FIELDS,CURRENCY_MISMATCH | request | Two values have to be the same | Amounts are in the currency of the ad account | Use the currency of the account
DATE_TOO_EARLY | request | The time lies in the past | A start must be in the future; a draft whose start has passed cannot be changed without a new one | Pass a later run_schedule_start
START_DATE_AFTER_END_DATE | request | The end is not after the start | The two times are in the wrong order | Correct run_schedule_start or run_schedule_end
DATE_IMMUTABLE_WHEN_PASSED | request | The start has passed and cannot be changed | It has begun already | Leave out run_schedule_start
STATUS_CHANGE_NOT_ALLOWED,INVALID_STATUS_TRANSITION | request | The status cannot follow the present one | The platform allows certain steps only | Read the object for its status and choose an allowed step
ONLY_DRAFT_CAMPAIGNS_ALLOWED_IN_DRAFT_CAMPAIGN_GROUPS | request | The campaign group is a draft | Everything in a draft is a draft | Activate the group first (update_campaign_group)
DELETE_ALLOWED_ONLY_FOR_DRAFT_STATUS,DELETE_NOT_ALLOWED | request | Only drafts can be deleted | It was active before | Use status REMOVED of the update tool
IMMUTABLE_CAMPAIGN_OBJECTIVE_TYPE,OBJECTIVE_CHANGE_NOT_ALLOWED,IMMUTABLE_ASSOCIATED_ENTITY,FIELD_IMMUTABLE_FOR_NON_DRAFT_CAMPAIGNS | request | This can no longer be changed | It is fixed at creation, or once it is no draft | Make a new one with the wanted value
INVALID_CAMPAIGN_CONFIGURATION | request | Objective, format, type, optimisation and cost type do not go together | The platform has a table of what does | Leave out the ones you need not choose, or take the allowed ones
AUDIENCE_SIZE_TOO_SMALL | request | The audience is too small | At least 300 members are needed | Widen the targeting; estimate_audience tells the size
INCOMPATIBLE_TARGETING_COMBINATION,INVALID_PAST_ATTRIBUTE_COMBINATION,FIELD_CANNOT_BE_BOTH_IN_INCLUDED_AND_EXCLUDED_TARGETING,INVALID_VALUE_DUPLICATE_EXIST,MULTIPLE_VALUES_NOT_ALLOWED,TARGETING_FIELD_DEPRECATED,INVALID_INTERFACE_LOCALE_CODE | request | The targeting cannot be combined so | Some facets exclude each other, or take one value only | Take one facet away with an empty list, or put both into one entry of any_of, where either may fit
INVALID_SEGMENT_ID_AND_FACET_COMBINATION_PROVIDED | request | The audience is of another kind than the facet | Lists and visitors have a facet each | Name it under audiences, which finds the facet
FIELD_VALUE_DOES_NOT_EXIST,FIELD_VALUE_NOT_ACTIVE | request | Something named does not exist | The id is wrong or of another account | Look it up with the list and search tools
MISSING_CAMPAIGN_GROUP_ID | request | No campaign group was named | Every campaign is in one | Pass campaign_group_id
INSUFFICIENT_CAMPAIGN_GROUP_BUDGET | request | The campaign group has too little money left | Its total budget caps all its campaigns | Raise total_budget_amount of the group
CONVERSION_CAMPAIGN_MISSING_ASSOCIATED_CONVERSION | request | No conversion is attached | A campaign that is optimised for conversions needs one before it runs | Attach one with attach_conversion (list_conversions shows them)
INVALID_ENTITLEMENT_FOR_TALENT_LEAD | account | The account has no right to this objective | It comes with a recruiting product | Choose another objective_type
ACTION_NOT_ALLOWED_FOR_CANCELLED_STATUS | request | It was cancelled | A cancelled object stays as it is | Make a new one
CANNOT_UPDATE_BACKFILLED_CAMPAIGN_GROUPS | request | The default campaign group cannot be changed | The platform made it | Use another group
CAMPAIGN_GROUP_CREATION_NOT_ALLOWED,NO_DELETE_ON_LMS_ENTERPRISE_CAMPAIGN_GROUPS,FIELD_NOT_ALLOWED_FOR_ENTERPRISE_LMS_ACCOUNTS | account | Enterprise accounts do not allow this | They are managed elsewhere | Do it in the platform's own interface
SINMAIL_SENDER_NOT_APPROVED | request | The account has not approved this sender | A message is sent in the name of a member who agreed to it | Have the sender approved in the platform's own interface, or leave out sender for the connected member
SPONSORED_MESSAGE_CONTENT_AD_FORM_URN_NOT_FOUND_IN_MESSAGE_TREE | request | The conversation has no lead form | The campaign collects leads, so one of its messages has to be a form | Make another with create_message, with lead_form_id in one message of conversation
MISSING_REQUIRED_FIELD_FOR_DSC,INVALID_CONTENT_OWNERSHIP | request | The post cannot be made so | The image belongs to another page, or the account is missing | Upload the image for the same organization_id
PARAM_INVALID,QUERY_PARAM_NOT_ALLOWED | request | The platform does not understand the query | An id or a filter is malformed | Check the ids; otherwise report it
NOT_FOUND,RESOURCE_NOT_FOUND | missing | There is no such thing | The id is wrong, of another account, or an image is not ready yet | Check the id with the list tools
REQUEST_URI_TOO_LONG | request | The query is too long | Too many ids at once | Ask for fewer at once
CONFLICT,409 | contended | Somebody else is changing the same thing | Two changes met | Call again in a moment
INTERNAL_ERROR,UNDER_MAINTENANCE,TIMEOUT | broken | The platform has a fault | It failed inside | Call again in a moment
NO_AD_ACCOUNTS | missing | The conversion rule is not known | The platform words an unknown rule as a lack of ad accounts; the rule is of another account, or its id is wrong | Check the rule with list_conversion_destinations
422 | request | The platform does not know a field or a value of ours | A name or a type is not as it wants it | Correct the argument that is named; get the allowed values from the tool's own list
http/403 | permission | The member or the app may not do this | A role or a scope is missing | Have the member given a role on the account and on the page
http/404 | missing | There is no such thing | The id is wrong or of another account | Check the id with the list tools
`);

const VOLUME_WAIT_MS = 5.5 * MINUTE_MS;

/** Events for a rule that does not exist are answered with a bare 403 of these words. */
const UNKNOWN_RULE = /^No ad accounts found\b/;

export function complaintOf({ status, headers, json }: UpstreamReply): Complaint | undefined {
  if (status >= 200 && status < 300) return undefined;
  const said = ErrorReply.safeParse(json).data;
  const message = withTimes(said?.message.trim() || `HTTP ${status}`);
  return {
    code: said?.code ?? (UNKNOWN_RULE.test(message) ? 'NO_AD_ACCOUNTS' : status),
    subcode: said?.serviceErrorCode,
    writtenAs: said?.code,
    message,
    traceId: traceOf({ headers }),
    problems: problemsIn(said),
    waitMs: status === 429 ? waitOf(message, headers.date) : undefined,
  };
}

/** Rewrites epoch milliseconds in the platform's messages as ISO times. */
function withTimes(words: string): string {
  return words.replace(/\b1\d{12}\b/g, (ms) => new Date(Number(ms)).toISOString());
}

/** There is no Retry-After header; the message names the limit. Daily limits end at midnight UTC. */
function waitOf(message: string, date: string | undefined): number | undefined {
  if (/metric values|data request limit/i.test(message)) return VOLUME_WAIT_MS;
  if (/\bMINUTE\b/.test(message)) return MINUTE_MS;
  if (/\bSECOND\b/.test(message)) return SECOND_MS;
  const now = Date.parse(date ?? '');
  return /\bDAY\b/.test(message) && !Number.isNaN(now) ? DAY_MS - (now % DAY_MS) : undefined;
}

function problemsIn(said: ErrorReply | undefined): Problem[] {
  const { inputErrors = [], conditionalInputErrors = [] } = said?.errorDetails ?? {};
  const named = [...inputErrors, ...conditionalInputErrors].flatMap(({ description, input }) => {
    const field = argumentOf(input?.inputPath?.fieldPath ?? '');
    // A rule about the campaign group blames the group argument as well: a copy may have been put into another group.
    const fields = [field, ...(/ \/CampaignGroup\//.test(description) ? ['campaign_group_id'] : [])];
    return [...new Set(fields)].flatMap((one) => (one ? [{ field: one, message: withTimes(description) }] : []));
  });
  if (named.length > 0) return named;
  // One line a fault: `ERROR :: /objectiveType :: "X" is not an enum symbol`.
  const lines = [...(said?.message ?? '').matchAll(/ERROR :: (\/\S+) :: (.+)/g)];
  const found = lines.flatMap(([, path = '', message = '']) => {
    const field = argumentOf(path);
    return field === undefined ? [] : [{ field, message }];
  });
  if (found.length > 0) return found;
  const field = argumentOf(
    /^(\/(?:Creative|InMailContent|SponsoredMessageContent)\/\S+)/.exec(said?.message ?? '')?.[1] ?? '',
  );
  return field === undefined ? [] : [{ field, message: said?.message ?? '' }];
}

const OUR_NAMES: readonly (readonly [RegExp, string])[] = [
  [/^runSchedule\/end/, 'run_schedule_end'],
  [/^runSchedule/, 'run_schedule_start'],
  [/^(daily|total)Budget\/currencyCode/, '$1_budget_currency'],
  [/^(daily|total)Budget/, '$1_budget_amount'],
  [/^unitCost\/currencyCode/, 'unit_cost_currency'],
  [/^unitCost/, 'unit_cost_amount'],
  [/^targeting/, 'targeting'],
  [/^campaignGroup$/, 'campaign_group_id'],
  [/^campaign$/, 'campaign_id'],
  [/^(intendedStatus|status)/, 'status'],
  [/^locale/, 'locale_language'],
  [/^leadgenCallToAction/, 'lead_form_id'],
  [/^budgetOptimization/, 'bid_strategy'],
  [/^content\/textAd\/headline/, 'headline'],
  [/^content\/textAd\/description/, 'description'],
  [/^content\/textAd\/landingPage/, 'landing_page_url'],
  [/^(contentLandingPage)/, 'landing_page_url'],
  [/^contentCallToActionLabel/, 'button'],
  [/^commentary/, 'intro_text'],
  [/^htmlBody/, 'body_html'],
  [/^subContent\/guidedReplies/, 'conversation'],
  [/^subContent\/regular\/callToActionText/, 'button_text'],
  [/^subContent/, 'landing_page_url'],
  [/^conversionHappenedAt/, 'happened_at'],
  [/^conversionValue\/currencyCode/, 'value.currency'],
  [/^conversionValue/, 'value.amount'],
  [/^user\/lead/, 'lead'],
  [/^user\/externalIds/, 'person.external_id'],
  [/^user\b/, 'person'],
  [/^(creative|content|inlineContent)\b/, 'campaign_id'],
];

/** The argument behind a field path: `/Campaign/dailyBudget/amount` is `daily_budget_amount`. */
export function argumentOf(path: string): string | undefined {
  if (path === '/CampaignGroup/id') return 'campaign_group_id';
  if (path.startsWith('/SponsoredMessageContent/')) return 'conversation';
  const inner = path.replace(/^\/(Campaign|CampaignGroup|Creative|InMailContent|Account)(?=\/)/, '').replace(/^\//, '');
  if (inner === '' || /^[A-Z]/.test(inner)) return undefined;
  for (const [pattern, name] of OUR_NAMES) {
    const match = pattern.exec(inner);
    if (match) return name.replace('$1', match[1] ?? '');
  }
  return inner.split('/')[0]!.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function traceOf({ headers }: Pick<UpstreamReply, 'headers'>): string | undefined {
  return headers['x-li-request-id'] ?? headers['x-li-uuid'];
}
