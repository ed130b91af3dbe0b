import { beforeAll, beforeEach, expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';
import type { TagsClient } from '../client.ts';
import { ownDraft } from '../resources/containers/draft.testing.ts';
import { Trigger } from '../wire.ts';

const sandbox = sandboxed('tags');
const { call, refusal } = sandbox;
const where = { container_id: '7001', tag_workspace_id: '' };
let stored: () => Promise<Trigger>;
let id: string;
beforeAll(async () => {
  where.tag_workspace_id = await ownDraft(sandbox);
  const { client, account } = await sandbox.client<TagsClient>();
  const path = `accounts/${account}/containers/7001/workspaces/${where.tag_workspace_id}/triggers`;
  id = (await client.every(path, 'trigger', Trigger)).find(({ name }) => name === 'Form sent')!.triggerId;
  stored = () => client.get(`${path}/${id}`, Trigger);
});
beforeEach(() => sandbox.passTime(60_000));

test('conditions are replaced, settings merged, and all else stays', async () => {
  const before = await stored();
  const { trigger, applied } = await call('update_trigger', {
    ...{ ...where, trigger_id: id, settings: { waitForTagsTimeout: 3000, checkValidation: null } },
    filter: [
      { variable: 'Form ID', is: 'equals', value: 'newsletter' },
      { variable: 'Page Path', is: 'starts_with', value: '/' },
    ],
  });
  expect(Object.keys(applied).sort()).toEqual(['filter', 'settings']);
  expect(trigger).toMatchObject({ settings: { waitForTags: true, waitForTagsTimeout: '3000' } });
  const after = await stored();
  expect(after.filter[0]).toEqual(before.filter[0]);
  expect(after.waitForTags).toEqual(before.waitForTags);
  expect(after).not.toHaveProperty('checkValidation');
});

test('a stale fingerprint, an unknown variable and a missing trigger are refused', async () => {
  expect(await refusal('update_trigger', { ...where, trigger_id: id, notes: 'x', fingerprint: '1' })).toMatchObject({
    code: 'conflict',
    field: 'fingerprint',
  });
  const filter = [{ variable: 'Pge Path', is: 'equals', value: '/' }];
  expect(await refusal('update_trigger', { ...where, trigger_id: id, filter })).toMatchObject({
    message: expect.stringContaining('did you mean {{Page Path}}'),
  });
  expect(await refusal('update_trigger', { ...where, trigger_id: '999', notes: 'x' })).toMatchObject({
    code: 'not_found',
  });
});
