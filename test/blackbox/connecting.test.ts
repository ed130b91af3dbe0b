import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { realAmbient } from '../../src/ambient.ts';
import { findChannels } from '../../src/build.ts';
import * as officeSignIn from '../../src/channels/office/oauth.ts';
import * as searchSignIn from '../../src/channels/search/oauth.ts';
import { type Failure, failureBody } from '../../src/errors.ts';
import { readableLog } from '../../src/observe/log.testing.ts';
import { secretPattern } from '../../src/observe/secret-pattern.ts';
import { checkConnection, tryConnection } from '../../src/pipeline/check-connection.ts';
import { checkedAccount, checkedCredentials, checkedOptions } from '../../src/pipeline/check-credentials.ts';
import { openSession, type SessionFactory } from '../../src/pipeline/open-session.ts';
import { readGrants } from '../../src/process/first-start.ts';
import { spreadsheetsIn } from '../../src/sheets/file-spreadsheets.ts';
import type { Channel, Identity } from '../../src/tools/channel.ts';
import { fieldsOf, secretNamesOf, secretsHeld } from '../../src/tools/credentials.ts';
import { answer, type ScriptedServer, startScriptedServer } from '../../src/upstream/scripted-server.testing.ts';
import { createSender } from '../../src/upstream/sender.ts';
import type { Credentials } from '../../src/upstream/session.ts';
import { startTestService, type TestService } from '../service.ts';

type Grants = Awaited<ReturnType<typeof readGrants>>;

const { channels } = await findChannels();
const channelNamed = (name: string) => channels.find((one) => one.name === name) as Channel;
const sender = createSender({ ambient: realAmbient });
let service: TestService;
let grants: Grants;
beforeAll(async () => {
  service = await startTestService();
  grants = await readGrants(service.sandbox.controlOrigin);
});
afterAll(async () => {
  await service?.close();
  await sender.close();
});

const factory = (origins: () => Record<string, string> = () => service.sandbox.origins) => ({
  sender,
  connections: service.home.connections as SessionFactory['connections'],
  sandboxOrigins: origins,
  spreadsheetsOf: () => spreadsheetsIn(''),
  now: Date.now,
});

function tried(
  channel: string,
  credentials: Credentials,
  more: { account?: string; options?: Record<string, string> } = {},
) {
  const candidate = { mode: 'sandbox', credentials, options: {}, ...more } as const;
  return tryConnection(factory(), channelNamed(channel), 'w', candidate, AbortSignal.timeout(60_000));
}

const grantOf = (channel: string, company = 'Acme') => grants[channel]!.find((one) => one.company === company)!;
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => Promise.reject(new Error('it did not fail')),
    (error: unknown) => error as Failure,
  );

test('every channel that is connected says what its connections hold, field by field', () => {
  expect(channels.filter((one) => one.needsConnection && !one.credentials).map(({ name }) => name)).toEqual([]);
  const fields = channels.flatMap(({ credentials }) =>
    [...(credentials?.ways.map((way) => way.fields) ?? []), credentials?.options ?? []].flat().flatMap(fieldsOf),
  );
  expect(fields.length).toBeGreaterThan(15);
  expect(fields.filter(({ meaning }) => meaning === '')).toEqual([]);
});

test('every company of the sandbox holds what its channel declares', () => {
  expect(Object.keys(grants).length).toBeGreaterThan(2);
  for (const [name, list] of Object.entries(grants)) {
    const channel = channelNamed(name);
    for (const { credentials, options = {}, account } of list) {
      const held = checkedCredentials(channel, credentials);
      expect(secretsHeld(channel.credentials, held).length, name).toBeGreaterThan(0);
      checkedOptions(channel, options);
      if (account) checkedAccount(channel, account);
    }
  }
});

