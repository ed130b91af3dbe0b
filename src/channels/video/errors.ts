import { z } from 'zod';
import type { Problem } from '../../errors.ts';
import type { Complaint } from '../../upstream/dialect.ts';
import { errorTable } from '../../upstream/error-table.ts';
import type { UpstreamReply } from '../../upstream/session.ts';

const RECONNECT = 'Reconnect the video channel (adhelm connect video)';

/** The platform's return codes. They come with HTTP 200. */
export const ERRORS = errorTable(`
20001 | request | Only a part was carried out | Some items of the request were refused | Read the objects again and repeat the rest
40000 | request | The parameters are not valid | See the platform's own words | Correct the named argument
40001 | permission | No permission for this object or operation | The advertiser is not granted to the token, or the application lacks the permission | Have access granted, or choose an advertiser that list_advertisers shows
40002 | request | A parameter is not acceptable | See the platform's own words | Correct the named argument
40002/LeadAds | account | The terms for lead ads are not signed | Nobody has confirmed them for this advertiser | A person signs them in the platform's own tool, where the instant form is made; then call again
40006 | version | The interface version lacks these parameters | The platform changed | Update the service
40007 | missing | There is no such object | Wrong id, deleted, or of another advertiser | Check the id and the advertiser
40008 | version | The platform has no such call | It is not offered, or not in its test environment | Update the service
40009,40013,40014 | request | The platform's test environment does not offer this | Test accounts are limited | Use a real advertiser
40010,40051 | version | Wrong address or version of the interface | The platform changed | Update the service
40011 | request | Too many ids in one request | The platform limits their number | Name fewer
40016 | busy:60 | Too many calls | The application's rate for this address is used up | Wait and call again
40050 | taken | The same request came before | It was sent twice within seconds | Look whether the object is there before repeating
40052 | taken | The material exists already | It was added before | Use the existing one
40053 | request | There is no such video | The id is wrong, or its upload failed | Choose one that list_videos shows
40065 | request | Ages 13 to 17 cannot be targeted there | The law or the platform forbids it in the chosen places | Leave out AGE_13_17
40100 | busy:60 | Too many calls | All users of the application share one rate | Wait and call again
40101 | token | Application id, secret or code do not fit each other | Wrong credentials | ${RECONNECT}
40102 | token | The access token has expired | Its time is up | ${RECONNECT}
40103,40107 | token | The refresh token is no longer good | Expired or invalid | ${RECONNECT}
40104 | token | No access token was sent | The connection holds none | ${RECONNECT}
40105 | token | The access token is incorrect or was revoked | Somebody withdrew it, or it never was one | ${RECONNECT}
40106 | account | The platform's user is not valid | The user who granted access was closed | ${RECONNECT} as another user
40108,40109,40112,40115,40116 | token | The sign-in failed | A part of it is wrong or too old | ${RECONNECT}
40110 | token | The authorization code is used, expired or cancelled | A code works once, for an hour | Start the sign-in again
40113 | token | The application is blocked or differs from the token's | The token was made for another application | ${RECONNECT}
40117 | version | The method cannot be used | The platform changed | Update the service
40118 | permission | The feature is open to chosen advertisers only | The advertiser or application is not on the list | Ask the platform's support for it
40119 | permission | Developer and advertiser belong to different companies | The platform forbids it for this feature | Use an application of the same company
40121,40122 | permission | Restricted to the creator marketplace | The account lacks it | Ask the platform's support
40124,40125 | permission | The developer lacks the permission | The developer profile or the application is not approved for it | Ask for the permission in the developer portal
40132 | busy:60 | Too many calls for one object | The platform limits calls by this value | Wait and call again
40133 | busy:60 | Too many calls for this advertiser | Its rate for this address is used up | Wait and call again
40200 | broken | The platform's task failed | A passing fault | Try again once
40201 | contended:30 | The platform's task is not ready | It is still being worked on | Call again in a moment
40202 | contended:5 | Somebody else changed the object at the same moment | Two writes met | Call again
40300 | account | The advertiser does not exist or was deleted | Wrong id, or closed | Choose one that list_advertisers shows
40301 | account | The advertiser cannot be matched | Wrong id | Choose one that list_advertisers shows
40502 | request | The greatest number of objects is reached | The platform limits campaigns, ad groups and ads | Delete some first
40700 | broken | The platform could not check the request | A passing fault | Try again
40900 | request | The file arrived changed | Its checksum differs | Upload it again
40901 | contended:60 | The video is still being processed | It was uploaded moments ago | Wait until list_videos shows it as ready
40902,40903,40912,40913 | request | The file's address could not be fetched | It does not answer, or not with a file | Check that the address is public
40904,40914 | request | The file cannot be read | Broken, or of another type | Use another file
40905,40906 | request | There is no file, or it is empty | Nothing was sent | Pass a file
40907 | request | The file is too large | The platform has a limit | Use a smaller file
40908 | request | The type of the file is not supported | Images are JPEG or PNG, videos MP4, MOV, MPEG or AVI | Use another type
40909 | request | Unknown kind of identifier | The platform hashes only some kinds | Use e-mail addresses, phone numbers or device ids
40910 | request | The file has expired | It was uploaded too long ago | Upload it again
40911 | taken | A file of this name exists | Names are unique for each advertiser | Choose another name
40915 | request | The file is off the specification | Its size, ratio or length | Use another file
41000 | permission | Calls from this country are not allowed | Where the service runs | Run it elsewhere
41001 | version | The platform has ended this call | Its time is over | For campaigns, ad groups and ads use automation SMART_PLUS; otherwise update the service
41002 | version | Fields that are no longer in use | The platform changed | Update the service
50000 | broken | The platform failed | A passing fault | Try again
50002 | broken | The platform failed while processing | Mostly passing | Try again; if it stays, check the arguments
51008,51305 | broken | A part of the platform failed | A passing fault | Try again
60001 | broken | The platform is under maintenance | For minutes | Try again later
`);

