import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { PLAN_STATES, ShownPlan } from '../../../tools/plan-desk.ts';
import { channel } from '../channel.ts';

export default defineTool(channel, {
  name: 'list_plans',
  title: 'List planned changes',
  description: 'Changes that were previewed, or that wait for a person to agree; newest first.',
  toolset: 'plans',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({ state: z.enum(PLAN_STATES).optional().describe('Only those') }),
  output: z.object({ plans: z.array(ShownPlan) }),
  run: async ({ state }, { plans }) => ({ plans: await plans.list(state) }),
});
