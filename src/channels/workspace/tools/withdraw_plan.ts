import { z } from 'zod';
import { asListed } from '../../../tools/as-listed.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { channel } from '../channel.ts';

export default defineTool(channel, {
  name: 'withdraw_plan',
  title: 'Withdraw a planned change',
  description:
    'Closes a plan that was not applied yet, for good: no person can approve it and no call can apply it afterwards.',
  toolset: 'plans',
  access: 'write',
  repeat: 'safe',
  input: z.strictObject({ plan_id: z.string().describe('From a preview or list_plans') }),
  output: z.object({ plan: asListed('list_plans') }),
  look: ({ plan_id }) => ({ tool: 'get_plan', arguments: { plan_id } }),
  run: async ({ plan_id }, { plans }) => ({ plan: await plans.withdraw(plan_id) }),
});
