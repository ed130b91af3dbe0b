import { beforeAll, beforeEach, expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';
import type { TagsClient } from '../client.ts';
import { ownDraft } from '../resources/containers/draft.testing.ts';
import { Tag, Trigger, Variable } from '../wire.ts';

const sandbox = sandboxed('tags');
const { call, refusal, ledger, requests } = sandbox;
const where = { container_id: '7001', tag_workspace_id: '' };
const ids: Record<string, string> = {};
beforeAll(async () => {
  where.tag_workspace_id = await ownDraft(sandbox);
  const { client, account } = await sandbox.client<TagsClient>();
  const path = `accounts/${account}/containers/7001/workspaces/${where.tag_workspace_id}`;
  for (const one of await client.every(`${path}/tags`, 'tag', Tag)) ids[one.name] = one.tagId;
  for (const one of await client.every(`${path}/triggers`, 'trigger', Trigger)) ids[one.name] = one.triggerId;
  for (const one of await client.every(`${path}/variables`, 'variable', Variable)) ids[one.name] = one.variableId;
});
beforeEach(() => sandbox.passTime(60_000));

test('what depends on an object is named first, and nothing is deleted', async () => {
  const effects = (await ledger()).length;
  const trigger = await refusal('delete_tag_object', { ...where, kind: 'trigger', id: ids['CE purchase'] });
  expect(trigger).toMatchObject({ code: 'conflict', message: expect.stringContaining('Ads - purchase') });
  expect(
    await refusal('delete_tag_object', { ...where, kind: 'trigger', id: ids['CE purchase'], also_in_use: true }),
  ).toMatchObject({ next_step: expect.stringContaining('remove_fires_on') });
  const variable = await refusal('delete_tag_object', { ...where, kind: 'variable', id: ids['DLV value'] });
  expect(variable).toMatchObject({ message: expect.stringContaining('Meta - purchase') });
  expect(variable.next_step).toContain('also_in_use');
  const builtIn = await refusal('delete_tag_object', { ...where, kind: 'built_in_variable', id: 'Page Path' });
  expect(builtIn.message).toContain('Thank-you page');
  expect(await ledger()).toHaveLength(effects);
});

test('a member of a trigger group is in use by the group', async () => {
  const asked = { ...where, name: 'Both', type: 'triggerGroup', parameters: { triggerIds: ['CE sign-up'] } };
  await call('create_trigger', { ...where, name: 'CE sign-up', type: 'customEvent', event: 'sign-up' });
  const { trigger } = await call('create_trigger', asked);
  const sent = (await requests()).findLast(({ method, path }) => method === 'POST' && path.endsWith('/triggers'))!;
  const [id] = trigger.parameters.triggerIds;
  expect(JSON.parse(sent.request_body!).parameter).toEqual([
    { type: 'list', key: 'triggerIds', list: [{ type: 'triggerReference', value: id }] },
  ]);
  expect(await refusal('delete_tag_object', { ...where, kind: 'trigger', id })).toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('"Both" (part of)'),
  });
});

test('unused objects go at once, and come back with revert_tag_object', async () => {
  const id = ids.Survey!;
  expect(await call('delete_tag_object', { ...where, kind: 'tag', id })).toMatchObject({
    deleted: { kind: 'tag', id, name: 'Survey' },
    was_used_by: [],
  });
  expect(await refusal('delete_tag_object', { ...where, kind: 'tag', id })).toMatchObject({ code: 'not_found' });
  expect(await call('revert_tag_object', { ...where, kind: 'tag', id })).toMatchObject({
    outcome: 'restored',
    name: 'Survey',
    object: { name: 'Survey' },
  });
  const off = { ...where, kind: 'built_in_variable', id: 'referrer' };
  expect(await call('delete_tag_object', off)).toMatchObject({ deleted: { name: 'Referrer' } });
  expect(await call('revert_tag_object', off)).toMatchObject({ outcome: 'restored' });
});

test('with consent also what is referred to', async () => {
  const asked = { ...where, kind: 'variable', id: ids['DLV event_id'] };
  expect((await call('delete_tag_object', asked)).was_used_by).toEqual([]);
  const used = { ...where, kind: 'variable', id: ids['GA4 ID'], also_in_use: true };
  expect((await call('delete_tag_object', used)).was_used_by.length).toBeGreaterThan(0);
});

test('an id of another kind is not taken for a permission fault', async () => {
  expect(await refusal('delete_tag_object', { ...where, kind: 'zone', id: '3' })).toMatchObject({
    code: 'not_found',
    field: 'id',
    next_step: expect.stringContaining('within a kind'),
  });
});
