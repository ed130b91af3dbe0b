import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { CHANGE_STATES, ShownScheduledChange } from '../../../tools/schedule-desk.ts';
import { channel } from '../channel.ts';

export default defineTool(channel, {
  name: 'list_scheduled_changes',
  title: 'List scheduled changes',
  description: 'Changes that wait for their hour, and what became of earlier ones.',
  toolset: 'schedules',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({ state: z.enum(CHANGE_STATES).optional().describe('Only those') }),
  output: z.object({ changes: z.array(ShownScheduledChange).describe('The latest hour first, at most 100') }),
  run: async ({ state }, { schedules }) => ({ changes: await schedules.changes(state) }),
});
