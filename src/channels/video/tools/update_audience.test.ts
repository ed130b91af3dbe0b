import { expect, test } from 'vitest';
import { DAY_MS } from '../../../ambient.ts';
import { sandboxed } from '../sandboxed.testing.ts';

const { call, refusal, requests, ledger, advanceClock } = sandboxed();

const named = async (wanted: string) =>
  (await call('list_audiences', { limit: 100 })).audiences.find(({ name }: { name: string }) => name === wanted);
const emails = Array.from({ length: 20 }, (_, place) => `Leaver${place}@acme.example`);

test('takes people out and puts them in, hashed here, and says that it is matched again', async () => {
  const { id: audience_id, size } = await named('Customers');
  const { audience, applied } = await call('update_audience', { audience_id, action: 'REMOVE', emails });
  expect(applied).toEqual({ people: { from: 'matched', to: 'being matched' } });
  expect(audience.usable).toBe(false);
  const bodies = (await requests()).map(({ request_body }) => request_body ?? '').join('\n');
  expect(bodies.toLowerCase()).not.toContain('leaver0@');
  expect(await refusal('update_audience', { audience_id, name: 'x' })).toMatchObject({ field: 'audience_id' });
  await advanceClock(2 * DAY_MS);
  const reduced = await named('Customers');
  expect(reduced.size).toBeLessThan(size);
  const added = await call('update_audience', { audience_id, action: 'ADD', emails, name: 'All customers' });
  expect(Object.keys(added.applied).sort()).toEqual(['name', 'people']);
  await advanceClock(2 * DAY_MS);
  expect(await named('All customers')).toMatchObject({ id: audience_id, size, usable: true });
  expect((await call('update_audience', { audience_id, name: 'Customers' })).applied).toEqual({
    name: { from: 'All customers', to: 'Customers' },
  });
});

test('what the audience does not take is refused before it is sent', async () => {
  const { id: audience_id } = await named('Customers');
  const { id: lookalike } = await named('Like customers');
  const before = (await ledger()).length;
  const field = async (args: Record<string, unknown>) => (await refusal('update_audience', args)).field;
  expect(await field({ audience_id: lookalike, name: 'x' })).toBe('audience_id');
  expect(await field({ audience_id, emails })).toBe('action');
  expect(await field({ audience_id, name: 'x', action: 'ADD' })).toBe('emails');
  expect(await field({ audience_id, action: 'ADD', phones: ['+4930123456'] })).toBe('phones');
  expect(await field({ audience_id, action: 'REPLACE', emails })).toBe('emails');
  const wrong = Array.from({ length: 1000 }, () => 'n/a');
  expect(await field({ audience_id, action: 'REPLACE', emails: [...emails, ...wrong] })).toBe('emails');
  expect(await field({ audience_id })).toBe('name');
  expect((await refusal('update_audience', { audience_id: '42', name: 'x' })).code).toBe('not_found');
  expect((await ledger()).length).toBe(before);
});
