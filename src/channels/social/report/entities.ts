import type { Entity } from '../../../tools/report/reporting.ts';
import { accountNode, type SocialClient } from '../client.ts';
import { moneyOf } from '../money.ts';
import { AD_SET_STATUS, AD_STATUS, CAMPAIGN_STATUS, type Kind, type WithStatus } from '../wire.ts';
import { type Level, STATUSES } from './request.ts';

/** So that the list of ids fits into an address. */
const IDS_PER_CALL = 100;

const KINDS: Readonly<Record<Exclude<Level, 'account'>, Kind<WithStatus>>> = {
  campaign: CAMPAIGN_STATUS,
  ad_set: AD_SET_STATUS,
  ad: AD_STATUS,
};

/** Objects as the rows of a report name them. What was deleted is listed nowhere. */
export async function entitiesOf(
  client: SocialClient,
  account: string,
  level: Exclude<Level, 'account'>,
  ids: readonly string[],
): Promise<WithStatus[]> {
  const pages = Array.from({ length: Math.ceil(ids.length / IDS_PER_CALL) }, (_, page) => {
    const value = ids.slice(page * IDS_PER_CALL, (page + 1) * IDS_PER_CALL);
    const query = { filtering: [{ field: 'id', operator: 'IN', value }], effective_status: STATUSES[level] };
    return client.list(KINDS[level], accountNode(account), { limit: IDS_PER_CALL, query, account });
  });
  return (await Promise.all(pages)).flatMap(({ items }) => items);
}

export function shownEntity({ name, status, daily_budget, lifetime_budget }: WithStatus, currency: string): Entity {
  const budget = (amount: string | undefined, period: 'DAILY' | 'LIFETIME') =>
    amount === undefined || amount === '0' ? undefined : { ...moneyOf(amount, currency), period };
  return { name, status, budget: budget(daily_budget, 'DAILY') ?? budget(lifetime_budget, 'LIFETIME') };
}
