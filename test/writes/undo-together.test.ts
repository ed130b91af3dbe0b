import { describe, expect, test } from 'vitest';
import { sandboxed } from '../sandboxed.ts';
import type { Any } from './examples/example.ts';

/** Fields that the platform takes away for others, or adds with them: told in `applied`, and undone with them. */
interface Case {
  channel: 'social' | 'professional' | 'search' | 'video';
  tool: string;
  argument: string;
  /** The list that shows the object, and its ids there. */
  list: { tool: string; items: string; ids: string };
  /** Makes the object, and returns its id. */
  made(call: (tool: string, args?: Any) => Promise<Any>): Promise<string>;
  changes: readonly { change: Any; gone?: string; bulk?: Any }[];
}

const TARGETING = { geo_locations: { countries: ['US'] } };
const CASES: readonly Case[] = [
  {
    channel: 'social',
    tool: 'update_ad_set',
    argument: 'ad_set_id',
    list: { tool: 'list_ad_sets', items: 'ad_sets', ids: 'ad_set_ids' },
    async made(call) {
      const { campaign } = await call('create_social_campaign', {
        name: 'together',
        objective: 'OUTCOME_TRAFFIC',
        special_ad_categories: [],
        is_adset_budget_sharing_enabled: false,
      });
      const { ad_set } = await call('create_ad_set', {
        campaign_id: campaign.id,
        name: 'together',
        targeting: TARGETING,
        advantage_audience: false,
        optimization_goal: 'LINK_CLICKS',
        daily_budget: 20,
        end_time: '2031-01-01T00:00:00Z',
        bid_strategy: 'COST_CAP',
        bid_amount: 3,
      });
      return ad_set.id;
    },
    changes: [
      { change: { lifetime_budget: 40_000 }, gone: 'daily_budget' },
      { change: { bid_strategy: 'LOWEST_COST_WITHOUT_CAP' }, gone: 'bid_amount' },
    ],
  },
  {
    channel: 'social',
    tool: 'update_social_campaign',
    argument: 'campaign_id',
    list: { tool: 'list_social_campaigns', items: 'campaigns', ids: 'campaign_ids' },
    async made(call) {
      const { campaign } = await call('create_social_campaign', {
        name: 'together',
        objective: 'OUTCOME_TRAFFIC',
        special_ad_categories: [],
        lifetime_budget: 900,
      });
      return campaign.id;
    },
    changes: [
      { change: { daily_budget: 30 }, gone: 'lifetime_budget' },
      { change: { daily_budget: 30 }, gone: 'lifetime_budget', bulk: 'budgets' },
    ],
  },
  {
    channel: 'professional',
    tool: 'update_professional_campaign',
    argument: 'campaign_id',
    list: { tool: 'list_professional_campaigns', items: 'campaigns', ids: 'campaign_ids' },
    async made(call) {
      const { campaign_group } = await call('create_campaign_group', {
        name: 'together',
        run_schedule_start: '2030-01-01T00:00:00Z',
      });
      const { campaign } = await call('create_professional_campaign', {
        campaign_group_id: campaign_group.id,
        name: 'together',
        type: 'SPONSORED_UPDATES',
        format: 'STANDARD_UPDATE',
        objective_type: 'WEBSITE_VISIT',
        cost_type: 'CPM',
        optimization_target_type: 'MAX_CLICK',
        daily_budget_amount: '50',
        run_schedule_start: '2030-01-02T00:00:00Z',
        targeting: { include: { locations: ['urn:li:geo:103644278'] } },
        offsite_delivery_enabled: false,
        audience_expansion_enabled: false,
        political_intent: 'NOT_POLITICAL',
      });
      return campaign.id;
    },
    changes: [
      { change: { optimization_target_type: 'NONE', unit_cost_amount: '8' } },
      { change: { run_schedule_end: '2031-01-15T00:00:00Z' } },
    ],
  },
];

for (const { channel, tool, argument, list, made, changes } of CASES) {
  describe(`${channel} ${tool}`, () => {
    const { call, service } = sandboxed(channel);
    const inWorkspace = async (name: string, args: Any) => (await service().call('workspace', name, args)).result;

    const replaced = changes.find(({ gone, bulk }) => gone && !bulk);
    if (replaced)
      test('what came with a field and was changed since is left alone', async () => {
        const id = await made(call);
        const [name, value] = Object.entries(replaced.change)[0]!;
        await call(tool, { [argument]: id, ...replaced.change });
        const { changes: first } = await inWorkspace('list_history', { limit: 1 });
        await call(tool, { [argument]: id, [name]: Number(value) + 1 });
        const report = await inWorkspace('undo_change', { change_id: first[0].change_id });
        expect(report).toMatchObject({ undo: 'none', changes: [{ fields: [{ will_be: 'changed_since' }] }] });
      });

    test.each(changes)('$change: what goes with it is told, and comes back with it', async ({ change, gone, bulk }) => {
      const id = await made(call);
      const shown = async () => {
        const { updated_time: _, ...rest } = (await call(list.tool, { [list.ids]: [id] }))[list.items][0];
        return rest;
      };
      const before = await shown();
      const reply = bulk
        ? (await call('bulk_update', { [bulk]: [{ [argument]: id, ...change }] })).results[0]
        : await call(tool, { [argument]: id, ...change });
      if (gone) expect(reply.applied[gone]).toEqual({ from: before[gone], to: null });
      const { changes: made_ } = await inWorkspace('list_history', { limit: 1 });
      expect(made_[0]).toMatchObject({ undo: 'full' });
      const done = await inWorkspace('undo_change', { change_id: made_[0].change_id, preview: false });
      expect(done, JSON.stringify(done)).toMatchObject({ undo: 'full', plans: [{ plan: { state: 'applied' } }] });
      expect(await shown()).toEqual(before);
    });
  });
}
