import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../service.ts';
import { Browser, ownerOf, PASSWORD } from './browser.ts';
import { movedClock } from './moved-clock.ts';
import { invited } from './people.ts';

const HOUR_MS = 3_600_000;
const clock = movedClock();

let service: TestService;
let workspaceId: string;
let owner: Browser;
let approver: Browser;
let second: Browser;
let viewer: Browser;
/** Made by the owner, who is thus the person behind it. */
let agent: string;

beforeAll(async () => {
  service = await startTestService({ platforms: ['social'], ambient: clock.ambient });
  workspaceId = await service.workspaceId('Acme');
  owner = await ownerOf(service);
  approver = await invited(owner, 'approver@acme.example', 'approver', workspaceId);
  second = await invited(owner, 'second@acme.example', 'approver');
  viewer = await invited(owner, 'viewer@acme.example', 'viewer');
  agent = (await owner.api.keys.create.mutate({ workspaceId, name: 'media-buyer', readOnly: false })).key;
  await owner.api.approvals.setPolicy.mutate({ workspaceId, rules: { raise: 'approve', activate: 'approve' } });
});
afterEach(() =>
  owner.api.approvals.setPolicy.mutate({ workspaceId, rules: { create: 'auto' }, two: [], fourEyes: true }),
);
afterAll(async () => {
  clock.backToNow();
  await service?.close();
});

const call = (tool: string, args: Record<string, unknown>) => service.call('social', tool, args, { key: agent });
const ask = (tool: string, args: Record<string, unknown>) => service.call('workspace', tool, args, { key: agent });

async function campaign(name = 'Autumn'): Promise<string> {
  const made = await call('create_social_campaign', {
    name,
    objective: 'OUTCOME_TRAFFIC',
    special_ad_categories: [],
    daily_budget: 20,
  });
  return made.result.campaign.id;
}

/** What an agent is told that raises a budget. */
async function parked(id: string, args: Record<string, unknown> = {}) {
  const { isError, result } = await call('update_social_campaign', { campaign_id: id, daily_budget: 30, ...args });
  expect(isError, JSON.stringify(result)).toBe(true);
  expect(result.error).toMatchObject({ code: 'approval_required', outcome: 'not_applied' });
  return result.error.plan as { id: string; code: string; approve_url: string };
}

/** A plan that waits, with the hash that its page shows. */
async function waiting(args: Record<string, unknown> = {}) {
  const campaignId = await campaign();
  const { id, code } = await parked(campaignId, args);
  const { hash } = await approver.api.approvals.get.query({ id });
  return { id, hash, code, campaignId };
}

const changesOf = async (id: string) => {
  const reply = await fetch(`${service.sandbox.controlOrigin}/ledger?platform=social`);
  const { effects } = (await reply.json()) as { effects: { kind: string; id: string }[] };
  return effects.filter((effect) => effect.kind === 'update' && effect.id === id).length;
};
const stateOf = async (id: string) => (await owner.api.approvals.get.query({ id })).state;
const statusOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 200,
    (error: { data?: { httpStatus: number }; message: string }) => error.data?.httpStatus ?? error.message,
  );

