import { beforeAll, beforeEach, expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';
import type { TagsClient } from '../client.ts';
import { ACME, ownDraft } from '../resources/containers/draft.testing.ts';
import { updateObject } from '../resources/drafts/object-store.ts';
import { Tag } from '../wire.ts';

const sandbox = sandboxed('tags');
const { call, refusal, requests, fault } = sandbox;
let path: string;
let client: TagsClient;
let id: string;
const where = { container_id: '7001', tag_workspace_id: '' };
beforeAll(async () => {
  where.tag_workspace_id = await ownDraft(sandbox);
  const connected = await sandbox.client<TagsClient>();
  client = connected.client;
  path = `accounts/${connected.account}/containers/7001/workspaces/${where.tag_workspace_id}/tags`;
  id = (await client.every(path, 'tag', Tag)).find(({ name }) => name === 'Ads - purchase')!.tagId;
});
beforeEach(() => sandbox.passTime(60_000));

const stored = () => client.get(`${path}/${id}`, Tag);

test('a pause leaves everything else as it was, in three requests', async () => {
  const { fingerprint: _f, paused: _p, ...before } = await stored();
  const seq = (await requests()).at(-1)!.seq;
  const { tag, applied } = await call('update_tag', { ...where, tag_id: id, paused: true });
  expect((await requests()).filter((one) => one.seq > seq).map(({ method }) => method)).toEqual(['GET', 'PUT', 'GET']);
  expect(applied).toEqual({ paused: { from: false, to: true } });
  expect(tag).toMatchObject({ tag_id: id, paused: true });
  const { fingerprint: _g, paused: _q, ...after } = await stored();
  expect(after).toEqual(before);
});

test('parameters are merged by key, and null takes one away', async () => {
  const before = await stored();
  const { applied } = await call('update_tag', {
    ...{ ...where, tag_id: id },
    parameters: { conversionValue: '{{DLV coupon}}', orderId: null },
  });
  expect(applied.parameters.to).not.toHaveProperty('orderId');
  const left = before.parameter.filter(({ key }) => !['conversionValue', 'orderId'].includes(key!));
  expect((await stored()).parameter).toEqual(expect.arrayContaining(left));
  expect((await stored()).parameter).toHaveLength(before.parameter.length - 1);
});

test('triggers are added and removed by name, consent and folder are set', async () => {
  const changed = await call('update_tag', {
    ...{ ...ACME, tag_id: id, add_fires_on: ['Thank-you page'], remove_fires_on: ['CE purchase'] },
    ...{ consent: { status: 'notNeeded' }, folder: 'none', notes: 'Moved' },
  });
  expect(changed.tag).toMatchObject({ fires_on: [{ name: 'Thank-you page' }], consent: { status: 'notNeeded' } });
  expect(changed.tag).not.toHaveProperty('folder');
  expect((await stored()).consentSettings).toEqual({ consentStatus: 'notNeeded' });
});

test('an edit by somebody else in between is a conflict with both sides shown, never overwritten', async () => {
  const { fingerprint } = await stored();
  await call('update_tag', { ...where, tag_id: id, notes: 'Theirs' });
  const error = await refusal('update_tag', { ...where, tag_id: id, notes: 'Ours', fingerprint });
  expect(error).toMatchObject({ code: 'conflict', outcome: 'not_applied', field: 'fingerprint' });
  expect(error.problems).toContainEqual({ field: 'notes', message: 'you wanted "Ours"; now it is "Theirs"' });
  expect((await stored()).notes).toBe('Theirs');
  const now = (await stored()).fingerprint;
  expect(error.next_step).toContain(now);
  await call('update_tag', { ...where, tag_id: id, notes: 'Ours', fingerprint: now });
  expect((await stored()).notes).toBe('Ours');
});

test('an edit between the read and the write of a call is a conflict too', async () => {
  const own = await stored();
  await client.change('PUT', `${path}/${id}`, Tag, { json: { ...own, notes: 'Theirs' } });
  const racing = updateObject({
    ...{ client, draft: { id: where.tag_workspace_id, path: path.replace(/\/tags$/, '') }, kind: 'tag', id },
    ...{ before: own, next: { ...own, notes: 'Ours in between' }, fingerprint: undefined },
    shown: ({ notes = '', fingerprint }) => ({ notes, fingerprint }),
  });
  await expect(racing).rejects.toMatchObject({ code: 'conflict', outcome: 'not_applied' });
  expect((await stored()).notes).toBe('Theirs');
});

test('a lost answer is decided by a look', async () => {
  await fault('cut_after', 'PUT ');
  const { tag } = await call('update_tag', { ...where, tag_id: id, notes: 'After a cut' });
  expect(tag.notes).toBe('After a cut');
});

test('a new name tells who goes by the old one, and a taken name who has it', async () => {
  const made = await call('create_tag', {
    ...{ ...where, name: 'GA4 - by reference', type: 'gaawe' },
    parameters: { eventName: 'x', measurementId: 'Google tag' },
  });
  expect(made.tag.parameters.measurementId).toBe('Google tag');
  const google = (await client.every(path, 'tag', Tag)).find(({ name }) => name === 'Google tag')!.tagId;
  expect(await refusal('update_tag', { ...where, tag_id: google, name: 'Ads - purchase' })).toMatchObject({
    code: 'conflict',
    message: expect.stringContaining(`tag ${id}`),
  });
  const { warnings } = await call('update_tag', { ...where, tag_id: google, name: 'Our Google tag' });
  expect(warnings[0]).toContain('GA4 - by reference');
});

test('an id of another kind and a misspelt parameter are refused by name', async () => {
  expect(await refusal('update_tag', { ...where, tag_id: '999999', paused: true })).toMatchObject({
    code: 'not_found',
    field: 'tag_id',
  });
  expect(await refusal('update_tag', { ...where, tag_id: id, parameters: { conversonLabel: 'x' } })).toMatchObject({
    field: 'parameters.conversonLabel',
    message: expect.stringContaining('did you mean conversionLabel'),
  });
  expect(await refusal('update_tag', { ...where, tag_id: id, parameters: { conversionId: 'AW-77' } })).toMatchObject({
    message: expect.stringContaining('digits only: 77'),
  });
});

test('two changes of one tag at once both stand', async () => {
  await Promise.all([
    call('update_tag', { ...where, tag_id: id, notes: 'Together' }),
    call('update_tag', { ...where, tag_id: id, paused: false }),
  ]);
  expect(await stored()).toMatchObject({ notes: 'Together', paused: false });
});
