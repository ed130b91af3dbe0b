import { execFile } from 'node:child_process';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Holdings } from '../../src/tools/exposure.ts';
import { closeServer, listen } from '../../src/upstream/scripted-server.testing.ts';
import { startTestService, type TestService } from '../service.ts';
import { type Browser, ownerOf } from '../web/browser.ts';

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

let service: TestService;
let owner: Browser;
let workspaceId: string;
let origin: string;
let status = 200;
const received: Received[] = [];
const receiver = createServer(async (request, reply) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  received.push({ headers: request.headers, body });
  reply.writeHead(status).end('answered');
});

beforeAll(async () => {
  origin = `http://127.0.0.1:${await listen(receiver)}`;
  service = await startTestService({ platforms: ['social'], settings: { ADHELM_INWARD_RECEIVERS: origin } });
  owner = await ownerOf(service);
  workspaceId = await service.workspaceId('Acme');
});
afterAll(async () => {
  await service?.close();
  await closeServer(receiver);
});
afterEach(async () => {
  status = 200;
  received.length = 0;
  for (const { id } of (await owner.api.endpoints.list.query({ workspaceId })).endpoints)
    await owner.api.endpoints.remove.mutate({ workspaceId, id });
});

const add = (changes: object = {}) =>
  owner.api.endpoints.create.mutate({
    workspaceId,
    kind: 'webhook',
    name: 'CRM',
    address: `${origin}/hook`,
    ...changes,
  });
const types = () => received.map(({ body }) => JSON.parse(body).type);

async function firstCampaign() {
  return (await service.call('social', 'list_social_campaigns', { limit: 1 })).result.campaigns[0];
}

/** Something that runs on a daily budget of its own, and the tool that changes it. */
async function budgetOwner() {
  await service.call('workspace', 'get_spend_limits');
  const rows = await service.home.store.db.selectFrom('spend_snapshots').select('holdings').execute();
  for (const { holdings } of rows) {
    const { objects, currency } = JSON.parse(holdings) as Holdings;
    const found = objects.find(({ on, budget }) => on && budget?.kind === 'daily');
    if (found?.level === 'ad_set') return { tool: 'update_ad_set', id: { ad_set_id: found.id }, currency };
    if (found) return { tool: 'update_social_campaign', id: { campaign_id: found.id }, currency };
  }
  throw new Error('nothing runs on social');
}

/** The clock of the service is the real one: the log is read every ten seconds, so a look is asked for. */
async function told(): Promise<void> {
  await service.home.store.db.updateTable('jobs').set({ run_at: 0 }).where('kind', '=', 'events').execute();
  await service.runJobs();
}

test('a change by a tool reaches the webhook, signed so that the official package takes it', async () => {
  const { secret } = await add();
  const { id } = await firstCampaign();
  const { isError } = await service.call('social', 'update_social_campaign', { campaign_id: id, name: 'Renamed' });
  expect(isError).toBe(false);
  await told();
  expect(types()).toEqual(['change.applied']);
  const [{ headers, body }] = received as [Received];
  expect(new Webhook(secret!).verify(body, headers as Record<string, string>)).toMatchObject({
    data: { channel: 'social', tool: 'update_social_campaign', outcome: 'applied' },
  });
  await told();
  expect(received).toHaveLength(1);
});

test('a call that a spend limit refuses is told once an hour, and is not slowed by it', async () => {
  await add({ events: ['limit.reached'] });
  const { organizationId } = (await service.home.directory.find('Acme'))!;
  const scope = { scope: 'workspace', organizationId, workspaceId } as const;
  const { tool, id, currency } = await budgetOwner();
  await service.home.spendLimits.book.set(scope, 'single', currency, '0.01', 'test');
  const raise = () => service.call('social', tool, { ...id, daily_budget: '9000.00' });
  const { result } = await raise();
  expect(result.error).toMatchObject({ code: 'over_limit' });
  await raise();
  const kept = () =>
    service.home.store.db.selectFrom('notice_events').select('id').where('type', '=', 'limit.reached').execute();
  await expect.poll(kept).toHaveLength(1);
  await service.runJobs();
  expect(types()).toEqual(['limit.reached']);
  await service.home.spendLimits.book.remove(scope, 'single', currency, 'test');
});

test('people see what happened to each delivery and send again what failed', async () => {
  const { endpoint } = await add();
  status = 503;
  const at = await owner.api.endpoints.test.mutate({ workspaceId, id: endpoint.id });
  expect(at).toMatchObject({ status: 503, error: 'It answers 503.', answer: 'answered' });
  const { organizationId } = (await service.home.directory.find('Acme'))!;
  await service.home.store.transaction((tx) =>
    service.home.notices.put(tx, {
      id: 'evt_page',
      type: 'alert.firing',
      organizationId,
      workspaceId,
      at: Date.now(),
      data: {},
      words: { title: 'Spend is up', text: '' },
    }),
  );
  status = 410;
  await service.runJobs();
  const [listed] = (await owner.api.endpoints.list.query({ workspaceId })).endpoints;
  expect(listed).toMatchObject({ state: 'off', offBecause: expect.stringContaining('410') });
  const log = () => owner.api.endpoints.deliveries.query({ workspaceId, id: endpoint.id });
  expect((await log()).deliveries[0]).toMatchObject({
    webhookId: 'evt_page',
    title: 'Spend is up',
    state: 'failed',
    attempts: [{ status: 410 }],
  });
  status = 200;
  await owner.api.endpoints.update.mutate({ workspaceId, id: endpoint.id, on: true });
  const since = new Date(Date.now() - 60_000).toISOString();
  expect(await owner.api.endpoints.replayFailed.mutate({ workspaceId, id: endpoint.id, since })).toEqual({
    replayed: 1,
  });
  await service.runJobs();
  expect((await log()).deliveries[0]).toMatchObject({
    state: 'delivered',
    attempts: [{ status: 410 }, { status: 200 }],
  });
});

test('the command line adds, lists, tests, rotates, logs, replays and removes', async () => {
  const run = async (...args: string[]) => {
    const main = join(import.meta.dirname, '../../src/main.ts');
    const env = { ...process.env, ADHELM_DATA: service.dataFolder, ADHELM_INWARD_RECEIVERS: origin };
    const command = [main, 'endpoint', ...args, '--json'];
    const { stdout } = await promisify(execFile)(process.execPath, command, { env: { ...env, NODE_NO_WARNINGS: '1' } });
    return JSON.parse(stdout);
  };
  const { endpoint, secret } = await run('add', '--workspace', 'Acme', '--name', 'CRM', '--to', `${origin}/cli`);
  expect(secret).toMatch(/^whsec_/);
  expect((await run('list', '--workspace', 'Acme')).endpoints).toMatchObject([{ id: endpoint.id, name: 'CRM' }]);
  expect(await run('test', endpoint.id)).toMatchObject({ delivered: true, status: 200 });
  expect((await run('rotate', endpoint.id)).secret).not.toBe(secret);
  expect((await run('deliveries', endpoint.id)).deliveries).toMatchObject([
    { type: 'endpoint.test', state: 'delivered' },
  ]);
  expect(await run('replay', endpoint.id)).toEqual({ replayed: 0 });
  expect(await run('remove', endpoint.id)).toEqual({ removed: endpoint.id });
});
