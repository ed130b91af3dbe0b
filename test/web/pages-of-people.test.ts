import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../service.ts';
import { Browser, ownerOf, PASSWORD, setUpLink } from './browser.ts';
import { freshWorkspace, invited } from './people.ts';

/** What the sandbox would have a company sign in with. */
interface Grants {
  social: { company: string; account: string; credentials: Record<string, string> }[];
}

let service: TestService;
let owner: Browser;
let acme: string;
beforeAll(async () => {
  service = await startTestService({ fewAccounts: true });
  owner = await ownerOf(service);
  acme = await service.workspaceId('Acme');
});
afterAll(() => service?.close());

const run = (tool: string, args: Record<string, unknown>, browser = owner) =>
  browser.api.tools.run.mutate({ workspaceId: acme, channel: 'social', tool, arguments: args });

const campaign = (name: string) => ({
  name,
  objective: 'OUTCOME_TRAFFIC',
  special_ad_categories: [],
  daily_budget: 20,
});

describe('keys', () => {
  test('roll keeps the old one for the overlap and says so; a limit used up needs attention', async () => {
    const { record } = await owner.api.keys.create.mutate({ workspaceId: acme, name: 'old', readOnly: true, limit: 2 });
    const rolled = await owner.api.keys.roll.mutate({ id: record.id, overlapHours: 24 });
    const call = () => service.post('social', { jsonrpc: '2.0', id: 1, method: 'tools/list' }, { key: rolled.key });
    for (let count = 0; count < 3; count++) await call();
    expect((await call()).status).toBe(429);
    const { keys } = await owner.api.keys.list.query({ workspaceIds: [acme] });
    expect(keys.find(({ id }) => id === record.id)).toMatchObject({
      status: 'overlapping',
      replacedBy: rolled.record.id,
    });
    expect(rolled.record).toMatchObject({ replaces: record.id, readOnly: true, limit: 2, limitIsOwn: true });
    const needed = async (workspaceId: string) =>
      (await owner.api.attention.list.query({ workspaceIds: [workspaceId] })).filter(
        ({ kind, about }) => kind === 'limit_used_up' && about.includes('Key old'),
      );
    expect(await needed(acme)).toMatchObject([{ about: expect.stringContaining('Key old, Acme') }]);
    expect(await needed(await service.workspaceId('Acme Japan')), 'not in another workspace').toEqual([]);
    await owner.api.keys.revoke.mutate({ id: rolled.record.id });
    expect(await needed(acme), 'not of a key that is revoked').toEqual([]);
  });

  test('an organization-wide key is made by an owner of the organization only', async () => {
    const member = await invited(owner, 'kim@acme.example', 'member');
    const wide = { workspaceId: acme, name: 'wide', readOnly: true, organizationWide: true };
    await expect(member.api.keys.create.mutate(wide)).rejects.toThrow('takes the role owner in the organization');
    await expect(owner.api.keys.create.mutate({ ...wide, channels: ['radio'] })).rejects.toThrow('no channel radio');
    expect((await owner.api.keys.create.mutate(wide)).record.organizationWide).toBe(true);
    const past = { ...wide, expiresAt: new Date(Date.now() - 1_000).toISOString() };
    await expect(owner.api.keys.create.mutate(past)).rejects.toThrow('has passed');
  });
});

