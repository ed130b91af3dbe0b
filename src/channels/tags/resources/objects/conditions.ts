import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Condition, Parameter } from '../../wire.ts';

/** The platform's comparisons in our words. */
const WORDS = {
  equals: 'equals',
  contains: 'contains',
  starts_with: 'startsWith',
  ends_with: 'endsWith',
  matches: 'matchRegex',
  css_selector: 'cssSelector',
  url_matches: 'urlMatches',
  greater: 'greater',
  greater_or_equals: 'greaterOrEquals',
  less: 'less',
  less_or_equals: 'lessOrEquals',
} as const;
type Word = keyof typeof WORDS;
const COMPARISONS = Object.keys(WORDS) as [Word, ...Word[]];

/** Words of the platform, of its export files and of people, for ours. */
function wordMeant(given: string): string {
  const word = given
    .trim()
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
  return { match_regex: 'matches', matches_regex: 'matches', regex: 'matches', is: 'equals' }[word] ?? word;
}

/** A comparison as callers see and give it. All of a list have to hold. */
export const PlainCondition = z.strictObject({
  variable: z
    .string()
    .trim()
    .min(1)
    .transform((name) => name.replace(/^\{\{(.*)\}\}$/s, '$1'))
    .describe('Name, such as Page URL'),
  is: z
    .preprocess((word) => (typeof word === 'string' ? wordMeant(word) : word), z.enum(COMPARISONS))
    .describe('Comparison'),
  value: z.string().describe('To compare with'),
  ignore_case: z.boolean().optional().describe('Only with matches and the like'),
  not: z.boolean().optional().describe('True: must not hold'),
});
export type PlainCondition = z.output<typeof PlainCondition>;

/** `arg0` always stands first: without it the platform fails inside. */
export function conditionOf({ variable, is, value, ignore_case, not }: PlainCondition): Condition {
  const flag = (key: string, on: boolean | undefined): Parameter[] =>
    on ? [{ type: 'boolean', key, value: 'true' }] : [];
  return {
    type: WORDS[is],
    parameter: [
      { type: 'template', key: 'arg0', value: `{{${variable}}}` },
      { type: 'template', key: 'arg1', value },
      ...flag('ignore_case', ignore_case),
      ...flag('negate', not),
    ],
  };
}

/** A condition in our words; a comparison that we do not know is shown by the platform's. */
export function plainCondition({ type, parameter }: Condition) {
  const value = (key: string) => parameter.find((one) => one.key === key)?.value;
  const is = COMPARISONS.find((word) => WORDS[word] === type) ?? type;
  return {
    variable: (value('arg0') ?? '').replace(/^\{\{(.*)\}\}$/s, '$1'),
    is,
    value: value('arg1') ?? '',
    ...(value('ignore_case') === 'true' && { ignore_case: true }),
    ...(value('negate') === 'true' && { not: true }),
  };
}

/** Wanted conditions; those that are there already stay to the letter. */
export function mergedConditions(current: readonly Condition[], wanted: readonly PlainCondition[]): Condition[] {
  return wanted.map(
    (one) => current.find((held) => isDeepStrictEqual(plainCondition(held), set(one))) ?? conditionOf(one),
  );
}

/** Whether two lists say the same, in any order. */
export function sameConditions(one: readonly Condition[], other: readonly Condition[]): boolean {
  const told = (list: readonly Condition[]) => list.map((item) => JSON.stringify(plainCondition(item))).sort();
  return isDeepStrictEqual(told(one), told(other));
}

/** The variable that holds the name of an event and needs not be enabled. */
export const EVENT = '_event';

const set = ({ ignore_case, not, ...rest }: PlainCondition) => ({
  ...rest,
  ...(ignore_case && { ignore_case }),
  ...(not && { not }),
});
