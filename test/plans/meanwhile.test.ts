import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Pipeline } from '../../src/pipeline/call.ts';
import type { Tool } from '../../src/tools/define-tool.ts';
import { passingTime } from '../passing-time.ts';
import { startTestService, type TestService } from '../service.ts';

/** What may change between a plan and its application besides the object: the asking, the key, the rules, the connection, the tool. */

// biome-ignore lint/suspicious/noExplicitAny: tests read replies as untyped JSON
type Any = any;

const { ambient, sleep } = passingTime();
let service: TestService;
let pipeline: Pipeline;
let tools: readonly Tool[];
let place: { organizationId: string; workspaceId: string };
let made = 0;

beforeAll(async () => {
  service = await startTestService({
    platforms: ['social'],
    ambient,
    sleep,
    extraEndpoints: (opened) => {
      pipeline = opened;
      return [];
    },
  });
  const { id: workspaceId, organizationId } = (await service.home.directory.find('Acme'))!;
  place = { organizationId, workspaceId };
  tools = pipeline.tools;
});
afterEach(async () => {
  pipeline.tools = tools;
  await rules('auto');
});
afterAll(() => service?.close());

const rules = (raise: 'auto' | 'confirm' | 'approve') =>
  service.home.policies.set({ ...place, keyId: undefined, change: { rules: { raise } }, actor: 'test' });

async function campaign(): Promise<string> {
  const { result } = await service.call('social', 'create_social_campaign', {
    name: `Meanwhile ${++made}`,
    objective: 'OUTCOME_TRAFFIC',
    special_ad_categories: [],
    daily_budget: '20',
  });
  return result.campaign.id;
}
const raise = (args: Any, options = {}) => service.call('social', 'update_social_campaign', args, options);
const planned = async (campaign_id: string): Promise<string> =>
  (await raise({ campaign_id, daily_budget: '30', preview: true })).result.plan.id;
const apply = async (plan_id: string) => (await service.call('workspace', 'apply_plan', { plan_id })).result;
const stateOf = async (plan_id: string) => (await service.call('workspace', 'get_plan', { plan_id })).result.plan;
const effects = async (): Promise<number> =>
  ((await (await fetch(`${service.sandbox.controlOrigin}/ledger?platform=social`)).json()) as Any).effects.length;

/** The tool of that name as another version of the service would have it. */
function upgraded(name: string, change: (tool: Tool) => Partial<Tool>): void {
  pipeline.tools = tools.map((tool) => (tool.name === name ? { ...tool, ...change(tool) } : tool));
}

test('asked twice, in any order and form of the same arguments, it is one plan that waits', async () => {
  await rules('approve');
  const campaign_id = await campaign();
  const ids = new Set<string>();
  for (const args of [
    { campaign_id, daily_budget: '30', name: 'Same' },
    { name: 'Same', daily_budget: '30.00', campaign_id },
    { daily_budget: 30, campaign_id, name: 'Same' },
  ])
    ids.add((await raise(args)).result.error.plan.id);
  expect(ids.size).toBe(1);
  const other = (await raise({ campaign_id, daily_budget: '30.01', name: 'Same' })).result.error.plan.id;
  expect(ids).not.toContain(other);
});

test('a connection that leads to another account by now: refused, and nothing is sent', async () => {
  const { connections } = service.home;
  const held = (await connections.get(place.workspaceId, 'social'))!;
  const plan = await planned(await campaign());
  const before = await effects();
  const moveTo = async (account: string | null) => {
    await service.home.store.db.updateTable('connections').set({ account }).where('id', '=', held.id).execute();
    service.home.directory.refresh();
  };
  await moveTo('1001000000000002');
  expect((await apply(plan)).error).toMatchObject({ code: 'stale', outcome: 'not_applied' });
  expect(await effects()).toBe(before);
  await moveTo(held.account ?? null);
});

