import { nearest } from '../../../tools/did-you-mean.ts';
import { fieldFacts, goTogether, splitsMetric } from './field-facts.ts';
import { filterProblems, isCoreDate } from './query-filters.ts';
import { type AskedQuery, readQuery } from './query-parser.ts';

/** A long query could hold thousands of unknown fields: only the first are named. */
const MISFITS_MAX = 5;
const TOLD_MAX = 12;

/**
 * Everything that is certainly wrong with a query, by what the platform publishes about its fields: told before it is
 * sent, in the words of the query. What is not certain is the platform's to judge.
 */
export function queryProblems(query: string): string[] {
  const asked = readQuery(query);
  if (typeof asked === 'string') return [asked];
  if (!fieldFacts().resources.has(asked.from)) return [unknownResource(asked.from), ...bareDates(asked)];
  const unfit = usedFields(asked).filter((field) => !fits(field, asked.from));
  const rest = without(asked, unfit);
  return [
    ...unfit.slice(0, MISFITS_MAX).map((field) => misfit(field, asked.from)),
    ...bareDates(asked),
    ...flagProblems(rest),
    ...pairProblems(rest),
    ...selectionProblems(rest),
    ...filterProblems(rest),
  ].slice(0, TOLD_MAX);
}

/** The query without its unknown fields, so that the other rules can still be checked. */
function without(asked: AskedQuery, unfit: readonly string[]): AskedQuery {
  const left = new Set(unfit);
  const isKept = (field: string) => !left.has(field);
  return {
    ...asked,
    fields: asked.fields.filter(isKept),
    conditions: asked.conditions.filter(({ field }) => isKept(field)),
    orders: asked.orders.filter(isKept),
  };
}

function bareDates({ conditions }: AskedQuery): string[] {
  return conditions.flatMap(({ field, bareDate }) =>
    bareDate === undefined ? [] : [`WHERE ${field}: days stand in quotes: '${bareDate}'`],
  );
}

function usedFields({ fields, conditions, orders }: AskedQuery): string[] {
  return [...new Set([...fields, ...conditions.map(({ field }) => field), ...orders])];
}

function unknownResource(from: string): string {
  const known = [...fieldFacts().resources.keys()];
  return `FROM ${from}: there is no such resource${hint(nearest(from, known))}`;
}

function hint(meant: string | undefined): string {
  return meant === undefined ? '' : `; did you mean ${meant}?`;
}

function fits(field: string, from: string): boolean {
  const { fields, resources } = fieldFacts();
  const { with: others, metrics, segments } = resources.get(from)!;
  const [owner, name] = partsOf(field);
  if (!fields.has(field)) return false;
  if (owner === 'metrics') return metrics.includes(name);
  return owner === 'segments' ? segments.includes(name) : owner === from || others.includes(owner);
}

function partsOf(field: string): [owner: string, name: string] {
  const at = field.indexOf('.');
  return [field.slice(0, at), field.slice(at + 1)];
}

/** Why a field cannot be asked of a resource at all. */
function misfit(field: string, from: string): string {
  const known = [...fieldFacts().fields.keys()];
  if (known.includes(field)) return `${field} cannot be asked for FROM ${from}${elsewhere(...partsOf(field), from)}`;
  const inside = known.find((name) => name.startsWith(`${field}.`));
  if (inside !== undefined) return `${field} is a group of fields: name them one by one, such as ${inside}`;
  const askable = known.filter((name) => fits(name, from));
  const [longer] = askable.filter((name) => name.startsWith(`${field}_`)).sort((a, b) => a.length - b.length);
  return `${field}: there is no such field${hint(longer ?? nearest(field, askable) ?? nearest(field, known))}`;
}

/** The resources that do have the field. */
function elsewhere(owner: string, name: string, from: string): string {
  const { resources } = fieldFacts();
  const isAttribute = owner !== 'metrics' && owner !== 'segments';
  if (isAttribute) {
    return resources.get(owner)?.with.includes(from)
      ? `; ask FROM ${owner}, where the fields of ${from} can be had too`
      : '; the fields of these two are not joined';
  }
  const having = [...resources].filter(([, lists]) => lists[owner as 'metrics' | 'segments'].includes(name));
  const names = having.map(([resource]) => resource);
  return `; ${owner === 'metrics' ? 'a metric' : 'a segment'} of ${names.slice(0, 8).join(', ')}${names.length > 8 ? ' and others' : ''}`;
}

/** Flags marked `?` were inferred, not published: they refuse nothing. */
function lacks(field: string, flag: 'f' | 'o'): boolean {
  const flags = fieldFacts().fields.get(field)?.split(' ')[1] ?? '?';
  return !flags.includes(flag) && !flags.includes('?');
}

function flagProblems({ conditions, orders }: AskedQuery): string[] {
  return [
    ...conditions.filter(({ field }) => lacks(field, 'f')).map(({ field }) => `WHERE ${field}: cannot be filtered by`),
    ...orders.filter((field) => lacks(field, 'o')).map((field) => `ORDER BY ${field}: cannot be sorted by`),
  ];
}

function namesIn(fields: readonly string[], prefix: string): string[] {
  return [...new Set(fields)].filter((field) => field.startsWith(prefix)).map((field) => field.slice(prefix.length));
}

function pairProblems({ fields, conditions }: AskedQuery): string[] {
  const segments = namesIn(fields, 'segments.');
  const metrics = namesIn([...fields, ...conditions.map(({ field }) => field)], 'metrics.');
  return segments.flatMap((segment, at) => [
    ...metrics
      .filter((metric) => !splitsMetric(segment, metric))
      .map((metric) => `metrics.${metric} cannot be split by segments.${segment}: ask for them in two queries`),
    ...segments
      .slice(at + 1)
      .filter((other) => !goTogether(segment, other))
      .map((other) => `segments.${segment} and segments.${other} cannot be selected together`),
  ]);
}

/** A segment in WHERE and a metric or segment in ORDER BY must be selected too; only date segments may stand in WHERE alone. */
function selectionProblems({ fields, conditions, orders }: AskedQuery): string[] {
  const missing = (field: string) => /^(?:metrics|segments)\./.test(field) && !fields.includes(field);
  return [
    ...conditions
      .filter(({ field }) => field.startsWith('segments.') && !isCoreDate(field) && missing(field))
      .map(({ field }) => `WHERE ${field}: has to be selected too`),
    ...orders.filter(missing).map((field) => `ORDER BY ${field}: has to be selected too`),
  ];
}
