import { MINUTE_MS } from '../../ambient.ts';
import { Failure, type Problem } from '../../errors.ts';
import type { Complaint } from '../../upstream/dialect.ts';
import { errorTable } from '../../upstream/error-table.ts';
import type { UpstreamReply, Usage } from '../../upstream/session.ts';
import { ErrorReply, type PlatformError } from './wire.ts';

export const ERRORS = errorTable(`
1 | broken | Unknown failure on the platform's side | A passing fault, or an answer too large to build | Ask for fewer rows or fields, then try again
1/99 | request | The report could not be built | The level does not fit the object asked about | Correct the level
2 | broken | The service is down for the moment | Maintenance or overload over there | Wait a little and try again
3 | permission | The app lacks this ability | The Marketing API use case was never added to the app | Add it in the app's settings
4 | busy:600 | The app has made too many calls | All users of the app share one quota | Slow the whole app down
4/1504022,4/1504039 | busy:300 | Reporting is overloaded | Too many or too heavy insights queries | Space them out and ask for less each time
10 | permission | The app or user was not granted this | A permission was never asked for, or was declined | Ask for the scope and reconnect
10/1690129 | permission | The system user may not do this | It is not an administrator of the business | Use an admin system user
17 | busy:300 | Too many calls by this user or account | The quota is used up | Wait, then go slower
17/2446079 | busy:300 | The ad account's call score is used up | Reads cost 1, writes 3, over five minutes | Wait up to five minutes, then go slower
17/1885172 | busy:86400 | The spending limit was changed too often | At most ten changes a day | Try again tomorrow
31/3858385 | account | The user has to prove their identity | The platform blocks writes until then | The user confirms their identity in Ads Manager
32 | busy:3600 | Too many calls for this Page | The Page's quota is used up | Wait up to an hour
100 | request | An argument is not acceptable | See the platform's own words | Correct the named argument
100/33 | missing | There is no such object, or this token cannot see it | Wrong id, or access to it was never granted | Check the id and that the connection has access to its account
100/36007 | token | The login code has expired | Too long between login and exchange | Start the login again
100/36008 | request | The return address differs from the one at login | It must be equal to the letter | Use the same return address
100/36009 | token | The login code was used before | A code works once | Start the login again
101 | request | Unknown application | The app id is wrong | Check the app id of the connection
102 | expired | The session is no longer valid | Logged out or revoked | Reconnect the social channel (adhelm connect social)
104 | token | A token is missing or wrongly signed | None was sent, or appsecret_proof does not fit | Reconnect, and check the app secret
105 | request | Too many parameters | One request holds too much | Send fewer
105/1815630 | request | Too many assets in one creative | At most 30 altogether | Use fewer texts, images or videos
190 | expired | The token is no longer good | Expired, revoked or malformed | Reconnect the social channel (adhelm connect social)
190/458 | token | The user removed the app | Access was withdrawn | Reconnect the social channel (adhelm connect social)
190/459 | account | The user's account is held at a checkpoint | The platform wants the user to log in and confirm something | The user logs in to the platform and clears it; the token may go on working
190/460 | token | The password was changed | Changing it ends all tokens | Reconnect the social channel (adhelm connect social)
190/463 | token | The token has expired | Its time is up; an expired token cannot be renewed | Reconnect the social channel (adhelm connect social), or use a system user token that does not expire
190/464 | account | The user's account is not confirmed | E-mail or phone were never confirmed | The user confirms the account
190/467 | token | The token is invalid | Logged out, or not a token at all | Reconnect the social channel (adhelm connect social)
190/492 | permission | The user lost the role on the Page | Somebody took it away | Have the Page role restored
194 | request | A required argument is missing | See the platform's own words | Add it
200 | permission | No right to this object | The user or app lacks the task or scope | Have it granted on the account or Page
200/1870034,200/1870090,200/1870092 | permission | The audience terms were not accepted | Custom Audience or Business Tools terms are open | An administrator accepts the terms in Ads Manager
200/1870047 | request | The audience would become too small | Removing these people leaves too few | Keep more people in it
270 | permission | The app may not touch this account yet | Limited access works only for the app's own administrators | Get full access, or a role on app and account
283 | permission | A Page permission is missing | The Page scopes were not granted | Reconnect with the Page scopes
294 | permission | Managing ads is not allowed | ads_management is missing | Reconnect and grant ads_management
300,801 | request | The change could not be made | The object is not in a state for it | Read the object again first
341 | busy:3600 | The app has reached a temporary limit | Too much in a short time | Wait and go slower
351,352,382,389,6000 | request | The video cannot be used | Broken, unsupported, too small, or its address cannot be fetched | Use another file
6001 | broken | The video upload was interrupted | A passing fault while uploading | Look whether the video is there, then upload again
368 | policy | Blocked as abusive or against the rules | The platform judged the action or the account | Stop, look at Account Quality, ask for a review. Renewing the token does not help
459,483 | account | The user's session is blocked | A checkpoint or missing consent | The user logs in to the platform and clears it
506 | request | The same content was posted before | Duplicates are refused | Change the content
613 | busy:300 | Too many calls | Protection against abuse | Slow down; if it stays, ask the platform's support
613/1487742 | busy:300 | Too many calls for this ad account | The account's quota is used up | Wait, then go slower
613/1487632 | busy:3600 | This ad set's budget was changed too often | At most four changes an hour | Wait an hour for this ad set
613/1487225 | busy:86400 | Too many ads created | The account's daily spending limit allows fewer | Later, or raise the limit
613/5044001 | busy:5 | Too many changes a second | At most 100 a second | Spread the changes out
803 | missing | There is no such id or alias | It is wrong or gone | Check the id
900 | request | There is no such application | The app id is wrong | Check the app id of the connection
1150,3919 | broken | Unexpected fault on the platform | Passing | Try again
2500 | request | The request could not be understood | An id of another kind of thing, or a broken query | Check the ids; otherwise report it: the service builds these
2606 | request | No preview can be shown | The creative does not fit the format | Choose another format
2607 | request | The currency cannot be used for ads | Not supported | Use another currency
2615 | request | The account cannot be changed so | Not a permitted change | Check the account in Ads Manager
2635 | version | The interface version has ended | This service speaks a version the platform dropped | Update the service
2641 | request | A location may not be targeted | It is restricted | Take it out of the targeting
2642 | request | The place in the list is not valid any more | The list changed or the cursor is of another list | Begin the list again
2650,2654 | request | The audience could not be saved | See the platform's own words | Check rule, name and permissions
2654/1713092 | permission | No right to write audiences here | The role on the account is too small | Have it granted
2655,2663 | permission | The audience terms were not accepted | Custom Audience terms are open for this account | An administrator accepts the terms in Ads Manager
2656 | request | The audience has lookalikes | Those built from it have to go first | Delete its lookalikes, then the audience
2695 | request | The campaign may hold no more ad sets | Special limit of iOS 14 campaigns | Make a new campaign
3001 | request | The report cannot be made like this | Metrics or segments that do not exist together | Change metrics or segments
3018 | request | The first day lies too far back | Numbers are kept for 37 months | Choose a later first day
80000 | busy:300 | Reporting quota used up | Too many insights calls for this account in an hour | Wait as long as named
80001 | busy:300 | Page quota used up | Too many Page calls in an hour | Wait as long as named
80002 | busy:300 | Photo-network quota used up | Too many calls in an hour | Wait as long as named
80003 | busy:300 | Audience quota used up | Too many audience calls in an hour | Wait as long as named
80004 | busy:300 | Ad management quota used up | Too many ads calls for this account in an hour | Wait as long as named
80005 | busy:300 | Lead quota used up | Too many lead calls in an hour | Wait as long as named
80006 | busy:300 | Messenger quota used up | Too many calls in an hour | Wait as long as named
80008 | busy:300 | Business messaging quota used up | Too many calls in an hour | Wait as long as named
80009,80014 | busy:300 | Catalog quota used up | Too many catalog calls in an hour | Wait as long as named
100/1443048 | request | The story part of the creative is malformed | Often no page_id, or a video beside an asset feed | Check page_id and use one form only
100/1443226 | request | A video creative has no thumbnail | Videos need a still image | Pass picture or image_hash
100/1340029 | request | A dynamic-creative ad cannot be deleted alone | It lives and dies with its ad set | Delete the ad set
100/1373054 | request | Unknown call to action | Not a value the platform knows | Use one of the listed values
100/1404078,100/2859015 | policy | Blocked from this action for a time | The platform judged the account | Stop and look at Account Quality
100/1404163 | policy | Advertising was forbidden | The account or user lost the right to advertise | Ask for a review in Account Quality
100/1487007 | request | The ad set has ended | Its ads cannot be changed | Move the ad set's end into the future first
100/1487033 | request | The end lies in the past | It has to be in the future | Choose a later end
100/1487056,100/1487566,100/1885088 | request | The object is deleted or archived | Only its name can be changed | Work on a live object, or make a new one
100/1487079 | request | The targeting is not valid | See the platform's own words | Correct the targeting
100/1885252 | request | The video is still being processed | A creative takes a video only when it is ready | Wait until upload_ad_video shows it as ready, then call again
100/2909034 | request | The targeting breaks the rules of its special ad category | Housing, employment and financial ads may not choose by age, gender, postcode or exclusion, nor leave the declared countries | Take those out of the targeting
100/1885324 | request | The bid strategy does not go with value optimisation | VALUE takes no caps; a floor under the return takes VALUE only | Choose another bid_strategy or optimization_goal
100/3955009 | request | The app campaign does not say how installs are attributed | Its campaign was made without the declaration | Make the campaign anew in Ads Manager with that declaration
100/1772103 | request | The creative has no usable photo-network account | The ad set shows on the photo network | Pass photo_network_actor_id (list_pages names it), or take that placement out
100/1487756 | request | Places overlap | A place is inside another one, or is both included and excluded | Keep only one of them
100/1487390 | request | The creative could not be made | See the platform's own words | Check image, texts and link; wait until a video is ready
100/1487395 | request | Unknown image hash | Not uploaded to this account | Upload the image with upload_ad_image first
100/1487411 | request | The file type is not supported | Not an image the platform reads | Use JPEG or PNG
100/1487472,100/2446289,100/2490155,100/1885557 | request | The post cannot be promoted | It is gone, private or of a kind that cannot be | Name another post: list_posts shows them
100/1487534 | request | The report would be too large | Too many rows at once | Shorter dates or fewer segments; get_social_insights turns to the background report by itself
100/1487678 | request | App and targeting differ in operating system | The app's store does not fit | Target the app's own system
100/1487694,100/2446394 | request | A targeting option no longer exists | The platform removed it | Search again and choose another
100/1487810 | request | A store address without an app objective | They belong together | Take it out, or use the app objective
1487901,100/1487901 | request | The ad set's budget is below the minimum | Each currency has one | Raise it; list_ad_accounts shows the minimum
100/1487929 | request | More than one promoted object | Only one is allowed | Keep one
100/1487990 | request | Too many archived ads | The account's archive is full | Delete some
100/1504018,2/1504038 | broken | The report took too long | Too much for one answer | Shorter dates or fewer segments
2/1504041 | request | These segments do not go together | Only certain combinations exist | Use fewer segments
2/1504042 | request | A custom metric is not valid | It does not exist any more | Take it out
2/1504043,2/1504044 | broken | The report failed | A passing fault | Try again
-2/2490547 | broken | The background report failed | A passing fault | Start it again
-3/1504045 | request | The background report is too large | Too many rows | Shorter dates or fewer segments
100/3191001 | permission | No right to these numbers | ads_read or the account task is missing | Have it granted
100/1713228 | request | The audience is flagged and cannot be edited | It may breach the rules on sensitive data | Make a new one
100/1713231 | request | Parts of the audience are flagged | Name or rule hint at sensitive data | Correct the flagged fields
100/1713232 | request | The source audience cannot be used | Flagged or unusable as a seed | Use another source
100/246003,100/246004,100/2460003,100/2460004 | request | The ad set uses a blocked audience or conversion | The platform blocked it | Take it out of the ad set
100/1752129 | request | These tasks do not go together | Unsupported combination | Grant fewer tasks
100/1815001 | request | Deleted objects were asked for in a list | Lists never show them | Read a deleted object by its id
100/2804003 | request | The event is too old | Events may be 7 days old, those of a store 62 | Leave it out
100/2804009 | request | A purchase has no value | The platform takes purchases with a value only | Add value with amount and currency
100/2804016 | request | A value about the person is not hashed | It has to be a SHA-256 | Report it: the service hashes these
100/2804050 | request | Too little about the person | Nothing in the event tells one person from another | Add person.email, person.phone or click.fbc
21009 | busy:60 | The dataset is not ready for events | A passing state on the platform's side | Send the same events again later
100/1815045 | permission | The pixel is not shared with this account | They belong to different businesses | Share the pixel with the ad account
100/1815198 | request | An ad set cannot become dynamic, or stop being so | Fixed at creation | Make a new ad set
100/1815199 | permission | The photo-network account cannot be used here | Not connected to this ad account | Connect it, or use one that list_pages shows
100/1815379 | request | A part of the batch is malformed | Wrong relative address | Report it: the service builds these
100/1815430 | request | The promoted object is missing | This goal needs a Page, pixel or app | Pass promoted_object
100/1815573 | request | A creative's content cannot be changed | Creatives are fixed once made | Make a new creative and put it into the ad with update_social_ad
100/1815629 | request | An asset appears twice | Texts and images must differ | Remove the duplicates
100/1815694 | permission | The user may not do this | The role is too small | Have it granted
100/1815715 | request | The destination does not fit the objective | Only some pairs exist | Choose another destination_type
100/1815857 | request | Bid amount and strategy do not fit | A cap needs an amount, no cap forbids one | Pass both or neither
100/1815946 | request | A radius with several locations | Not allowed together | One location per radius
100/1870065 | request | A disabled audience is targeted | It cannot be used any more | Take it out
100/1870088 | request | Connection targeting is gone | The platform removed it | Take it out
100/1870165,100/3858064 | request | Not allowed for minors | The audience includes people under 18 | Set age_min to 18 or more
100/1870189 | request | The highest age is too low for an automatic audience | With advantage_audience it must be 65 | Set advantage_audience false, or age_max 65
100/1870196 | request | Unknown automation value | advantage_audience is yes or no | Pass true or false
100/1870199 | request | location_types is not acceptable | Only home and recent together | Leave it out
100/1870227 | request | It was not said whether the audience may be widened | The platform demands the declaration | Pass advantage_audience true or false
100/1885029 | request | Ad and promoted object name different Pages | They must be the same | Use one Page for both
100/1885154 | request | The Page to promote is missing | ON_POST needs it | Pass promoted_object.page_id
100/1885183 | permission | The app is in development mode | Such apps cannot make this creative | Switch the app to live
100/1885194 | request | The copy is too large | Too many ads below it | Copy parts of it
100/1885204 | request | This goal needs automatic bidding | A bid was given | Leave out the bid
100/1885272 | request | The budget is too low | Each currency has a minimum | Raise it; list_ad_accounts shows the minimum
100/1885650 | request | The budget is below what is spent already | It must leave 110 % of that | Raise it
100/2446149 | request | The campaign budget is too low for its ad sets | It must cover all of them | Raise it, or pause ad sets
100/2446307 | request | The spending cap is too low | There is a minimum | Raise it
100/1885364 | request | The targeting names no place | A location or a custom audience is needed | Add geo_locations
100/1885392 | request | The creative does not fit the campaign's objective | Some objectives want other creatives | Change the creative
100/1885501 | request | These attribution windows are not allowed | Most goals allow one-day click only | Leave them out
100/1885621 | request | A budget on campaign and ad set at once | Only one of the two may hold it | Keep it on one level
100/1885800,100/2061015,100/2446383 | request | The link is missing | This creative needs a destination | Pass link_url
100/1885878 | request | Asset rules use one label twice | Labels conflict | Make them different
100/2446173 | request | An asset rule names an unknown label | No asset carries it | Correct the label
100/1885998 | request | A dynamic creative in an ordinary ad set | It needs an ad set made for it | Make an ad set with is_dynamic_creative true
100/1892085 | request | The lead form lacks a follow-up address | It is required | Complete the form
100/2238055 | request | Two names for the photo-network account | The old and the new field were both sent | Pass only one
100/2446347 | request | An ad for an existing post was not declared so | The platform wants it said | Make the ad from a new creative
100/2446509 | request | Unknown destination type | Not a value for this objective | Choose another
100/2446712 | request | Store visits cannot be optimised any more | The platform removed it | Choose another goal
100/2446880 | permission | The messaging number is disconnected | It is no longer linked to the Page | Connect it again
100/2446885 | permission | The messaging number is no business number | It must be one | Convert it
100/2490392,100/2490589 | request | The explore placement is a problem | It cannot be used so | Use explore_home or leave it out
100/2490427,100/2490468 | policy | The ad was rejected in review | It breaches the advertising rules | Make a new ad that keeps them, or ask for a review
100/2490487 | request | Bid strategy or amount is missing | This set-up needs it | Pass bid_strategy and bid_amount
100/2708008 | permission | Not authorised for political ads | The user or Page has no authorisation | Get authorised first
100/3858079,100/3858081,100/3858152 | request | Who pays or benefits is not named | European law demands it | Pass dsa_payor and dsa_beneficiary
100/3858498,100/3858550 | request | The law of a country reached demands a declaration | Who benefits and who pays must be verified there | Pass options.declarations with the categories and the ids of the verified identities (made in Business Manager), or exclude the country
100/3858082 | request | An enhancement lacks its choice | Each needs opt in or opt out | Report it: the service builds these
100/3858258 | request | The image could not be fetched | Its address does not answer with an image | Check picture, or upload it with upload_ad_image
100/3858355 | request | The images do not fit a flexible creative | Sizes or numbers differ | Use matching images
100/3858418 | request | Budget sharing cannot change while running | Ad sets are running | Pause them first
100/4834002 | request | Budget sharing beside a campaign budget | They exclude each other | Keep one
100/4834005 | request | Budget sharing needs a bid strategy | None was given | Pass bid_strategy
100/4834006 | request | The bid strategy cannot change under budget sharing | It is fixed | Make a new campaign
100/4834009 | request | The ad sets differ | Under budget sharing all need one bid strategy and daily budgets | Make them alike
100/4834011 | request | It was not said whether ad sets share budgets | The platform demands it when the campaign has no budget | Pass is_adset_budget_sharing_enabled
100/3858504 | request | The enhancement bundle was removed | Only single enhancements can be chosen | Choose single enhancement_features
100/3910001 | broken | The account has trouble for the moment | A passing fault | Try again later
100/1363037 | broken | A piece of the video came out of order | The upload was interrupted | Upload it again
201-299 | permission | No right to this object | The user or app lacks the task or scope | Have it granted on the account or Page
80000-80014 | busy:300 | Hourly quota used up | Too many ads calls for this account in an hour | Wait as long as named
`);

