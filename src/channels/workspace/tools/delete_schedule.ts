import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { channel } from '../channel.ts';

export default defineTool(channel, {
  name: 'delete_schedule',
  title: 'Delete a scheduled report',
  description: 'Ends a scheduled report: nothing is sent for it any more.',
  toolset: 'schedules',
  access: 'write',
  repeat: 'safe',
  input: z.strictObject({ schedule_id: z.string().describe('From list_schedules') }),
  output: z.object({ id: z.string(), deleted: z.literal(true) }),
  look: () => ({ tool: 'list_schedules', arguments: {} }),
  run: ({ schedule_id }, { schedules }) => schedules.remove(schedule_id),
});