describe('rehearsal', () => {
  test('the clock goes on by days, stands still and is set', async () => {
    const before = await owner.api.rehearsal.state.query();
    expect(before.platforms).toContain('social');
    const after = await owner.api.rehearsal.advance.mutate({ days: 7 });
    expect(after.aheadMs - before.clock.aheadMs).toBeGreaterThan(6.99 * 86_400_000);
    expect(await owner.api.rehearsal.freeze.mutate({ on: true })).toMatchObject({ frozen: true });
    expect((await owner.api.rehearsal.setTime.mutate({ now: '2027-01-01T00:00:00Z' })).now).toBe(
      '2027-01-01T00:00:00.000Z',
    );
    await owner.api.rehearsal.freeze.mutate({ on: false });
  });

  test('faults are switched on and off one by one', async () => {
    await owner.api.rehearsal.clearFaults.mutate({});
    await owner.api.rehearsal.setFault.mutate({ platform: 'social', kind: 'latency', ms: 3_000, times: 20 });
    await owner.api.rehearsal.setFault.mutate({ platform: 'video', kind: 'throttle', times: 2 });
    await owner.api.rehearsal.setFault.mutate({ platform: 'search', kind: 'garbage' });
    await owner.api.rehearsal.setFault.mutate({ platform: 'social', kind: 'refused' });
    const left = await owner.api.rehearsal.clearFaults.mutate({ platform: 'social', kind: 'latency' });
    expect(left).toEqual([
      { platform: 'video', kind: 'throttle', times: 2, ms: null },
      { platform: 'search', kind: 'garbage', times: 1, ms: null },
      { platform: 'social', kind: 'refused', times: 1, ms: null },
    ]);
    expect(await owner.api.rehearsal.clearFaults.mutate({})).toEqual([]);
    await expect(owner.api.rehearsal.setFault.mutate({ platform: 'radio', kind: 'throttle' })).rejects.toThrow(
      'is none of',
    );
  });

  test('the ledger shows what really happened, and to a member of one workspace only its own accounts', async () => {
    await run('create_social_campaign', campaign('In the ledger'));
    const { effects, counts } = await owner.api.rehearsal.ledger.query({});
    expect(effects[0]).toMatchObject({
      platform: 'social',
      kind: 'create',
      resource: expect.stringMatching(/campaign/i),
    });
    expect(counts.create).toBeGreaterThan(0);
    const { organization } = await owner.api.session.me.query();
    const { workspaceId } = await freshWorkspace(service, organization.id, 'Sandboxed elsewhere');
    const other = await invited(owner, 'other@acme.example', 'owner', workspaceId);
    expect(await other.api.rehearsal.ledger.query({})).toMatchObject({ effects: [], counts: { create: 0 } });
    const insider = await invited(owner, 'insider@acme.example', 'viewer', acme);
    expect((await insider.api.rehearsal.ledger.query({})).effects[0]).toMatchObject({
      detail: { name: 'In the ledger' },
    });
  });

  test('the ledger shows what happened in accounts of sandbox connections, and what own calls did in others', async () => {
    await run('create_social_campaign', campaign('Somebody’s'));
    const grants = (await (await fetch(`${service.sandbox.controlOrigin}/grants`)).json()) as Grants;
    const { account, credentials } = grants.social.find(({ company }) => company === 'Acme')!;
    const { organization } = await owner.api.session.me.query();
    const { workspaceId } = await freshWorkspace(service, organization.id, 'Narrow');
    const insider = await invited(owner, 'narrow@acme.example', 'member', workspaceId);
    const connect = async (channel: string, mode: 'sandbox' | 'live', accounts?: string[]) => {
      await service.home.connections.put({ workspaceId, channel, mode, credentials, ...(accounts && { accounts }) });
      service.home.directory.refresh();
    };
    const seen = async () =>
      (await insider.api.rehearsal.ledger.query({})).effects.map(({ detail }) => (detail as { name: string }).name);
    await connect('social', 'sandbox', [account]);
    expect(await seen()).toContain('Somebody’s');
    await connect('social', 'live', [account]);
    await connect('video', 'sandbox', ['7100000000000000101']);
    expect(await seen(), 'an account of a live connection is another account').toEqual([]);
    await connect('social', 'sandbox');
    const own = { account_id: account, ...campaign('Made by a call of ours') };
    const call = { workspaceId, channel: 'social', tool: 'create_social_campaign', arguments: own };
    expect(await insider.api.tools.run.mutate(call)).toMatchObject({ ok: true });
    expect(await seen()).toEqual(['Made by a call of ours']);
  });

  test('the ledger is read page by page, the newest first, without a gap or a repetition', async () => {
    const whole = (await owner.api.rehearsal.ledger.query({})).effects.map(({ seq }) => seq);
    expect(whole.length).toBeGreaterThan(2);
    const first = await owner.api.rehearsal.ledger.query({ limit: whole.length - 1 });
    const rest = await owner.api.rehearsal.ledger.query({ limit: whole.length - 1, cursor: first.nextCursor! });
    expect([...first.effects, ...rest.effects].map(({ seq }) => seq)).toEqual(whole);
    expect(rest).toMatchObject({ effects: [{}], nextCursor: null });
  });

  test('the ledger of an organization shows nothing of another', async () => {
    await run('create_social_campaign', campaign('Ours alone'));
    const { id } = await service.home.directory.createOrganization('Elsewhere');
    await freshWorkspace(service, id, 'Theirs');
    const stranger = new Browser(service.url);
    const { secret: link } = await service.home.links.create({
      purpose: 'set_up',
      organizationId: id,
      role: 'owner',
      lifeMs: 60_000,
      actor: 'test',
    });
    const account = { name: 'Stranger', email: 'stranger@elsewhere.example', password: PASSWORD };
    const named = async (one: string) => (await stranger.api.session.setUpState.query({ link: one })).organization;
    expect([await named(link), await named(await setUpLink(service))]).toEqual(['Elsewhere', 'Acme']);
    await stranger.api.session.setUp.mutate({ link, ...account, organization: 'Theirs' });
    expect((await stranger.api.session.me.query()).organization.name).toBe('Theirs');
    expect((await owner.api.session.me.query()).organization.name).toBe('Acme');
    expect((await owner.api.rehearsal.ledger.query({})).passages.length).toBeGreaterThan(0);
    expect(await stranger.api.rehearsal.ledger.query({})).toMatchObject({
      ...{ effects: [], counts: { create: 0 }, passages: [], decisions: [] },
    });
  });

  test('each effect is told with the call that had it, also one whose answer was lost, and what was made twice is counted', async () => {
    const made = await run('create_social_campaign', campaign('Budgeted'));
    if (!made.ok) throw new Error(JSON.stringify(made.error));
    const { id } = made.result.campaign as { id: string };
    await run('update_social_campaign', { campaign_id: id, daily_budget: 30 });
    await run('update_social_campaign', { campaign_id: id, status: 'NONSENSE' });
    await run('update_social_campaign', { campaign_id: id, daily_budget: 45 });
    await owner.api.rehearsal.setFault.mutate({ platform: 'social', kind: 'cut_after' });
    await run('create_social_campaign', campaign('Lost'));
    const before = await owner.api.rehearsal.ledger.query({});
    await run('update_social_campaign', { campaign_id: before.effects[0]!.id, daily_budget: 20 });
    await run('create_social_campaign', campaign('Lost'));
    const { effects, counts } = await owner.api.rehearsal.ledger.query({});
    const who = { kind: 'person', name: 'Example Owner' };
    expect(effects.slice(2, 6).map(({ call }) => call)).toMatchObject([
      { who, outcome: 'unknown', error: { code: 'outcome_unknown' } },
      { changes: [{ field: 'daily_budget', before: { amount: '30.00' }, after: { amount: '45.00' } }] },
      { changes: [{ field: 'daily_budget', after: { amount: '30.00' } }] },
      { tool: 'create_social_campaign', object: 'Budgeted' },
    ]);
    expect(counts.twice).toBe(before.counts.twice + 1);
  });

  test('who let time pass is written down, from when to when, until it is started over', async () => {
    const { clock } = await owner.api.rehearsal.state.query();
    await owner.api.rehearsal.advance.mutate({ days: 2 });
    const { passages } = await owner.api.rehearsal.ledger.query({});
    const [last] = passages;
    expect(last).toMatchObject({ who: { name: 'Example Owner' } });
    expect(Date.parse(last!.from)).toBeGreaterThanOrEqual(Date.parse(clock.now));
    expect(Date.parse(last!.to) - Date.parse(last!.from)).toBeGreaterThanOrEqual(2 * 86_400_000);
    const { entries } = await owner.api.activity.list.query({ workspaceIds: [acme], limit: 1 });
    expect(entries[0]).toMatchObject({
      tool: 'rehearsal.advance',
      outcome: 'recorded',
      who: { name: 'Example Owner' },
    });
  });

  test('starting over forgets it, and the connections still work', async () => {
    await owner.api.rehearsal.startOver.mutate();
    expect(await owner.api.rehearsal.ledger.query({})).toMatchObject({ effects: [], passages: [] });
    expect(await run('list_social_campaigns', { limit: 1 })).toMatchObject({ ok: true });
  });
});