/** The platform's complaint can come with any status, 200 included. */
export function complaintOf(reply: UpstreamReply): Complaint | undefined {
  const said = ErrorReply.safeParse(reply.json).data?.error;
  if (said) return complaintFrom(said, usageOf(reply)?.waitMs);
  return reply.status >= 200 && reply.status < 300 ? undefined : { message: `HTTP ${reply.status}` };
}

/** The platform sends no Retry-After; its usage headers are the only word on when to come back. */
export function complaintFrom(error: PlatformError, waitMs?: number): Complaint {
  const { code, error_subcode, message, fbtrace_id, is_transient } = error;
  const words = wordsOf(error);
  const [, nodeType] = OTHER_KIND.exec(message) ?? [];
  const isOther = nodeType !== undefined || NO_SUCH_EDGE.test(message);
  if (isOther)
    return {
      code,
      traceId: fbtrace_id,
      kind: 'missing',
      message: `The id leads to ${nodeType === undefined ? 'another kind of thing' : `a node of type ${nodeType}`}: ${words}`,
    };
  return {
    code,
    subcode: error_subcode,
    message: words || message,
    traceId: fbtrace_id,
    problems: problemsOf(error, words),
    waitMs,
    transient: is_transient,
    // The platform uses the code of a passing fault here, but the same request will always fail.
    kind: code === TOO_MUCH_DATA.code && TOO_MUCH_DATA.words.test(message) ? 'request' : undefined,
  };
}

