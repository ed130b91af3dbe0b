import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { channel } from '../channel.ts';

export default defineTool(channel, {
  name: 'delete_monitor',
  title: 'Delete a monitor',
  description: 'Ends a monitor. Its open alerts end with it; alerts that were told stay in list_alerts.',
  toolset: 'watching',
  access: 'write',
  repeat: 'safe',
  input: z.strictObject({ monitor_id: z.string().describe('From list_monitors') }),
  output: z.object({ id: z.string(), deleted: z.literal(true) }),
  look: () => ({ tool: 'list_monitors', arguments: {} }),
  run: ({ monitor_id }, { monitors }) => monitors.remove(monitor_id),
});
