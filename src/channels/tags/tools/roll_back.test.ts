import { beforeEach, expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';
import { CONTAINER, outside } from '../resources/containers/draft.testing.ts';

const sandbox = sandboxed('tags');
const { call, refusal, fault, clearFaults, ledger, requests } = sandbox;
const others = outside(sandbox);
const container_id = CONTAINER;
const workspace = async (tool: string, args: Record<string, unknown>) =>
  (await sandbox.service().call('workspace', tool, args)).result;

beforeEach(async () => {
  await clearFaults();
  await sandbox.passTime(60_000);
});

/** A version that people saved. */
async function saved(): Promise<string> {
  const draft = await others.draft();
  await others.addTag(draft);
  return (await others.save(draft)).containerVersionId;
}

/** A version that we have published, and the one that was live before. */
async function published() {
  const version_id = await saved();
  const before = await others.live();
  await call('publish_version', { container_id, version_id });
  await sandbox.passTime(60_000);
  return { version_id, before };
}

test('goes back to what was live before, and drafts begin from there too', async () => {
  const { version_id, before } = await published();
  await saved();
  const latest = await others.latest();
  const done = await call('roll_back', { container_id: 'GTM-ACME001' });
  expect(done).toMatchObject({
    version: { version_id: before },
    chosen: expect.stringContaining('was live until the present one was published'),
    applied: {
      live_version: { from: version_id, to: before },
      latest_version: { from: latest, to: before },
    },
    not_applied: [],
    steps: [
      { step: 'undelete', outcome: 'not_needed' },
      { step: 'publish', outcome: 'applied' },
      { step: 'set_latest', outcome: 'applied' },
    ],
  });
  expect(done.notes.join(' ')).toContain(`Version ${latest}`);
  expect(done.goes_out.map(({ change }: { change: string }) => change)).toContain('deleted');
  expect([await others.live(), await others.latest()]).toEqual([before, before]);
  // A version that was only saved does not become the newest again.
  const [change] = (await workspace('list_history', { limit: 1 })).changes;
  expect(change).toMatchObject({ undo: 'partial', why: expect.stringContaining(`version ${latest} was only saved`) });
});

test('twice goes two versions back instead of forth again', async () => {
  const first = await published();
  const second = await published();
  expect(second.before).toBe(first.version_id);
  await call('roll_back', { container_id });
  await sandbox.passTime(60_000);
  expect(await call('roll_back', { container_id })).toMatchObject({ version: { version_id: first.before } });
});

test('of what was published elsewhere the newest older version is the likeliest, which the answer says', async () => {
  const [older, deleted, newest] = [await saved(), await saved(), await saved()];
  await others.publish(newest);
  await others.remove(deleted);
  await sandbox.passTime(60_000);
  const { plan } = await call('roll_back', { container_id, preview: true });
  expect(plan, 'it may never have been live').toMatchObject({ class: 'activate' });
  await sandbox.passTime(60_000);
  expect(await call('roll_back', { container_id })).toMatchObject({
    version: { version_id: older },
    chosen: expect.stringContaining('That it was ever live is not known'),
  });
});

test('a deleted version is brought back first', async () => {
  const { before } = await published();
  await others.remove(before);
  await sandbox.passTime(60_000);
  const sent = (await ledger()).length;
  await fault('accepted_not_applied', 'POST .*:undelete$');
  expect(await refusal('roll_back', { container_id })).toMatchObject({
    outcome: 'not_applied',
    message: expect.stringContaining('deleted all the same'),
  });
  expect((await ledger()).length).toBe(sent);
  await sandbox.passTime(60_000);
  const done = await call('roll_back', { container_id });
  expect(done.steps.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['applied', 'applied', 'applied']);
  expect(done.version.deleted).toBeUndefined();
  expect(await others.live()).toBe(before);
});

test('a last step that is refused is told, and the same call finishes it', async () => {
  const { before, version_id } = await published();
  await fault('refused', 'POST .*:set_latest$', { times: 10 });
  const done = await call('roll_back', { container_id });
  expect(done).toMatchObject({
    applied: { live_version: { from: version_id, to: before } },
    not_applied: ['latest_version'],
    steps: [{}, { step: 'publish', outcome: 'applied' }, { step: 'set_latest', outcome: 'not_applied' }],
    next: { tool: 'roll_back', arguments: { container_id, version_id: before } },
  });
  expect(done.notes.join(' ')).toContain('It is live, but not yet so that new drafts begin from');
  expect([await others.live(), await others.latest()]).toEqual([before, version_id]);
  await clearFaults();
  const sent = (await ledger()).length;
  expect(await call(done.next.tool, done.next.arguments)).toMatchObject({
    applied: { latest_version: { from: version_id, to: before } },
    steps: [{}, { step: 'publish', outcome: 'not_needed' }, { step: 'set_latest', outcome: 'applied' }],
  });
  expect((await ledger()).length).toBe(sent + 1);
  await sandbox.passTime(60_000);
  const again = await call(done.next.tool, done.next.arguments);
  expect(again).toMatchObject({ applied: {}, not_applied: [] });
  expect(again.notes.join(' ')).toContain('nothing was sent');
});

test('whether the last step was made may stay unknown, beside a publication that is known', async () => {
  const { before } = await published();
  await fault('cut_after', 'POST .*:set_latest$');
  await fault('server_error', 'GET .*version_headers:latest$', { skip: 1, times: 20 });
  expect(await call('roll_back', { container_id })).toMatchObject({
    applied: { live_version: { to: before } },
    not_applied: [],
    steps: [{}, { outcome: 'applied' }, { step: 'set_latest', outcome: 'unknown' }],
    next: { tool: 'roll_back' },
  });
});

test('refused by the platform at its first step, nothing has changed', async () => {
  const { version_id } = await published();
  await fault('refused', 'POST .*:publish$', { times: 10 });
  const sent = (await ledger()).length;
  expect(await refusal('roll_back', { container_id })).toMatchObject({
    code: 'permission_denied',
    outcome: 'not_applied',
  });
  expect((await ledger()).length).toBe(sent);
  expect(await others.live()).toBe(version_id);
});

test('accepted and not published, drafts do not begin from it either', async () => {
  const { version_id } = await published();
  await fault('accepted_not_applied', 'POST .*:publish$', { times: 10 });
  expect(await call('roll_back', { container_id })).toMatchObject({
    applied: {},
    not_applied: ['live_version'],
    steps: [{}, { step: 'publish', outcome: 'not_applied' }],
  });
  expect([await others.live(), await others.latest()]).toEqual([version_id, version_id]);
});

test('few of the fifteen requests a minute are used', async () => {
  const { before } = await published();
  const last = (await requests()).at(-1)!.seq;
  await call('roll_back', { container_id });
  const used = (await requests()).filter(({ seq }) => seq > last);
  expect(used.map(({ method, path }) => `${method} ${path.split('/containers/')[1]}`).sort()).toEqual(
    [
      'GET 7001/versions:live',
      'GET 7001/version_headers:latest',
      `GET 7001/versions/${before}`,
      `POST 7001/versions/${before}:publish`,
      'GET 7001/versions:live',
      `POST 7001/versions/${before}:set_latest`,
      'GET 7001/version_headers:latest',
    ].sort(),
  );
});

test('undone, what was rolled back is live again, and that is an activation', async () => {
  const { version_id } = await published();
  await call('roll_back', { container_id });
  await sandbox.passTime(60_000);
  const [change] = (await workspace('list_history', { limit: 1 })).changes;
  expect(change).toMatchObject({ tool: 'roll_back', undo: 'full' });
  const { plans } = await workspace('undo_change', { change_id: change.change_id });
  expect(plans[0].plan).toMatchObject({ tool: 'roll_back', class: 'activate' });
  await sandbox.passTime(60_000);
  await workspace('undo_change', { change_id: change.change_id, preview: false });
  expect([await others.live(), await others.latest()]).toEqual([version_id, version_id]);
});

test('a container that is not there is named', async () => {
  expect(await refusal('roll_back', { container_id: '9999' })).toMatchObject({
    code: 'not_found',
    field: 'container_id',
  });
});
