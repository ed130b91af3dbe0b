import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../service.ts';
import { Browser, ownerOf, PASSWORD } from './browser.ts';
import { invited } from './people.ts';
import { atThePlatform } from './platform-page.ts';

let service: TestService;
let owner: Browser;
let workspaceId: string;
beforeAll(async () => {
  service = await startTestService();
  owner = await ownerOf(service);
  workspaceId = (await owner.api.workspaces.create.mutate({ name: 'New', currency: 'USD' })).id;
});
afterAll(() => service?.close());

const begin = (channel: string, browser = owner) =>
  browser.api.connections.begin.mutate({ workspaceId, channel, mode: 'sandbox' });

const card = async (channel: string) =>
  (await owner.api.connections.list.query({ workspaceId })).find((one) => one.channel === channel)!;

describe.each(['social', 'search', 'video', 'professional', 'tags', 'office'])('%s by its sign-in page', (channel) => {
  test('the platform says who this is before anything is stored, then the account is chosen', async () => {
    expect(await card(channel)).toMatchObject({ state: 'not_connected', mode: null });
    const { redirectTo } = await begin(channel);
    const back = await owner.fetch(await atThePlatform(redirectTo));
    expect(back.status).toBe(303);
    const next = new URL(back.headers.get('location') ?? '', service.url);
    expect([next.pathname, next.searchParams.get('workspace')]).toEqual(['/connections', workspaceId]);

    const id = next.searchParams.get('pending') ?? '';
    const pending = await owner.api.connections.pending.query({ workspaceId, id });
    expect(pending).toMatchObject({ channel, mode: 'sandbox', failure: null });
    expect(pending.who).toBeTruthy();
    expect(JSON.stringify(pending)).not.toMatch(/token"|secret/i);
    expect(await card(channel)).toMatchObject({ state: 'not_connected' });

    const account = pending.accounts[0]?.id;
    if (account) {
      const listed = new Set(pending.accounts.map((one) => one.id));
      const stranger = account.replace(/\d/g, '9');
      expect(listed).not.toContain(stranger);
      const refused = owner.api.connections.store.mutate({ workspaceId, id, account: stranger });
      await expect(refused).rejects.toThrow('is none of the accounts this');
      expect(await card(channel)).toMatchObject({ state: 'not_connected' });
    }
    await owner.api.connections.store.mutate({ workspaceId, id, ...(account && { account }) });
    expect(await card(channel)).toMatchObject({
      state: 'connected',
      mode: 'sandbox',
      identity: pending.who,
      account: account ?? null,
    });
    expect(await owner.api.connections.test.mutate({ workspaceId, channel })).toMatchObject({
      ok: true,
      who: pending.who,
    });
    await expect(owner.api.connections.pending.query({ workspaceId, id })).rejects.toThrow('no such');
  });

  test('another account of the same sign-in can be chosen, and no other', async () => {
    const { accounts } = await owner.api.connections.test.mutate({ workspaceId, channel });
    const fence = (await card(channel)).accounts;
    const other = accounts.findLast(({ id }) => fence?.includes(id) ?? true);
    if (!other) return;
    await owner.api.connections.chooseAccount.mutate({ workspaceId, channel, account: other.id });
    expect(await card(channel)).toMatchObject({ account: other.id });
    const wrong = other.id.replace(/\d/g, '9');
    await expect(
      owner.api.connections.chooseAccount.mutate({ workspaceId, channel, account: wrong }),
    ).rejects.toThrow();
    expect(await card(channel)).toMatchObject({ account: other.id });
  });

  test('a person who declines on that page is told so', async () => {
    const { id, redirectTo } = await begin(channel);
    await owner.fetch(await atThePlatform(redirectTo, 'deny'));
    const pending = await owner.api.connections.pending.query({ workspaceId, id });
    expect(pending).toMatchObject({ who: null, failure: { message: expect.stringContaining('not given') } });
    await expect(owner.api.connections.store.mutate({ workspaceId, id })).rejects.toThrow('not said yet');
  });

  test('disconnecting leaves nothing', async () => {
    await owner.api.connections.disconnect.mutate({ workspaceId, channel });
    expect(await card(channel)).toMatchObject({ state: 'not_connected', identity: null });
  });
});

describe('the state that comes back', () => {
  const failed = '/connections?failed=state';

  test('works once', async () => {
    const { redirectTo } = await begin('social');
    const address = await atThePlatform(redirectTo);
    expect((await owner.fetch(address)).headers.get('location')).toContain('pending=');
    expect((await owner.fetch(address)).headers.get('location')).toBe(failed);
  });

  test('works in no other session, not even of the same person, and is used up by the attempt', async () => {
    const { redirectTo } = await begin('social');
    const address = await atThePlatform(redirectTo);
    const elsewhere = new Browser(service.url);
    await elsewhere.signIn('owner@acme.example', PASSWORD);
    expect((await elsewhere.api.session.me.query()).person.email).toBe('owner@acme.example');
    expect((await elsewhere.fetch(address)).headers.get('location')).toBe(failed);
    expect((await owner.fetch(address)).headers.get('location')).toBe(failed);
  });

  test('is refused without a sign-in, and a made-up one always', async () => {
    const { redirectTo } = await begin('social');
    const address = await atThePlatform(redirectTo);
    expect((await new Browser(service.url).fetch(address)).headers.get('location')).toBe(failed);
    expect((await owner.fetch('/oauth/callback?state=x&code=y')).headers.get('location')).toBe(failed);
  });

  test('is refused for a person who has become a viewer meanwhile', async () => {
    const member = await invited(owner, 'demoted@acme.example', 'member');
    const { id, redirectTo } = await begin('social', member);
    const address = await atThePlatform(redirectTo);
    const { members } = await owner.api.members.list.query();
    const demoted = members.find(({ email }) => email === 'demoted@acme.example')!;
    await owner.api.members.changeRole.mutate({ id: demoted.id, role: 'viewer' });
    expect((await member.fetch(address)).headers.get('location')).toBe(failed);
    await owner.api.members.changeRole.mutate({ id: demoted.id, role: 'member' });
    expect(await member.api.connections.pending.query({ workspaceId, id })).toMatchObject({ who: null });
  });

  test('what is pending belongs to its workspace', async () => {
    const { id } = await begin('social');
    const { workspaces } = await owner.api.session.me.query();
    const other = workspaces.find((one) => one.id !== workspaceId)!.id;
    await expect(owner.api.connections.pending.query({ workspaceId: other, id })).rejects.toThrow('no such');
  });
});

describe('pasting credentials', () => {
  test('asks the platform first; what it refuses is not stored', async () => {
    const wrong = { app_id: '7000000000000000001', secret: 'f'.repeat(40), access_token: '0'.repeat(40) };
    const refused = owner.api.connections.paste.mutate({
      workspaceId,
      channel: 'video',
      mode: 'sandbox',
      credentials: wrong,
    });
    await expect(refused).rejects.toThrow();
    expect(await card('video')).toMatchObject({ state: 'not_connected' });
  });

  test('names every field that is wrong', async () => {
    const refused = owner.api.connections.paste.mutate({
      workspaceId,
      channel: 'video',
      mode: 'live',
      credentials: { acces_token: 'x' },
    });
    await expect(refused).rejects.toThrow(/app_id.*is required.*did you mean `access_token`/s);
  });

  test('without any, the sandbox gives those of a company', async () => {
    const pending = await owner.api.connections.paste.mutate({ workspaceId, channel: 'video', mode: 'sandbox' });
    expect(pending.suggestedAccount).toBeTruthy();
    await owner.api.connections.store.mutate({ workspaceId, id: pending.id, account: pending.suggestedAccount! });
    expect(await card('video')).toMatchObject({ state: 'connected', mode: 'sandbox' });
  });
});

test('live asks for the app of one’s own, and says where it must be registered', async () => {
  const { signIn } = await owner.api.connections.fields.query({ channel: 'social' });
  expect(signIn?.redirectUri).toBe(`${service.url}/oauth/callback`);
  await expect(owner.api.connections.begin.mutate({ workspaceId, channel: 'social', mode: 'live' })).rejects.toThrow(
    signIn!.redirectUri,
  );
  const { redirectTo } = await owner.api.connections.begin.mutate({
    workspaceId,
    channel: 'social',
    mode: 'live',
    app: { id: '86420', secret: 'a'.repeat(32) },
  });
  const address = new URL(redirectTo);
  expect(address.origin).toBe('https://www.facebook.com');
  expect(address.searchParams.get('client_id')).toBe('86420');
  expect(redirectTo).not.toContain('a'.repeat(32));
});

describe('the fence around accounts', () => {
  const channel = 'social';
  const fenced = async (browser: Browser, fence: readonly string[]) => {
    const { connections, directory } = service.home;
    const pending = await browser.api.connections.paste.mutate({ workspaceId, channel, mode: 'sandbox' });
    await owner.api.connections.disconnect.mutate({ workspaceId, channel }).catch(() => {});
    await browser.api.connections.store.mutate({ workspaceId, id: pending.id, account: fence[0]! });
    const { mode, id, options } = (await connections.get(workspaceId, channel))!;
    const credentials = await connections.credentials(id);
    await connections.put({ workspaceId, channel, mode, credentials, options, account: fence[0]!, accounts: fence });
    directory.refresh();
  };
  const fence = async () => (await card(channel)).accounts;

  test('stays where it is when a person chooses an account, signs in again or disconnects', async () => {
    const member = await invited(owner, 'fenced@acme.example', 'member', workspaceId);
    const reached = await owner.api.connections.paste.mutate({ workspaceId, channel, mode: 'sandbox' });
    const [inside, outside] = reached.accounts.map(({ id }) => id);
    await fenced(owner, [inside!]);
    for (const browser of [member, owner]) {
      const { connections } = browser.api;
      await expect(connections.chooseAccount.mutate({ workspaceId, channel, account: outside! })).rejects.toThrow(
        'is kept to',
      );
      const again = await connections.paste.mutate({ workspaceId, channel, mode: 'sandbox' });
      await expect(connections.store.mutate({ workspaceId, id: again.id, account: outside! })).rejects.toThrow(
        'is kept to',
      );
      await connections.store.mutate({ workspaceId, id: again.id, account: inside! });
      expect(await fence()).toEqual([inside]);
    }
    await expect(member.api.connections.disconnect.mutate({ workspaceId, channel })).rejects.toThrow('fence');
    // Nor does it go with a connection of the other mode in its place.
    const { connections, store, directory } = service.home;
    const { id } = (await connections.get(workspaceId, channel))!;
    const nowIn = async (mode: 'live' | 'sandbox') => {
      await store.db.updateTable('connections').set({ mode }).where('id', '=', id).execute();
      directory.refresh();
    };
    await nowIn('live');
    const other = await member.api.connections.paste.mutate({ workspaceId, channel, mode: 'sandbox' });
    const replaced = member.api.connections.store.mutate({ workspaceId, id: other.id, account: outside! });
    await expect(replaced).rejects.toThrow('fence');
    await nowIn('sandbox');
    expect(await fence()).toEqual([inside]);
    await owner.api.connections.disconnect.mutate({ workspaceId, channel });
    expect(await fence()).toBeNull();
  });
});

test('signing in again keeps the options of the connection', async () => {
  const { connections, directory } = service.home;
  const channel = 'search';
  const seeded = await owner.api.connections.paste.mutate({ workspaceId, channel, mode: 'sandbox' });
  const account = seeded.suggestedAccount!;
  await owner.api.connections.store.mutate({ workspaceId, id: seeded.id, account });
  const { mode, id, options } = (await connections.get(workspaceId, channel))!;
  expect(options).toHaveProperty('login_customer_id');
  await connections.put({
    workspaceId,
    channel,
    mode,
    credentials: await connections.credentials(id),
    options,
    account,
  });
  directory.refresh();
  const { redirectTo } = await begin(channel);
  const back = new URL((await owner.fetch(await atThePlatform(redirectTo))).headers.get('location')!, service.url);
  await owner.api.connections.store.mutate({ workspaceId, id: back.searchParams.get('pending')!, account });
  expect((await card(channel)).options).toMatchObject(options);
});

test('a sign-in that works is not called healthy while its account refuses: Test says so, and attention shows it', async () => {
  const { connections, directory } = service.home;
  const channel = 'search';
  const { mode, id, account, options } = (await connections.get(workspaceId, channel))!;
  expect(await owner.api.connections.test.mutate({ workspaceId, channel })).toMatchObject({ ok: true });
  const broken = async () =>
    (await owner.api.attention.list.query({ workspaceIds: [workspaceId] })).filter(
      ({ kind, channel: about }) => kind === 'connection_broken' && about === channel,
    );
  expect(await broken()).toEqual([]);
  const asked = async () => {
    const reply = await fetch(`${service.sandbox.controlOrigin}/requests?platform=${channel}`);
    return ((await reply.json()) as { requests: unknown[] }).requests.length;
  };
  const before = await asked();
  await broken();
  expect(await asked(), 'the platform is not asked again within minutes').toBe(before);
  const credentials = await connections.credentials(id);
  const { login_customer_id: _, ...others } = options;
  await connections.put({ workspaceId, channel, mode, credentials, options: others, account: account! });
  directory.refresh();
  const result = await owner.api.connections.test.mutate({ workspaceId, channel });
  expect(result).toMatchObject({ ok: false, failure: { message: expect.stringMatching(/permission/) } });
  expect(result.accounts.map((one) => one.id)).toContain(account);
  expect(await broken()).toMatchObject([{ severity: 'error', title: 'Account cannot be read' }]);

  const { redirectTo } = await begin(channel);
  const back = new URL((await owner.fetch(await atThePlatform(redirectTo))).headers.get('location')!, service.url);
  await owner.api.connections.store.mutate({ workspaceId, id: back.searchParams.get('pending')!, account: account! });
  expect((await card(channel)).options, 'the way to the account is found by signing in').toEqual(options);
  expect(await owner.api.connections.test.mutate({ workspaceId, channel })).toMatchObject({ ok: true });
  expect(await broken()).toEqual([]);
});