describe('secrets', () => {
  test('of every channel reach no log, with their names or without', () => {
    const shown = channels.flatMap((channel) =>
      (grants[channel.name] ?? []).flatMap(({ credentials }) => {
        const names = secretNamesOf(channel.credentials!);
        return Object.entries(credentials).filter(([name]) => names.includes(name));
      }),
    );
    expect(shown.length).toBeGreaterThan(8);
    for (const [name, value] of shown) {
      const { log, text } = readableLog('debug', Date.now, secretPattern(channels));
      const forms = [value, `${name}=${value}&x=1`, JSON.stringify({ [name]: value, x: 1 }), `${name}: ${value}`];
      for (const form of forms) log.write('info', 'event', { detail: `refused: ${form} (by the platform)` });
      const lines = text();
      expect(lines).not.toContain(JSON.stringify(value).slice(1, -1));
      expect(lines, name).not.toContain(value.slice(-12));
      expect(lines.match(/refused/g), 'the words around it stay').toHaveLength(forms.length);
    }
  });

  test.each(['search', 'social', 'tags', 'office'])(
    'of %s come back in no error, however the platform repeats them',
    async (name) => {
      const channel = channelNamed(name);
      const server: ScriptedServer = await startScriptedServer();
      try {
        for (const { credentials } of grants[name]!) {
          const held: Credentials = {
            ...checkedCredentials(channel, credentials),
            access_token: 'ya29.held-by-nobody-else',
          };
          const secrets = secretsHeld(channel.credentials, held);
          const message = secrets
            .map((one) => `${one} ${encodeURIComponent(one)} ${JSON.stringify({ was: one })}`)
            .join();
          const body = { error: { code: 400, status: 'INVALID_ARGUMENT', message, error_description: message } };
          server.play(answer(400, { 'content-type': 'application/json' }, JSON.stringify(body).replaceAll('/', '\\/')));
          const connections = {
            credentials: async () => held,
            current: async () => ({ version: 1, credentials: held }),
            saveCredentials: async () => true,
          };
          const connection = { id: 'c', channel: name, mode: 'sandbox', options: {}, version: 1 } as const;
          const session = openSession(
            { ...factory(() => ({ [name]: server.origin })), connections },
            { channel, repeat: 'safe' },
            'w',
            connection,
            AbortSignal.timeout(60_000),
          );
          const error = await failure(channel.identify!(channel.connect(session, {})));
          const said = JSON.stringify([failureBody(name, error), error.message]);
          expect(said).toContain('[secret]');
          for (const one of secrets) expect(said).not.toContain(JSON.stringify(one).slice(1, -1));
        }
      } finally {
        await server.close();
      }
    },
  );
});

describe('connecting asks the platform who this is', () => {
  test.each([
    ['social', /SYSTEM_USER/, 'USD'],
    ['search', /OAuth client \d+/, 'USD'],
  ])('%s: the user and its accounts, with name, currency and status', async (name, who, currency) => {
    const { credentials, options, account: seeded = '' } = grantOf(name);
    const account = checkedAccount(channelNamed(name), seeded);
    const { identity } = await tried(name, checkedCredentials(channelNamed(name), credentials), {
      account,
      ...(options && { options }),
    });
    expect(identity!.who).toMatch(who);
    expect(identity!.accounts).toContainEqual({
      id: account,
      name: expect.stringMatching(/\w/),
      currency,
      status: expect.stringMatching(/ACTIVE|ENABLED/),
      ...(name === 'search' && { through: { login_customer_id: expect.stringMatching(/^\d{10}$/) } }),
    });
  });

  test('office: a person and a service account, with the token that was tried', async () => {
    for (const { credentials, options } of grants.office!) {
      const held = checkedCredentials(channelNamed('office'), credentials);
      const result = await tried('office', held, options && { options });
      expect(result.identity!.who).toMatch(/OAuth client|gserviceaccount/);
      expect(result.credentials).toMatchObject({
        access_token: expect.stringMatching(/^ya29/),
        expires_at: expect.any(String),
      });
      expect(checkedCredentials(channelNamed('office'), result.credentials)).toEqual(result.credentials);
    }
  });

  test('social: what the platform knows of the token is kept with it, and fits', async () => {
    const channel = channelNamed('social');
    const { credentials } = await tried('social', checkedCredentials(channel, grantOf('social').credentials));
    expect(credentials.token_kind).toBe('SYSTEM_USER');
    expect(checkedCredentials(channel, credentials)).toEqual(credentials);
  });

  test('every connection of the first start is asked the same way', async () => {
    const { connections } = (await service.home.directory.find('Acme'))!;
    const found: [string, Identity | undefined][] = [];
    for (const connection of connections) {
      const signal = AbortSignal.timeout(60_000);
      found.push([
        connection.channel,
        await checkConnection(factory(), channelNamed(connection.channel), 'w', connection, signal),
      ]);
    }
    expect(found.filter(([, identity]) => !identity).map(([name]) => name)).toEqual([]);
    expect(found.map(([name]) => name)).toEqual(
      channels.filter(({ needsConnection }) => needsConnection).map(({ name }) => name),
    );
  });

  test.each([
    ['a token that was never issued', 'social', { access_token: 'EAAnobodyGaveThisOne000' }, {}, 'token_expired'],
    ['a consent that is gone', 'search', { refresh_token: '1//0nobody' }, {}, 'token_expired'],
    ['a wrong app secret', 'office', { client_secret: 'GOCSPX-another' }, {}, 'token_expired'],
    ['an account of somebody else', 'social', {}, { account: '99' }, 'invalid_arguments'],
    ['a customer of somebody else', 'search', {}, { account: '9999999999' }, 'invalid_arguments'],
    ['a manager of somebody else', 'search', {}, { options: { login_customer_id: '9999999999' } }, 'invalid_arguments'],
    ['a spreadsheet that is not there', 'office', {}, { options: { spreadsheet_id: 'nowhere' } }, 'not_found'],
  ])('%s is refused with what to do', async (_, name, changes, more, code) => {
    const held = { ...checkedCredentials(channelNamed(name), grantOf(name).credentials), ...changes };
    const error = await failure(tried(name, held, more));
    expect(error).toMatchObject({ code });
    expect(error.details.nextStep).toMatch(/connect|Check the id/i);
  });
});

