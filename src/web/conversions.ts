import { testWord } from '../conversions/channel-tools.ts';
import type { Missing } from '../reports/missing-sources.ts';
import { SentEvents } from '../store/sent-events.ts';
import type { Channel } from '../tools/channel.ts';
import { answerTo } from './call-tool.ts';
import { iso } from './key-views.ts';
import type { Looker } from './looker.ts';

/** The days that the cards count. */
export const COUNTED_DAYS = 7;

interface Destination {
  channel: string;
  account: string;
  id: string;
  name: string;
  kind: string;
  status: string;
  takes_events: boolean;
  why?: string;
  last_received?: string;
}

export function sentEventsOf({ parts, workspace }: Pick<Looker, 'parts' | 'workspace'>): SentEvents {
  return new SentEvents(parts.home.store, parts.ambient, workspace.id);
}

/** The destinations of a workspace with what was sent to each, read by the agents' own tool. */
export async function destinationsIn(looker: Looker) {
  const read = await answerTo(looker, 'workspace', 'list_conversion_destinations', {});
  const { destinations, missing } = read as unknown as { destinations: Destination[]; missing: Missing[] };
  const open = destinations.filter(({ takes_events }) => takes_events);
  const places = open.map(({ channel, account, id }) => ({ channel, account, destination: id }));
  const sums = await sentEventsOf(looker).sums(places, COUNTED_DAYS);
  return {
    destinations: open.map(({ channel, account, id, name, kind, status, last_received }, at) => ({
      ...{ channel, account, id, name, kind, status },
      lastReceived: momentOf(last_received),
      lastSent: sums[at]!.lastSentAt === undefined ? null : iso(sums[at]!.lastSentAt),
      sent: sums[at]!.sent,
      refused: sums[at]!.refused,
    })),
    closed: destinations
      .filter(({ takes_events }) => !takes_events)
      .map(({ channel, id, name, kind, why }) => ({ channel, id, name, kind, why: why ?? '' })),
    missing: missing.map(({ channel, code, reason, next_step }) => ({ channel, code, reason, nextStep: next_step })),
    channels: channelsOf(looker).map(({ name, conversions }) => ({
      channel: name,
      testEvents: testWord(conversions!.testMode),
    })),
  };
}

/** A platform's own time may have another zone, or be no time at all. */
function momentOf(text: string | undefined): string | null {
  const at = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? null : iso(at);
}

/** The channels that take conversions, connected or not. */
function channelsOf({ parts }: Looker): Channel[] {
  const all = new Map(parts.pipeline.tools.map(({ channel }) => [channel.name, channel]));
  return [...all.values()].filter(({ conversions }) => conversions);
}

interface Quality {
  destinations: {
    destination: { id: string };
    measures: { name: string; value: number; of?: number; event?: string }[];
    diagnostics: { kind: string; count?: number; meaning: string }[];
    notes?: string[];
  }[];
}

/** What a platform says of how well events could be matched; nothing of one that does not tell. */
export async function qualityAt(looker: Looker, channel: string, account: string) {
  const tool = looker.parts.pipeline.tools.find(
    (one) => one.name === 'get_conversion_quality' && one.channel.name === channel,
  );
  if (!tool) return { destinations: [] };
  const { argument } = tool.channel.account!;
  const { destinations } = (await answerTo(looker, channel, tool.name, { [argument]: account })) as unknown as Quality;
  return {
    destinations: destinations.map(({ destination, measures, diagnostics, notes = [] }) => ({
      id: destination.id,
      ...{ measures, diagnostics, notes },
    })),
  };
}
