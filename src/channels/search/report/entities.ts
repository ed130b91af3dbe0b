import { Turns } from '../../../event-loop/turns.ts';
import type { Entity } from '../../../tools/report/reporting.ts';
import type { SearchClient } from '../client.ts';
import { moneyOf } from '../money.ts';
import { isShared } from '../resources/campaign.ts';
import { among, Literal } from '../resources/wire/gaql.ts';
import type { Row } from '../resources/wire/row.ts';
import { adNames } from './entity-names.ts';
import { LEVELS } from './levels.ts';

const IDS_PER_QUERY = 1000;

const BUDGET_FIELDS = [
  'campaign_budget.amount_micros',
  'campaign_budget.total_amount_micros',
  'campaign_budget.explicitly_shared',
  'campaign_budget.reference_count',
];

/** Name, status and budget of reported objects as they are now, not as they were in the report's period. */
export async function entitiesOf(
  client: SearchClient,
  account: string,
  currency: string,
  level: 'campaign' | 'ad_group' | 'ad',
  ids: readonly string[],
): Promise<ReadonlyMap<string, Entity>> {
  const {
    from,
    ids: [id],
    fields,
    subject: subjectOf,
  } = LEVELS[level];
  const select = [...fields, ...(level === 'campaign' ? BUDGET_FIELDS : [])];
  const queries = Array.from({ length: Math.ceil(ids.length / IDS_PER_QUERY) }, (_, page) => {
    const some = ids.slice(page * IDS_PER_QUERY, (page + 1) * IDS_PER_QUERY);
    return client.rows(account, { select, from, where: [among(id, some.map(Literal.digits))] });
  });
  const rows = (await Promise.all(queries)).flat();
  const nameless = level === 'ad' ? rows.map(subjectOf).flatMap(({ id: found, name }) => (name ? [] : [found])) : [];
  const names = await adNames(client, account, nameless);
  return new Map(
    await new Turns().map(rows, (row) => {
      const { id: found, name, status } = subjectOf(row);
      return [found, { name: name || (names.get(found) ?? ''), status, budget: budgetOf(row, currency) }] as const;
    }),
  );
}

function budgetOf({ campaignBudget: budget }: Row, currency: string): Entity['budget'] {
  if (!budget) return undefined;
  const [daily, total] = [moneyOf(budget.amountMicros, currency), moneyOf(budget.totalAmountMicros, currency)];
  const shared = isShared(budget) && { shared: true as const };
  if (daily) return { ...daily, period: 'DAILY', ...shared };
  return total && { ...total, period: 'LIFETIME', ...shared };
}
