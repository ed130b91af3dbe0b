import { expect, test } from 'vitest';
import { readQuery } from './query-parser.ts';

test('a query is taken with all the clauses the language has', () => {
  const query = `select campaign.id, metrics.clicks FROM campaign
    WHERE campaign.name LIKE '%it\\'s; FROM%' AND segments.date DURING LAST_7_DAYS AND campaign.id IN (1,2)
    ORDER BY metrics.clicks DESC LIMIT 5 PARAMETERS include_drafts = true`;
  expect(readQuery(query)).toEqual({
    fields: ['campaign.id', 'metrics.clicks'],
    from: 'campaign',
    conditions: [
      { field: 'campaign.name', operator: 'LIKE', values: ["%it's; FROM%"] },
      { field: 'segments.date', operator: 'DURING', values: ['LAST_7_DAYS'] },
      { field: 'campaign.id', operator: 'IN', values: ['1', '2'] },
    ],
    orders: ['metrics.clicks'],
    limit: 5,
  });
});

test('the AND of BETWEEN joins no conditions, and operators of several words are one', () => {
  const asked = readQuery(
    "SELECT campaign.id FROM campaign WHERE segments.date between '2026-01-01' AND '2026-01-31' and campaign.labels CONTAINS ANY ('a') AND campaign.name NOT LIKE 'AND' AND campaign.end_date_time IS NOT NULL",
  );
  expect(asked).toMatchObject({
    conditions: [
      { operator: 'BETWEEN', values: ['2026-01-01', '2026-01-31'] },
      { operator: 'CONTAINS ANY', values: ['a'] },
      { operator: 'NOT LIKE', values: ['AND'] },
      { operator: 'IS NOT NULL', values: [] },
    ],
  });
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
    const checked = readQuery(query);
    expect(checked, query).toContain(reason);
  }
});
