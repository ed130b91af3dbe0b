import { beforeEach, expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';
import { CONTAINER, outside } from '../resources/containers/draft.testing.ts';

const sandbox = sandboxed('tags');
const { call, refusal, fault, clearFaults, requests, ledger, control } = sandbox;
const others = outside(sandbox);
const container_id = CONTAINER;
const workspace = async (tool: string, args: Record<string, unknown>) =>
  (await sandbox.service().call('workspace', tool, args)).result;

beforeEach(async () => {
  await clearFaults();
  await sandbox.passTime(60_000);
});

/** A version with one more tag, saved by our tool. */
async function saved(more: Record<string, unknown> = {}) {
  const draft = await others.draft();
  const tag = await others.addTag(draft, more);
  await sandbox.passTime(60_000);
  const { version } = await call('create_version', { container_id, tag_workspace_id: draft, name: `V ${tag.name}` });
  await sandbox.passTime(60_000);
  return { version_id: version.version_id as string, fingerprint: version.fingerprint as string, tag };
}

test('the plan shows in words what changes for visitors, code in full, and whose else goes out', async () => {
  const code = `<script>${'track();'.repeat(400)}</script>`;
  const { version_id } = await saved({
    name: 'Tracker',
    parameter: [{ type: 'template', key: 'html', value: code }],
    firingTriggerId: [],
  });
  const before = await others.live();
  const sent = (await ledger()).length;
  const { plan } = await call('publish_version', { container_id: 'GTM-ACME001', version_id, preview: true });
  expect((await ledger()).length).toBe(sent);
  expect(plan).toMatchObject({ class: 'activate', tool: 'publish_version' });
  expect(plan.difference.live_version).toEqual({ from: before, to: version_id });
  const tag = Object.entries<{ to: Record<string, unknown> }>(plan.difference).find(([name]) =>
    name.includes('"Tracker"'),
  );
  expect(tag![1].to).toMatchObject({ 'parameters.html': code, changed_by: expect.stringContaining('others') });
  expect(plan.difference.goes_out_too.to.join('\n')).toContain(
    'version 13 "Notes only": saved and not live (by others',
  );
  expect(plan.difference.warnings.to.join('\n')).toMatch(/"Tracker" .* is new code[\s\S]*“Tracker” has no trigger/);
});

test('published, it is live and the answer has the call that takes it back; once more, nothing is sent', async () => {
  const { version_id, fingerprint, tag } = await saved();
  const before = await others.live();
  const done = await call('publish_version', { container_id, version_id, fingerprint });
  expect(done).toMatchObject({
    already_live: false,
    applied: { live_version: { from: before, to: version_id } },
    not_applied: [],
    version: { version_id },
    take_back: { tool: 'roll_back', arguments: { container_id, version_id: before } },
  });
  expect(done.goes_out.map(({ name }: { name: string }) => name)).toContain(tag.name);
  expect(await others.live()).toBe(version_id);
  const sent = (await ledger()).length;
  expect(await call('publish_version', { container_id, version_id })).toMatchObject({
    already_live: true,
    applied: {},
  });
  expect((await ledger()).length).toBe(sent);
});

test('few of the fifteen requests a minute are used', async () => {
  const { version_id } = await saved();
  await others.publish((await saved()).version_id);
  const last = (await requests()).at(-1)!.seq;
  await call('publish_version', { container_id, version_id });
  const used = (await requests()).filter(({ seq }) => seq > last);
  expect(used.map(({ method, path }) => `${method} ${path.split('/containers/')[1]}`)).toEqual([
    'GET 7001/versions:live',
    `GET 7001/versions/${version_id}`,
    `POST 7001/versions/${version_id}:publish`,
    'GET 7001/versions:live',
  ]);
});

test('an older version, a deleted one, another fingerprint and one that is not there are told apart', async () => {
  const [older, newer, gone] = [await saved(), await saved(), await saved()];
  await call('publish_version', { container_id, version_id: newer.version_id });
  const { plan } = await call('publish_version', { container_id, version_id: older.version_id, preview: true });
  expect(plan.class, 'it was never live').toBe('activate');
  expect(plan.difference.going_back.to).toContain(`is older than the live ${newer.version_id}`);
  await others.remove(gone.version_id);
  expect(await refusal('publish_version', { container_id, version_id: gone.version_id })).toMatchObject({
    code: 'invalid_arguments',
    field: 'version_id',
    message: expect.stringContaining('is deleted'),
    next_step: expect.stringContaining(`roll_back {"container_id":"7001","version_id":"${gone.version_id}"}`),
  });
  expect(
    await refusal('publish_version', { container_id, version_id: older.version_id, fingerprint: '1' }),
  ).toMatchObject({ code: 'conflict', field: 'fingerprint' });
  expect(await refusal('publish_version', { container_id, version_id: '999' })).toMatchObject({
    code: 'not_found',
    field: 'version_id',
  });
  expect(await others.live()).toBe(newer.version_id);
});

test('a version that does not compile is answered with 200 and is not called published', async () => {
  const { version_id } = await saved();
  const before = await others.live();
  await control('/switches', 'PUT', { platform: 'tags', name: 'compiler', value: 'fails' });
  expect(await refusal('publish_version', { container_id, version_id })).toMatchObject({
    code: 'conflict',
    outcome: 'not_applied',
    message: expect.stringContaining(`version ${before}`),
  });
  await control('/switches', 'PUT', { platform: 'tags', name: 'compiler', value: 'works' });
  expect(await others.live()).toBe(before);
});

test('cut off after it arrived, what is live tells that it was made', async () => {
  const { version_id } = await saved();
  await fault('cut_after', 'POST .*:publish$');
  expect(await call('publish_version', { container_id, version_id })).toMatchObject({
    applied: { live_version: { to: version_id } },
  });
});

test.each<[string, (version: string, other: string) => Promise<void>, string]>([
  ['another version was published', (_, other) => others.publish(other), 'live_version'],
  ['the version was changed', (version) => others.rename(version, 'Renamed'), 'the request'],
])('a plan is out of date once %s', async (_, meanwhile, field) => {
  const [first, second] = [await saved(), await saved()];
  const { plan } = await call('publish_version', { container_id, version_id: second.version_id, preview: true });
  await meanwhile(second.version_id, first.version_id);
  const before = await others.live();
  await sandbox.passTime(60_000);
  expect((await workspace('apply_plan', { plan_id: plan.id })).error).toMatchObject({
    code: 'stale',
    message: expect.stringContaining(field),
  });
  expect(await others.live()).toBe(before);
});

test('undone, the version before is live again, and that needs no approval', async () => {
  const { version_id } = await saved();
  const before = await others.live();
  await call('publish_version', { container_id, version_id });
  await sandbox.passTime(60_000);
  const [{ change_id }] = (await workspace('list_history', { limit: 1 })).changes;
  const preview = await workspace('undo_change', { change_id });
  expect(preview.plans[0].plan).toMatchObject({ class: 'cut', tool: 'publish_version' });
  await sandbox.passTime(60_000);
  expect(await workspace('undo_change', { change_id, preview: false })).toMatchObject({
    undo: 'full',
    plans: [{ plan: { state: 'applied' } }],
  });
  expect(await others.live()).toBe(before);
  expect(await others.latest(), 'as before').toBe(version_id);
});
