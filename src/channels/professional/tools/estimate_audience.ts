import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { channel } from '../channel.ts';
import { audienceSize, resolveTargeting, TargetingAgain } from '../resources/targeting.ts';

export default defineTool(channel, {
  name: 'estimate_audience',
  title: 'Estimate an audience',
  description: 'How many members a targeting reaches, before anything is created. At least 300 are needed to run.',
  toolset: 'targeting',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({ targeting: TargetingAgain.describe('Whom to reach, as in create_professional_campaign') }),
  output: z.object({
    audience: z.object({
      size: z.number().nullable().describe('Null: fewer than 300, which the platform does not tell'),
      large_enough: z.boolean(),
    }),
    targeting: z.looseObject({}).describe('With names turned into URNs'),
    notes: z.array(z.string()),
  }),
  async run({ targeting }, { client, account }) {
    const resolved = await resolveTargeting(client, account, targeting);
    const size = await audienceSize(client, resolved);
    const enough = size > 0;
    return {
      audience: { size: enough ? size : null, large_enough: enough },
      targeting: resolved,
      notes: enough ? [] : ['Fewer than 300 members: a campaign with it cannot be activated. Widen the targeting.'],
    };
  },
});
