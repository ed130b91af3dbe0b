import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { collectHeld, listArguments, nextCursor } from '../../../tools/listing.ts';
import { MONITOR_KINDS, ShownMonitor } from '../../../tools/monitor-desk.ts';
import { ReadyCall } from '../../../tools/ready-call.ts';
import { channel } from '../channel.ts';

export default defineTool(channel, {
  name: 'list_monitors',
  title: 'List monitors',
  description: 'What is watched in the workspace: each rule in words, its state, and when it is judged next.',
  toolset: 'watching',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({
    kind: z.enum(MONITOR_KINDS).optional().describe('Only this kind'),
    channel: z.string().max(50).optional().describe('Only monitors of this channel'),
    ...listArguments(50, 200),
  }),
  output: z.object({
    monitors: z.array(ShownMonitor),
    next_calls: z.array(ReadyCall).optional().describe('Monitors that make sense and are not there yet'),
    ...nextCursor,
  }),
  async run({ kind, channel: of, limit, cursor }, { monitors }) {
    const wanted = (one: ShownMonitor) =>
      (kind === undefined || one.kind === kind) && (of === undefined || one.channel === of);
    const { items, next_cursor } = await collectHeld({ limit, cursor, scope: [kind, of] }, async () =>
      (await monitors.list()).filter(wanted),
    );
    const suggested = cursor === undefined ? await monitors.suggested() : [];
    return {
      monitors: items,
      ...(suggested.length > 0 && {
        next_calls: suggested.map(({ arguments: args, purpose }) => ({
          tool: 'create_monitor',
          arguments: { ...args },
          purpose,
        })),
      }),
      ...(next_cursor !== undefined && { next_cursor }),
    };
  },
});