describe('sheets', () => {
  const send = (text: string, query = '', name = 'Plan 2027.csv') => {
    const body = new FormData();
    body.set('file', new Blob([text], { type: 'text/csv' }), name);
    return owner.fetch(`/api/sheets?workspaceId=${acme}${query}`, { method: 'POST', body });
  };

  test('a file is imported, previewed, replaced under its id and removed', async () => {
    const made = (await (await send('channel,budget\nsocial,100\n')).json()) as { id: string; name: string };
    expect(made).toMatchObject({ id: expect.stringMatching(/^file_/), name: 'Plan 2027' });
    const { sheets } = await owner.api.sheets.list.query({ workspaceId: acme });
    expect(sheets).toContainEqual(expect.objectContaining(made));
    const preview = (range?: string) => owner.api.sheets.preview.query({ workspaceId: acme, id: made.id, range });
    expect((await preview()).values.slice(0, 2)).toEqual([
      ['channel', 'budget'],
      ['social', '100'],
    ]);
    expect((await preview('A2:A2')).values).toEqual([['social']]);

    const replaced = await send('channel,budget\nsocial,250\n', `&id=${made.id}`, 'other name.csv');
    expect(await replaced.json()).toMatchObject({ id: made.id, name: 'Plan 2027' });
    expect((await preview('B2')).values).toEqual([['250']]);
    const read = await fetch(`${service.url}/office/sheets/read?spreadsheetId=${made.id}&range=B2`, {
      headers: { authorization: `Bearer ${service.key}` },
    });
    expect(await read.json()).toMatchObject({ values: [['250']] });

    await owner.api.sheets.remove.mutate({ workspaceId: acme, id: made.id });
    await expect(preview()).rejects.toThrow();
    await expect(owner.api.sheets.remove.mutate({ workspaceId: acme, id: made.id })).rejects.toThrow('no such');
  });

  test('what is no spreadsheet is refused in words, and nothing is kept', async () => {
    const reply = await send('\u0000\u0001\u0002'.repeat(100), '', 'picture.xlsx');
    expect(reply.status).toBe(400);
    expect(await reply.json()).toMatchObject({ code: 'BAD_REQUEST' });
    expect((await send('a,b\n', '&id=file_0000000000000000')).status).toBe(404);
    expect((await owner.post(`/api/sheets?workspaceId=${acme}`, {})).status).toBe(406);
    const { sheets } = await owner.api.sheets.list.query({ workspaceId: acme });
    expect(sheets).toEqual([]);
  });
});