/** The id belongs to another kind of object: it lacks a field that our kind has. */
const OTHER_KIND = /nonexisting field \(\w+\) on node type \((\w+)\)/;

/** The id belongs to another kind of object: it lacks an edge that our kind has. */
const NO_SUCH_EDGE = /^Unknown path components: /;

export function isOtherKind(error: unknown): error is Failure {
  return error instanceof Failure && OTHER_KIND.test(error.details.upstream?.message ?? '');
}

const TOO_MUCH_DATA = { code: 1, words: /reduce the amount of data/i };

/** The platform could not build so large a page; it says so under the code for unknown errors. */
export function isTooMuchData(error: unknown): boolean {
  if (!(error instanceof Failure)) return false;
  const { code, message = '' } = error.details.upstream ?? {};
  return code === TOO_MUCH_DATA.code && TOO_MUCH_DATA.words.test(message);
}

function wordsOf({ message, error_user_title, error_user_msg }: PlatformError): string {
  const forPeople = [error_user_title, error_user_msg].filter(Boolean).join(': ');
  return forPeople || message;
}

/** The platform's field names, and our arguments for them. */
const OUR_NAMES: Readonly<Record<string, string>> = {
  adset_id: 'ad_set_id',
  creative: 'creative_id',
  'object_story_spec.page_id': 'page_id',
  'object_story_spec.instagram_user_id': 'photo_network_actor_id',
  'object_story_spec.link_data.link': 'link_url',
  'object_story_spec.link_data.picture': 'picture',
  'object_story_spec.link_data.image_hash': 'image_hash',
  'object_story_spec.video_data.video_id': 'video_id',
  'object_story_spec.video_data.image_url': 'picture',
  'object_story_spec.video_data.image_hash': 'image_hash',
  'asset_feed_spec.images': 'picture',
  'asset_feed_spec.videos': 'video_id',
  'asset_feed_spec.link_urls': 'link_url',
  'asset_feed_spec.call_to_action_types': 'button',
  'object_story_spec.link_data.child_attachments': 'cards',
  'object_story_spec.link_data.message': 'message',
  'object_story_spec.link_data.name': 'headline',
  'object_story_spec.link_data.description': 'description',
  'object_story_spec.template_data.link': 'link_url',
  object_story_id: 'post_id',
  source_instagram_media_id: 'photo_network_media_id',
  object_id: 'page_id',
  'bid_constraints.roas_average_floor': 'min_roas',
  bid_constraints: 'min_roas',
  'targeting.targeting_automation.advantage_audience': 'advantage_audience',
  images: 'picture',
  scope: 'scopes',
  file_url: 'video_url',
  targeting_spec: 'targeting',
  adset_bid_amounts: 'bid_amounts',
  breakdowns: 'segments',
  compliance_section: 'options.declarations',
  regional_regulated_categories: 'options.declarations.categories',
  regional_regulation_identities: 'options.declarations.identities',
  attribution_spec: 'options.attribution',
  frequency_control_specs: 'options.frequency_cap',
  adset_schedule: 'options.day_parting',
  pacing_type: 'options.day_parting',
  daily_min_spend_target: 'options.daily_min_spend',
  daily_spend_cap: 'options.daily_max_spend',
  lifetime_min_spend_target: 'options.lifetime_min_spend',
  lifetime_spend_cap: 'options.lifetime_max_spend',
};

