import { beforeAll, expect, test } from 'vitest';
import { CONTAINER, outside } from '../../src/channels/tags/resources/containers/draft.testing.ts';
import { sandboxed } from '../sandboxed.ts';
import { Browser, ownerOf, PASSWORD } from '../web/browser.ts';
import { invited } from '../web/people.ts';
import type { Any } from '../writes/examples/example.ts';

/** From a draft to visitors and back, where the rules of the workspace want a person to agree. */
const sandbox = sandboxed('tags');
const others = outside(sandbox);
const container_id = CONTAINER;
let workspaceId: string;
let agent: string;

beforeAll(async () => {
  workspaceId = await sandbox.workspaceNamed('Acme');
  const owner = await ownerOf(sandbox.service());
  await invited(owner, 'approver@acme.example', 'approver', workspaceId);
  agent = (await owner.api.keys.create.mutate({ workspaceId, name: 'tagger', readOnly: false })).key;
  await owner.api.approvals.setPolicy.mutate({ workspaceId, rules: { activate: 'approve' } });
});

async function ask(tool: string, args: Any, channel = 'tags'): Promise<Any> {
  await sandbox.passTime(60_000);
  return (await sandbox.service().call(channel, tool, args, { key: agent })).result;
}

/** Deciding takes a sign-in of the last minutes. */
async function approver(): Promise<Browser> {
  const browser = new Browser(sandbox.service().url);
  await browser.signIn('approver@acme.example', PASSWORD);
  return browser;
}

/** A tag in a draft of ours, with a change of somebody else in it, saved. */
async function savedVersion(name: string): Promise<Any> {
  await ask('create_tag_workspace', { container_id });
  const { tag } = await ask('create_tag', {
    container_id,
    name: `${name} pixel`,
    type: 'img',
    parameters: { url: 'https://pixel.example/a' },
    fires_on: ['All Pages'],
  });
  const { tag_workspaces } = await ask('list_tag_workspaces', { container_id });
  const draft = tag_workspaces.find((one: Any) => one.is_ours).tag_workspace_id;
  await others.addTag(draft, { name: `${name} by hand` });
  const made = await ask('create_version', { container_id, tag_workspace_id: draft, name });
  expect(made.error, JSON.stringify(made)).toBeUndefined();
  return { ...made, tag, draft };
}

test('an agent asks, a person reads what goes out and agrees, it is live; taken back without asking anybody', async () => {
  const before = await others.live();
  const { publish, tag } = await savedVersion('Summer');
  const refused = await ask(publish.tool, { ...publish.arguments, reason: 'the sale begins' });
  expect(refused.error).toMatchObject({ code: 'approval_required', outcome: 'not_applied' });
  expect(refused.error.message).toContain('reach visitors');
  const { id } = refused.error.plan;
  expect(await others.live(), 'nothing was sent').toBe(before);

  const { api } = await approver();
  const seen: Any = await api.approvals.get.query({ id });
  expect(seen).toMatchObject({ class: 'activate', reachesVisitors: true, mayDecide: true, reason: 'the sale begins' });
  const fields = Object.entries<Any>(seen.difference);
  const ours = fields.find(([name]) => name.includes(tag.name))!;
  expect(ours[1].to).toMatchObject({
    'parameters.url': 'https://pixel.example/a',
    changed_by: expect.stringContaining('tagger, through Adhelm'),
  });
  expect(seen.difference.goes_out_too.to.join('\n')).toMatch(/"Summer by hand" added \(by others/);
  expect(seen.difference.goes_out_too.to.join('\n'), 'ours is not called theirs').not.toContain('Summer pixel');
  await sandbox.passTime(60_000);
  const done: Any = await api.approvals.approve.mutate({ id, hash: seen.hash });
  expect(done, JSON.stringify(done)).toMatchObject({ state: 'applied', approvals: [{ by: 'approver' }] });
  expect(await others.live()).toBe(publish.arguments.version_id);
  const { plan } = await ask('get_plan', { plan_id: id }, 'workspace');
  expect(plan.result).toMatchObject({ applied: { live_version: { from: before, to: publish.arguments.version_id } } });

  const { take_back } = plan.result;
  const back = await ask(take_back.tool, take_back.arguments);
  expect(back, JSON.stringify(back)).toMatchObject({ applied: { live_version: { to: before } }, not_applied: [] });
  expect([await others.live(), await others.latest()]).toEqual([before, before]);
});

test('what was never live waits for a person, however it is called', async () => {
  const before = await others.live();
  const { version } = await savedVersion('Autumn');
  const newer = { container_id, version_id: version.version_id };
  expect((await ask('roll_back', newer)).error).toMatchObject({ code: 'approval_required' });
  expect((await ask('roll_back', { container_id, version_id: '3' })).error).toMatchObject({
    code: 'approval_required',
  });
  // Not published through us, so that nothing tells which version was live before it.
  await others.publish(version.version_id);
  expect((await ask('roll_back', { container_id })).error).toMatchObject({ code: 'approval_required' });
  expect(await others.live()).toBe(version.version_id);
  await others.publish(before);
});

test('a plan that a person agreed to is not made once something else is live', async () => {
  const { publish } = await savedVersion('Winter');
  const { error } = await ask(publish.tool, publish.arguments);
  await others.publish('10');
  const { plans } = sandbox.service().home;
  expect(await plans.approve((await plans.find(workspaceId, error.plan.id))!, 'a person')).toBe('approved');
  await sandbox.passTime(60_000);
  await sandbox.applyApproved();
  const { plan } = await ask('get_plan', { plan_id: error.plan.id, wait_s: 20 }, 'workspace');
  expect(plan).toMatchObject({ state: 'stale', note: expect.stringContaining('live_version') });
  expect(await others.live()).toBe('10');
});

test('where nothing may reach visitors at all, what was live before still comes back in one call', async () => {
  const { home } = sandbox.service();
  const { organizationId } = (await home.directory.find('Acme'))!;
  const rule = (activate: 'auto' | 'deny') =>
    home.policies.set({ organizationId, workspaceId, change: { rules: { activate } }, actor: 'test' });
  const before = await others.live();
  const { publish } = await savedVersion('Spring');
  await rule('auto');
  await ask(publish.tool, publish.arguments);
  await rule('deny');
  expect((await ask('publish_version', { container_id, version_id: '3' })).error).toMatchObject({
    code: 'permission_denied',
  });
  const back = await ask('roll_back', { container_id });
  expect(back, JSON.stringify(back)).toMatchObject({ applied: { live_version: { to: before } } });
});