describe('members and workspaces', () => {
  test('roles are changed, invitations withdrawn, and an owner always stays', async () => {
    const { members } = await owner.api.members.list.query();
    const me = members.find(({ you }) => you)!;
    await expect(owner.api.members.changeRole.mutate({ id: me.id, role: 'viewer' })).rejects.toThrow('Nobody would be');
    await expect(owner.api.members.remove.mutate({ id: me.id })).rejects.toThrow('Nobody would be');
    const { link } = await owner.api.members.invite.mutate({ role: 'viewer', email: 'late@acme.example' });
    const { invitations } = await owner.api.members.list.query();
    const open = invitations.find(({ email }) => email === 'late@acme.example')!;
    expect(JSON.stringify(invitations)).not.toContain(new URL(link).searchParams.get('token'));
    await owner.api.members.withdraw.mutate({ id: open.id });
    const token = new URL(link).searchParams.get('token')!;
    expect(await owner.api.session.invitation.query({ token })).toMatchObject({ valid: false });
  });

  test('a workspace is made, renamed and archived, and its keys stop', async () => {
    const { id: workspaceId } = await owner.api.workspaces.create.mutate({ name: 'Passing', currency: 'EUR' });
    const { key } = await owner.api.keys.create.mutate({ workspaceId, name: 'k', readOnly: true });
    await owner.api.workspaces.rename.mutate({ workspaceId, name: 'Passed' });
    await owner.api.workspaces.archive.mutate({ workspaceId });
    const { workspaces } = await owner.api.session.me.query();
    expect(workspaces.find(({ id }) => id === workspaceId)).toMatchObject({ name: 'Passed', archived: true });
    await new Promise((resolve) => setTimeout(resolve, 600));
    const refused = await service.post('workspace', { jsonrpc: '2.0', id: 1, method: 'tools/list' }, { key });
    expect(refused.status).toBe(401);
  });
});

