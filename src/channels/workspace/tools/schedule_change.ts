import { z } from 'zod';
import { asListed } from '../../../tools/as-listed.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { changeArguments } from '../../../tools/schedule-desk.ts';
import { channel } from '../channel.ts';

export default defineTool(channel, {
  name: 'schedule_change',
  title: 'Schedule a change for a later hour',
  description:
    'Makes a change later, such as a budget from Monday 6:00 on. Answers the plan that it applies at that hour, as the caller, by the rules and limits of then. If what it touches has moved by then, it is not made and says so. Where a person has to agree, they can do so beforehand.',
  toolset: 'schedules',
  access: 'write',
  repeat: 'never',
  input: z.strictObject(changeArguments),
  output: z.object({ change: asListed('list_scheduled_changes') }),
  look: () => ({ tool: 'list_scheduled_changes', arguments: {} }),
  run: async (spec, { schedules }) => ({ change: await schedules.change(spec) }),
});