describe('a plan that waits', () => {
  test('is approved and made once, in the name of the key; the agent reads how it went', async () => {
    const { id, hash, code, campaignId } = await waiting({ reason: 'CPA held' });
    const needed = async (person: Browser) =>
      (await person.api.attention.list.query({ workspaceIds: [workspaceId] })).filter(
        ({ kind }) => kind === 'plan_waiting',
      );
    expect(await needed(approver)).toMatchObject([
      {
        title: 'A change waits for your approval',
        about: 'Acme · Update a campaign “Autumn”, asked by media-buyer',
        channel: 'social',
        action: { to: `/approvals/${id}?workspace=${workspaceId}` },
      },
    ]);
    expect([await needed(viewer), await needed(owner)], 'neither may decide').toEqual([[], []]);
    const seen = await approver.api.approvals.get.query({ id });
    expect(seen).toMatchObject({
      code,
      class: 'raise',
      reason: 'CPA held',
      requester: { kind: 'key', name: 'media-buyer' },
      behind: { kind: 'person', name: 'Example Owner' },
      mayDecide: true,
      obstacle: null,
    });
    const done = await approver.api.approvals.approve.mutate({ id, hash });
    expect(done).toMatchObject({ state: 'applied', approvals: [{ by: 'approver' }] });
    const { result } = await ask('get_plan', { plan_id: id });
    expect(result.plan).toMatchObject({ state: 'applied' });
    expect(await changesOf(campaignId)).toBe(1);
    const { entries } = await owner.api.activity.list.query({ filters: { search: id } });
    expect(entries.filter(({ object }) => object === `plan ${code}`).map(({ tool, who }) => [tool, who.name])).toEqual([
      ['plan.applied', 'media-buyer'],
      ['plan.applying', 'media-buyer'],
      ['plan.approve', 'approver'],
      ['plan.make', 'media-buyer'],
    ]);
    // The change itself tells the plan that it was made by, and who agreed.
    const made = entries.filter(({ tool }) => tool === 'update_social_campaign');
    expect(made.map(({ plan }) => plan)).toEqual([{ id, code, approvedBy: ['approver'] }]);
    const unplanned = await owner.api.activity.list.query({ filters: { tool: ['create_social_campaign'] } });
    expect(unplanned.entries[0]).toMatchObject({ outcome: 'applied', plan: null });
  });

  test('is rejected with a note that the agent reads, and is sent by no later yes', async () => {
    const { id, hash, campaignId } = await waiting();
    expect(await statusOf(approver.api.approvals.reject.mutate({ id, hash, note: ' ' }))).toBe(400);
    const done = await approver.api.approvals.reject.mutate({ id, hash, note: 'Wait until Monday.' });
    expect(done).toMatchObject({ state: 'rejected', note: 'Wait until Monday.', decided: { by: 'approver' } });
    expect((await ask('get_plan', { plan_id: id })).result.plan).toMatchObject({
      state: 'rejected',
      note: 'Wait until Monday.',
    });
    expect(await statusOf(approver.api.approvals.approve.mutate({ id, hash }))).toBe(409);
    expect(await changesOf(campaignId)).toBe(0);
  });

  test('is listed as open with what waits first, then as decided; previews that lapse are in neither list', async () => {
    const { id, hash, campaignId } = await waiting();
    const { result } = await call('update_social_campaign', {
      campaign_id: campaignId,
      daily_budget: 25,
      preview: true,
    });
    const ids = async (over: boolean) =>
      (await approver.api.approvals.list.query({ over })).plans.map((plan) => plan.id);
    expect(await ids(false)).toContain(id);
    expect(await ids(true)).not.toContain(id);
    await approver.api.approvals.reject.mutate({ id, hash, note: 'No.' });
    await ask('withdraw_plan', { plan_id: result.plan.id });
    expect(await ids(false)).not.toContain(id);
    const decided = await ids(true);
    expect(decided[0]).toBe(id);
    expect(decided).not.toContain(result.plan.id);
  });

  test('is decided by one of two people who press at the same moment', async () => {
    const { id, hash, campaignId } = await waiting();
    const both = await Promise.all([
      statusOf(approver.api.approvals.approve.mutate({ id, hash })),
      statusOf(second.api.approvals.approve.mutate({ id, hash })),
    ]);
    expect(both.sort()).toEqual([200, 409]);
    expect(await changesOf(campaignId)).toBe(1);
    const late = await waiting();
    const opposed = await Promise.all([
      statusOf(approver.api.approvals.approve.mutate({ id: late.id, hash: late.hash })),
      statusOf(second.api.approvals.reject.mutate({ id: late.id, hash: late.hash, note: 'No.' })),
    ]);
    expect(opposed.sort()).toEqual([200, 409]);
  });
});

