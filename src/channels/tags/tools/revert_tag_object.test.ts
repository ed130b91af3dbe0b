import { beforeAll, beforeEach, expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';
import { ownDraft } from '../resources/containers/draft.testing.ts';

const sandbox = sandboxed('tags');
const { call, refusal, fault, ledger } = sandbox;
const where = { container_id: '7001', tag_workspace_id: '' };
beforeAll(async () => {
  where.tag_workspace_id = await ownDraft(sandbox);
});
beforeEach(() => sandbox.passTime(60_000));

const made = async (name: string) =>
  (await call('create_variable', { ...where, name, type: 'c', parameters: { value: '1' } })).variable;

test('an object that the draft added is removed', async () => {
  const { variable_id: id } = await made('Added');
  expect(await call('revert_tag_object', { ...where, kind: 'variable', id })).toMatchObject({
    outcome: 'removed',
    name: 'Added',
  });
  expect(await refusal('revert_tag_object', { ...where, kind: 'variable', id })).toMatchObject({ code: 'not_found' });
});

test('a changed object is as it was in the version, and the answer tells what went back', async () => {
  const { tag } = await call('update_tag', { ...where, tag_id: '1', notes: 'Changed', paused: true });
  const { outcome, applied } = await call('revert_tag_object', { ...where, kind: 'tag', id: '1' });
  expect(outcome).toBe('reverted');
  expect(applied).toMatchObject({ paused: { from: true, to: false }, notes: { from: 'Changed' } });
  const effects = (await ledger()).length;
  expect(await call('revert_tag_object', { ...where, kind: 'tag', id: '1' })).toMatchObject({ outcome: 'unchanged' });
  expect(await ledger()).toHaveLength(effects);
  expect(tag.tag_id).toBe('1');
});

test('a change by somebody else since it was read stays', async () => {
  const { variable_id: id, fingerprint } = await made('Theirs');
  await call('update_variable', { ...where, variable_id: id, notes: 'Theirs' });
  expect(await refusal('revert_tag_object', { ...where, kind: 'variable', id, fingerprint })).toMatchObject({
    code: 'conflict',
    field: 'fingerprint',
  });
});

test('after a lost answer the draft decides; accepted and not made is not called made', async () => {
  const { variable_id: id } = await made('Cut');
  await fault('accepted_not_applied', ':revert');
  expect(await refusal('revert_tag_object', { ...where, kind: 'variable', id })).toMatchObject({ code: 'conflict' });
  await fault('cut_after', ':revert');
  expect(await call('revert_tag_object', { ...where, kind: 'variable', id })).toMatchObject({ outcome: 'removed' });
});
