import { z } from 'zod';
import { asListed } from '../../../tools/as-listed.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { channel } from '../channel.ts';

export default defineTool(channel, {
  name: 'acknowledge_alert',
  title: 'Mark an alert as seen',
  description:
    'Marks an alert as seen: it is not told again until something is added to it. It still ends by itself, and that is told once.',
  toolset: 'watching',
  access: 'write',
  repeat: 'safe',
  input: z.strictObject({
    alert_id: z.string().describe('From list_alerts'),
    note: z.string().trim().max(500).optional().describe('Shown with the alert'),
  }),
  output: z.object({ alert: asListed('list_alerts') }),
  look: () => ({ tool: 'list_alerts', arguments: {} }),
  run: async ({ alert_id, note }, { monitors }) => ({ alert: await monitors.acknowledge(alert_id, note) }),
});
