import { z } from 'zod';
import { testArguments } from '../../../conversions/channel-tools.ts';
import { eventRowsLike, shownId } from '../../../conversions/event-rows.ts';
import { OUTCOMES } from '../../../conversions/send-outcome.ts';
import { type ChannelOutcome, sendEverywhere, whereArguments } from '../../../conversions/workspace-sends.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { channel } from '../channel.ts';

/** One result an event and channel has to fit into a reply. */
const EVENTS_MAX = 1000;

export default defineTool(channel, {
  name: 'send_conversions',
  title: 'Send conversions',
  description: `Tells the platforms of up to ${EVENTS_MAX} sales, leads or sign-ups, as send_conversion does of one. A bad event does not keep the others. Cannot be undone.`,
  toolset: 'conversions',
  access: 'write',
  repeat: 'never',
  recordsItself: true,
  personal: ['events'],
  input: z.strictObject({
    events: eventRowsLike('send_conversion', EVENTS_MAX),
    ...whereArguments,
    ...testArguments,
  }),
  output: z.object({
    counts: z.array(z.looseObject({ channel: z.string() })).describe('By outcome, one a channel'),
    results: z
      .array(
        z.object({
          event_id: z.string().optional(),
          destinations: z.array(z.looseObject({})).describe('As in send_conversion'),
        }),
      )
      .describe('One an event, in order'),
  }),
  look: () => ({ tool: 'list_sent_conversions', arguments: {} }),
  async run(args, context) {
    const outcomes = await sendEverywhere(args, context);
    const results = outcomes.map((destinations, index) => {
      const event_id = shownId(args.events[index]);
      return { ...(event_id !== undefined && { event_id }), destinations };
    });
    return { counts: countsOf(outcomes.flat()), results };
  },
});

function countsOf(outcomes: readonly ChannelOutcome[]) {
  const byChannel = Map.groupBy(outcomes, ({ channel }) => channel);
  return [...byChannel].map(([name, ofChannel]) => ({
    channel: name,
    ...Object.fromEntries(
      OUTCOMES.map((outcome) => [outcome, ofChannel.filter((one) => one.outcome === outcome).length]),
    ),
  }));
}
