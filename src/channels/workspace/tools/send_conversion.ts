import { z } from 'zod';
import { testArguments } from '../../../conversions/channel-tools.ts';
import { ChannelOutcome, sendEverywhere, whereArguments } from '../../../conversions/workspace-sends.ts';
import { ConversionEvent } from '../../../tools/conversions/event.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { channel } from '../channel.ts';

export default defineTool(channel, {
  name: 'send_conversion',
  title: 'Send a conversion',
  description:
    'Tells the platforms of a sale, lead or sign-up, so that their reports and bidding know of it: every connected channel, or those named. Each event_id is sent once to each destination, also after a restart. With lead, it goes to the platform that the lead came from. Personal values are hashed here and not kept. Cannot be undone.',
  toolset: 'conversions',
  access: 'write',
  repeat: 'never',
  recordsItself: true,
  personal: ['person', 'click', 'browser', 'url', 'lead'],
  input: z.strictObject({ ...ConversionEvent.shape, ...whereArguments, ...testArguments }),
  output: z.object({ event_id: z.string(), destinations: z.array(ChannelOutcome) }),
  look: ({ event_id }) => ({ tool: 'list_sent_conversions', arguments: { event_id } }),
  async run({ channels, destinations, test, test_code, ...event }, context) {
    const [outcomes] = await sendEverywhere({ events: [event], channels, destinations, test, test_code }, context);
    return { event_id: event.event_id, destinations: outcomes ?? [] };
  },
});
