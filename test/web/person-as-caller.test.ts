import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepExample } from '../media-plans/example-media-plan.ts';
import { startTestService, type TestService } from '../service.ts';
import { type Browser, ownerOf } from './browser.ts';

let service: TestService;
let owner: Browser;
let acme: string;
beforeAll(async () => {
  service = await startTestService({ platforms: ['social'], settings: { ADHELM_RATE_POINTS: '8' } });
  owner = await ownerOf(service);
  acme = await service.workspaceId('Acme');
});
afterAll(() => service?.close());

const run = (tool: string, args: Record<string, unknown>, idempotencyKey?: string) =>
  owner.api.tools.run.mutate({
    workspaceId: acme,
    channel: 'social',
    tool,
    arguments: args,
    ...(idempotencyKey && { idempotencyKey }),
  });

test('a repeated change with the same key is answered once, a person is counted and limited like a key', async () => {
  const campaign = {
    name: 'Once',
    objective: 'OUTCOME_TRAFFIC',
    special_ad_categories: [],
    daily_budget: 20,
  };
  const first = await run('create_social_campaign', campaign, 'once');
  const again = await run('create_social_campaign', campaign, 'once');
  if (!first.ok || !again.ok) throw new Error(JSON.stringify([first, again]));
  expect(again.result).toEqual({ ...first.result, replayed: true });
  const ledger = await fetch(`${service.sandbox.controlOrigin}/ledger?platform=social&kind=create`);
  expect(((await ledger.json()) as { effects: unknown[] }).effects).toHaveLength(1);

  // Two changes took six of the eight points.
  await run('list_social_campaigns', { limit: 1 });
  await run('list_social_campaigns', { limit: 1 });
  const refused = run('list_social_campaigns', { limit: 1 });
  await expect(refused).rejects.toMatchObject({ data: { code: 'TOO_MANY_REQUESTS', httpStatus: 429 } });
  const stop = { workspaceId: acme, channel: 'workspace', tool: 'stop_spending', arguments: {} };
  const { id: campaign_id } = (first.result as { campaign: { id: string } }).campaign;
  const paused = await run('update_social_campaign', { campaign_id, status: 'PAUSED' });
  expect(paused, 'a pause has points of its own').toMatchObject({ ok: true });
  const pausedAgain = () => run('update_social_campaign', { campaign_id, status: 'PAUSED' });
  await expect(async () => {
    for (let tries = 0; tries < 8; tries++) await pausedAgain();
  }, 'and no more than those').rejects.toMatchObject({ data: { httpStatus: 429 } });
  expect(await owner.api.tools.run.mutate(stop), 'no quota holds back a stop').toMatchObject({ ok: true });

  const { person, organization } = await owner.api.session.me.query();
  const place = { organizationId: organization.id, workspaceId: acme };
  const { plan } = await keepExample(service.home, { ...place, by: person.id, rows: 1, state: 'waiting' });
  await service.home.plans.move(plan!, ['waiting'], 'stale', { actor: person.id });
  const anew = owner.api.approvals.planAnew.mutate({ id: plan!.id });
  await expect(anew, 'planning anew costs as a change does').rejects.toMatchObject({ data: { httpStatus: 429 } });
  const counted = () =>
    service.home.store.db
      .selectFrom('usage_counts')
      .select(['tool', 'calls'])
      .where('key_id', '=', person.id)
      .execute();
  await expect
    .poll(counted, { timeout: 90_000, interval: 500 })
    .toContainEqual({ tool: 'social/list_social_campaigns', calls: 2 });
});

test('a key’s points are its own', async () => {
  const reply = await service.post('social', { jsonrpc: '2.0', id: 1, method: 'tools/list' });
  expect(reply.status).toBe(200);
});
