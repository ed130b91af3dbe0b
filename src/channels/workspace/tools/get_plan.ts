import { z } from 'zod';
import { asListed } from '../../../tools/as-listed.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { channel } from '../channel.ts';

export default defineTool(channel, {
  name: 'get_plan',
  title: 'See a planned change',
  description:
    'One plan: its difference, its state and, once applied, the result. With wait_s it answers when a person has decided and it is made, or after that long.',
  toolset: 'plans',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({
    plan_id: z.string().describe('From a preview or list_plans'),
    wait_s: z.int().min(0).max(25).default(0).describe('Longest wait for a decision, in seconds'),
  }),
  output: z.object({ plan: asListed('list_plans') }),
  run: async ({ plan_id, wait_s }, { plans }) => ({ plan: await plans.get(plan_id, wait_s) }),
});
