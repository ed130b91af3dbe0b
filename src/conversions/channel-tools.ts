import { z } from 'zod';
import type { Channel } from '../tools/channel.ts';
import type { Conversions, Destination, TestMode } from '../tools/conversions/conversions.ts';
import { defineTool, type Tool } from '../tools/define-tool.ts';
import { oneLine } from '../tools/fields.ts';
import { namedDestination } from './destination-choice.ts';
import { eventRows } from './event-rows.ts';
import { sendConversions } from './send-conversions.ts';
import { SendOutcome } from './send-outcome.ts';

/** Events in one call of a tool, also where the platform takes more in one request. */
const EVENTS_MAX = 1000;

export const testArguments = {
  test: z.boolean().optional().describe('Only try them'),
  test_code: oneLine(100).optional().describe("From the platform's page for test events"),
};

const sendCounts = {
  sent: z.number(),
  already_sent: z.number().describe('Sent before: each event_id goes once'),
  skipped: z.number().describe('Nothing here to match them by'),
  refused: z.number(),
  unknown: z.number(),
};

interface ToolOptions {
  /** In channels with `platformScopes`. */
  scopes?: readonly string[];
}

/** `send_conversions` of a channel. */
export function sendConversionsTool<Client>(channel: Channel<Client>, { scopes }: ToolOptions = {}): Tool {
  const conversions = conversionsOf(channel);
  const max = Math.min(EVENTS_MAX, conversions.batchMax);
  return defineTool(channel, {
    name: 'send_conversions',
    title: 'Send conversions',
    description: `Tells the platform what its ads brought in: sales, leads, sign-ups, up to ${max} a call (500 with every field filled). Each event_id is sent once to a destination, also after a restart; a bad event does not keep the others. Personal values are hashed here and not kept. Cannot be undone.`,
    toolset: 'conversions',
    access: 'write',
    repeat: 'never',
    ...(scopes && { scopes }),
    personal: ['events'],
    input: z.strictObject({
      events: eventRows(max).describe('What happened'),
      destination_id: oneLine(100).optional().describe('From list_conversion_destinations; default: the one that fits'),
      ...testArguments,
    }),
    output: z.object({
      ...sendCounts,
      results: z.array(SendOutcome).describe('One an event, in order'),
      notes: z.array(z.string()).describe('Delays, ages, windows'),
    }),
    look: () => ({ tool: 'list_conversion_destinations', arguments: {} }),
    run: (args, context) => sendConversions(channel.name, conversions as Conversions, args, context),
  });
}

export const ShownDestination = z.looseObject({
  id: z.string(),
  name: z.string(),
  kind: z.string().describe("The platform's word"),
  status: z.string(),
  takes_events: z.boolean(),
  why: z.string().optional().describe('Why it takes none from here'),
  events: z.array(z.string()).optional().describe('Those it stands for; left out: any'),
  tag: z.looseObject({ id: z.string() }).optional().describe('What a tag on a page contains'),
  last_received: z.string().optional(),
  quality: z.looseObject({}).optional().describe("The platform's own measure"),
});

/** `list_conversion_destinations` of a channel. */
export function listDestinationsTool<Client>(channel: Channel<Client>, { scopes }: ToolOptions = {}): Tool {
  const { destinations, truths, testMode } = conversionsOf(channel);
  return defineTool(channel, {
    name: 'list_conversion_destinations',
    title: 'List conversion destinations',
    description:
      'Where conversions can be sent: datasets, conversion actions, rules and event sources of an account, with status, last received and quality.',
    toolset: 'conversions',
    access: 'read',
    repeat: 'safe',
    ...(scopes && { scopes }),
    input: z.strictObject({}),
    output: z.object({
      destinations: z.array(ShownDestination),
      test_events: z.enum(['none', 'checked', 'shown', 'counted']).describe('What test: true does'),
      notes: z.array(z.string()),
    }),
    async run(_, { client, account }) {
      const all = await destinations(client, account);
      return { destinations: all.map(shownDestination), test_events: testWord(testMode), notes: [...truths] };
    },
  });
}

const DAY_MS = 86_400_000;
/** Of what was sent in these days the platform is asked. */
const QUALITY_DAYS = 7;

const Quality = z.object({
  destination: z.object({ id: z.string(), name: z.string() }),
  measures: z.array(
    z.object({ name: z.string(), value: z.number(), of: z.number().optional(), event: z.string().optional() }),
  ),
  diagnostics: z.array(z.object({ kind: z.string(), count: z.number().optional(), meaning: z.string() })),
  dedup_rate: z.number().optional().describe('Share dropped as repeats, 0 to 1'),
  notes: z.array(z.string()).optional(),
});

/** `get_conversion_quality` of a channel whose platform tells it. */
export function conversionQualityTool<Client>(channel: Channel<Client>, { scopes }: ToolOptions = {}): Tool {
  const { destinations, quality } = conversionsOf(channel);
  if (!quality) throw new TypeError(`the ${channel.name} platform tells no quality of conversions`);
  return defineTool(channel, {
    name: 'get_conversion_quality',
    title: 'Get conversion quality',
    description: `How well the conversions of the last ${QUALITY_DAYS} days could be matched, with errors by kind and the share of repeats, in the platform's own measures.`,
    toolset: 'conversions',
    access: 'read',
    repeat: 'safe',
    ...(scopes && { scopes }),
    input: z.strictObject({
      destination_id: oneLine(100).optional().describe('Default: every one that takes events'),
    }),
    output: z.object({ destinations: z.array(Quality) }),
    async run({ destination_id }, { client, account, sends, now }) {
      const all = await destinations(client, account);
      const open = all.filter(({ closed }) => closed === undefined);
      const asked = destination_id === undefined ? open : [namedDestination(destination_id, all)];
      const found: z.input<typeof Quality>[] = [];
      for (const destination of asked) {
        const place = { channel: channel.name, account, destination: destination.id, isTest: false };
        const references = await sends.references(place, now() - QUALITY_DAYS * DAY_MS);
        const { measures, diagnostics, notes, ...rest } = await quality(client, { account, destination, references });
        const { id, name } = destination;
        found.push({
          destination: { id, name },
          measures: [...measures],
          diagnostics: [...diagnostics],
          ...rest,
          ...(notes && { notes: [...notes] }),
        });
      }
      return { destinations: found };
    },
  });
}

/** What a test event does there. */
export function testWord(testMode: TestMode): 'none' | 'checked' | 'shown' | 'counted' {
  if (testMode.kind !== 'code') return testMode.kind;
  return testMode.counts ? 'counted' : 'shown';
}

function shownDestination({ closed, wire: _, events, quality, ...shown }: Destination) {
  return {
    ...shown,
    takes_events: closed === undefined,
    ...(closed !== undefined && { why: closed }),
    ...(events && { events: [...events] }),
    ...(quality && { quality: { ...quality } }),
  };
}

function conversionsOf<Client>({ name, conversions }: Channel<Client>): Conversions<Client> {
  if (!conversions) throw new TypeError(`the ${name} channel has no conversions`);
  return conversions;
}
