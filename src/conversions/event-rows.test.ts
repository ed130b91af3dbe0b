import { expect, test } from 'vitest';
import { readRows } from './event-rows.ts';

const row = { event: 'purchase', event_id: 'o1', happened_at: '2026-11-18T08:00:00Z' };

test('words of a row are taken in any spelling with one meaning, as in every other argument', async () => {
  const given = { ...row, source: 'Store', consent: 'TRUE', value: { amount: '30', currency: 'eur' } };
  const event = { ...given, source: 'store', consent: true, value: { amount: '30', currency: 'EUR' } };
  expect(await readRows([given])).toMatchObject([{ index: 0, event }]);
});

test('a word that is none is told with those there are', async () => {
  expect(await readRows([{ ...row, source: 'website' }])).toMatchObject([
    { problems: [{ field: 'source', message: 'must be one of: web, app, store, crm' }] },
  ]);
});
