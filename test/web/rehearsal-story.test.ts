import { afterAll, beforeAll, expect, test } from 'vitest';
import { newestFirst, tell, tellDecision } from '../../web/pages/rehearsal/story.ts';
import { startTestService, type TestService } from '../service.ts';
import { type Browser, ownerOf } from './browser.ts';
import { invited } from './people.ts';

let service: TestService;
let owner: Browser;
let approver: Browser;
let workspaceId: string;
beforeAll(async () => {
  service = await startTestService({ platforms: ['social'] });
  workspaceId = await service.workspaceId('Acme');
  owner = await ownerOf(service);
  approver = await invited(owner, 'approver@acme.example', 'approver', workspaceId);
});
afterAll(() => service?.close());

test('an agent raises a budget, a person declines, the agent asks for less, it is approved and undone: the ledger tells it all', async () => {
  const { key } = await owner.api.keys.create.mutate({ workspaceId, name: 'media-buyer', readOnly: false });
  const call = async (channel: string, tool: string, args: Record<string, unknown>) =>
    (await service.call(channel, tool, args, { key })).result;
  const { campaign } = await call('social', 'create_social_campaign', {
    name: 'Always on',
    objective: 'OUTCOME_TRAFFIC',
    special_ad_categories: [],
    daily_budget: 20,
  });
  await owner.api.approvals.setPolicy.mutate({ workspaceId, rules: { raise: 'approve' } });
  const raise = async (daily_budget: number): Promise<{ id: string; hash: string }> => {
    const { error } = await call('social', 'update_social_campaign', { campaign_id: campaign.id, daily_budget });
    const { hash } = await approver.api.approvals.get.query({ id: error.plan.id });
    return { id: error.plan.id, hash };
  };

  await approver.api.approvals.reject.mutate({ ...(await raise(60)), note: 'Too much. Half of it?' });
  await owner.api.rehearsal.advance.mutate({ days: 1 });
  await approver.api.approvals.approve.mutate(await raise(30));
  const { changes } = await call('workspace', 'list_history', { object: campaign.id });
  const { change_id } = changes.find(({ tool }: { tool: string }) => tool === 'update_social_campaign');
  expect(await call('workspace', 'undo_change', { change_id, preview: false })).toMatchObject({ undo: 'full' });

  const ledger = await owner.api.rehearsal.ledger.query({});
  const effects = ledger.effects.filter(({ id }) => id === campaign.id);
  const words = newestFirst({ ...ledger, effects }).map((one) => {
    if ('effect' in one) return tell(one.effect).title;
    return 'decision' in one ? tellDecision(one.decision) : 'time went by';
  });
  expect(words.toReversed()).toEqual([
    '“Always on” created',
    'media-buyer asks: Update a campaign: daily_budget 20.00 USD → 60.00 USD',
    'approver declined: “Too much. Half of it?”',
    'time went by',
    'media-buyer asks: Update a campaign: daily_budget 20.00 USD → 30.00 USD',
    'approver approved',
    'Budget $20.00 → $30.00 / day',
    'Budget $30.00 → $20.00 / day',
  ]);
  const { campaigns } = await call('social', 'list_social_campaigns', { campaign_ids: [campaign.id] });
  expect(campaigns[0].daily_budget).toEqual({ amount: '20.00', currency: 'USD' });

  await owner.api.rehearsal.startOver.mutate();
  expect((await owner.api.rehearsal.ledger.query({})).decisions).toEqual([]);
});