describe.each([
  ['search', searchSignIn, 'https://www.googleapis.com/auth/adwords'],
  ['office', officeSignIn, 'https://www.googleapis.com/auth/spreadsheets.readonly'],
] as const)('signing in to %s by the browser', (name, { authorizeUrl, exchangeCode }, scope) => {
  const REDIRECT = `http://127.0.0.1:4800/connect/${name}`;
  const signInSession = () => {
    const channel = channelNamed(name);
    const connection = { id: 'none', channel: name, mode: 'sandbox', options: {}, version: 1 } as const;
    const signal = AbortSignal.timeout(60_000);
    return openSession(factory(), { channel, repeat: 'safe' }, 'w', connection, signal);
  };
  const app = () => {
    const { client_id = '', client_secret = '' } = grantOf(name).credentials;
    return { id: client_id, secret: client_secret };
  };

  test('leads from the page to credentials that connect, once a code', async () => {
    const session = signInSession();
    const url = authorizeUrl(session.hosts, { appId: app().id, redirectUri: REDIRECT, state: 's-1' });
    const html = await (await fetch(url)).text();
    expect(html).toContain(scope);
    const [, user = ''] = /value="([^"]+@[^"]+)"/.exec(html) ?? [];
    const body = new URLSearchParams([...new URL(url).searchParams, ['user', user], ['decision', 'approve']]);
    const agreed = await fetch(url.split('?')[0]!, { method: 'POST', redirect: 'manual', body });
    const back = new URL(agreed.headers.get('location') ?? '').searchParams;
    expect(back.get('state')).toBe('s-1');
    const answered = { code: back.get('code') ?? '', redirectUri: REDIRECT };
    const credentials = await exchangeCode(app(), answered, session);
    expect(checkedCredentials(channelNamed(name), credentials)).toEqual(credentials);
    expect((await tried(name, credentials)).identity!.who).toContain(app().id);
    expect(await failure(exchangeCode(app(), answered, session))).toMatchObject({ code: 'token_expired' });
  });

  test('a code that is none is refused without repeating it or the secret', async () => {
    const error = await failure(
      exchangeCode(app(), { code: '4/0no-such-code-at-all', redirectUri: REDIRECT }, signInSession()),
    );
    expect(error).toMatchObject({ code: 'token_expired' });
    expect(JSON.stringify(error.details)).not.toMatch(/no-such-code/);
    expect(JSON.stringify(error.details)).not.toContain(app().secret);
  });
});

test.each([
  ['search', 'list_campaigns', 2],
  ['social', 'list_social_campaigns', 2],
  ['tags', 'list_containers', 1],
])('a %s call without an account is told the accounts by name', async (name, tool, accounts) => {
  const workspaceId = await service.workspaceId('Acme');
  const { credentials } = grantOf(name);
  const held = checkedCredentials(channelNamed(name), credentials);
  await service.home.connections.put({ workspaceId, channel: name, mode: 'sandbox', credentials: held });
  service.home.directory.refresh();
  const { result } = await service.call(name, tool);
  expect(result.error.message).toMatch(/it can be: \d+ \(\w/);
  expect(result.error.allowed_values.length).toBeGreaterThanOrEqual(accounts);
});
