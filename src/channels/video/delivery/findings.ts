import { DAY_MS } from '../../../ambient.ts';
import { type Finding, findingsAbout } from '../../../tools/diagnosis.ts';
import { FILL_IN } from '../../../tools/ready-call.ts';
import { isLifetime } from '../resources/budget.ts';
import { isoTime, type Switched, statusOf } from '../resources/fields.ts';
import { LEVELS, type Level } from '../resources/level.ts';
import type { AdGroup, Advertiser, Campaign } from '../wire.ts';

/** Findings from the fields of one object. Nothing here calls the platform. */

/** The fields of a campaign, ad group or ad that decide whether it delivers. */
export interface Delivering extends Switched {
  level: Level;
  id: string;
  name: string;
}

export const { finding, chosen, arguments: LEVEL_ARGUMENTS } = findingsAbout(LEVELS);

export function statusFindings(object: Delivering): Finding[] {
  const what = `The ${LEVELS[object.level].what} "${object.name}"`;
  const status = statusOf(object);
  if (status === 'DELETE')
    return [finding('status', object.level, object.id, `${what} is deleted, which cannot be undone`)];
  if (status === 'DISABLE') return [finding('status', object.level, object.id, `${what} is off`, { status: 'ENABLE' })];
  return status === 'ENABLE'
    ? []
    : [finding('status', object.level, object.id, `The platform keeps ${what} as ${status}`)];
}

const SETTLE = "settle that in the platform's account settings";

/** Meanings of `secondary_status` values, by their endings, where no other field says the same. IT is replaced by the object. */
const WORDS: readonly (readonly [RegExp, Finding['about'], string, boolean?])[] = [
  [/_ADVERTISER_AUDIT$/, 'billing', 'The platform is still reviewing the advertiser of IT'],
  [/_ADVERTISER_AUDIT_DENY$/, 'billing', `The platform has not approved the advertiser of IT: ${SETTLE}`],
  [/^ADVERTISER_ACCOUNT_PUNISH$/, 'billing', `The platform has suspended the advertiser of IT: ${SETTLE}`],
  [/^ADVERTISER_CONTRACT_PENDING$/, 'billing', `A contract of the advertiser of IT is not signed yet: ${SETTLE}`],
  [/_ADGROUP_AUDIT_DENY$/, 'review', 'The platform has rejected the ad group of IT in review'],
  [/_PARTIAL_AUDIT_NO_DELIVERY$/, 'review', 'Only a part of IT has passed the review, and none of it is shown'],
  [/_SEARCH_KEYWORDS_IN_REVIEW$/, 'review', 'The platform is reviewing the search keywords of IT'],
  [/_SEARCH_KEYWORDS_NOT_AVAILABLE$/, 'parts', 'None of the search keywords of IT can be used'],
  // An ad group that is shown while a changed copy of it is reviewed has SHADOW_ADGROUP_REAUDIT.
  [/(?<!_SHADOW_ADGROUP)_(AUDIT|REAUDIT)$/, 'review', 'The platform is reviewing IT, as a rule within a day'],
  [/_AUDIT_DENY$/, 'review', 'The platform has rejected IT in review; its content has to change', true],
  [/_TRANSCODING_FAIL$/, 'parts', 'The video of IT could not be processed; it needs another video', true],
  [/_ASSET_AUTHORIZATION_LOST$/, 'parts', 'The identity or post of IT is no longer authorized: see get_identities'],
  [/_MUSIC_AUTHORIZATION_MISSING$/, 'parts', 'The music of IT may not be used'],
  [/_PIXEL_UNBIND$/, 'parts', 'The pixel of IT no longer belongs to the advertiser: see list_pixels'],
  [/_IDENTITY_USED_BY_GMV_MAX_AD$/, 'parts', 'The identity of IT is in use by a GMV Max campaign'],
  [/_PROCESS_AUDIO$/, 'parts', 'The platform is still processing the sound of IT'],
  [/_LIVE_(NOT_START|OFFLINE)$/, 'parts', 'The live stream of IT is not on the air'],
  [/_PRODUCT_UNAVAILABLE$/, 'parts', 'The product of IT is not available'],
  [/_ANCHOR_UNAVAILABLE$/, 'parts', 'The link in the video of IT is not available'],
  [/_PRE_ONLINE$/, 'status', 'The platform is still preparing IT'],
  [/_AWAITING_RELEASE$/, 'status', 'The platform holds IT back until its release'],
  [/_QUOTA_LIMIT$/, 'parts', 'There are too many active ad groups or ads for this advertiser'],
  [
    /_INDUSTRY_QUALIFICATION_(MISSING|EXPIRED|DENY)$/,
    'declaration',
    'The advertiser lacks a qualification for its industry',
  ],
];

