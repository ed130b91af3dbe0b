import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { ShownSchedule } from '../../../tools/schedule-desk.ts';
import { channel } from '../channel.ts';

export default defineTool(channel, {
  name: 'list_schedules',
  title: 'List scheduled reports',
  description:
    'The scheduled reports of the workspace: what is sent when and where, the next run, and what came of the last.',
  toolset: 'schedules',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({}),
  output: z.object({ schedules: z.array(ShownSchedule).describe('Newest first') }),
  run: async (_, { schedules }) => ({ schedules: await schedules.list() }),
});
