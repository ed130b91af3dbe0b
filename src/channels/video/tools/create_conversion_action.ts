import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id } from '../../../tools/fields.ts';
import { readBack } from '../../../tools/read-back.ts';
import { channel } from '../channel.ts';
import {
  actionAnswer,
  actionsOf,
  Counting,
  campaignsStrivingFor,
  chosenPixel,
  EventKind,
  EventName,
  EventValue,
  eventFields,
} from '../resources/conversion-action.ts';

export default defineTool(channel, {
  name: 'create_conversion_action',
  title: 'Create a conversion action',
  description:
    'Adds an event to a pixel, which ad groups can then strive for and send_conversions fills. Event and counting cannot be changed later.',
  toolset: 'conversions',
  access: 'write',
  repeat: 'never',
  input: z.strictObject({
    pixel_id: Id.optional().describe('From list_pixels; default: the only one'),
    name: EventName.describe('Name of the event'),
    event: EventKind.describe('What it stands for'),
    counting: Counting.default('every').describe('Every one, or one of each person'),
    value: EventValue.optional().describe('Where events come without one'),
  }),
  output: z.object(actionAnswer),
  look: () => ({ tool: 'list_pixels', arguments: {} }),
  async run({ pixel_id, ...given }, { client, account }) {
    const pixel = await chosenPixel(client, account, pixel_id);
    const held = new Set((await actionsOf(client, account)).map(({ id }) => id));
    const body = { pixel_id: pixel.pixel_id, pixel_events: [eventFields(given)] };
    await client.change('pixel/event/create', body, z.unknown(), account);
    // The platform's answer does not name the event: it is the one of this name that was not there before.
    const action = await readBack(`The event ${given.name} of pixel ${pixel.pixel_id} was created`, async () =>
      (await actionsOf(client, account)).find(({ id, name }) => name === given.name && !held.has(id)),
    );
    return { conversion_action: action, campaigns: await campaignsStrivingFor(client, account, action) };
  },
});
