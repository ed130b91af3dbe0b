import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { listArguments, nextCursor } from '../../../tools/listing.ts';
import { channel } from '../channel.ts';
import { searchBehaviors, TargetingOption, targetingOptionOf } from '../resources/targeting-option.ts';

export default defineTool(channel, {
  name: 'search_behaviors',
  title: 'List behaviours',
  description:
    'Behaviours that can be targeted: ids for targeting.flexible_spec, with descriptions and audience sizes.',
  toolset: 'planning',
  access: 'read',
  repeat: 'safe',
  keptS: 3_600,
  scopes: ['ads_read'],
  account: false,
  input: z.strictObject({ ...listArguments(100) }),
  output: z.object({ behaviors: z.array(TargetingOption), ...nextCursor }),
  async run(paging, { client }) {
    const { items, ...more } = await searchBehaviors(client, paging);
    return { behaviors: items.map(targetingOptionOf), ...more };
  },
});