export function wordFindings(object: Delivering): Finding[] {
  const known = WORDS.find(([words]) => words.test(object.secondary_status ?? ''));
  if (!known) return [];
  const [, about, words, canMend] = known;
  const message = words.replace('IT', () => `the ${LEVELS[object.level].what} "${object.name}"`);
  return [
    finding(
      about,
      object.level,
      object.id,
      message,
      canMend && object.level === 'ad' ? { video_id: FILL_IN } : undefined,
    ),
  ];
}

/** A rejection with the reasons of the review. */
export function rejectionFindings(ad: Delivering, reasons: readonly string[]): Finding[] {
  const why = reasons.length > 0 ? `: ${reasons.join(' ')}` : '; the platform gives no reason here';
  const message = `The platform has rejected the ad "${ad.name}" in review${why}`;
  return [finding('review', 'ad', ad.id, message, { ad_text: FILL_IN })];
}

export function scheduleFindings(group: AdGroup, now: number): Finding[] {
  const about = (message: string, change: Record<string, unknown>) =>
    finding('schedule', 'ad_group', group.adgroup_id, message, change);
  const [start, end] = [isoTime(group.schedule_start_time), isoTime(group.schedule_end_time)];
  const at = (ms: number) => new Date(ms).toISOString().replace(/\.\d{3}Z$/, 'Z');
  if (end !== undefined && Date.parse(end) <= now)
    return [about(`The ad group ended on ${end}`, { end_time: at(now + 30 * DAY_MS) })];
  return start !== undefined && Date.parse(start) > now
    ? [about(`The ad group begins only on ${start}`, { start_time: at(now) })]
    : [];
}

/** A budget counts as used up when what is left would buy nothing. */
const USED_UP = 0.99;

/** Money that is used up. A daily budget comes back tomorrow by itself. */
export function budgetFindings(
  object: Pick<Delivering, 'level' | 'id'>,
  { budget, budget_mode }: Pick<Campaign, 'budget' | 'budget_mode'>,
  spent: number,
): Finding[] {
  if (!budget || spent < budget * USED_UP) return [];
  const forGood = isLifetime(budget_mode);
  const message = forGood
    ? `The lifetime budget of the ${LEVELS[object.level].what} is spent; it needs a higher budget`
    : `Today's budget of the ${LEVELS[object.level].what} is spent; it goes on tomorrow, or with a higher budget`;
  return [{ ...finding('budget', object.level, object.id, message, { budget: FILL_IN }), stops: forGood }];
}

export function advertiserFindings({ advertiser_id: id, status, balance, rejection_reason }: Advertiser): Finding[] {
  const about = (message: string): Finding => ({ about: 'billing', level: 'advertiser', id, stops: true, message });
  const why = rejection_reason ? ` (${rejection_reason})` : '';
  return [
    ...(status === 'STATUS_ENABLE' ? [] : [about(`The advertiser is ${status}${why}: ${SETTLE}`)]),
    ...(balance > 0 ? [] : [about('The balance of the advertiser is used up: pay in on the platform')]),
  ];
}

/** A bid that is too low: the ad group has no impressions. */
export function bidFindings(group: AdGroup, shownBid: string | undefined, impressions: number | undefined): Finding[] {
  if (shownBid === undefined || impressions !== 0) return [];
  const message = `The bid of ${shownBid} wins nothing: no impression in the last 7 days. Raise bid`;
  return [{ ...finding('bid', 'ad_group', group.adgroup_id, message, { bid: FILL_IN }), stops: false }];
}
