import { z } from 'zod';
import { OUTCOMES } from '../../../conversions/send-outcome.ts';
import { Failure, invalidArguments } from '../../../errors.ts';
import type { KeptSend } from '../../../tools/conversions/send-ledger.ts';
import { SEND_STATES } from '../../../tools/conversions/send-ledger.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { Moment, oneLine } from '../../../tools/fields.ts';
import { brokenCursor, listArguments, nextCursor, readCursor, writeCursor } from '../../../tools/listing.ts';
import { Money } from '../../../tools/money.ts';
import type { Reach } from '../../../tools/reach.ts';
import { channel } from '../channel.ts';

export default defineTool(channel, {
  name: 'list_sent_conversions',
  title: 'List sent conversions',
  description:
    'The send ledger: each event at each destination with what the platform said of it. No personal values are in it. Newest first.',
  toolset: 'conversions',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({
    since: Moment.optional().describe('Tried from this moment on'),
    event_id: oneLine(100).optional().describe('Of this event'),
    channel: z.string().optional().describe('Of this channel'),
    outcome: z.enum(OUTCOMES).optional().describe('With this outcome'),
    ...listArguments(100),
  }),
  output: z.object({
    sends: z.array(
      z.object({
        event_id: z.string(),
        event: z.string(),
        happened_at: z.string(),
        value: Money.optional(),
        source: z.string(),
        channel: z.string(),
        account: z.string(),
        destination: z.string().optional(),
        test: z.boolean().optional(),
        outcome: z.enum(SEND_STATES).describe('sending: another call is at it'),
        field: z.string().optional(),
        why: z.string().optional(),
        reference: z.string().optional().describe("The platform's name of the request"),
        tried: z.string(),
        tries: z.number(),
      }),
    ),
    ...nextCursor,
  }),
  async run({ cursor, limit, ...filter }, { sends, reach }) {
    const { since, event_id: eventId, channel: of, outcome: state } = filter;
    const channels = await visibleChannels(of, reach);
    const after = cursor === undefined ? undefined : placeIn(readCursor(filter, cursor));
    const found = await sends.list({
      ...(since !== undefined && { since: Date.parse(since) }),
      eventId,
      channels,
      state,
      after,
      limit: limit + 1,
    });
    const shown = found.slice(0, limit);
    const last = found.length > limit ? shown.at(-1) : undefined;
    return { sends: shown.map(shownSend), ...(last && { next_cursor: writeCursor(filter, positionOf(last)) }) };
  },
});

/** The channels that the key may use, also those disconnected since. The key learns nothing of others. */
async function visibleChannels(named: string | undefined, reach: Reach): Promise<string[]> {
  const places = (await reach.channels('own')).filter((place) => place.channel.conversions);
  const known = places.map((place) => place.channel.name);
  if (named !== undefined && !known.includes(named))
    throw invalidArguments([
      { field: 'channel', message: `must be one of ${known.join(', ')}`, allowed_values: known },
    ]);
  const visible: string[] = [];
  for (const place of places.filter(({ channel: { name } }) => named === undefined || name === named))
    if (!('code' in place) || place.code === 'not_connected') visible.push(place.channel.name);
    else if (named !== undefined)
      throw new Failure({ code: place.code, message: place.reason, nextStep: place.nextStep });
  return visible;
}

function positionOf({ at, eventId, channel: of, account, destination, isTest }: KeptSend): string {
  return JSON.stringify({ at, eventId, channel: of, account, destination, isTest });
}

const Place = z.object({
  at: z.number(),
  eventId: z.string(),
  channel: z.string(),
  account: z.string(),
  destination: z.string(),
  isTest: z.boolean(),
});

function placeIn(position: string) {
  try {
    return Place.parse(JSON.parse(position));
  } catch {
    throw brokenCursor();
  }
}

function shownSend(send: KeptSend) {
  const { eventId, happenedAt, isTest, state, at, destination, ...rest } = send;
  return {
    event_id: eventId,
    happened_at: new Date(happenedAt).toISOString(),
    ...rest,
    ...(destination !== '' && { destination }),
    ...(isTest && { test: true }),
    outcome: state,
    tried: new Date(at).toISOString(),
  };
}
