import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal } = sandboxed('search');

const audienceNamed = async (name: string) => (await call('list_audiences', { name_contains: name })).audiences[0];

test('an unused audience is deleted, and shown as it was', async () => {
  const { id } = await audienceNamed('Summer sale');
  expect(await call('delete_audience', { audience_id: id })).toMatchObject({
    deleted: true,
    audience: { id, used_by: { campaigns: [], ad_groups: [], audiences: [] } },
  });
  expect((await call('list_audiences', { audience_ids: [id] })).audiences).toEqual([]);
  expect(await refusal('delete_audience', { audience_id: id })).toMatchObject({
    code: 'not_found',
    field: 'audience_id',
  });
});

test('one that is used is kept, by whom is told, unless it is to go all the same', async () => {
  const { id } = await audienceNamed('All visitors');
  const refused = await refusal('delete_audience', { audience_id: id });
  expect(refused).toMatchObject({ code: 'conflict', outcome: 'not_applied' });
  expect(refused.message).toContain('"All visitors"');
  expect(await call('delete_audience', { audience_id: id, although_used: true })).toMatchObject({ deleted: true });
});

test('the source of another audience is kept, and both show each other', async () => {
  const { id } = await audienceNamed('Buyers');
  const made = await call('create_audience', { name: 'Made of buyers', kind: 'COMBINED', audience_ids: [id] });
  expect(made.audience.sources).toEqual([{ id, excluded: false }]);
  const user = { id: made.audience.id, name: 'Made of buyers', excluded: false };
  expect((await audienceNamed('Buyers')).used_by.audiences).toContainEqual(user);
  const refused = await refusal('delete_audience', { audience_id: id });
  expect(refused).toMatchObject({ code: 'conflict', outcome: 'not_applied' });
  expect(refused.message).toContain('"Made of buyers"');
});
