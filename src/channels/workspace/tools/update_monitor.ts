import { z } from 'zod';
import { asListed } from '../../../tools/as-listed.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { monitorArguments } from '../../../tools/monitor-desk.ts';
import { atLeastOne } from '../../../tools/rules.ts';
import { channel } from '../channel.ts';

const { kind: _, action, ...arguments_ } = monitorArguments;
const { channel: of, account, campaigns, thresholds, notify } = arguments_;

/** Null takes the argument away, as if it had been left out when the monitor was made. */
function orNone<Given extends z.ZodType>(argument: z.ZodOptional<Given>, none: string) {
  return argument.unwrap().nullable().optional().describe(none);
}

export default defineTool(channel, {
  name: 'update_monitor',
  title: 'Change a monitor',
  description:
    'Changes what a monitor looks at, its thresholds, action or receivers. Thresholds are replaced as a whole; null takes away what narrows it. With another rule the newest closed day is judged once more.',
  toolset: 'watching',
  access: 'write',
  repeat: 'safe',
  input: z.strictObject({
    monitor_id: z.string().describe('From list_monitors'),
    ...arguments_,
    channel: orNone(of, 'null: every channel'),
    account: orNone(account, 'With channel; null: every account'),
    campaigns: orNone(campaigns, 'Ids; with account; null: every campaign'),
    thresholds: orNone(thresholds, 'Where the rule differs from its defaults; null: nowhere'),
    notify: orNone(notify, 'Ids of endpoints; null: all that take alerts'),
    action: action.unwrap().optional().describe('pause: as the one who sets it'),
  }),
  output: z.object({ monitor: asListed('list_monitors') }),
  rules: (args) =>
    atLeastOne(args, ['name', 'channel', 'account', 'campaigns', 'thresholds', 'own', 'action', 'notify']),
  look: () => ({ tool: 'list_monitors', arguments: {} }),
  run: async ({ monitor_id, ...change }, { monitors }) => ({ monitor: await monitors.update(monitor_id, change) }),
});
