import { z } from 'zod';
import { asListed } from '../../../tools/as-listed.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { monitorArguments } from '../../../tools/monitor-desk.ts';
import { channel } from '../channel.ts';

export default defineTool(channel, {
  name: 'create_monitor',
  title: 'Watch for a problem',
  description:
    'Warns when something goes wrong: spend, delivery, cost per conversion, click rate, rejected ads, account problems, expiring tokens, limits, unknown outcomes, waiting plans, or a rule of your own. Judges closed days only; no fresh data means no verdict. Try it first with test_monitor.',
  toolset: 'watching',
  access: 'write',
  repeat: 'never',
  input: z.strictObject(monitorArguments),
  output: z.object({ monitor: asListed('list_monitors') }),
  look: () => ({ tool: 'list_monitors', arguments: {} }),
  run: async (spec, { monitors }) => ({ monitor: await monitors.create(spec) }),
});
