import { expect, test } from 'vitest';
import { ReplyCache } from '../memory/reply-cache.ts';
import { quantityOf } from '../tools/report/quantity.ts';
import { type AccountQuestion, accountPages } from './account-rows.ts';
import type { Reading } from './fan-out.ts';
import { RowFilter } from './row-filter.ts';
import { VOCABULARY } from './vocabulary.ts';

const QUESTION: AccountQuestion = {
  level: 'account',
  days: { start_date: '2026-11-18', end_date: '2026-11-18' },
  by: 'none',
  metrics: ['cost'],
  order: { by: 'cost', descending: true },
  timeFirst: false,
  closed: true,
  fresh: false,
  filter: new RowFilter({ level: 'account' }),
};

/** An account whose cost goes up by one each time that the platform is asked. */
function account(background?: { ready: boolean }) {
  const memory = new ReplyCache({ bytesMax: 1_000_000, lifeMs: 60_000, now: () => 0 });
  let asked = 0;
  const source = {
    selection: VOCABULARY.select(['cost']),
    rows: async () => ({ items: [{ cost: quantityOf(++asked) }], background }),
    about: () => ({ segments: {} }),
  };
  const reading = (identity: string) =>
    ({
      place: { identity, channel: { name: 'ads' } },
      account: { id: '1', name: 'One', currency: { code: 'USD', digits: 2 } },
      reporting: {
        metrics: VOCABULARY,
        levels: { account: { kind: 'account' }, campaign: { kind: 'campaign' } },
        report: () => ({ source, sorted: false }),
      },
      signal: new AbortController().signal,
    }) as unknown as Reading;
  return async (more: Partial<AccountQuestion> = {}, identity = 'connection 1') => {
    for await (const [row] of accountPages(reading(identity), { ...QUESTION, ...more }, memory, {}))
      return Number(row!.parts.cost) / 1e6;
  };
}

test('numbers of complete days are remembered for the connection that read them, until fresh ones are asked for', async () => {
  const cost = account();
  expect([await cost(), await cost()]).toEqual([1, 1]);
  expect(await cost({}, 'connection 2')).toBe(2);
  expect(await cost({ days: { start_date: '2026-11-17', end_date: '2026-11-18' } })).toBe(3);
  expect([await cost({ fresh: true }), await cost()]).toEqual([4, 4]);
});

test('numbers of days that were still counted are read again, also once the days are complete', async () => {
  const cost = account();
  expect([await cost({ closed: false }), await cost({ closed: false }), await cost()]).toEqual([1, 2, 3]);
});

test('what a platform is still working on is read again', async () => {
  const cost = account({ ready: false });
  expect([await cost(), await cost()]).toEqual([1, 2]);
});

test('a platform that names the same place again without rows is at its end', async () => {
  const memory = new ReplyCache({ bytesMax: 1_000, lifeMs: 1, now: () => 0 });
  let asked = 0;
  const rows = async () => {
    if (++asked > 20) throw new Error('It is read for ever.');
    return { items: [], next: 'again' };
  };
  const source = { selection: VOCABULARY.select(['cost']), rows, about: () => ({ segments: {} }) };
  const reading = {
    place: { identity: 'one', channel: { name: 'ads' } },
    account: { id: '1' },
    reporting: { metrics: VOCABULARY, report: () => ({ source, sorted: false }) },
    signal: new AbortController().signal,
  } as unknown as Reading;
  for await (const page of accountPages(reading, QUESTION, memory, {})) expect(page).toEqual([]);
  expect(asked).toBe(2);
});