describe('more workspaces than anybody looks at one by one', () => {
  test('are asked about all at once, in the order of their names, and the record keeps those that are archived', async () => {
    for (let count = 1; count <= 101; count++) {
      const made = await owner.api.workspaces.create.mutate({ name: `Client ${count}`, currency: 'USD' });
      if (count === 101) await owner.api.workspaces.archive.mutate({ workspaceId: made.id });
    }
    const { workspaces } = await owner.api.session.me.query();
    const names = workspaces.map(({ name }) => name);
    expect(names.indexOf('Client 9')).toBeLessThan(names.indexOf('Client 10'));
    expect((await owner.api.keys.list.query({})).keys.length).toBeGreaterThan(0);
    expect(await owner.api.attention.list.query({})).toBeInstanceOf(Array);
    const filters = { search: 'Client 101' };
    const made = (list: { entries: { tool: string }[] }) => list.entries.map(({ tool }) => tool);
    expect(made(await owner.api.activity.list.query({ filters }))).toContain('workspace.create');
    const csv = await (await owner.fetch('/activity.csv?search=Client%20101')).text();
    expect(csv).toContain('workspace.create');
  });

  test('somebody of one workspace sees no more by asking about all', async () => {
    const { workspaceId } = await freshWorkspace(
      service,
      (await owner.api.session.me.query()).organization.id,
      'Only this one',
    );
    const guest = await invited(owner, 'guest@acme.example', 'viewer', workspaceId);
    const { entries } = await guest.api.activity.list.query({});
    expect(new Set(entries.map((entry) => entry.workspaceId))).toEqual(new Set([workspaceId]));
    expect(new Set((await guest.api.keys.list.query({})).keys.map((key) => key.workspaceId))).toEqual(
      new Set([workspaceId]),
    );
    const csv = await (await guest.fetch('/activity.csv')).text();
    expect(csv).not.toContain('Client 101');
    await invited(owner, 'neighbour@acme.example', 'viewer', acme);
    await owner.api.members.invite.mutate({ role: 'viewer', email: 'open@acme.example' });
    const seen = await guest.api.members.list.query();
    expect(seen.invitations).toEqual([]);
    expect(seen.members.filter((one) => one.workspaceId && one.workspaceId !== workspaceId)).toEqual([]);
    const { workspaces, workspacesTotal } = await guest.api.session.me.query();
    expect(workspaces.map(({ name }) => name)).toEqual(['Only this one']);
    expect(workspaces[0]!.modes).toMatchObject({ social: 'sandbox', search: null });
    expect(workspacesTotal).toBe(1);
    const { workspaces: all, workspacesTotal: total } = await owner.api.session.me.query();
    expect(total).toBe(all.filter(({ archived }) => !archived).length);
  });

  test('the archived workspaces of another organization and their history are not shown', async () => {
    const { directory } = service.home;
    const { id: own } = await owner.api.workspaces.create.mutate({ name: 'Acme past', currency: 'USD' });
    await owner.api.workspaces.archive.mutate({ workspaceId: own });
    const { id: organizationId } = await directory.createOrganization('Globex');
    const made = await directory.createWorkspace({ organizationId, name: 'Globex past', currency: 'USD' });
    await directory.archiveWorkspace((await directory.workspace(organizationId, made.id))!, 'test');
    const names = (await owner.api.session.me.query()).workspaces.map(({ name }) => name);
    expect([names.includes('Acme past'), names.includes('Globex past')]).toEqual([true, false]);
    const { entries } = await owner.api.activity.list.query({});
    const about = (id: string) => entries.filter(({ workspaceId }) => workspaceId === id).length;
    expect([about(own) > 0, about(made.id)]).toEqual([true, 0]);
    expect(await (await owner.fetch('/activity.csv')).text()).not.toContain(made.id);
  });
});

