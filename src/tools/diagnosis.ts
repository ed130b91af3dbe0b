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

/** What else a diagnosis tells. */
interface Besides {
  recent?: Record<string, unknown> | undefined;
  unchecked: readonly string[];
}

export function diagnosed(
  [object, ...parents]: readonly Seen[],
  findings: readonly Finding[],
  { recent, unchecked }: Besides,
) {
  const [stopping, others] = [findings.filter(({ stops }) => stops), findings.filter(({ stops }) => !stops)];
  return {
    object: object!,
    parents,
    delivers: stopping.length === 0,
    findings: [...stopping, ...others],
    ...(recent && { recent }),
    ...(unchecked.length > 0 && { unchecked: [...unchecked] }),
  };
}

/** What a platform's objects of one level are called here, the argument that names one, and the tool that changes it. */
interface LevelNames {
  what: string;
  argument: string;
  update: string;
}

/** Words about the objects of a platform, by their levels. */
export function findingsAbout<Levels extends Record<string, LevelNames>>(levels: Levels) {
  type Level = keyof Levels & string;
  return {
    /** Something that stops it; `change` is what its own tool would have to be told. */
    finding(
      about: Finding['about'],
      level: Level,
      id: string,
      message: string,
      change?: Record<string, unknown>,
    ): Finding {
      const { argument, update } = levels[level]!;
      const mend = change && { mend: { tool: update, arguments: { [argument]: id, ...change } } };
      return { about, level, id, stops: true, message, ...mend };
    },
    /** The one level that the arguments name. */
    chosen(args: { readonly [argument: string]: string | undefined }): [Level, string] {
      const level = (Object.keys(levels) as Level[]).find((one) => args[levels[one]!.argument] !== undefined)!;
      return [level, args[levels[level]!.argument]!];
    },
    arguments: Object.values(levels).map(({ argument }) => argument) as Levels[Level]['argument'][],
  };
}

/** One that can be shown is enough; of none, what keeps the one that is nearest to it. */
export function ofBest<T>(items: readonly T[], ifNone: Finding, findingsOf: (item: T) => Finding[]): Finding[] {
  const judged = items.map(findingsOf).sort((a, b) => distance(a) - distance(b));
  return judged[0] ?? [ifNone];
}

/** What is over or was rejected is further from being shown than what is paused. */
function distance(findings: readonly Finding[]): number {
  const weight = ({ about, mend }: Finding) =>
    mend?.tool.startsWith('create_') || (about === 'status' && !mend) ? 10 : 1;
  return findings.reduce((sum, one) => sum + (one.stops ? weight(one) : 0), 0);
}

/** Reads without which a diagnosis is still worth telling; it names those that failed. */
export class OptionalReads {
  readonly unchecked: string[] = [];

  of<T>(what: string, read: Promise<T>, otherwise: T): Promise<T> {
    return read.catch(() => {
      this.unchecked.push(what);
      return otherwise;
    });
  }
}

/** What every change that is part of a launch answers with besides. */
export const servingOutput = { keeps_from_serving: z.array(z.string()) };
/** Of an update only when it switched something on. */
export const servingOutputIfOn = { keeps_from_serving: servingOutput.keeps_from_serving.optional() };

/** The findings that stop it, as sentences that end with the call that mends them. */
export function keptBy(findings: readonly Finding[]): string[] {
  return findings.filter(({ stops }) => stops).map(({ message, mend }) => obstacle(message, mend));
}

function obstacle(message: string, mend?: Finding['mend']): string {
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
