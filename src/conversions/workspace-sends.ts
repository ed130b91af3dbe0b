import { z } from 'zod';
import { Failure, invalidArguments } from '../errors.ts';
import { refuseUnknownChannels } from '../tools/channel-names.ts';
import type { ToolContext } from '../tools/define-tool.ts';
import type { LeadBook } from '../tools/leads/lead-book.ts';
import type { Reach, Reached } from '../tools/reach.ts';
import { SendOutcome } from './send-outcome.ts';

/** What became of an event at one channel of the workspace. */
export const ChannelOutcome = SendOutcome.omit({ event_id: true }).extend({
  channel: z.string(),
  account: z.string().optional(),
});
export type ChannelOutcome = z.infer<typeof ChannelOutcome>;

export const whereArguments = {
  channels: z.array(z.string()).min(1).optional().describe('Only these; default: every connected one'),
  destinations: z
    .array(z.string())
    .min(1)
    .max(10)
    .optional()
    .describe('Only these, as channel:id from list_conversion_destinations'),
};

interface Wanted {
  events: readonly unknown[];
  channels?: readonly string[] | undefined;
  /** `channel:id` each. */
  destinations?: readonly string[] | undefined;
  test?: boolean | undefined;
  test_code?: string | undefined;
}

type Context = Pick<ToolContext<unknown>, 'reach' | 'signal' | 'leads'>;

/** Where events go: a channel, the account there, and the destination where the caller names one. */
interface Target {
  place: Reached;
  destination: string | undefined;
}

/**
 * Sends the same events to every channel of the workspace, side by side, and tells for each event what became of it where. An
 * event of a lead goes to the platform that the lead came from.
 */
export async function sendEverywhere(wanted: Wanted, context: Context): Promise<ChannelOutcome[][]> {
  const { targets, unreached } = await targetsOf(wanted, context.reach);
  const isNamed = wanted.channels !== undefined || wanted.destinations !== undefined;
  const origins = isNamed ? new Map<string, string>() : await originsOf(wanted.events, targets, context.leads);
  const outcomes = await Promise.all(targets.map((target) => sentWhereMeant(target, wanted, context, origins)));
  return wanted.events.map((_, index) => [...outcomes.map((ofChannel) => ofChannel[index]!), ...unreached]);
}

async function targetsOf({ channels, destinations }: Wanted, reach: Reach) {
  const places = await placesFor(channels, reach);
  const known = places.map(({ channel }) => channel.name);
  // One that is named twice is one: its two sends would get in each other's way.
  const named = destinations && [...new Set(destinations)].map((text) => placeOf(text, known));
  const meant = channels ?? named?.map(({ channel }) => channel);
  const targets: Target[] = [];
  const unreached: ChannelOutcome[] = [];
  for (const place of places) {
    const { name } = place.channel;
    if (meant && !meant.includes(name)) continue;
    if ('code' in place) {
      // A channel that is not there is spoken of only where the caller asked for it.
      if (meant) unreached.push({ channel: name, outcome: 'skipped', why: place.reason, next_step: place.nextStep });
      continue;
    }
    const ids = named?.filter(({ channel }) => channel === name) ?? [];
    if (ids.length === 0) targets.push({ place, destination: undefined });
    for (const { id } of ids) targets.push({ place, destination: id });
  }
  if (targets.length === 0 && unreached.length === 0) throw nothingConnected(known);
  return { targets, unreached };
}

/** The channels of the workspace that take conversions, all or those named; an unknown name is refused. */
export async function placesFor(channels: readonly string[] | undefined, reach: Reach) {
  const places = (await reach.channels('own')).filter(({ channel }) => channel.conversions);
  refuseUnknownChannels(channels, places);
  return channels ? places.filter(({ channel }) => channels.includes(channel.name)) : places;
}

