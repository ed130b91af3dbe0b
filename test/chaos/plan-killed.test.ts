import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { realAmbient } from '../../src/ambient.ts';
import { loadSettings } from '../../src/config.ts';
import { type Home, openHome } from '../../src/process/home.ts';
import { type LaunchedSandbox, launchSandbox } from '../../src/sandbox/launch.ts';
import { storeEnvironment, until } from '../start/command-line.ts';
import { Target } from './target.ts';

/** The service killed at each arrow of a plan: nothing is applied twice, and nothing is being applied for ever. */
const data = mkdtempSync(join(tmpdir(), 'adhelm-plan-'));
let sandbox: LaunchedSandbox;
let target: Target;
let home: Home;

beforeAll(async () => {
  sandbox = await launchSandbox({ file: join(data, 'sandbox.sqlite'), port: 0 });
  const { ADHELM_DATABASE_URL: databaseUrl = '' } = await storeEnvironment();
  target = new Target(data, sandbox, databaseUrl);
  await target.url();
  home = await openHome(loadSettings({ ADHELM_DATA: data, ADHELM_DATABASE_URL: databaseUrl }), realAmbient);
});

afterAll(async () => {
  await target?.kill();
  await sandbox?.stop();
  await home?.close();
  rmSync(data, { recursive: true, force: true });
});

// biome-ignore lint/suspicious/noExplicitAny: replies of any shape
type Any = any;

async function call(channel: string, name: string, args: Any = {}): Promise<Any> {
  const reply = await fetch(`${await target.url()}/${channel}/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${target.firstKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  });
  const { result } = (await reply.json()) as Any;
  return JSON.parse(result.content[0].text);
}

const faults = (method: 'POST' | 'DELETE', body?: Any) =>
  fetch(`${sandbox.controlOrigin}/faults`, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
const made = async (): Promise<number> =>
  ((await (await fetch(`${sandbox.controlOrigin}/ledger?platform=search`)).json()) as Any).effects.length;
const stateOf = async (plan_id: string): Promise<string> =>
  (await call('workspace', 'get_plan', { plan_id })).plan.state;

let names = 0;
const renaming = async (more = {}): Promise<Any> => {
  const [{ id: campaign_id }] = (await call('search', 'list_campaigns', { limit: 1 })).campaigns;
  return call('search', 'update_campaign', { campaign_id, name: `Killed ${++names}`, ...more });
};

async function killed(): Promise<void> {
  await target.kill();
  target.restart();
  await target.url();
}

test('planned: it is still there, and is applied once', async () => {
  const { plan } = await renaming({ preview: true });
  await killed();
  const before = await made();
  expect(await call('workspace', 'apply_plan', { plan_id: plan.id })).toMatchObject({ applied: { name: {} } });
  expect(await made()).toBe(before + 1);
});

test('applying: nobody knows what became of it, and it is not sent again', async () => {
  const { plan } = await renaming({ preview: true });
  const before = await made();
  // The platform's check comes twice, in the comparison and in the run itself, and then the change.
  await faults('POST', { platform: 'search', kind: 'latency', ms: 600_000, match: ':mutate', skip: 2, times: 10 });
  const cut = call('workspace', 'apply_plan', { plan_id: plan.id }).catch(() => 'cut off');
  while (
    (await home.store.db.selectFrom('plans').select('state').where('id', '=', plan.id).executeTakeFirst())?.state !==
    'applying'
  )
    await sleep(5);
  await target.kill();
  expect(await cut).toBe('cut off');
  await faults('DELETE');
  target.restart();
  await until(async () => ((await stateOf(plan.id)) === 'unknown' ? true : undefined));
  const { error } = await call('workspace', 'apply_plan', { plan_id: plan.id });
  expect(error).toMatchObject({ code: 'conflict', next_step: expect.stringContaining('Read the object') });
  expect(await made()).toBeLessThanOrEqual(before + 1);
});

test('approved: the service applies it after its restart, once', async () => {
  const { organizationId, workspaceId } = (await home.store.db
    .selectFrom('workspaces')
    .select(['organization_id as organizationId', 'id as workspaceId'])
    .where('name', '=', 'Acme')
    .executeTakeFirst())!;
  await home.policies.set({ organizationId, workspaceId, change: { rules: { change: 'approve' } }, actor: 'test' });
  const { error } = await until(async () => {
    const answer = await renaming();
    return answer.error ? answer : undefined;
  });
  expect(error).toMatchObject({ code: 'approval_required', outcome: 'not_applied', plan: { state: 'waiting' } });
  const before = await made();
  await target.kill();
  const plan = (await home.plans.find(workspaceId, error.plan.id))!;
  expect(await home.plans.approve(plan, 'a person')).toBe('approved');
  target.restart();
  await until(async () => ((await stateOf(plan.id)) === 'applied' ? true : undefined));
  expect(await made()).toBe(before + 1);
  await killed();
  await sleep(2_500);
  expect(await made()).toBe(before + 1);
});