test('a key that may only read by now: what a person approves is not made', async () => {
  await rules('approve');
  const { key, id } = await service.home.keyRing.create({ ...place, name: 'demoted', actor: 'test' });
  const campaign_id = await campaign();
  const { plan } = (await raise({ campaign_id, daily_budget: '30' }, { key })).result.error;
  await service.home.store.db.updateTable('api_keys').set({ read_only: 1 }).where('id', '=', id).execute();
  service.home.keyRing.forget();
  const before = await effects();
  const { plans } = service.home;
  const found = (await plans.find(place.workspaceId, plan.id))!;
  expect(await plans.approve(found, 'a person')).toBe('approved');
  await expect.poll(async () => (await stateOf(plan.id)).state).toBe('failed');
  expect(await stateOf(plan.id)).toMatchObject({ note: expect.stringContaining('read-only') });
  expect(await effects()).toBe(before);
});

test('rules that are stricter by now: what was previewed waits for a person', async () => {
  const plan = await planned(await campaign());
  await rules('approve');
  const before = await effects();
  expect((await apply(plan)).error).toMatchObject({ code: 'approval_required', outcome: 'not_applied' });
  expect(await stateOf(plan)).toMatchObject({ state: 'waiting' });
  expect(await effects()).toBe(before);
});

test('a tool whose arguments an upgrade has changed: stale', async () => {
  const plan = await planned(await campaign());
  const before = await effects();
  upgraded('update_social_campaign', ({ input }) => ({ input: input.extend({ added: z.string().optional() }) }));
  expect((await apply(plan)).error).toMatchObject({
    code: 'stale',
    message: expect.stringContaining('the arguments of the tool'),
  });
  expect(await effects()).toBe(before);
});

test('a picture that is another one by now: stale', async () => {
  const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const OTHER = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
  const { result } = await service.call('social', 'upload_ad_image', { image_base64: PIXEL, preview: true });
  expect(result.plan, JSON.stringify(result)).toMatchObject({ state: 'planned' });
  const before = await effects();
  // As if the address of the picture had answered with another one.
  upgraded('upload_ad_image', ({ run }) => ({
    run: (args, context) => run({ ...(args as Any), image_base64: OTHER }, context),
  }));
  expect((await apply(result.plan.id)).error).toMatchObject({ code: 'stale', outcome: 'not_applied' });
  expect(await effects()).toBe(before);
});

test('a preview and the change it shows do not share an idempotency key', async () => {
  const campaign_id = await campaign();
  const keyed = { campaign_id, daily_budget: '30', idempotency_key: 'one-key-for-both' };
  expect((await raise({ ...keyed, preview: true })).result).toHaveProperty('plan');
  const before = await effects();
  const { isError, result } = await raise(keyed);
  expect(isError, JSON.stringify(result)).toBe(false);
  expect(result).not.toHaveProperty('replayed');
  expect(await effects()).toBe(before + 1);
  expect((await raise(keyed)).result).toMatchObject({ replayed: true });
  expect(await effects()).toBe(before + 1);
});

test('what a plan holds is sealed in the store, and a secret in it is in no record', async () => {
  const secret = 'EAAB7secret7secret7secret';
  const { result } = await service.call('social', 'create_ad_creative', {
    name: 'Sealed',
    page_id: '101000000000001',
    link_url: `https://acme.example/x?access_token=${secret}`,
    message: 'Built for weather.',
    picture: 'https://acme.example/x.png',
    preview: true,
  });
  expect(result.plan, JSON.stringify(result)).toMatchObject({ state: 'planned' });
  const { db } = service.home.store;
  const rows = [
    ...(await db.selectFrom('plans').selectAll().where('id', '=', result.plan.id).execute()),
    ...(await db.selectFrom('audit_log').selectAll().execute()),
  ];
  const written = rows.map((row) =>
    Object.values(row)
      .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)))
      .join('\n'),
  );
  expect(written.join('\n')).not.toContain(secret);
  expect(JSON.stringify(result.plan), 'nor in what is shown').not.toContain(secret);
});
