import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { realAmbient } from '../../src/ambient.ts';
import { findChannels } from '../../src/build.ts';
import { readGrants } from '../../src/process/first-start.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/program.ts';
import { startTestService, type TestService } from '../service.ts';
import { type Browser, ownerOf } from './browser.ts';
import { atThePlatform } from './platform-page.ts';

/** What is live here is another sandbox: its hosts stand where the platforms' own would, and the service cannot tell. */
let live: Sandbox;
let service: TestService;
let owner: Browser;
let workspaceId: string;
let putBack: () => void;
beforeAll(async () => {
  live = await startSandbox({ file: ':memory:', port: 0, ambient: realAmbient });
  service = await startTestService({ platforms: ['social'] });
  putBack = await pointAt(live.origins);
  owner = await ownerOf(service);
  workspaceId = (await owner.api.workspaces.create.mutate({ name: 'Live', currency: 'USD' })).id;
});
afterAll(async () => {
  putBack?.();
  await service?.close();
  await live?.close();
});

/** Channels are made once in a process; their hosts are what a live connection is sent to. */
async function pointAt(origins: Readonly<Record<string, string>>): Promise<() => void> {
  const { channels } = await findChannels();
  const before = channels.map(({ hosts }) => ({ ...hosts }));
  for (const { name, hosts } of channels)
    for (const host of Object.keys(hosts)) Object.assign(hosts, { [host]: origins[name] });
  return () => channels.forEach(({ hosts }, at) => void Object.assign(hosts, before[at]));
}

const card = async (channel: string) =>
  (await owner.api.connections.list.query({ workspaceId })).find((one) => one.channel === channel)!;

/** The id and secret of the app that the operator registered with the platform. */
async function ownApp(channel: string): Promise<{ id: string; secret: string }> {
  const { channels } = await findChannels();
  const { signIn } = channels.find(({ name }) => name === channel)!;
  const held = (await readGrants(live.controlOrigin))[channel]!.map(({ credentials }) => credentials);
  const found = held.find((one) => one[signIn!.app.id] && one[signIn!.app.secret])!;
  return { id: found[signIn!.app.id]!, secret: found[signIn!.app.secret]! };
}

describe.each([
  ['social', 'list_social_campaigns'],
  ['search', 'list_campaigns'],
  ['video', 'list_campaigns'],
  ['professional', 'list_campaign_groups'],
  ['tags', 'list_containers'],
  ['office', undefined],
])('%s goes live with the operator’s own app', (channel, tool) => {
  test('through its sign-in page to a connection that works', async () => {
    const { signIn } = await owner.api.connections.fields.query({ channel });
    expect(signIn?.redirectUri).toBe(`${service.url}/oauth/callback`);
    const app = await ownApp(channel);
    const { redirectTo } = await owner.api.connections.begin.mutate({ workspaceId, channel, mode: 'live', app });
    expect(new URL(redirectTo).origin).toBe(live.origins[channel]);
    expect(redirectTo).not.toContain(app.secret);
    const back = await owner.fetch(await atThePlatform(redirectTo));
    const id = new URL(back.headers.get('location') ?? '', service.url).searchParams.get('pending') ?? '';
    const pending = await owner.api.connections.pending.query({ workspaceId, id });
    expect(pending).toMatchObject({ channel, mode: 'live', failure: null });
    expect(await card(channel)).toMatchObject({ state: 'not_connected' });

    const account = pending.accounts[0]?.id;
    await owner.api.connections.store.mutate({ workspaceId, id, ...(account && { account }) });
    const stored = await card(channel);
    expect(stored).toMatchObject({ mode: 'live', identity: pending.who, account: account ?? null });
    expect(stored.tokenHealth!.daysLeft ?? Number.POSITIVE_INFINITY).toBeGreaterThan(0);
    expect(await owner.api.connections.test.mutate({ workspaceId, channel })).toMatchObject({ ok: true });
    if (!tool) return;
    const call = { workspaceId, channel, tool, arguments: { limit: 1 } };
    expect(await owner.api.tools.run.mutate(call)).toMatchObject({ ok: true });
  });

  test('again without giving the app once more, and never with a wrong one', async () => {
    const again = await owner.api.connections.begin.mutate({ workspaceId, channel, mode: 'live' });
    expect(new URL(again.redirectTo).searchParams.toString()).toContain((await ownApp(channel)).id);
    const wrong = { id: (await ownApp(channel)).id, secret: 'x'.repeat(32) };
    const { id, redirectTo } = await owner.api.connections.begin.mutate({
      workspaceId,
      channel,
      mode: 'live',
      app: wrong,
    });
    await owner.fetch(await atThePlatform(redirectTo));
    const pending = await owner.api.connections.pending.query({ workspaceId, id });
    expect(pending.who).toBeNull();
    expect(pending.failure?.message).toBeTruthy();
    expect(JSON.stringify(pending)).not.toContain(wrong.secret);
    await owner.api.connections.disconnect.mutate({ workspaceId, channel });
    expect(await card(channel)).toMatchObject({ state: 'not_connected' });
  });
});
