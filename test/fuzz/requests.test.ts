import { Agent, request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { passingTime } from '../passing-time.ts';
import { rehearsal } from '../rehearsal.ts';
import { seed, times } from '../seed.ts';
import { startTestService, type TestService } from '../service.ts';
import type { ListedTool } from './calls.ts';
import { type FuzzReply, undocumented } from './documented.ts';
import { anyRequest, type FuzzRequest } from './requests.ts';

const REQUESTS = times(100_000);
const SHARE = 1_000;
const AT_ONCE = 50;
const HANG_MS = 30_000;

const fixture = rehearsal();
let service: TestService;
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
let keys: string[];
let sent = 0;
/** The numbers of the notes that were said to be written. */
const acknowledged = new Set<number>();

beforeAll(async () => {
  service = await startTestService({
    platforms: ['search', 'social', 'tags'],
    extraEndpoints: fixture.endpoints,
    settings: { ADHELM_RATE_POINTS: '1000000000', ADHELM_AUTH_FAILURES_MAX: '1000000' },
    // The platform of tags takes fifteen requests a minute.
    ...passingTime(),
  });
  const workspaceId = await service.workspaceId('Acme Japan');
  const make = (more: object) => service.home.keyRing.create({ workspaceId, name: 'fuzz', actor: 'test', ...more });
  keys = [service.key, (await make({})).key, (await make({ readOnly: true, channels: ['search', 'rehearsal'] })).key];
});

afterAll(async () => {
  agent.destroy();
  await service?.close();
});

test(`${REQUESTS} generated requests: documented answers only, and no state changed by a refused one`, async () => {
  const before = await state();
  // Lets tools that were told to wait go on.
  const release = setInterval(() => fixture.release(), 10);
  try {
    const arbitrary = anyRequest(keys, await listedTools());
    for (let share = 0; sent < REQUESTS; share++) {
      const requests = fc.sample(arbitrary, { numRuns: SHARE, seed: seed + share }).values();
      await Promise.all(Array.from({ length: AT_ONCE }, () => sendAll(requests)));
    }
  } finally {
    clearInterval(release);
    fixture.release();
  }
  expect(sent).toBeGreaterThanOrEqual(REQUESTS);
  expect(await state()).toEqual(before);
  expect(acknowledged.size).toBeGreaterThan(REQUESTS / 100);
  expect(fixture.written).toHaveLength(acknowledged.size);
  expect(await service.home.audit.verify()).toMatchObject({ ok: true, openIntents: 0 });
  for (const key of keys) expect(service.logged()).not.toContain(key);
  expect(service.logged()).not.toContain('"event":"request_failed"');
});

async function listedTools(): Promise<ListedTool[]> {
  const lists = ['search', 'social', 'tags', 'workspace'].map(async (address) => {
    const reply = await service.post(address, { jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const { result } = (await reply.json()) as { result: { tools: Omit<ListedTool, 'address'>[] } };
    return result.tools.map((tool) => ({ ...tool, address }));
  });
  return (await Promise.all(lists)).flat();
}

/** Several of these take turns on one list, so that as many requests are under way. */
async function sendAll(requests: Iterable<FuzzRequest>): Promise<void> {
  for (const request of requests) await expectDocumented(request);
}

async function expectDocumented(request: FuzzRequest): Promise<void> {
  const reply = await send(request);
  for (const [, number] of reply.body.matchAll(/\\"note\\":\{\\"id\\":\\"n(\d+)\\"/g)) acknowledged.add(Number(number));
  const wrong = undocumented(request, reply);
  if (wrong !== undefined) {
    const shown = { ...request, body: request.body.toString('latin1').slice(0, 2_000) };
    throw new Error(`${wrong}\n${JSON.stringify(shown)}\n${reply.status} ${reply.body.slice(0, 2_000)}`);
  }
}

function send({ method, path, body, ...request }: FuzzRequest): Promise<FuzzReply> {
  sent += 1;
  const headers = { ...request.headers, 'content-length': body.length };
  const { hostname, port } = new URL(service.url);
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({ agent, hostname, port, method, path, headers, timeout: HANG_MS }, (reply) => {
      text(reply).then(
        (whole) => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: whole }),
        reject,
      );
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer within ${HANG_MS} ms`)));
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Everything a refused request could have changed and must not. */
async function state(): Promise<unknown> {
  const { db } = service.home.store;
  const keys = await db.selectFrom('api_keys').selectAll().orderBy('id').execute();
  return {
    keys: keys.map(({ last_used_at: _, ...key }) => key),
    connections: await db
      .selectFrom('connections')
      .select(['id', 'workspace_id', 'channel', 'mode', 'account', 'options'])
      .orderBy('id')
      .execute(),
    workspaces: await db.selectFrom('workspaces').selectAll().orderBy('id').execute(),
    organizations: await db.selectFrom('organizations').selectAll().execute(),
    members: await db.selectFrom('members').selectAll().execute(),
  };
}
