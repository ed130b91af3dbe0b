import { z } from 'zod';
import { asListed } from '../../../tools/as-listed.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { exactlyOne } from '../../../tools/rules.ts';
import { scheduleArguments } from '../../../tools/schedule-desk.ts';
import { channel } from '../channel.ts';

export default defineTool(channel, {
  name: 'create_schedule',
  title: 'Schedule a report',
  description:
    'Sends a report or comparison again and again, such as every Monday at 7, by e-mail or webhook: as a table, as CSV and as a chart. Once a period, in the name of the caller; after an outage late, and it says so.',
  toolset: 'schedules',
  access: 'write',
  repeat: 'never',
  input: z.strictObject(scheduleArguments),
  output: z.object({ schedule: asListed('list_schedules') }),
  rules: (args) => [
    ...exactlyOne(args, ['report', 'compare']),
    ...(args.when.weekdays && args.when.day_of_month !== undefined
      ? [{ field: 'when.day_of_month', message: 'cannot be given together with weekdays' }]
      : []),
  ],
  look: () => ({ tool: 'list_schedules', arguments: {} }),
  run: async (spec, { schedules }) => ({ schedule: await schedules.create(spec) }),
});
