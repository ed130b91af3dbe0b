import { afterAll, beforeAll, expect, test } from 'vitest';
import { stillAmbient } from '../ambient.testing.ts';
import type { Grants } from '../auth/grants.ts';
import type { Registry } from '../pipeline/registry.ts';
import { type TemporaryStore, temporaryStore } from '../store/store.testing.ts';
import { errorPage } from './error-page.ts';
import { protectedResources } from './protected-resources.ts';
import { RegisteredClients } from './registered-clients.ts';
import { StoredGrants } from './stored-grants.ts';

type Scopes = Record<string, string>;

let store: TemporaryStore;
beforeAll(async () => {
  store = await temporaryStore();
});
afterAll(() => store.discard());

test('the secret of a registered client is not stored, and is its own', async () => {
  const ambient = stillAmbient();
  const clients = new RegisteredClients(store, ambient, Buffer.from('key'));
  const metadata = (method: string) => ({
    client_name: 'A',
    token_endpoint_auth_method: method,
    client_secret: 'x-given-secret',
  });
  await clients.upsert('cli_1', metadata('client_secret_basic') as never);
  await clients.upsert('cli_2', metadata('none') as never);
  expect([await store.holds('x-given-secret'), await store.holds(clients.secretOf('cli_1'))]).toEqual([false, false]);
  expect((await clients.find('cli_1'))?.client_secret).toBe(clients.secretOf('cli_1'));
  expect(await clients.find('cli_2')).not.toHaveProperty('client_secret');
  expect(clients.secretOf('cli_2')).not.toBe(clients.secretOf('cli_1'));
  expect([await clients.firstSeen('cli_1'), await clients.find('cli_9')]).toEqual([ambient.now(), undefined]);
  await clients.destroy('cli_1');
  expect(await clients.find('cli_1')).toBeUndefined();
});

test('a grant opens what its person gave and not longer; one that is revoked is none', async () => {
  const revoked: unknown[] = [];
  const live = { personId: 'per_1', clientId: 'cli_1', resource: 'https://ads.example/mcp', expiresAt: 5_999 };
  const grants = (readOnly: boolean, more = {}) =>
    new StoredGrants({
      live: async (id: string) => (id === 'gone' ? undefined : { ...live, principal: { readOnly }, ...more }),
      revoke: async (...given: unknown[]) => revoked.push(given),
    } as unknown as Grants);
  const scopes = async (readOnly: boolean) => {
    const { resources, rejected } = (await grants(readOnly).find('g')) as {
      resources: Scopes;
      rejected?: { resources: Scopes };
    };
    return [resources[live.resource], rejected?.resources[live.resource]];
  };
  const [all, none] = await scopes(false);
  const [some, refused] = await scopes(true);
  expect([`${some} ${refused}`, none]).toEqual([all, undefined]);
  expect(await grants(true).find('g')).toMatchObject({ accountId: 'per_1', clientId: 'cli_1', exp: 5 });
  expect(await grants(true, { expiresAt: undefined }).find('g')).not.toHaveProperty('exp');
  expect(await grants(true).find('gone')).toBeUndefined();
  await grants(true).destroy('g');
  expect(revoked).toEqual([['g', 'authorization server']]);
});

test('a page of a failed sign-in runs nothing and shows what strangers wrote as text', async () => {
  const headers = new Map<string, string>();
  const ctx = { set: (name: string, value: string) => headers.set(name, value), type: '', body: '' };
  const words = `<script>alert("it's")</script>&`;
  await errorPage((title, body) => title + body)(
    ctx as never,
    { error: words, error_description: words } as never,
    new Error(),
  );
  expect(ctx.body).not.toMatch(/<script|"it's"/);
  expect(ctx.body).toContain('&#60;script&#62;');
  expect(headers.get('Content-Security-Policy')).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  );
});

test('access is given for the addresses that are served, their other names among them, each with its channels', () => {
  const tool = (name: string) => ({ channel: { name } });
  const registry = {
    channels: [{ name: 'social' }, { name: 'search' }],
    byAddress: new Map([
      ['social', [tool('social'), tool('social')]],
      ['all', [tool('social'), tool('search')]],
    ]),
  } as unknown as Registry;
  const { allChannels, channelsAt } = protectedResources(registry, ['social=meta', 'moon=sun']);
  expect(allChannels).toEqual(['social', 'search']);
  expect(Object.fromEntries(channelsAt)).toEqual({
    '/mcp': ['social', 'search'],
    '/social/mcp': ['social'],
    '/all/mcp': ['social', 'search'],
    '/meta/mcp': ['social'],
  });
});
