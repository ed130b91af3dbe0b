import { beforeEach, expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';
import { CONTAINER, outside } from '../resources/containers/draft.testing.ts';

const sandbox = sandboxed('tags');
const { call, refusal, fault, clearFaults, ledger, control } = sandbox;
const others = outside(sandbox);
const container_id = CONTAINER;

beforeEach(async () => {
  await clearFaults();
  await sandbox.passTime(60_000);
});

test('a version is saved, not live; the draft goes on under another id, and the answer has the call that publishes', async () => {
  const draft = await others.draft();
  const { tagId } = await others.addTag(draft, { name: 'Banner' });
  const before = await others.live();
  const made = await call('create_version', {
    container_id: 'GTM-ACME001',
    tag_workspace_id: draft,
    name: 'With banner',
    notes: 'for May',
  });
  expect(made).toMatchObject({
    container_id,
    version: { name: 'With banner', notes: 'for May', fingerprint: expect.stringMatching(/^\d+$/) },
    live: false,
    live_version_id: before,
    publish: {
      tool: 'publish_version',
      arguments: { version_id: made.version.version_id, fingerprint: made.version.fingerprint },
    },
  });
  expect(made.notes.join(' ')).toContain('Nothing is live yet');
  expect(made.new_tag_workspace_id).not.toBe(draft);
  expect(await others.tag(made.new_tag_workspace_id, tagId), 'the new draft').toMatchObject({ name: 'Banner' });
  expect(await others.live()).toBe(before);
  const banner = made.goes_out.find(({ id, kind }: { id: string; kind: string }) => kind === 'tag' && id === tagId);
  expect(banner).toMatchObject({
    change: 'added',
    code: expect.stringMatching(/^<p>/),
    by: expect.stringContaining('others'),
  });
  // Saved earlier by somebody, not live: it would go out too.
  expect(made.goes_out_too.join('\n')).toContain('version 13 "Notes only": saved and not live');
  expect(made.warnings.join('\n')).toContain('"Banner"');
  expect(await refusal('create_version', { container_id, tag_workspace_id: draft, name: 'Again' })).toMatchObject({
    code: 'not_found',
    field: 'tag_workspace_id',
  });
});

test('a draft without changes, one that does not compile and a wrong container: each says so, and no version is made', async () => {
  const draft = await others.draft();
  const versions = (await ledger({ kind: 'create' })).length;
  const args = { container_id, tag_workspace_id: draft, name: 'None' };
  expect(await refusal('create_version', args)).toMatchObject({
    code: 'conflict',
    outcome: 'not_applied',
    message: expect.stringContaining('no changes'),
    next_step: expect.stringContaining('publish_version {'),
  });
  await others.addTag(draft, { name: 'Broken', parameter: [{ type: 'template', key: 'html', value: '{{Nowhere}}' }] });
  expect(await refusal('create_version', args)).toMatchObject({
    code: 'conflict',
    outcome: 'not_applied',
    message: expect.stringContaining('tag "Broken" refers to {{Nowhere}}'),
  });
  expect(await others.tag(draft, '1'), 'the draft is kept').toBeDefined();
  const compiler = (value: string) => control('/switches', 'PUT', { platform: 'tags', name: 'compiler', value });
  const other = await others.draft();
  await others.addTag(other);
  await compiler('fails');
  expect(await refusal('create_version', { ...args, tag_workspace_id: other })).toMatchObject({
    code: 'conflict',
    outcome: 'not_applied',
    message: expect.stringContaining('tells no reason'),
  });
  await compiler('works');
  expect(await refusal('create_version', { ...args, container_id: '99' })).toMatchObject({ code: 'not_found' });
  expect(await refusal('create_version', { ...args, name: '…' }), 'not filled in').toMatchObject({ field: 'name' });
  expect((await ledger({ kind: 'create' })).length, 'only tags and a draft').toBe(versions + 3);
});

test('a conflict is shown with both sides, and settled by the side that is chosen', async () => {
  const base = await others.draft();
  const { tagId } = await others.addTag(base, { name: 'Shared', notes: 'as it was' });
  const gone = await others.addTag(base, { name: 'Going' });
  await others.save(base);
  const [mine, theirs] = [await others.draft(), await others.draft()];
  await others.changeTag(mine, tagId, { notes: 'ours' });
  await others.changeTag(mine, gone.tagId, { notes: 'kept' });
  const own = await others.addTag(mine, { name: 'Only ours' });
  await others.changeTag(theirs, tagId, { notes: 'theirs' });
  await others.removeTag(theirs, gone.tagId);
  await others.save(theirs);
  const args = { container_id, tag_workspace_id: mine, name: 'Merged' };
  const sent = (await ledger()).length;
  const refused = await refusal('create_version', args);
  expect(refused).toMatchObject({ code: 'conflict', outcome: 'not_applied' });
  expect(refused.message).toContain(`tag ${tagId} "Shared"`);
  expect(refused.message).toContain('notes: ours "ours", theirs "theirs"');
  expect(refused.message).toContain(`tag ${gone.tagId} "Going" (ours updated, theirs deleted`);
  expect(refused.message, 'what no version knows').not.toContain('Only ours');
  expect(refused.next_step).toContain(`"tag ${tagId}":"ours"`);
  expect((await ledger()).length, 'nothing was sent').toBe(sent);
  expect(
    await refusal('create_version', { ...args, conflicts: { 'tag 1': 'ours' } }),
    'an object that is not in conflict',
  ).toMatchObject({ code: 'invalid_arguments', field: 'conflicts.tag 1' });
  const half = await refusal('create_version', { ...args, conflicts: { [`tag ${tagId}`]: 'ours' } });
  expect(half).toMatchObject({ code: 'conflict', outcome: 'not_applied' });
  expect(half.message).toContain('its own changes stand');
  expect(half.message, 'only what is in conflict').not.toContain('Only ours');
  const conflicts = { [`tag ${tagId}`]: 'theirs', [`tag ${gone.tagId}`]: 'ours' };
  const { plan } = await call('create_version', { ...args, conflicts, preview: true });
  expect(plan.difference).toMatchObject({ version: { to: 'Merged' }, conflicts: { to: conflicts } });
  const made = await call('create_version', { ...args, conflicts });
  const now = made.new_tag_workspace_id;
  expect(await others.tag(now, tagId)).toMatchObject({ notes: 'theirs' });
  expect(await others.tag(now, gone.tagId)).toMatchObject({ notes: 'kept' });
  expect(await others.tag(now, own.tagId)).toMatchObject({ name: 'Only ours' });
});

test('a failure after the draft was changed says so, and how many conflicts are settled', async () => {
  const base = await others.draft();
  const shared = [await others.addTag(base, { notes: 'base' }), await others.addTag(base, { notes: 'base' })];
  await others.save(base);
  const [mine, theirs] = [await others.draft(), await others.draft()];
  for (const { tagId } of shared) {
    await others.changeTag(mine, tagId, { notes: 'ours' });
    await others.changeTag(theirs, tagId, { notes: 'theirs' });
  }
  await others.save(theirs);
  const args = { container_id, tag_workspace_id: mine, name: 'Half' };
  const conflicts = Object.fromEntries(shared.map(({ tagId }) => [`tag ${tagId}`, 'ours']));
  await fault('refused', 'POST .*:resolve_conflict$', { skip: 1 });
  expect(await refusal('create_version', { ...args, conflicts })).toMatchObject({
    outcome: 'unknown',
    message: expect.stringContaining('1 of 2 conflicts are settled: look with get_tag_changes'),
  });
});

test('sides for a draft that is in no conflict are refused by name', async () => {
  const draft = await others.draft();
  await others.addTag(draft);
  const args = { container_id, tag_workspace_id: draft, name: 'Plain', conflicts: { 'tag 1': 'ours' } };
  expect(await refusal('create_version', args)).toMatchObject({ code: 'invalid_arguments', field: 'conflicts.tag 1' });
});

test('a lost answer is looked for by name and contents, and never asked for again', async () => {
  const draft = await others.draft();
  await others.addTag(draft);
  const before = await others.latest();
  await fault('cut_after', 'POST .*:create_version$');
  const made = await call('create_version', { container_id, tag_workspace_id: draft, name: 'Lost and found' });
  expect(Number(made.version.version_id)).toBe(Number(before) + 1);
  expect(made.notes.join(' ')).toContain('was lost');
  expect(await others.tag(made.new_tag_workspace_id, '1')).toBeDefined();
  const next = await others.draft();
  await others.addTag(next);
  await fault('cut_before', 'POST .*:create_version$');
  const latest = await others.latest();
  expect(await refusal('create_version', { container_id, tag_workspace_id: next, name: 'Lost' })).toMatchObject({
    outcome: 'unknown',
  });
  expect(await others.latest()).toBe(latest);
});

test('what is not known stays unknown: another version of the same name is not taken for ours', async () => {
  const draft = await others.draft();
  await others.addTag(draft);
  const foreign = await others.draft();
  await others.addTag(foreign);
  await others.save(foreign, 'Same name');
  await fault('cut_after', 'POST .*:create_version$');
  await fault('server_error', 'GET .*/versions/', { times: 20 });
  expect(await refusal('create_version', { container_id, tag_workspace_id: draft, name: 'Same name' })).toMatchObject({
    code: 'outcome_unknown',
    retryable: false,
  });
});
