import { z } from 'zod';
import { resumeOutput, resumeSpending } from '../../../stops/resume-spending.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { text } from '../../../tools/fields.ts';
import { channel } from '../channel.ts';

export default defineTool(channel, {
  name: 'resume_spending',
  title: 'Resume what a stop paused',
  description:
    'Switches on again exactly what a stop_spending paused, and nothing that was paused before it. What runs already, is gone or was changed since is left alone and named. Obeys policy and limits: what has to wait is a plan.',
  toolset: 'spending',
  access: 'write',
  repeat: 'safe',
  input: z.strictObject({
    stop_id: text(100).describe('As stop_spending answered'),
    preview: z.boolean().default(false).describe('Only plan it, for apply_plan'),
    reason: text(500).optional().describe('Shown to who approves it'),
  }),
  output: z.object(resumeOutput),
  look: () => ({ tool: 'report', arguments: { level: 'campaign' } }),
  run: (asked, context) => resumeSpending(asked, context),
});
