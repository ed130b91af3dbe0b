import { beforeAll, beforeEach, expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';
import type { TagsClient } from '../client.ts';
import { ownDraft } from '../resources/containers/draft.testing.ts';
import { Variable } from '../wire.ts';

const sandbox = sandboxed('tags');
const { call, refusal } = sandbox;
const where = { container_id: '7001', tag_workspace_id: '' };
let stored: () => Promise<Variable>;
let id: string;
beforeAll(async () => {
  where.tag_workspace_id = await ownDraft(sandbox);
  const { client, account } = await sandbox.client<TagsClient>();
  const path = `accounts/${account}/containers/7001/workspaces/${where.tag_workspace_id}/variables`;
  id = (await client.every(path, 'variable', Variable)).find(({ name }) => name === 'DLV value')!.variableId;
  stored = () => client.get(`${path}/${id}`, Variable);
});
beforeEach(() => sandbox.passTime(60_000));

test('a new name keeps type, parameters, format and folder, and names who goes by the old one', async () => {
  await call('update_variable', {
    ...{ ...where, variable_id: id, folder: 'Conversions', format: { convertNullToValue: '0' } },
  });
  const before = await stored();
  const { variable, warnings } = await call('update_variable', { ...where, variable_id: id, name: 'DLV order value' });
  expect(variable).toMatchObject({
    name: 'DLV order value',
    folder: 'Conversions',
    format: { convertNullToValue: '0' },
  });
  const { name: _n, fingerprint: _f, ...rest } = before;
  expect(await stored()).toMatchObject(rest);
  expect(warnings[0]).toContain('{{DLV value}}');
  expect(warnings[0]).toContain('Ads - purchase');
});

test('a stale fingerprint and a name that is taken are refused', async () => {
  expect(await refusal('update_variable', { ...where, variable_id: id, notes: 'x', fingerprint: '1' })).toMatchObject({
    code: 'conflict',
  });
  expect(await refusal('update_variable', { ...where, variable_id: id, name: 'GA4 ID' })).toMatchObject({
    code: 'conflict',
    field: 'name',
  });
  expect(await refusal('update_variable', { ...where, variable_id: id, name: '{{X}}' })).toMatchObject({
    code: 'invalid_arguments',
    field: 'name',
  });
});