function ourName(path: readonly (string | number)[]): string {
  const theirs = path.join('.');
  if (/(^|\.)call_to_action(\.|$)/.test(theirs)) return 'button';
  return OUR_NAMES[theirs] ?? theirs.replace(/^targeting_spec\./, 'targeting.').replace(/^asset_feed_spec\./, '');
}

/** The argument at fault for codes and subcodes that come without a field of ours. */
const MEANT: Readonly<Record<number, string>> = {
  2606: 'format',
  2656: 'audience_id',
  3018: 'start_date',
  2909034: 'special_ad_categories',
  2804003: 'happened_at',
  2804009: 'value',
  2804016: 'person',
  2804050: 'person',
};

/** Which field is to blame: named in `error_data`, or only in the text, as in `(#100) Param bid_amount must be …`. */
function problemsOf(error: PlatformError, message: string): Problem[] {
  const blamed = error.error_data?.blame_field_specs?.map(ourName) ?? [];
  const named = /\b(?:[Pp]aram|[Pp]arameter|field) \(?(\w+)\)?/.exec(error.message)?.[1];
  const meant = MEANT[error.error_subcode ?? error.code];
  const told = blamed.length > 0 ? blamed : named?.includes('_') ? [ourName([named])] : [];
  const fields = meant ? [...told, meant] : told;
  return fields.map((field) => ({ field, message }));
}