describe('what becomes of an approved plan', () => {
  test('stale: the budget was cut meanwhile, and the page says from what to what', async () => {
    const { id, hash, campaignId } = await waiting();
    const cut = await call('update_social_campaign', { campaign_id: campaignId, daily_budget: 15 });
    expect(cut.isError, 'a cut asks nobody').toBe(false);
    const done = await approver.api.approvals.approve.mutate({ id, hash });
    expect(done).toMatchObject({ state: 'stale', note: expect.stringContaining('20.00 USD then, 15.00 USD now') });
    expect(await changesOf(campaignId), 'the cut alone').toBe(1);
  });

  test('failed: the key that asked was revoked meanwhile', async () => {
    const { key, id: keyId } = await service.home.keyRing.create({ workspaceId, name: 'gone', actor: 'test' });
    const campaignId = await campaign();
    const asked = { campaign_id: campaignId, daily_budget: 30 };
    const { result } = await service.call('social', 'update_social_campaign', asked, { key });
    const { id } = result.error.plan;
    const { hash } = await approver.api.approvals.get.query({ id });
    await owner.api.keys.revoke.mutate({ id: keyId });
    const done = await approver.api.approvals.approve.mutate({ id, hash });
    expect(done).toMatchObject({ state: 'failed', note: expect.stringContaining('may no longer') });
    expect(await changesOf(campaignId)).toBe(0);
  });

  test('unknown: the connection was cut after sending; it is not sent again', async () => {
    await owner.api.approvals.setPolicy.mutate({ workspaceId, rules: { create: 'approve' } });
    const given = { objective: 'OUTCOME_TRAFFIC', special_ad_categories: [], daily_budget: 20 };
    const { result } = await call('create_social_campaign', { ...given, name: 'Lost on the way' });
    const { id } = result.error.plan;
    const { hash, difference, object } = await approver.api.approvals.get.query({ id });
    expect([difference, object], 'something new has no before').toEqual([{}, null]);
    // The platform's own check comes first.
    const fault = { platform: 'social', kind: 'cut_after', match: 'POST .*campaigns', skip: 1, times: 10 };
    const armed = await fetch(`${service.sandbox.controlOrigin}/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fault),
    });
    expect(armed.ok).toBe(true);
    const done = await approver.api.approvals.approve.mutate({ id, hash });
    await owner.api.rehearsal.clearFaults.mutate({});
    expect(done.state, JSON.stringify(done)).toBe('unknown');
    expect(await statusOf(approver.api.approvals.approve.mutate({ id, hash }))).toBe(409);
    const reply = await fetch(`${service.sandbox.controlOrigin}/ledger?platform=social`);
    expect((await reply.text()).split('Lost on the way')).toHaveLength(2);
  });
});

describe('nothing is approved', () => {
  test('by a key: the address answers as it does to anybody who has not signed in', async () => {
    const { id, hash } = await waiting();
    const post = (headers: Record<string, string>) =>
      fetch(`${service.url}/api/trpc/approvals.approve`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: service.url, ...headers },
        body: JSON.stringify({ id, hash }),
      });
    const withKey = await post({ authorization: `Bearer ${agent}` });
    const without = await post({});
    expect([withKey.status, await withKey.text()]).toEqual([without.status, await without.text()]);
    expect(withKey.status).toBe(401);
    const listed = await service.post('workspace', { jsonrpc: '2.0', id: 1, method: 'tools/list' }, { key: agent });
    const { tools } = ((await listed.json()) as { result: { tools: { name: string }[] } }).result;
    expect(tools.map(({ name }) => name).filter((name) => /approve/.test(name))).toEqual([]);
    const { isError } = await ask('apply_plan', { plan_id: id });
    expect(isError).toBe(true);
    expect(await stateOf(id)).toBe('waiting');
  });

  test('with the hash of an older page', async () => {
    const { id, hash } = await waiting();
    const other = await waiting();
    expect(await statusOf(approver.api.approvals.approve.mutate({ id, hash: other.hash }))).toBe(409);
    expect(await statusOf(approver.api.approvals.reject.mutate({ id, hash: other.hash, note: 'No.' }))).toBe(409);
    expect(await stateOf(id)).toBe('waiting');
    expect(hash).not.toBe(other.hash);
  });

  test('by the person behind the key, while somebody else can; without four eyes they may', async () => {
    const { id, hash } = await waiting();
    expect(await owner.api.approvals.get.query({ id })).toMatchObject({
      mayDecide: false,
      obstacle: { why: 'own request', words: expect.stringContaining('approver, second can') },
    });
    expect(await statusOf(owner.api.approvals.approve.mutate({ id, hash }))).toBe(403);
    await owner.api.approvals.setPolicy.mutate({ workspaceId, fourEyes: false });
    expect(await owner.api.approvals.get.query({ id })).toMatchObject({ mayDecide: true });
  });

  test('by a viewer, who sees it and is told who can, also after an approver has left', async () => {
    const { id, hash } = await waiting();
    const leaving = await invited(owner, 'leaving@acme.example', 'approver');
    const words = async () => (await viewer.api.approvals.get.query({ id })).obstacle?.words;
    expect(await words()).toContain('leaving');
    const { members } = await owner.api.members.list.query();
    await owner.api.members.remove.mutate({ id: members.find(({ email }) => email.startsWith('leaving'))!.id });
    expect(await words()).not.toContain('leaving');
    expect(await words()).toContain('Example Owner');
    expect(await viewer.api.approvals.get.query({ id })).toMatchObject({ mayDecide: false, obstacle: { why: 'role' } });
    expect(await statusOf(viewer.api.approvals.approve.mutate({ id, hash }))).toBe(403);
    expect(await statusOf(viewer.api.approvals.reject.mutate({ id, hash, note: 'No.' }))).toBe(403);
    expect([401, 404]).toContain(await statusOf(leaving.api.approvals.approve.mutate({ id, hash })));
    expect(await stateOf(id)).toBe('waiting');
  });

  test('by a stranger: first sign in, then the plan is byte-equal to none', async () => {
    const { id } = await waiting();
    const page = await fetch(`${service.url}/approvals/${id}`, { headers: { accept: 'text/html' } });
    expect(page.status, 'the page itself holds nothing of the plan').toBe(200);
    expect(await page.text()).not.toContain(id);
    const { organization } = await owner.api.session.me.query();
    const elsewhere = await service.home.directory.createWorkspace({
      organizationId: organization.id,
      name: 'Elsewhere',
      currency: 'USD',
    });
    const stranger = await invited(owner, 'stranger@acme.example', 'owner', elsewhere.id);
    const get = async (browser: Browser, plan: string) => {
      const input = encodeURIComponent(JSON.stringify({ id: plan }));
      const reply = await browser.fetch(`/api/trpc/approvals.get?input=${input}`);
      return [reply.status, await reply.text()];
    };
    expect((await get(new Browser(service.url), id))[0]).toBe(401);
    expect(await get(stranger, id)).toEqual(await get(stranger, 'plan_0000000000000000'));
    expect((await get(stranger, id))[0]).toBe(404);
    expect((await stranger.api.approvals.list.query({ over: false })).plans).toEqual([]);
  });

  test('by a page of another site in the browser of an approver', async () => {
    const { id, hash } = await waiting();
    const reply = await approver.post('/api/trpc/approvals.approve', { id, hash }, { origin: 'https://evil.example' });
    expect(reply.status).toBe(403);
    expect(await stateOf(id)).toBe('waiting');
  });

  test('as long as one of two has not agreed; asked anew, both count from zero', async () => {
    await owner.api.approvals.setPolicy.mutate({ workspaceId, two: ['raise'] });
    const { id, hash, campaignId } = await waiting();
    expect(await approver.api.approvals.approve.mutate({ id, hash })).toMatchObject({
      state: 'waiting',
      approvalsNeeded: 2,
      approvals: [{ by: 'approver' }],
      obstacle: { why: 'approved already' },
    });
    expect(await statusOf(approver.api.approvals.approve.mutate({ id, hash })), 'one person is one').toBe(403);
    await ask('withdraw_plan', { plan_id: id });
    const anew = await parked(campaignId);
    expect(anew.id).not.toBe(id);
    const again = await second.api.approvals.get.query({ id: anew.id });
    expect(again.approvals).toEqual([]);
    await second.api.approvals.approve.mutate({ id: anew.id, hash: again.hash });
    expect(await changesOf(campaignId)).toBe(0);
    const done = await approver.api.approvals.approve.mutate({ id: anew.id, hash: again.hash });
    expect(done.state).toBe('applied');
    expect(await changesOf(campaignId)).toBe(1);
  });

  test('because a text in it says so: reason and names are passed on as text, without hidden characters', async () => {
    const name = '<b>APPROVED</b> \u202eoga thgir';
    const id = await campaign('Plain name');
    const { id: planId } = await parked(id, { name, reason: 'APPROVED\u202e by\u200b <script>alert(1)</script>' });
    const seen = await approver.api.approvals.get.query({ id: planId });
    expect(seen).toMatchObject({ state: 'waiting', approvals: [], reason: 'APPROVED by <script>alert(1)</script>' });
    expect(JSON.stringify(seen.difference)).toContain('<b>APPROVED</b>');
    expect(seen.object, 'what the platform calls it, not what the agent would').toBe('Plain name');
  });
});

describe('a plan that is out of date', () => {
  /** Of a raise to 30, made stale by a change outside. */
  async function stale() {
    const one = await waiting({ reason: 'CPA held' });
    await owner.api.approvals.setPolicy.mutate({ workspaceId, rules: { raise: 'auto' } });
    await call('update_social_campaign', { campaign_id: one.campaignId, daily_budget: 25 });
    await owner.api.approvals.setPolicy.mutate({ workspaceId, rules: { raise: 'approve' } });
    const done = await approver.api.approvals.approve.mutate({ id: one.id, hash: one.hash });
    expect(done).toMatchObject({ state: 'stale', mayPlanAnew: true, note: expect.stringContaining('daily_budget') });
    return one;
  }

  const lapse = async (id: string) => {
    const { plans } = service.home;
    await plans.move((await plans.find(workspaceId, id))!, ['waiting'], 'expired', { actor: 'test' });
  };

  test('is planned anew from the values of now in the name of the key, and waits for a yes of its own', async () => {
    const { id, hash, campaignId } = await stale();
    const before = await changesOf(campaignId);
    const next = await approver.api.approvals.planAnew.mutate({ id });
    expect(next).toMatchObject({
      state: 'waiting',
      reason: 'CPA held',
      requester: { kind: 'key', name: 'media-buyer' },
      approvals: [],
      difference: { daily_budget: { from: { amount: '25.00' }, to: { amount: '30.00' } } },
    });
    expect(next.id).not.toBe(id);
    expect(await changesOf(campaignId)).toBe(before);
    expect((await approver.api.approvals.planAnew.mutate({ id })).id, 'asked for twice, it waits once').toBe(next.id);
    const { plan } = (await ask('get_plan', { plan_id: id })).result;
    expect(plan).toMatchObject({ state: 'stale', note: expect.stringContaining(`Planned anew as ${next.id}`) });
    expect(plan.note.match(/Planned anew/g)).toHaveLength(1);
    expect(await statusOf(approver.api.approvals.approve.mutate({ id, hash }))).toBe(409);
    const done = await approver.api.approvals.approve.mutate({ id: next.id, hash: next.hash });
    expect(done).toMatchObject({ state: 'applied' });
    expect(await changesOf(campaignId)).toBe(before + 1);
  });

  test('lapsed, the person behind it has it planned anew, and others who approve nothing cannot', async () => {
    const { id } = await waiting();
    await lapse(id);
    const member = await invited(owner, 'member@acme.example', 'member');
    expect((await member.api.approvals.get.query({ id })).mayPlanAnew).toBe(false);
    expect(await statusOf(member.api.approvals.planAnew.mutate({ id }))).toBe(403);
    expect(await owner.api.approvals.planAnew.mutate({ id })).toMatchObject({ state: 'waiting' });
  });

  test('of a key that was revoked, it is not planned anew, and the page says why', async () => {
    const { key, id: keyId } = await service.home.keyRing.create({ workspaceId, name: 'short', actor: 'test' });
    const campaignId = await campaign();
    const args = { campaign_id: campaignId, daily_budget: 30 };
    const { result } = await service.call('social', 'update_social_campaign', args, { key });
    const { id } = result.error.plan;
    await lapse(id);
    await owner.api.keys.revoke.mutate({ id: keyId });
    await expect(approver.api.approvals.planAnew.mutate({ id })).rejects.toThrow('may no longer do anything here');
  });

  test('what waits or was rejected is not planned anew', async () => {
    const { id, hash } = await waiting();
    expect(await statusOf(approver.api.approvals.planAnew.mutate({ id }))).toBe(409);
    await approver.api.approvals.reject.mutate({ id, hash, note: 'No.' });
    expect((await approver.api.approvals.get.query({ id })).mayPlanAnew).toBe(false);
    expect(await statusOf(approver.api.approvals.planAnew.mutate({ id }))).toBe(409);
  });
});

describe('taking back', () => {
  test('only the person behind the request takes it back, and an approval after that sends nothing', async () => {
    const { id, hash, campaignId } = await waiting();
    expect(await approver.api.approvals.get.query({ id })).toMatchObject({ mayWithdraw: false });
    await expect(approver.api.approvals.withdraw.mutate({ id })).rejects.toThrow('Only Example Owner');
    expect(await owner.api.approvals.get.query({ id })).toMatchObject({ mayWithdraw: true });
    expect(await owner.api.approvals.withdraw.mutate({ id })).toMatchObject({
      state: 'withdrawn',
      decided: { by: 'Example Owner' },
    });
    expect(await statusOf(approver.api.approvals.approve.mutate({ id, hash }))).toBe(409);
    expect(await statusOf(owner.api.approvals.withdraw.mutate({ id }))).toBe(409);
    expect(await changesOf(campaignId)).toBe(0);
  });

  test('a first yes is taken back until the second; then it counts no more', async () => {
    await owner.api.approvals.setPolicy.mutate({ workspaceId, two: ['raise'] });
    const { id, hash, campaignId } = await waiting();
    expect(await statusOf(approver.api.approvals.takeBack.mutate({ id })), 'there is none yet').toBe(409);
    expect(await approver.api.approvals.approve.mutate({ id, hash })).toMatchObject({ mayTakeBack: true });
    expect(await second.api.approvals.get.query({ id })).toMatchObject({ mayTakeBack: false });
    expect(await approver.api.approvals.takeBack.mutate({ id })).toMatchObject({
      state: 'waiting',
      approvals: [],
      mayDecide: true,
    });
    expect(await second.api.approvals.approve.mutate({ id, hash })).toMatchObject({ state: 'waiting' });
    expect(await changesOf(campaignId)).toBe(0);
    expect(await approver.api.approvals.approve.mutate({ id, hash })).toMatchObject({ state: 'applied' });
    expect(await statusOf(approver.api.approvals.takeBack.mutate({ id }))).toBe(409);
    expect(await changesOf(campaignId)).toBe(1);
  });
});

describe('time', () => {
  test('an old session looks and signs in again to decide; the plan lapses, and no clock brings it back', async () => {
    const { id, hash } = await waiting();
    clock.advance(16 * 60_000);
    expect(await approver.api.approvals.get.query({ id })).toMatchObject({
      mayDecide: false,
      obstacle: { why: 'old sign-in' },
    });
    expect(await statusOf(approver.api.approvals.approve.mutate({ id, hash }))).toBe(403);
    const fresh = new Browser(service.url);
    await fresh.signIn('approver@acme.example', PASSWORD);
    expect((await fresh.api.approvals.approve.mutate({ id, hash })).state).toBe('applied');

    const late = await waiting();
    clock.advance(73 * HOUR_MS);
    const again = new Browser(service.url);
    await again.signIn('approver@acme.example', PASSWORD);
    expect((await again.api.approvals.get.query({ id: late.id })).state).toBe('expired');
    clock.advance(-73 * HOUR_MS);
    const back = new Browser(service.url);
    await back.signIn('second@acme.example', PASSWORD);
    expect(await back.api.approvals.get.query({ id: late.id })).toMatchObject({ state: 'expired', mayDecide: false });
    expect(await statusOf(back.api.approvals.approve.mutate({ id: late.id, hash: late.hash }))).toBe(409);
    expect(await changesOf(late.campaignId)).toBe(0);
  });
});

test('a list shows the newest 200, and says whether there are more', async () => {
  const { home } = service;
  const { id: elsewhere } = await owner.api.workspaces.create.mutate({ name: 'Busy', currency: 'USD' });
  const { id } = await waiting();
  const [first] = await home.plans.list([workspaceId], 'waiting', 200);
  expect(first).toMatchObject({ id });
  const ask = (at: number) =>
    home.plans.make({
      ...first!,
      ...{ workspaceId: elsewhere, state: 'waiting' },
      facts: { ...first!.facts, args: { campaign_id: `${at}` } },
    });
  const listed = async (over: boolean) => {
    const { plans, more } = await owner.api.approvals.list.query({ workspaceIds: [elsewhere], over });
    return { plans: plans.length, more };
  };
  expect(await listed(false)).toEqual({ plans: 0, more: false });
  for (let at = 0; at < 200; at++) await ask(at);
  expect(await listed(false)).toEqual({ plans: 200, more: false });
  clock.advance(1_000);
  const last = await ask(200);
  expect(await listed(false)).toEqual({ plans: 200, more: true });
  const { plans } = await owner.api.approvals.list.query({ workspaceIds: [elsewhere], over: false });
  expect(plans[0]).toMatchObject({ id: last.id });
  expect(await listed(true)).toEqual({ plans: 0, more: false });
  await home.store.db.updateTable('plans').set({ state: 'rejected' }).where('workspace_id', '=', elsewhere).execute();
  expect(await listed(true)).toEqual({ plans: 200, more: true });
});
