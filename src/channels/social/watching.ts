import { changeWords } from '../../tools/change-words.ts';
import { type AccountProblem, type PlatformChange, REJECTED_MAX, type Watching } from '../../tools/watching.ts';
import { accountNode, type SocialClient } from './client.ts';
import { accountState } from './resources/account.ts';
import { reviewReasonsOf } from './resources/ad.ts';
import { ACTIVITIES, changeOf } from './resources/change-log.ts';
import { platformTime } from './resources/fields.ts';
import { ACCOUNT_HEALTH, type AccountHealth, AD_SET_STATUS, AD_STATUS, ADS } from './wire.ts';

/** The platform answers so many objects a page at most; ads with their review are large. */
const ADS_PAGE = 100;
const ACTIVITIES_PAGE = 200;
const CHANGES_MAX = 2_000;

export const watching: Watching<SocialClient> = {
  async rejectedAds(client, account, signal) {
    const query = { effective_status: ['DISAPPROVED'] };
    const found = await upTo(REJECTED_MAX, client.pages(ADS, accountNode(account), query, account, ADS_PAGE), signal);
    return found.map(({ id, name, campaign_id, campaign, ad_review_feedback }) => ({
      id,
      name,
      campaign: { id: campaign_id, name: campaign?.name },
      reasons: reviewReasonsOf(ad_review_feedback) ?? [],
    }));
  },

  async accountProblems(client, account) {
    const health = await client.account(ACCOUNT_HEALTH, account);
    return [...statusProblems(health), ...capProblems(health)];
  },

  async changes(client, account, { since, until, campaign }, signal) {
    const [from, to] = [since, until].map((ms) => platformTime(new Date(ms).toISOString()));
    const pages = client.pages(ACTIVITIES, accountNode(account), { since: from, until: to }, account, ACTIVITIES_PAGE);
    const found = await upTo(CHANGES_MAX, pages, signal);
    if (found.length === 0) return [];
    const below = campaign === undefined ? undefined : await objectsOf(client, account, campaign, signal);
    const currency = await client.currency(account);
    return found
      .map((activity) => changeOf(activity, currency))
      .filter(({ id, time }) => Date.parse(time) >= since && Date.parse(time) <= until && (!below || below.has(id)))
      .map(
        (change): PlatformChange => ({
          at: new Date(change.time).toISOString(),
          who: change.user,
          object: { id: change.id, name: change.name, campaign: change.what === 'CAMPAIGN' ? change.id : campaign },
          words: wordsOf(change),
        }),
      );
  },
};

async function upTo<T>(most: number, pages: AsyncIterable<readonly T[]>, signal: AbortSignal): Promise<T[]> {
  const found: T[] = [];
  for await (const items of pages) {
    found.push(...items);
    signal.throwIfAborted();
    if (found.length >= most) break;
  }
  return found.slice(0, most);
}

/** The history names no campaign above an ad set or an ad. */
async function objectsOf(client: SocialClient, account: string, campaign: string, signal: AbortSignal) {
  const ids = new Set([campaign]);
  for (const kind of [AD_SET_STATUS, AD_STATUS])
    for await (const items of client.pages(kind, campaign, {}, account)) {
      for (const { id } of items) ids.add(id);
      signal.throwIfAborted();
    }
  return ids;
}

/** `update_campaign_budget` of a campaign says which part changed: its budget. */
function wordsOf({ what, operation, detail }: ReturnType<typeof changeOf>): string {
  const [, part] = /^update_(?:campaign|ad_set|ad)_(.+)$/.exec(operation) ?? [];
  if (part === undefined)
    return changeWords({ what, operation: operation.startsWith('create_') ? 'CREATE' : operation });
  const { old_value: from, new_value: to } = (detail ?? {}) as { old_value?: unknown; new_value?: unknown };
  return changeWords({ what, operation: part, changed: { [part]: { from, to } } });
}

const SETTINGS = "in the platform's billing settings";

const PAYMENT_STATUSES: Readonly<Record<string, string>> = {
  UNSETTLED: 'The account owes money: a charge failed, for example because the card has expired. No ad is shown.',
  PENDING_SETTLEMENT: 'A charge of the account is being settled. Ads may not be shown until it is.',
  IN_GRACE_PERIOD: 'A charge of the account failed. Ads are still shown for some days.',
};
const CLOSED_STATUSES: ReadonlySet<string> = new Set(['PENDING_CLOSURE', 'CLOSED', 'ANY_CLOSED']);
const CLOSING_REASONS: ReadonlySet<string> = new Set([
  'PERMANENT_CLOSE',
  'GRAY_ACCOUNT_SHUT_DOWN',
  'UNUSED_RESELLER_ACCOUNT',
  'UNUSED_ACCOUNT',
]);

function statusProblems(health: AccountHealth): AccountProblem[] {
  const { status, disable_reason = 'NONE' } = accountState(health);
  if (status === 'ACTIVE' || status === 'ANY_ACTIVE') return [];
  const owed = PAYMENT_STATUSES[status];
  if (owed !== undefined || disable_reason === 'RISK_PAYMENT')
    return [
      {
        status,
        kind: 'payment',
        words: owed ?? 'The account is disabled over its payments. No ad is shown.',
        nextStep: `Pay what is owed or give another card ${SETTINGS}.`,
      },
    ];
  const why = disable_reason === 'NONE' ? '' : ` (${disable_reason})`;
  if (CLOSED_STATUSES.has(status) || CLOSING_REASONS.has(disable_reason))
    return [
      {
        status,
        kind: 'closed',
        words: `The account is ${status === 'PENDING_CLOSURE' ? 'being closed' : 'closed'}${why}. No ad is shown.`,
        nextStep: 'An admin of the account can open it again in its settings; otherwise use another account.',
      },
    ];
  return [
    {
      status,
      kind: 'restricted',
      words: `The account is ${status.replaceAll('_', ' ').toLowerCase()}${why}. No ad is shown.`,
      nextStep: "Ask for a review in the platform's account quality page.",
    },
  ];
}

/** A tenth of the limit is left, or less. */
function capProblems({ amount_spent = '0', spend_cap = '0' }: AccountHealth): AccountProblem[] {
  if (spend_cap === '0') return [];
  const [spent, cap] = [BigInt(amount_spent), BigInt(spend_cap)];
  if (spent * 10n < cap * 9n) return [];
  return [
    {
      status: spent >= cap ? 'SPEND_CAP_REACHED' : 'SPEND_CAP_NEAR',
      kind: 'balance_low',
      words:
        spent >= cap
          ? 'The account has reached its spending limit. No ad is shown.'
          : `The account has used ${(spent * 100n) / cap} % of its spending limit.`,
      nextStep: `Raise or reset the spending limit ${SETTINGS}.`,
    },
  ];
}
