import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { withoutUnset } from '../../../tools/set-fields.ts';
import { channel } from '../channel.ts';
import { boundOf, lowerBoundOf } from '../resources/audience.ts';
import { Targeting, targetingProblems } from '../resources/targeting.ts';
import { estimateReach } from '../resources/targeting-option.ts';

export default defineTool(channel, {
  name: 'estimate_audience_size',
  title: 'Estimate the size of an audience',
  description: 'How many people a targeting reaches, as bounds, before anything is created.',
  toolset: 'planning',
  access: 'read',
  repeat: 'safe',
  scopes: ['ads_read'],
  input: z.strictObject({ targeting: Targeting.describe('As in create_ad_set') }),
  output: z.object({
    estimate: z.object({
      lower_bound: z.number().optional(),
      upper_bound: z.number().optional(),
      ready: z.boolean(),
    }),
    notes: z.array(z.string()),
  }),
  rules: ({ targeting }) => targetingProblems(targeting, undefined),
  async run({ targeting }, { client, account }) {
    const { users_lower_bound, users_upper_bound, estimate_ready } = await estimateReach(client, account, targeting);
    const lower_bound = lowerBoundOf(users_lower_bound, users_upper_bound);
    const upper_bound = boundOf(users_upper_bound);
    return {
      estimate: withoutUnset({ lower_bound, upper_bound, ready: estimate_ready }),
      notes: [
        ...(upper_bound === undefined ? ['The platform does not tell the size of this audience.'] : []),
        ...(lower_bound === undefined && upper_bound !== undefined
          ? [`The platform tells no less than ${upper_bound}: these are ${upper_bound} people or fewer, perhaps none.`]
          : []),
      ],
    };
  },
});
