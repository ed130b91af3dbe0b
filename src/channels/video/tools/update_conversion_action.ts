import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id } from '../../../tools/fields.ts';
import { changeAndReadBack } from '../../../tools/read-back.ts';
import { atLeastOne } from '../../../tools/rules.ts';
import { writeReport } from '../../../tools/write-report.ts';
import { channel } from '../channel.ts';
import {
  actionAnswer,
  campaignsStrivingFor,
  chosenAction,
  EventName,
  EventValue,
  eventFields,
} from '../resources/conversion-action.ts';

export default defineTool(channel, {
  name: 'update_conversion_action',
  title: 'Change a conversion action',
  description:
    'Changes name or value of an event of a pixel. What it stands for and how it counts stay as they were made.',
  toolset: 'conversions',
  access: 'write',
  repeat: 'safe',
  input: z.strictObject({
    conversion_action_id: Id.describe('From conversion_actions of list_pixels'),
    name: EventName.optional().describe('New name'),
    value: EventValue.optional().describe('Where events come without one'),
  }),
  output: z.object({ ...actionAnswer, ...writeReport }),
  rules: (args) => atLeastOne(args, ['name', 'value']),
  look: () => ({ tool: 'list_pixels', arguments: {} }),
  async run({ conversion_action_id: id, ...given }, { client, account }) {
    const before = await chosenAction(client, account, id);
    const { after, report } = await changeAndReadBack({
      done: `The conversion action ${id} was changed`,
      before,
      wanted: given,
      send: () => client.change('pixel/event/update', { event_id: id, ...eventFields(given) }, z.unknown(), account),
      read: () => chosenAction(client, account, id),
    });
    return { conversion_action: after, campaigns: await campaignsStrivingFor(client, account, after), ...report };
  },
});
