import { z } from 'zod';
import { stopOutput, stopSpending } from '../../../stops/stop-spending.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { text } from '../../../tools/fields.ts';
import { channel } from '../channel.ts';

export default defineTool(channel, {
  name: 'stop_spending',
  title: 'Stop all spending',
  description:
    'Pauses everything that is on, on every channel and ad account of the workspace at once, past any limit, policy and quota. Deletes nothing. A channel that fails does not keep the others: not_stopped names it. Call again to stop what is left; resume_spending brings back exactly what was paused.',
  toolset: 'spending',
  access: 'write',
  repeat: 'safe',
  stopsSpending: true,
  input: z.strictObject({
    channels: z.array(z.string()).min(1).optional().describe('Only these; all by default'),
    workspaces: z.enum(['all']).optional().describe('Every workspace, for organization-wide keys'),
    reason: text(500).optional().describe('Why, for the record'),
  }),
  output: z.object(stopOutput),
  look: ({ channels, workspaces }) => ({
    tool: 'report',
    arguments: { level: 'campaign', ...(channels && { channels }), ...(workspaces && { workspaces }) },
  }),
  run: (args, context) => stopSpending(args, context),
});