const Envelope = z.object({ code: z.number(), message: z.string().default(''), request_id: z.string().optional() });

/** The platform nearly always answers with HTTP 200; `code` says whether it succeeded. */
export function complaintOf(reply: UpstreamReply): Complaint | undefined {
  const said = Envelope.safeParse(reply.json).data;
  if (!said) return reply.status >= 200 && reply.status < 300 ? shapeless() : { message: `HTTP ${reply.status}` };
  if (said.code === 0) return undefined;
  const { code, message, request_id } = said;
  const isNone = NO_ADVERTISER.test(message);
  return {
    ...(isNone ? { code: NO_ADVERTISER_CODE, writtenAs: code } : codesIn(code, message)),
    message: message || `code ${code}`,
    traceId: request_id,
    problems: isNone ? [{ field: 'advertiser_id', message }] : problemsOf(code, message),
    // Some passing faults come with the code for bad parameters.
    transient: /please (re)?try again later/i.test(message),
    kind: kindIn(code, message),
    ...(isBySecond(code, message) && { waitMs: SECOND_MS + ON_THE_WAY_MS }),
  };
}

/** A limit by the second is over when the second is; a limit by the minute closes the address for minutes. */
function isBySecond(code: number, message: string): boolean {
  return code === 40133 || (code === 40100 && /^Too many requests\. Please retry/i.test(message));
}

const SECOND_MS = 1000;
const ON_THE_WAY_MS = 100;

export function traceOf({ json }: Pick<UpstreamReply, 'json'>): string | undefined {
  return Envelope.safeParse(json).data?.request_id;
}

/** 40002 also stands for terms that are not signed, which the table has a row of its own for. */
function codesIn(code: number, message: string): Pick<Complaint, 'code' | 'subcode'> {
  return code === 40002 && /LeadAds term/i.test(message) ? { code, subcode: 'LeadAds' } : { code };
}

/** 40002 also stands for a name that is taken, and for a test lead that is there. */
function kindIn(code: number, message: string): Complaint['kind'] {
  return code === 40002 && /name already exists|already has a test lead/i.test(message) ? 'taken' : undefined;
}

/** A missing advertiser comes with the code for bad parameters. */
const NO_ADVERTISER = /^The advertiser \d+ doesn't exist/;
const NO_ADVERTISER_CODE = 40300;

function shapeless(): Complaint {
  return { message: 'an answer without a code', kind: 'broken' };
}

/** The platform's field names where our arguments have others. */
const OUR_NAMES: Readonly<Record<string, string>> = {
  operation_status: 'status',
  adgroup_name: 'ad_group_name',
  adgroup_id: 'ad_group_id',
  objective_type: 'objective',
  bid_price: 'bid',
  conversion_bid_price: 'bid',
  schedule_start_time: 'start_time',
  schedule_end_time: 'end_time',
  schedule_type: 'end_time',
  custom_audience_name: 'name',
  file_name: 'name',
  identity_type: 'identity_id',
  search_result_enabled: 'placements',
};

/** Messages that name no field, and the arguments each may be about. */
const MEANT: readonly (readonly [RegExp, ...string[]])[] = [
  [/^The campaign \d+ has been deleted/, 'campaign_id', 'ad_group_id'],
  [/^The ad ?group \d+ has been deleted/, 'ad_group_id', 'ad_id'],
  [/^Duplicate material name/, 'name'],
  [/^campaign name already exists/i, 'campaign_name'],
  [/ad ?group name already exists/i, 'ad_group_name'],
  [/location ID is invalid/i, 'location_ids'],
  [/^Targeting ages/i, 'age_groups'],
  [/video id/i, 'video_id'],
  [/access image|upload an image|image size/i, 'image_ids'],
  [/valid music/i, 'music_id'],
  [/call to action/i, 'call_to_action'],
  [/selected TikTok posts/i, 'tiktok_item_id', 'creatives'],
  [/identit(y|ies)|TikTok account/i, 'identity_id', 'ad_id'],
  [/select a pixel/i, 'pixel_id'],
  [/frequency cap/i, 'frequency'],
  [/^Bid needs/i, 'bid'],
  [/^Your budget/i, 'budget'],
  [/campaign objective/i, 'objective'],
];

/** The field of `budget: Not a valid number.` or `creatives.0.ad_text: …`, or those that the message is known to be about. */
function problemsOf(code: number, message: string): Problem[] {
  const [, path, said] = /^([a-z_]+(?:\.[a-z_0-9]+)*): (.+)$/i.exec(message) ?? [];
  const field = path?.replace(/^creatives\.\d+\./, '').toLowerCase() ?? /^Invalid value for (\w+)/.exec(message)?.[1];
  if (field !== undefined) return [{ field: OUR_NAMES[field] ?? field, message: said ?? message }];
  const isAboutArguments = ['request', 'taken'].includes(ERRORS.find(code)?.kind ?? '');
  const [, ...meant] = (isAboutArguments && MEANT.find(([words]) => words.test(message))) || [];
  return meant.map((argument) => ({ field: argument, message }));
}
