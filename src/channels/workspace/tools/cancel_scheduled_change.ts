import { z } from 'zod';
import { asListed } from '../../../tools/as-listed.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { channel } from '../channel.ts';

export default defineTool(channel, {
  name: 'cancel_scheduled_change',
  title: 'Cancel a scheduled change',
  description:
    'Keeps a scheduled change from being made. One that is being made or was made is left: undo_change takes it back.',
  toolset: 'schedules',
  access: 'write',
  repeat: 'safe',
  input: z.strictObject({ change_id: z.string().describe('From list_scheduled_changes') }),
  output: z.object({ change: asListed('list_scheduled_changes') }),
  look: () => ({ tool: 'list_scheduled_changes', arguments: {} }),
  run: async ({ change_id }, { schedules }) => ({ change: await schedules.cancelChange(change_id) }),
});
