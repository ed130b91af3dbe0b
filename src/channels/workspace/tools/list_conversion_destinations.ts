import { z } from 'zod';
import { ShownDestination } from '../../../conversions/channel-tools.ts';
import { destinationsEverywhere } from '../../../conversions/workspace-destinations.ts';
import { Missing } from '../../../reports/missing-sources.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { channel } from '../channel.ts';

export default defineTool(channel, {
  name: 'list_conversion_destinations',
  title: 'List conversion destinations',
  description:
    'Where conversions of this workspace can be sent: datasets, conversion actions, rules and event sources of every connected channel, with status, last received and quality. What could not be read stands in missing.',
  toolset: 'conversions',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({
    channels: z.array(z.string()).min(1).optional().describe('Only these; all by default'),
  }),
  output: z.object({
    destinations: z.array(ShownDestination.extend({ channel: z.string(), account: z.string() })),
    missing: z.array(Missing),
  }),
  run: (args, context) => destinationsEverywhere(args, context),
});
