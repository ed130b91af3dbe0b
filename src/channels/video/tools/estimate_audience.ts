import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id, text } from '../../../tools/fields.ts';
import { channel } from '../channel.ts';
import { platformTargeting, targetingFields } from '../resources/targeting.ts';
import { AudienceSize } from '../wire.ts';

const STAGES = ['', 'too narrow', 'narrow', 'balanced', 'broad'];

export default defineTool(channel, {
  name: 'estimate_audience',
  title: 'Estimate the size of an audience',
  description:
    'How many people a targeting reaches, as bounds, before anything is created. Nobody under 18 is counted.',
  toolset: 'planning',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({
    objective: text(40).describe('Objective of the campaign, such as TRAFFIC'),
    optimization_goal: text(40).describe('Goal of the ad group, such as CLICK'),
    placements: z
      .array(z.enum(['PLACEMENT_TIKTOK', 'PLACEMENT_PANGLE', 'PLACEMENT_GLOBAL_APP_BUNDLE']))
      .min(1)
      .default(['PLACEMENT_TIKTOK'])
      .describe('Where ads would be shown'),
    app_id: Id.optional().describe('With APP_PROMOTION'),
    ...targetingFields,
  }),
  output: z.object({
    estimate: z.object({ lower_bound: z.number(), upper_bound: z.number(), judgement: z.string().optional() }),
  }),
  async run({ objective, optimization_goal, placements, app_id, ...targeting }, { client, account }) {
    const body = { objective_type: objective, optimization_goal, placements, app_id, ...platformTargeting(targeting) };
    const { user_count, user_count_stage } = await client.ask('ad/audience_size/estimate', body, AudienceSize, account);
    const judgement = STAGES[user_count_stage ?? 0];
    return {
      estimate: {
        lower_bound: user_count.lower_end,
        upper_bound: user_count.upper_end,
        ...(judgement && { judgement }),
      },
    };
  },
});
