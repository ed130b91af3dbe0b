import { DAY_MS } from '../../../ambient.ts';
import { type Finding, findingsAbout } from '../../../tools/diagnosis.ts';
import { FILL_IN } from '../../../tools/ready-call.ts';
import { accountState } from '../resources/account.ts';
import { reviewReasonsOf } from '../resources/ad.ts';
import { holdsBudget } from '../resources/budget.ts';
import { isoTime } from '../resources/fields.ts';
import { issuesOf } from '../resources/issue.ts';
import { LEVELS, type Level } from '../resources/level.ts';
import type { AccountHealth, AdHealth, AdSetHealth, Campaign } from '../wire.ts';

/** Findings from fields that are already read; nothing here sends a request. */

interface Delivering {
  id: string;
  name: string;
  status: string;
  effective_status: string;
  issues_info?: Campaign['issues_info'];
}

export const { finding, chosen, arguments: LEVEL_ARGUMENTS } = findingsAbout(LEVELS);

export function statusFindings(level: Level, object: Delivering): Finding[] {
  const { id, name, status, effective_status } = object;
  const what = `The ${LEVELS[level].what} "${name}"`;
  if (status === 'ARCHIVED' || status === 'DELETED')
    return [finding('status', level, id, `${what} is ${status.toLowerCase()}, which cannot be undone`)];
  return [
    ...(status === 'PAUSED' ? [finding('status', level, id, `${what} is paused`, { status: 'ACTIVE' })] : []),
    ...(effective_status === 'IN_PROCESS'
      ? [
          finding(
            'status',
            level,
            id,
            `The platform is still processing ${what.replace('The', 'the')}; wait some minutes`,
          ),
        ]
      : []),
    ...issueFindings(level, object),
  ];
}

function issueFindings(level: Level, { id, issues_info = [] }: Delivering): Finding[] {
  return issues_info.map((issue) => ({
    ...finding('status', level, id, `The platform reports: ${(issuesOf([issue]) ?? []).join().replace(/\.$/, '')}`),
    stops: issue.error_type !== 'SOFT_ERROR',
  }));
}

export function postFindings({ id, creative }: AdHealth): Finding[] {
  if (creative?.object_type !== 'POST_DELETED') return [];
  const message = `The post that the ad "${id}" shows was deleted: give the ad another creative`;
  return [finding('parts', 'ad', id, message)];
}

export function reviewFindings(ad: AdHealth): Finding[] {
  const { id, effective_status, ad_review_feedback: feedback } = ad;
  if (effective_status === 'PENDING_REVIEW')
    return [finding('review', 'ad', id, 'The platform is reviewing the ad, as a rule within a day')];
  if (effective_status === 'PENDING_BILLING_INFO')
    return [finding('billing', 'ad', id, "The ad waits for a way to pay: add one in the platform's billing settings")];
  const reasons = reviewReasonsOf(feedback) ?? [];
  if (effective_status !== 'DISAPPROVED' && !(hidesReview(effective_status) && reasons.length > 0)) return [];
  const why = reasons.length > 0 ? `: ${reasons.join('; ')}` : '';
  return [
    finding(
      'review',
      'ad',
      id,
      `The ad was rejected in review${why} It needs another creative_id (create_ad_creative)`,
      { creative_id: FILL_IN },
    ),
  ];
}

/** The platform shows one status at a time: these stand in front of a rejection. */
function hidesReview(effectiveStatus: string): boolean {
  return /PAUSED$|^WITH_ISSUES$|^IN_PROCESS$/.test(effectiveStatus);
}

export function scheduleFindings(
  { id, start_time, end_time, lifetime_budget = '0' }: AdSetHealth,
  now: number,
): Finding[] {
  const [start, end] = [isoTime(start_time), isoTime(end_time)];
  const at = (ms: number) => new Date(ms).toISOString().replace(/\.\d{3}Z$/, 'Z');
  if (end !== undefined && Date.parse(end) <= now)
    return [
      finding('schedule', 'ad_set', id, `The ad set ended on ${end}`, {
        end_time: lifetime_budget === '0' ? 'none' : at(now + 30 * DAY_MS),
      }),
    ];
  return start !== undefined && Date.parse(start) > now
    ? [finding('schedule', 'ad_set', id, `The ad set begins only on ${start}`, { start_time: at(now) })]
    : [];
}

/** A budget that is used up. A spent daily budget does not stop for good: it is renewed tomorrow. */
export function budgetFindings(level: 'campaign' | 'ad_set', object: Campaign | AdSetHealth): Finding[] {
  const { id, budget_remaining, lifetime_budget } = object;
  if (!holdsBudget(object) || budget_remaining !== '0') return [];
  const forGood = lifetime_budget !== undefined && lifetime_budget !== '0';
  const message = forGood
    ? `The lifetime budget of the ${LEVELS[level].what} is spent; it needs a higher lifetime_budget`
    : `Today's budget of the ${LEVELS[level].what} is spent; it goes on tomorrow, or with a higher daily_budget`;
  const change = { [forGood ? 'lifetime_budget' : 'daily_budget']: FILL_IN };
  return [{ ...finding('budget', level, id, message, change), stops: forGood }];
}

export function accountFindings(account: AccountHealth): Finding[] {
  const { account_id: id, amount_spent = '0', spend_cap = '0' } = account;
  const { status, disable_reason } = accountState(account);
  const about = (message: string, stops = true): Finding => ({
    about: 'billing',
    level: 'account',
    id,
    stops,
    message,
  });
  const why = disable_reason && disable_reason !== 'NONE' ? ` (${disable_reason})` : '';
  return [
    ...(status === 'ACTIVE' || status === 'ANY_ACTIVE'
      ? []
      : [
          about(
            `The ad account is ${status}${why}: settle that in the platform's account settings`,
            status !== 'IN_GRACE_PERIOD',
          ),
        ]),
    ...(spend_cap !== '0' && BigInt(amount_spent) >= BigInt(spend_cap)
      ? [about("The ad account has reached its spending limit: raise it in the platform's billing settings")]
      : []),
  ];
}

const EU = new Set('AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE'.split(' '));

/** New ad sets for the EU are refused without payor and beneficiary; older ones are kept and not shown. */
export function declarationFindings(adSet: AdSetHealth, account: AccountHealth): Finding[] {
  const { countries = [] } = (adSet.targeting?.geo_locations ?? {}) as { countries?: string[] };
  const payor = adSet.dsa_payor ?? account.default_dsa_payor;
  const beneficiary = adSet.dsa_beneficiary ?? account.default_dsa_beneficiary;
  if (!countries.some((country) => EU.has(country)) || (payor && beneficiary)) return [];
  const message =
    'The ad set reaches the EU and does not say who pays (dsa_payor) and who is advertised (dsa_beneficiary)';
  const missing = { ...(!payor && { dsa_payor: FILL_IN }), ...(!beneficiary && { dsa_beneficiary: FILL_IN }) };
  return [finding('declaration', 'ad_set', adSet.id, message, missing)];
}
