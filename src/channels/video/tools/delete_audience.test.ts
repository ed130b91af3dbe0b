import { expect, test } from 'vitest';
import { sandboxed } from '../sandboxed.testing.ts';

const { call, refusal, fault } = sandboxed();

test('deletes an audience, also when the answer is lost', async () => {
  const { audiences } = await call('list_audiences');
  await fault('cut_after', 'POST .*custom_audience/delete/');
  const { deleted, audience } = await call('delete_audience', { audience_id: audiences[0].id });
  expect([deleted, audience.name]).toEqual([true, 'Tiny test']);
  expect(await refusal('delete_audience', { audience_id: audiences[0].id })).toMatchObject({ code: 'not_found' });
});

test('an audience that ad groups use stays, and they are named, until that is wanted', async () => {
  const { audiences } = await call('list_audiences');
  const { ad_groups } = await call('list_ad_groups', { limit: 100 });
  const usable = audiences.find(({ name }: { name: string }) => name === 'Buyers 180 days');
  const group = ad_groups.find((one: { automation: string }) => one.automation === 'MANUAL');
  await call('update_ad_group', { ad_group_id: group.id, excluded_audience_ids: [usable.id] });
  const error = await refusal('delete_audience', { audience_id: usable.id });
  expect(error).toMatchObject({ code: 'conflict', field: 'audience_id', outcome: 'not_applied' });
  expect(error.message).toContain(group.name);
  const { deleted, affected_ad_groups } = await call('delete_audience', {
    audience_id: usable.id,
    although_used: true,
  });
  expect(deleted).toBe(true);
  expect(affected_ad_groups).toContainEqual({ id: group.id, name: group.name, status: group.status });
});

test('the source of a lookalike stays, and the lookalike is named, until that is wanted', async () => {
  const { audiences } = await call('list_audiences');
  const [customers, alike] = ['Customers', 'Like customers'].map((wanted) =>
    audiences.find(({ name }: { name: string }) => name === wanted),
  );
  const error = await refusal('delete_audience', { audience_id: customers.id });
  expect(error).toMatchObject({ code: 'conflict', field: 'audience_id', outcome: 'not_applied' });
  expect(error.message).toContain('lookalikes');
  expect(error.message).toContain(alike.name);
  const answer = await call('delete_audience', { audience_id: customers.id, although_used: true });
  expect(answer).toMatchObject({ deleted: true, affected_lookalikes: [{ id: alike.id, name: alike.name }] });
});
