import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../service.ts';
import { Browser, ownerOf, PASSWORD } from './browser.ts';
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

describe.each(['social', 'search', 'video', 'professional', 'office'])('%s by its sign-in page', (channel) => {
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
    const other = accounts.at(-1);
    if (!other) return;
    await owner.api.connections.chooseAccount.mutate({ workspaceId, channel, account: other.id });
    expect(await card(channel)).toMatchObject({ account: other.id });
    const wrong = other.id.replace(/\d/g, '9');
    await expect(
      owner.api.connections.chooseAccount.mutate({ workspaceId, channel, account: wrong }),
    ).rejects.toThrow();
    expect(await card(channel)).toMatchObject({ account: other.id });
  });

  test('whoever says no on that page is told so', async () => {
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

  test('works for nobody who is not signed in, and a made-up one for nobody at all', async () => {
    const { redirectTo } = await begin('social');
    const address = await atThePlatform(redirectTo);
    expect((await new Browser(service.url).fetch(address)).headers.get('location')).toBe(failed);
    expect((await owner.fetch('/oauth/callback?state=x&code=y')).headers.get('location')).toBe(failed);
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
