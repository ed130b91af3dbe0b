import { z } from 'zod';
import type { Problem } from '../errors.ts';
import { oneLine } from '../tools/fields.ts';
import { searchText } from '../tools/lookup-text.ts';
import type { Parts } from '../tools/report/metrics.ts';
import { limitHere, rankedValue, VOCABULARY } from './vocabulary.ts';

const Limits = z.preprocess(limitsHere, z.partialRecord(z.enum(VOCABULARY.names), z.number()));

/** Limits under the names that metrics have here; a second name for the same metric stays what it is, and is refused. */
function limitsHere(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  const nameOf = (name: string) => (limitHere(name) in given ? name : limitHere(name));
  return Object.fromEntries(Object.entries(given).map(([name, limit]) => [nameOf(name), limit]));
}

/** Which rows are wanted. */
export const filterArguments = {
  campaign_ids: z.array(oneLine(80)).min(1).max(200).optional().describe('Rows of these campaigns'),
  name_contains: oneLine(200).optional().describe('Rows whose name has this in it, in any case, accents or not'),
  status: z.enum(['ACTIVE', 'PAUSED', 'OTHER']).optional().describe('As it is now, in one word for all platforms'),
  min: Limits.optional().describe('At least, e.g. {"cost": 50}; money in the currency of the account'),
  max: Limits.optional().describe(
    'At most, e.g. {"conversions": 0}; what cost money and brought nothing is over any price',
  ),
};

interface Filters {
  level: string;
  campaign_ids?: readonly string[] | undefined;
  name_contains?: string | undefined;
  status?: 'ACTIVE' | 'PAUSED' | 'OTHER' | undefined;
  min?: Readonly<Partial<Record<string, number>>> | undefined;
  max?: Readonly<Partial<Record<string, number>>> | undefined;
}

export function filterProblems(args: Filters): Problem[] {
  const { level, min = {}, max = {} } = args;
  const ofObjects = (['campaign_ids', 'name_contains', 'status'] as const).filter((name) => args[name] !== undefined);
  const isAbove = level === 'channel' || level === 'account';
  const empty = Object.keys(min).filter((name) => (max[name] ?? Number.POSITIVE_INFINITY) < (min[name] ?? 0));
  return [
    ...(isAbove ? ofObjects : []).map((field) => ({ field, message: `needs the level campaign, ad_group or ad` })),
    ...empty.map((name) => ({ field: 'max', message: `${name} must not be below min (${min[name]})` })),
  ];
}

/** What platforms call something that may run, and something that was switched off. */
const WORDS = { ACTIVE: /^(ACTIVE|ENABLED?)$/, PAUSED: /^(PAUSED|DISABLED?)$/ };

/** What is known of an object; names that a platform's rows leave out are empty. */
interface Told {
  id: string;
  name: string;
  campaign?: { id: string } | undefined;
}

/** The rows that a question is about. */
export class RowFilter {
  readonly #filters: Filters;

  constructor(filters: Filters) {
    this.#filters = filters;
  }

  /** Whether rows may be left out, so that the first rows of a platform are not enough. */
  get isOpen(): boolean {
    const { campaign_ids, name_contains, status, min, max } = this.#filters;
    return [campaign_ids, name_contains, status, min, max].every((one) => one === undefined);
  }

  /** The metrics that limits are about. */
  get metrics(): readonly string[] {
    return Object.keys({ ...this.#filters.min, ...this.#filters.max });
  }

  /** False where what a platform's row tells of its object is enough to leave it out. */
  mayBeAbout(row: Told): boolean {
    return (this.#campaignOf(row) === undefined || this.#isOfCampaign(row)) && (row.name === '' || this.#isNamed(row));
  }

  /** Whether everything that is asked about is in the platform's row. */
  isSettledBy(row: Told): boolean {
    const { campaign_ids, name_contains, status } = this.#filters;
    return (
      status === undefined &&
      (campaign_ids === undefined || this.#campaignOf(row) !== undefined) &&
      (name_contains === undefined || row.name !== '')
    );
  }

  isAbout(row: Told & { status?: string | undefined }): boolean {
    return this.#isOfCampaign(row) && this.#isNamed(row) && this.#hasStatus(row.status);
  }

  #campaignOf({ id, campaign }: Told): string | undefined {
    return this.#filters.level === 'campaign' ? id : campaign?.id;
  }

  #isOfCampaign(row: Told): boolean {
    return this.#filters.campaign_ids?.includes(this.#campaignOf(row) ?? '') ?? true;
  }

  #isNamed({ name }: Told): boolean {
    const { name_contains } = this.#filters;
    return name_contains === undefined || searchText(name).includes(searchText(name_contains));
  }

  #hasStatus(status = ''): boolean {
    const { status: wanted } = this.#filters;
    const found = WORDS.ACTIVE.test(status) ? 'ACTIVE' : WORDS.PAUSED.test(status) ? 'PAUSED' : 'OTHER';
    return wanted === undefined || wanted === found;
  }

  /** A number that is not known is within no limit. */
  isWithin(parts: Parts): boolean {
    const { min = {}, max = {} } = this.#filters;
    const value = (name: string) => rankedValue(parts, name) ?? Number.NaN;
    return (
      Object.entries(min).every(([name, least]) => value(name) >= (least ?? 0)) &&
      Object.entries(max).every(([name, most]) => value(name) <= (most ?? 0))
    );
  }
}
