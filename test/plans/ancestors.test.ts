import { describe, expect, test } from 'vitest';
import { discover } from '../../src/pipeline/registry.ts';
import type { Ancestor } from '../../src/plans/plan.ts';
import { isRunning } from '../../src/tools/less-spending.ts';
import { isMoney } from '../../src/tools/undo.ts';
import { sandboxed } from '../sandboxed.ts';
import { EXAMPLES } from '../writes/examples/all.ts';
import type { Any } from '../writes/examples/example.ts';

/** Every write tool of every channel: what moves above its object between preview and apply makes the plan stale. */
const { byAddress } = await discover(new URL('../../src/channels', import.meta.url).pathname);

const ON = { social: 'ACTIVE', search: 'ENABLED', professional: 'ACTIVE', video: 'ENABLE' } as const;
const GONE = { social: 'DELETED', search: 'REMOVED', professional: 'REMOVED', video: 'DELETE' } as const;

describe.each(['social', 'search', 'professional', 'video'] as const)('%s', (name) => {
  const examples = EXAMPLES[name]!;
  const tools = (byAddress.get(name) ?? []).filter((tool) => tool.access !== 'read' && examples[tool.name]);
  const { levels = [], lineage = {} } = tools[0]!.channel;
  const lowest = levels.at(-1)!.tool;
  const sandbox = sandboxed(name);

  /** A plan of the tool's example, with what stands above its object, the nearest first. */
  async function planned(tool: string): Promise<{ id: string; args: Any; above: Ancestor[] }> {
    const args = await examples[tool]!(sandbox);
    const { plan } = await sandbox.call(tool, { ...args, preview: true });
    const { home, workspaceId } = sandbox.service();
    const { facts } = (await home.plans.find(await workspaceId('Acme'), plan.id))!;
    return { id: plan.id, args, above: facts.ancestors!.filter(({ values }) => Object.keys(values).length > 0) };
  }
  const apply = (planId: string) => sandbox.service().call('workspace', 'apply_plan', { plan_id: planId });
  const change = (object: Ancestor, fields: Any) => {
    const { tool, argument } = levels.find((one) => one.argument === `${object.level}_id`)!;
    return sandbox.call(tool, { [argument]: object.id, ...fields });
  };
  async function expectStale(planId: string, field: unknown): Promise<void> {
    const before = (await sandbox.ledger()).length;
    const { result } = await apply(planId);
    expect(result.error).toMatchObject({ code: 'stale', field, outcome: 'not_applied' });
    const { result: found } = await sandbox.service().call('workspace', 'get_plan', { plan_id: planId });
    expect(found.plan).toMatchObject({ state: 'stale', note: expect.stringMatching(/ then, .* now|is gone/) });
    expect((await sandbox.ledger()).length, 'nothing was sent').toBe(before);
  }

  test.each(tools.map((tool) => [tool.name, tool] as const))(
    '%s: paused or switched on above it, its plan is stale',
    async (tool, { repeat }) => {
      const { id, args, above } = await planned(tool);
      const isBelow = Object.keys(args).some((argument) => {
        const generation = lineage[argument.replace(/_ids$/, '_id')];
        return generation && (generation.above !== undefined || (repeat === 'never' && argument in lineage));
      });
      expect(above.length > 0, `${tool} ${JSON.stringify(args)}`).toBe(isBelow);
      const top = above.at(-1);
      if (!top) return;
      const { status } = top.values;
      const { off } = levels.find((one) => one.argument === `${top.level}_id`)!;
      await change(top, { status: isRunning(status) ? off : ON[name] });
      await expectStale(id, `${top.level}.status`);
      // The examples share their objects.
      await change(top, { status: isRunning(status) ? ON[name] : off });
    },
  );

  test('an edit above it that moves no money does not stand in its way', async () => {
    const { id, above } = await planned(lowest);
    await change(above[0]!, { [name === 'video' ? 'ad_group_name' : 'name']: 'Renamed meanwhile' });
    const { isError, result } = await apply(id);
    expect(isError, JSON.stringify(result)).toBe(false);
  });

  test('with another budget above it, its plan is stale', async () => {
    const { id, above } = await planned(lowest);
    const holder = above.find(({ values }) => Object.values(values).some(isMoney))!;
    const [field] = Object.entries(holder.values).find(([, value]) => isMoney(value))!;
    if (name === 'search')
      await sandbox.call('update_campaign_budget', { budget_id: holder.values.budget_id, daily_budget: '77' });
    else await change(holder, { [field]: '77' });
    await expectStale(id, `${holder.level}.${field}`);
  });

  test('with what stands above it deleted, its plan is stale', async () => {
    const { id, above } = await planned(lowest);
    const nearest = above[0]!;
    await change(nearest, { status: GONE[name] });
    await expectStale(id, expect.stringContaining(nearest.level));
  });
});