function placeOf(text: string, known: readonly string[]): { channel: string; id: string } {
  const [, channel = '', id = ''] = /^([a-z]+):(.+)$/.exec(text) ?? [];
  if (known.includes(channel)) return { channel, id };
  throw invalidArguments([
    {
      field: 'destinations',
      message: `must be a channel and an id, such as ${known[0]}:123; channels: ${known.join(', ')}`,
    },
  ]);
}

function nothingConnected(known: readonly string[]): Failure {
  return new Failure({
    code: 'not_found',
    message: `No channel that takes conversions is connected in this workspace (${known.join(', ')}).`,
    nextStep: `Connect one: adhelm connect ${known[0]}.`,
  });
}

function leadOf(row: unknown): string | undefined {
  const { lead } = Object(row) as { lead?: unknown };
  return typeof lead === 'string' && lead !== '' ? lead : undefined;
}

/** The channel that each lead came from; `''` where none of them knows it. */
async function originsOf(events: readonly unknown[], targets: readonly Target[], leads: LeadBook) {
  const origins = new Map<string, string>();
  for (const lead of new Set(events.flatMap((row) => leadOf(row) ?? []))) {
    const found = await Promise.all(
      targets.map(async ({ place }) => ((await leads.find(place.channel.name, lead)) ? place.channel.name : '')),
    );
    origins.set(lead, found.find((name) => name !== '') ?? '');
  }
  return origins;
}

const UNKNOWN_LEAD = 'the lead is not known here: list_leads reads leads; or name its channel in channels';

/** Sends what is meant for the channel; an event of a lead from elsewhere is left out. */
async function sentWhereMeant(
  target: Target,
  wanted: Wanted,
  context: Context,
  origins: ReadonlyMap<string, string>,
): Promise<ChannelOutcome[]> {
  const channel = target.place.channel.name;
  const originOf = (row: unknown) => origins.get(leadOf(row) ?? '');
  const isMeant = (row: unknown) => [undefined, channel].includes(originOf(row));
  const events = wanted.events.filter(isMeant);
  const sent = (events.length > 0 ? await sentTo(target, { ...wanted, events }, context) : []).values();
  return wanted.events.map((row) => {
    if (isMeant(row)) return sent.next().value!;
    const origin = originOf(row);
    return { channel, outcome: 'skipped', why: origin === '' ? UNKNOWN_LEAD : `the lead came from ${origin}` };
  });
}

async function sentTo({ place, destination }: Target, wanted: Wanted, context: Context): Promise<ChannelOutcome[]> {
  const { name } = place.channel;
  const { events, test, test_code } = wanted;
  try {
    const account = await accountOf(place, context.signal);
    const args = {
      events,
      ...(destination !== undefined && { destination_id: destination }),
      ...(test !== undefined && { test }),
      ...(test_code !== undefined && { test_code }),
    };
    const { results } = await context.reach.call(place, 'send_conversions', args, { id: account });
    return (results as SendOutcome[]).map(({ event_id: _, ...told }) => ({ channel: name, account, ...told }));
  } catch (error) {
    const failure = error instanceof Failure ? error : context.reach.unexpected(error);
    const { message, nextStep } = failure.details;
    const outcome = failure.outcome === 'not_applied' ? 'refused' : 'unknown';
    return events.map(() => ({ channel: name, outcome, why: message, next_step: nextStep }));
  }
}

/** The connection's own account; without one, the only account that it reaches. */
export async function accountOf(
  { channel, configured, fence, connect }: Reached,
  signal: AbortSignal,
): Promise<string> {
  if (configured !== undefined) return configured;
  const reachable = fence ?? (await channel.reporting!.accounts(connect(signal, {}).client)).map(({ id }) => id);
  const [only, ...others] = reachable;
  if (only !== undefined && others.length === 0) return only;
  throw new Failure({
    code: 'invalid_arguments',
    message: `The ${channel.name} connection reaches ${reachable.length} accounts, and none is its default.`,
    nextStep: `Set one (adhelm connect ${channel.name} --account ID), or call send_conversions of ${channel.name} with the account.`,
  });
}
