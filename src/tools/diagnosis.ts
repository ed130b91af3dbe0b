import { z } from 'zod';

/** What can keep something from being shown, the same words in every channel. */
const ASPECTS = [
  'status',
  'review',
  'schedule',
  'budget',
  'audience',
  'billing',
  'learning',
  'bid',
  'declaration',
  'parts',
] as const;

const Call = z.object({ tool: z.string(), arguments: z.record(z.string(), z.unknown()) });

const Finding = z.object({
  about: z.enum(ASPECTS),
  level: z.string(),
  id: z.string(),
  stops: z.boolean(),
  message: z.string(),
  mend: Call.optional(),
});

/**
 * One reason why something is not shown, or not as much as it could be. The message is a sentence without its full stop;
 * `mend` is the call that changes it, where a call can.
 */
export type Finding = z.infer<typeof Finding>;

/** What every `diagnose_delivery` answers with. */
export const diagnosis = {
  object: z
    .looseObject({ level: z.string(), id: z.string(), name: z.string(), status: z.string() })
    .describe('With effective_status where the platform has one'),
  parents: z.array(z.looseObject({})).describe('Each like object, the nearest first'),
  delivers: z.boolean().describe('Nothing found stops it'),
  findings: z.array(Finding).describe('What stops it first; mend is a ready call'),
  recent: z.looseObject({}).optional().describe('Impressions, clicks, cost of the last 7 days'),
  unchecked: z.array(z.string()).optional().describe('What could not be read'),
};

type Seen = z.infer<typeof diagnosis.object>;

export function diagnosed(object: Seen, parents: readonly Seen[], findings: readonly Finding[]) {
  const [stopping, others] = [findings.filter(({ stops }) => stops), findings.filter(({ stops }) => !stops)];
  return { object, parents: [...parents], delivers: stopping.length === 0, findings: [...stopping, ...others] };
}

/** What every change that is part of a launch answers with besides. */
export const servingOutput = { keeps_from_serving: z.array(z.string()) };
/** Of an update only when it switched something on. */
export const servingOutputIfOn = { keeps_from_serving: servingOutput.keeps_from_serving.optional() };

/** The findings that stop it, as sentences that end with the call that mends them. */
export function keptBy(findings: readonly Finding[]): string[] {
  return findings.filter(({ stops }) => stops).map(({ message, mend }) => obstacle(message, mend));
}

export function obstacle(message: string, mend?: Finding['mend']): string {
  return mend ? `${message}: ${mend.tool} ${JSON.stringify(mend.arguments)}.` : `${message}.`;
}

/**
 * What still keeps something from serving. It never fails the change it is told with: that stands, whether or not this
 * can be read.
 */
export async function keepsFromServing(
  find: () => Promise<readonly Finding[]>,
  lookWith: string,
): Promise<{ keeps_from_serving: string[] }> {
  const kept = await find().then(keptBy, () => [
    `What keeps it from serving could not be read just now; ${lookWith} shows it.`,
  ]);
  return { keeps_from_serving: kept };
}
