import { expect, test } from 'vitest';
import { checkQuery } from './query-check.ts';

test('a query is taken with all the clauses the language has', () => {
  const query = `select campaign.id, metrics.clicks FROM campaign
    WHERE campaign.name LIKE '%it\\'s; FROM%' AND segments.date DURING LAST_7_DAYS AND campaign.id IN (1,2)
    ORDER BY metrics.clicks DESC LIMIT 5 PARAMETERS include_drafts = true`;
  expect(checkQuery(query)).toEqual({ fields: ['campaign.id', 'metrics.clicks'] });
});

test('anything that is no query is refused with the reason', () => {
  for (const [query, reason] of [
    ['', 'SELECT'],
    ['DELETE FROM campaign', 'SELECT'],
    ['UPDATE campaign SET campaign.name = 1', 'SELECT'],
    ['SELECT campaign.id', 'FROM'],
    ['SELECT FROM campaign', 'fields'],
    ['SELECT * FROM campaign', 'cannot stand'],
    ['SELECT campaign FROM campaign', 'fields'],
    ['SELECT campaign.id FROM campaign; DELETE FROM campaign', 'cannot stand'],
    ['SELECT campaign.id FROM campaign SELECT customer.id FROM customer', 'order'],
    ['SELECT campaign.id FROM campaign LIMIT 1 WHERE campaign.id = 1', 'order'],
    ['SELECT campaign.id FROM campaign -- all', 'cannot stand'],
    ["SELECT campaign.id FROM campaign WHERE campaign.name = 'open", 'cannot stand'],
  ] as const) {
    const checked = checkQuery(query);
    expect(checked, query).toContain(reason);
  }
});
