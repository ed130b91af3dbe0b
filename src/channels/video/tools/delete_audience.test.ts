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
