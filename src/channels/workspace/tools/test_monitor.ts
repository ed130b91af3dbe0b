import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { type MonitorSpec, MonitorTest, monitorArguments } from '../../../tools/monitor-desk.ts';
import { exactlyOne } from '../../../tools/rules.ts';
import { channel } from '../channel.ts';

const { name: _, action: __, notify: ___, kind, ...draft } = monitorArguments;

export default defineTool(channel, {
  name: 'test_monitor',
  title: 'Try a monitor',
  description:
    'What a monitor, or the draft of one, would have said on each of the last closed days, with the figures. Nothing is kept and nobody is told.',
  toolset: 'watching',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({
    monitor_id: z.string().optional().describe('One from list_monitors, instead of a draft'),
    kind: kind.optional().describe('A draft: the arguments of create_monitor'),
    ...draft,
    days: z.int().min(1).max(180).default(90).describe('Closed days'),
  }),
  output: MonitorTest,
  rules: (args) => [
    ...exactlyOne(args, ['monitor_id', 'kind']),
    ...Object.keys(draft).flatMap((field) =>
      args.monitor_id !== undefined && args[field as keyof typeof draft] !== undefined
        ? [{ field, message: 'cannot be combined with monitor_id' }]
        : [],
    ),
  ],
  run({ monitor_id, days, ...spec }, { monitors }) {
    if (monitor_id !== undefined) return monitors.test({ monitorId: monitor_id }, days);
    return monitors.test({ spec: { ...spec, action: 'notify' } as MonitorSpec }, days);
  },
});
