import { DAY_MS } from '../../ambient.ts';
import { Failure } from '../../errors.ts';
import { changeWords } from '../../tools/change-words.ts';
import { type AccountProblem, type PlatformChange, REJECTED_MAX, type Watching } from '../../tools/watching.ts';
import type { SearchClient } from './client.ts';
import { AD_FIELDS, shownAd } from './resources/ad.ts';
import { CHANGES_DAYS_MAX, changesOn, OWNER, shownChange } from './resources/change-log.ts';
import { equal, Literal, unequal } from './resources/wire/gaql.ts';
import { idOf } from './resources/wire/operation.ts';

const REMOVED = Literal.word('REMOVED');

export const watching: Watching<SearchClient> = {
  async rejectedAds(client, account) {
    const rows = await client.rows(account, {
      select: [...AD_FIELDS, 'campaign.name'],
      from: 'ad_group_ad',
      where: [
        equal('ad_group_ad.policy_summary.approval_status', Literal.word('DISAPPROVED')),
        ...['ad_group_ad', 'ad_group', 'campaign'].map((kind) => unequal(`${kind}.status`, REMOVED)),
      ],
      orderBy: [{ field: 'ad_group.id' }, { field: 'ad_group_ad.ad.id' }],
      limit: REJECTED_MAX,
    });
    return rows.map((row) => {
      const { id, name, headlines, campaign_id, policy_topics = [] } = shownAd(row);
      return {
        id,
        name: name || headlines?.[0] || id,
        campaign: { id: campaign_id, name: row.campaign?.name },
        reasons: policy_topics.map((topic) => topic.replaceAll('_', ' ').toLowerCase()),
      };
    });
  },

  async accountProblems(client, account) {
    const status = await statusOf(client, account);
    if (status !== 'ENABLED') return [closedAs(status)];
    // A campaign that is switched off is suspended, too. One that is switched on is where the account cannot pay.
    const stopped = await client.rows(account, {
      select: ['campaign.id', 'campaign.name'],
      from: 'campaign',
      where: [
        equal('campaign.status', Literal.word('ENABLED')),
        equal('campaign.serving_status', Literal.word('SUSPENDED')),
      ],
      limit: 1,
    });
    return stopped.length === 0 ? [] : [UNPAID];
  },

  async changes(client, account, { since, until, campaign }, signal) {
    // The account's day may be the one before or after ours: a day more is asked for, and the moments are compared below.
    const first = Math.max(since - DAY_MS, client.platformNow() - CHANGES_DAYS_MAX * DAY_MS);
    if (until < first) return [];
    const owner = (await client.row(account, OWNER))?.customer;
    const budget = campaign === undefined ? undefined : await budgetOf(client, account, campaign);
    signal.throwIfAborted();
    const rows = await client.rows(account, changesOn({ first, last: until + 2 * DAY_MS }));
    return rows
      .map((row) => shownChange(row, owner))
      .filter(({ time }) => Date.parse(time) >= since && Date.parse(time) <= until)
      .filter(({ what, id, campaign_id }) =>
        what === 'CAMPAIGN_BUDGET' && campaign !== undefined
          ? id === budget
          : campaign === undefined || campaign_id === campaign,
      )
      .map(
        (change): PlatformChange => ({
          at: change.time,
          who: change.user,
          object: { id: change.id, campaign: change.what === 'CAMPAIGN_BUDGET' ? campaign : change.campaign_id },
          words: changeWords({ ...change, changed: change.changed }),
        }),
      );
  },
};

/** A budget is an object of its own, and its changes name no campaign. */
async function budgetOf(client: SearchClient, account: string, campaign: string): Promise<string | undefined> {
  const row = await client.row(account, {
    select: ['campaign.campaign_budget'],
    from: 'campaign',
    where: [equal('campaign.id', Literal.digits(campaign))],
  });
  return row?.campaign?.campaignBudget && idOf(row.campaign.campaignBudget);
}

/** An account that is not enabled answers no query; the manager above it tells its status. */
async function statusOf(client: SearchClient, account: string): Promise<string> {
  try {
    const row = await client.row(account, { select: ['customer.status'], from: 'customer' });
    return row?.customer?.status ?? 'UNKNOWN';
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'account_problem') throw error;
    const manager = client.loginCustomerId;
    if (manager === undefined || manager === account) return String(error.details.upstream?.subcode ?? 'CLOSED');
    const row = await client.row(manager, {
      select: ['customer_client.status'],
      from: 'customer_client',
      where: [equal('customer_client.id', Literal.digits(account))],
    });
    return row?.customerClient?.status ?? 'CLOSED';
  }
}

const PLACE = "in the platform's own interface";

function closedAs(status: string): AccountProblem {
  if (status === 'SUSPENDED')
    return {
      status,
      kind: 'restricted',
      words: 'The account is suspended: the platform stopped it over its policies or payments. No ad is shown.',
      nextStep: `Its owner has to appeal or settle that ${PLACE}; only the platform's support can lift it.`,
    };
  const isFinal = status === 'CLOSED';
  return {
    status,
    kind: 'closed',
    words: `The account is ${isFinal ? 'closed, which is final' : 'cancelled or was never set up'}. No ad is shown.`,
    nextStep: isFinal
      ? 'Use another account: this one cannot be opened again.'
      : `An admin of the account can reactivate it ${PLACE}.`,
  };
}

const UNPAID: AccountProblem = {
  status: 'SUSPENDED',
  kind: 'payment',
  words:
    'Campaigns that are switched on are suspended although the account is open: a payment is missing or was declined.',
  nextStep: `Settle the payment or give another card under Billing ${PLACE}.`,
};
