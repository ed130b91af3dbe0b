import type { Entity } from '../../../tools/report/reporting.ts';
import { accountNode, type SocialClient } from '../client.ts';
import { moneyOf } from '../money.ts';
import { AD_SET_STATUS, AD_STATUS, CAMPAIGN_STATUS, type Kind, type WithStatus } from '../wire.ts';
import { type Level, STATUSES } from './request.ts';

/** Keeps the list of ids within the length of a URL. */
const IDS_PER_CALL = 100;

const KINDS: Readonly<Record<Exclude<Level, 'account'>, Kind<WithStatus>>> = {
  campaign: CAMPAIGN_STATUS,
  ad_set: AD_SET_STATUS,
  ad: AD_STATUS,
};

/** Name, status and budget of the objects in a report. The platform lists no deleted ones. */
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
