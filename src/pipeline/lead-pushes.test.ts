import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DAY_MS, HOUR_MS } from '../ambient.ts';
import { loadSettings } from '../config.ts';
import { Failure } from '../errors.ts';
import { createServer, type Server } from '../http/server.ts';
import type { ServerParts } from '../http/server-parts.ts';
import { listLeadsTool } from '../leads/list-leads.ts';
import { processLimiter } from '../limits/memory-limiter.ts';
import { readableLog } from '../observe/log.testing.ts';
import { Metrics } from '../observe/metrics.ts';
import type { LeadPush } from '../tools/leads/leads.ts';
import { LeadPushes } from './lead-pushes.ts';
import { type Bed, pipelineBed } from './pipeline.testing.ts';
import { leadOf, type ScriptedLeads, scriptedLeads } from './scripted-leads.testing.ts';

const { log, text: logged } = readableLog('debug');
const sign = (body: string) => createHmac('sha256', 'a-secret-token').update(body).digest('hex');

/** Signed by the connection's token; asks by `?hello=` whether the address is ours. */
const push: LeadPush = {
  setUp: 'Paste the address.',
  challenge: (query, { shared }) =>
    query.get('verify') === shared ? { type: 'text/plain', body: query.get('hello') ?? '' } : undefined,
  isGenuine: (body, headers, { credentials }) => {
    expect(credentials.access_token).toBe('a-secret-token');
    return headers['x-signature'] === sign(body.toString());
  },
  read: (body) => JSON.parse(body.toString()),
};

let bed: Bed;
let script: ScriptedLeads;
let pushes: LeadPushes;
let server: Server;
let url: string;
let shared: string;
let problems: string[];

beforeEach(async () => {
  bed = await pipelineBed();
  script = scriptedLeads(push);
  const { addresses, ambient, pipeline, directory } = bed;
  pipeline.tools = [listLeadsTool(script.channel)];
  await bed.connect({ account: '1' });
  problems = [];
  pushes = new LeadPushes({
    pipeline,
    addresses,
    workspaceOf: (organizationId, id) => directory.workspace(organizationId, id),
    onProblem: (...problem) => problems.push(problem.join(': ')),
  });
  server = createServer({
    settings: loadSettings({ ADHELM_TRUST_PROXY: 'on' }),
    endpoints: [],
    pages: [],
    log,
    metrics: new Metrics(),
    freshId: (prefix: string) => `${prefix}_1`,
    leadPushes: { pushes, limiter: processLimiter({ points: 20, windowS: 60, ambient }) },
  } as unknown as ServerParts);
  const { port } = await server.listen('127.0.0.1', 0);
  const address = await addresses.give(bed.workspaceId, 'trains', 'test');
  shared = address.shared;
  url = `http://127.0.0.1:${port}/pushes/leads/${address.token}`;
});
afterEach(async () => {
  await pushes.close();
  await server.close();
  await bed.discard();
});

const send = async (message: unknown, more: { signature?: string; url?: string; from?: string } = {}) => {
  const body = typeof message === 'string' ? message : JSON.stringify(message);
  const from = more.from && { 'x-forwarded-for': more.from };
  const headers = { 'x-signature': more.signature ?? sign(body), ...from };
  const reply = await fetch(more.url ?? url, { method: 'POST', headers, body });
  await pushes.settled();
  return { status: reply.status, text: await reply.text() };
};
const news = (mark: string, erased: string[] = []) => ({ marks: [mark], erased });
const kept = async () =>
  (await bed.store.db.selectFrom('leads').select('lead_id').orderBy('lead_id').execute()).map(({ lead_id }) => lead_id);

test('a genuine push makes the service look, and nothing in it is taken for a lead', async () => {
  script.pages = [[leadOf('a', bed.ambient.now() - HOUR_MS)]];
  expect(await send({ ...news('m1'), lead: leadOf('forged', bed.ambient.now()) })).toEqual({ status: 200, text: '' });
  expect(await kept()).toEqual(['a']);
  expect(script.asked).toHaveLength(1);
});

test('a repeat is taken and does nothing; after a week it would make the service look once more', async () => {
  await send(news('m1'));
  expect((await send(news('m1'))).status).toBe(200);
  expect(script.asked).toHaveLength(1);
  bed.ambient.advance(8 * DAY_MS);
  await bed.addresses.removeOld();
  await send(news('m1'));
  expect(script.asked).toHaveLength(2);
});

const received = (mark: string) => {
  const body = Buffer.from(JSON.stringify(news(mark)));
  const headers = { 'x-signature': sign(body.toString()) };
  return pushes.receive({ token: url.slice(-43), query: new URLSearchParams(), headers, body });
};

