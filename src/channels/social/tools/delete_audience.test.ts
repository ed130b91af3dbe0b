import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';
import deleteAudience from './delete_audience.ts';

const { call, refusal, ledger, fault } = sandboxed('social');

test('is refused while ad sets use it; when that is wanted it tells what it was, and it is gone afterwards', async () => {
  const { audience } = await call('create_custom_audience', {
    name: 'to be deleted',
    customer_file_source: 'USER_PROVIDED_ONLY',
  });
  const { ad_sets } = await call('list_ad_sets', { limit: 1, effective_status: ['PAUSED', 'ACTIVE'] });
  const targeting = { excluded_custom_audiences: [{ id: audience.id }] };
  await call('update_ad_set', { ad_set_id: ad_sets[0].id, targeting });
  expect(await refusal('delete_audience', { audience_id: audience.id })).toMatchObject({
    code: 'conflict',
    message: expect.stringContaining(ad_sets[0].id),
    next_step: expect.stringContaining('although_used'),
  });
  expect(await ledger({ kind: 'delete', id: audience.id })).toHaveLength(0);
  expect(await call('delete_audience', { audience_id: audience.id, although_used: true })).toMatchObject({
    deleted: true,
    audience: { id: audience.id, name: 'to be deleted' },
    affected_ad_sets: [{ id: ad_sets[0].id }],
  });
  expect(await refusal('delete_audience', { audience_id: audience.id })).toMatchObject({ code: 'not_found' });
});

test('is refused while lookalikes are built on it, by their names; the list shows both ends', async () => {
  const { audiences } = await call('list_audiences', { limit: 100 });
  const seed = audiences.find((one: { lookalike_audience_ids?: string[] }) => one.lookalike_audience_ids?.length);
  const [id] = seed.lookalike_audience_ids;
  const lookalike = audiences.find((one: { id: string }) => one.id === id);
  expect(lookalike.lookalike_spec.origin).toMatchObject([{ id: seed.id, name: seed.name }]);
  const refused = await refusal('delete_audience', { audience_id: seed.id, although_used: true });
  expect(refused).toMatchObject({
    code: 'conflict',
    field: 'audience_id',
    message: expect.stringContaining(`${id} "${lookalike.name}"`),
    next_step: expect.stringContaining(`delete_audience {"audience_id":"${id}"`),
  });
  expect(await ledger({ kind: 'delete', id: seed.id })).toEqual([]);
});

test('a connection cut after the deletion still ends in the truth: deleted, once', async () => {
  const { audience } = await call('create_custom_audience', {
    name: 'cut',
    customer_file_source: 'USER_PROVIDED_ONLY',
  });
  await fault('cut_after', `DELETE .*/${audience.id}$`);
  expect(await call('delete_audience', { audience_id: audience.id })).toMatchObject({ deleted: true });
  expect(await ledger({ kind: 'delete', id: audience.id })).toHaveLength(1);
});

test('of many lookalikes every one is looked up, since one that is left would be lost with its source', async () => {
  const ids = Array.from({ length: 60 }, (_, at) => String(9_000 + at));
  const held = (id: string) => ({
    id,
    name: `List ${id}`,
    account_id: '1',
    ...(id === '7' && { lookalike_audience_ids: ids }),
  });
  const client = {
    node: async (_: unknown, id: string) => held(id),
    foreignTo: () => undefined,
    ask: async (_: unknown, { batch }: { batch: { relative_url: string }[] }) =>
      batch.map(({ relative_url }) => {
        const id = /\/(\d+)\?/.exec(relative_url)![1]!;
        // All but the last are deleted, and the platform goes on listing them.
        return id === ids.at(-1)
          ? { code: 200, body: JSON.stringify(held(id)) }
          : { code: 400, body: JSON.stringify({ error: { code: 100, message: 'gone', type: 'OAuthException' } }) };
      }),
  };
  const run = deleteAudience.run({ audience_id: '7' }, { client, progress: () => {} } as never);
  await expect(run).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('9059 "List 9059"') });
});