test('input that is refused is told in words', async () => {
  const refusal = owner.api.members.invite.mutate({ role: 'viewer', email: 'nobody' });
  await expect(refusal).rejects.toThrow(/^email is no e-mail address\.$/);
});

test('a rehearsal is not offered to people whose workspaces have nothing in the sandbox', async () => {
  const { organization } = await owner.api.session.me.query();
  const { workspaceId } = await freshWorkspace(service, organization.id, 'Live only');
  const guest = await invited(owner, 'live@acme.example', 'member', workspaceId);
  expect(await guest.api.session.me.query()).toMatchObject({ hasSandbox: true });
  await guest.api.connections.disconnect.mutate({ workspaceId, channel: 'social' });
  expect(await guest.api.session.me.query()).toMatchObject({ hasSandbox: false });
});

test('the catalogue names every tool with its schemas, and what is connected', async () => {
  const { channels } = await owner.api.tools.catalogue.query({ workspaceId: acme });
  expect(channels.map(({ channel }) => channel).sort()).toEqual([
    'office',
    'professional',
    'search',
    'social',
    'tags',
    'video',
    'workspace',
  ]);
  expect(channels.every(({ connected }) => connected)).toBe(true);
  const tools = channels.flatMap((channel) => channel.tools);
  expect(tools.length).toBeGreaterThan(100);
  for (const { inputSchema, outputSchema } of tools)
    expect([inputSchema.type, outputSchema.type]).toEqual(['object', 'object']);
});

test.each([
  [3, 'token_expiring', 'Token expires in 3 days', 'expiring'],
  [-1, 'connection_broken', 'Token has expired', 'expired'],
])('a token with %i days left needs attention, and is marked on its card', async (days, kind, title, state) => {
  const { organization } = await owner.api.session.me.query();
  const { workspaceId } = await freshWorkspace(service, organization.id, `Token of ${days} days`);
  const end = new Date(Date.now() + (days + 0.5) * 86_400_000).toISOString();
  const credentials = { access_token: 'x'.repeat(20), expires_at: end };
  await service.home.connections.put({ workspaceId, channel: 'professional', mode: 'live', credentials });
  service.home.directory.refresh();
  const needed = await owner.api.attention.list.query({ workspaceIds: [workspaceId] });
  const action = { label: 'Reconnect', to: `/connections?workspace=${workspaceId}&connect=professional` };
  expect(needed).toContainEqual(expect.objectContaining({ kind, title, channel: 'professional', action }));
  const cards = await owner.api.connections.list.query({ workspaceId });
  expect(cards.find(({ channel }) => channel === 'professional')).toMatchObject({
    state,
    tokenHealth: { expiresAt: end },
  });
});

test('an ad that a platform has rejected is told of', async () => {
  const needed = await owner.api.attention.list.query({ workspaceIds: [acme] });
  expect(needed.map(({ kind }) => kind)).toContain('rejected_ad');
});

test('the numbers over all channels come through the same door', async () => {
  const call = { workspaceId: acme, channel: 'workspace', tool: 'report', arguments: {} };
  const answer = await owner.api.tools.run.mutate(call);
  if (!answer.ok) throw new Error(JSON.stringify(answer.error));
  expect(Object.keys(answer.result)).toContain('totals');
});