test('of pushes that come while the service is looking it looks once more, and not at the same time', async () => {
  const gate = Promise.withResolvers<void>();
  script.pages = [[]];
  script.before = () => gate.promise;
  for (const mark of ['m1', 'm2', 'm3']) await received(mark);
  await vi.waitFor(() => expect(script.asked).toHaveLength(1));
  gate.resolve();
  await pushes.settled();
  expect(script.asked).toHaveLength(2);
});

test('an account that refuses does not keep the later ones from being read', async () => {
  const credentials = { access_token: 'a-secret-token' };
  const place = { workspaceId: bed.workspaceId, channel: 'trains', mode: 'live' as const };
  await bed.connections.put({ ...place, account: '1', accounts: ['1', '2'], options: {}, credentials });
  bed.directory.refresh();
  script.pages = [[leadOf('a', bed.ambient.now() - HOUR_MS)]];
  script.before = () => {
    script.before = () => {};
    throw new Failure({ code: 'permission_denied', message: 'No.', nextStep: 'Ask.' });
  };
  await send(news('m1'));
  expect([await kept(), problems]).toEqual([['a'], ['trains: leads could not be read: permission_denied']]);
});

test('a push that comes while the service ends makes it look no more', async () => {
  await pushes.close();
  expect(await received('m1')).toBeDefined();
  await pushes.settled();
  expect([script.asked, problems]).toEqual([[], []]);
});

test('a lead that the platform orders to erase is gone, and does not come back', async () => {
  script.pages = [[leadOf('a', bed.ambient.now() - HOUR_MS), leadOf('b', bed.ambient.now() - HOUR_MS)]];
  await send(news('m1'));
  await send(news('m2', ['a', 'never seen']));
  expect(await kept()).toEqual(['b']);
});

test('the question whether the address is ours is answered by the channel', async () => {
  const asked = await fetch(`${url}?hello=there&verify=${shared}`);
  expect([asked.status, await asked.text()]).toEqual([200, 'there']);
});

describe('an outsider is told the same of everything', () => {
  const nothing = async () => {
    const reply = await fetch(`${new URL(url).origin}/nowhere`);
    return { status: reply.status, text: await reply.text() };
  };

  test.each([
    ['a wrong signature', () => send(news('m1'), { signature: sign('other') })],
    ['another token', () => send(news('m1'), { url: `${url.slice(0, -1)}${url.endsWith('0') ? '1' : '0'}` })],
    ['no token', () => send(news('m1'), { url: url.slice(0, -43) })],
    ['a signed body that makes no sense', () => send('{"email":"ada@example.com"')],
    [
      'a wrong question',
      async () => {
        const reply = await fetch(`${url}?hello=there&verify=wrong`);
        return { status: reply.status, text: await reply.text() };
      },
    ],
  ])('%s', async (_, ask) => {
    expect(await ask()).toEqual(await nothing());
    expect(script.asked).toEqual([]);
    expect(logged() + problems.join()).not.toContain('ada@example.com');
  });

  test('a channel that is no longer connected', async () => {
    await bed.connections.remove(bed.workspaceId, 'trains', 'test');
    bed.directory.refresh();
    expect(await send(news('m1'))).toEqual(await nothing());
  });

  test('an address that was replaced', async () => {
    const other = await bed.addresses.give(bed.workspaceId, 'trains', 'test', { anew: true });
    expect(await send(news('m1'))).toEqual(await nothing());
    expect((await send(news('m1'), { url: `${url.slice(0, -43)}${other.token}` })).status).toBe(200);
  });
});

test('a sender is one IPv6 network, whichever of its addresses it sends from', async () => {
  const statuses = [];
  for (let sent = 0; sent < 21; sent++)
    statuses.push((await send(news('m1'), { from: `2001:db8:0:7::${sent + 1}` })).status);
  expect(statuses.indexOf(429)).toBe(20);
  expect((await send(news('m1'), { from: '2001:db8:0:8::1' })).status).not.toBe(429);
});

test('a body beyond the bound and a sender beyond its rate are refused', async () => {
  expect((await send('x'.repeat(4 * 1024 * 1024 + 1))).status).toBe(413);
  const statuses = [];
  for (let sent = 0; sent < 25; sent++) statuses.push((await send(news('m1'))).status);
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
});

test('neither the token nor a body stands in the log, and a platform that is away is told without words of its own', async () => {
  script.before = () => {
    throw new Error('ada@example.com was not found');
  };
  script.pages = [[]];
  await send({ ...news('m1'), email: 'ada@example.com' });
  expect(problems).toEqual(['trains: leads could not be read']);
  expect(logged()).not.toContain('ada@example.com');
  expect(logged()).not.toContain(url.slice(-43));
});

test('the token is not kept in clear, and asking again gives the same address', async () => {
  const { token } = await bed.addresses.give(bed.workspaceId, 'trains', 'test');
  expect(url.endsWith(token)).toBe(true);
  expect(await bed.store.holds(token)).toBe(false);
  expect(await bed.store.holds(shared)).toBe(false);
});