const PERCENT = 100;

/** The share of our limits in use, from the usage headers: JSON texts, each with its own shape and unit. */
export function usageOf({ headers }: Pick<UpstreamReply, 'headers'>): Usage | undefined {
  const said = [
    ...objectsIn(headers['x-app-usage']),
    ...objectsIn(headers['x-ad-account-usage']),
    ...objectsIn(headers['x-fb-ads-insights-throttle']),
    ...Object.values(jsonIn(headers['x-business-use-case-usage'])).flat().filter(isObject),
  ];
  if (said.length === 0) return undefined;
  const waitMs = Math.max(...said.map(waitMsOf));
  return { fraction: Math.max(...said.map(fractionOf)), ...(waitMs > 0 && { waitMs }) };
}

const COUNTERS = ['call_count', 'total_time', 'total_cputime', 'acc_id_util_pct', 'app_id_util_pct'];

function fractionOf(said: Record<string, unknown>): number {
  return Math.max(0, ...COUNTERS.map((name) => numberIn(said[name]) / PERCENT));
}

/** `estimated_time_to_regain_access` is in minutes and always applies; `reset_time_duration` is in seconds and applies at 100 %. */
function waitMsOf(said: Record<string, unknown>): number {
  const regainMs = numberIn(said.estimated_time_to_regain_access) * MINUTE_MS;
  const resetMs = fractionOf(said) >= 1 ? numberIn(said.reset_time_duration) * 1000 : 0;
  return Math.max(regainMs, resetMs);
}

function objectsIn(text: string | undefined): Record<string, unknown>[] {
  const value = jsonIn(text);
  return Object.keys(value).length > 0 ? [value] : [];
}

function jsonIn(text: string | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function numberIn(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;
}
