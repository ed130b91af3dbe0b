import type { RE2JS } from 're2js';
import type { QueryField } from '../catalogue/fields.ts';
import { type Day, dayText } from '../metrics/calendar.ts';
import type { Value } from '../state.ts';
import { duringRange, readDate } from './dates.ts';
import type { Condition, Literal, Operator } from './parse.ts';
import { likePattern, wholePattern } from './patterns.ts';
import { queryError } from './tokens.ts';

export type Test = (value: Value) => boolean;

const NULLS: readonly Operator[] = ['IS NULL', 'IS NOT NULL'];
const ORDERED: readonly Operator[] = ['=', '!=', '>', '>=', '<', '<='];
const LISTS: readonly Operator[] = ['IN', 'NOT IN'];
const NUMERIC: readonly Operator[] = [...ORDERED, ...LISTS, 'BETWEEN'];

/** Which operators a type takes; any other is OPERATOR_FIELD_MISMATCH. */
const ALLOWED: Record<QueryField['dataType'], readonly Operator[]> = {
  STRING: ['=', '!=', ...LISTS, 'LIKE', 'NOT LIKE', 'REGEXP_MATCH', 'NOT REGEXP_MATCH'],
  ENUM: ['=', '!=', ...LISTS],
  RESOURCE_NAME: ['=', '!=', ...LISTS],
  BOOLEAN: ['=', '!='],
  INT32: NUMERIC,
  INT64: NUMERIC,
  UINT64: NUMERIC,
  DOUBLE: NUMERIC,
  FLOAT: NUMERIC,
  DATE: [...ORDERED, 'BETWEEN', 'DURING'],
  MESSAGE: [],
};
const CONTAINS: readonly Operator[] = ['CONTAINS ANY', 'CONTAINS ALL', 'CONTAINS NONE'];

function allowedOperators(field: QueryField): readonly Operator[] {
  if (field.dataType === 'MESSAGE') return NULLS;
  return [...(field.repeated ? CONTAINS : ALLOWED[field.dataType]), ...NULLS];
}

/** Compiles a condition into a test of a value; a comparison with a missing value is never true. */
export function compileCondition(condition: Condition, field: QueryField, today: Day): Test {
  const { operator, values } = condition;
  if (!allowedOperators(field).includes(operator)) {
    throw queryError(
      'OPERATOR_FIELD_MISMATCH',
      `operator ${operator} cannot be used with field '${field.path}' of type ${field.dataType}.`,
      operator,
    );
  }
  if (operator === 'IS NULL') return isNull;
  if (operator === 'IS NOT NULL') return (value) => !isNull(value);
  if (field.repeated)
    return containsTest(
      operator,
      values.map((value) => readValue(value, field)),
    );
  const present = presentTest(condition, field, today);
  return (value) => value !== undefined && value !== null && present(value);
}

function isNull(value: Value): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

function containsTest(operator: Operator, wanted: readonly (string | number | boolean)[]): Test {
  const wants = (list: Value): ((item: string | number | boolean) => boolean) => {
    const held = new Set(Array.isArray(list) ? list : []);
    return (item) => held.has(item);
  };
  if (operator === 'CONTAINS ALL') return (list) => wanted.every(wants(list));
  if (operator === 'CONTAINS ANY') return (list) => wanted.some(wants(list));
  return (list) => !wanted.some(wants(list));
}

function presentTest(condition: Condition, field: QueryField, today: Day): Test {
  const { operator, values } = condition;
  if (field.dataType === 'DATE') return dateTest(condition, today);
  if (operator === 'BETWEEN') return betweenTest(values, field);
  const first = values[0]!;
  switch (operator) {
    case 'LIKE':
      return matcher(likePattern(quoted(first)), true);
    case 'NOT LIKE':
      return matcher(likePattern(quoted(first)), false);
    case 'REGEXP_MATCH':
      return matcher(wholePattern(quoted(first)), true);
    case 'NOT REGEXP_MATCH':
      return matcher(wholePattern(quoted(first)), false);
    case 'IN':
    case 'NOT IN': {
      const set = new Set(readList(values, field));
      return operator === 'IN' ? (value) => set.has(value as string) : (value) => !set.has(value as string);
    }
    default:
      return comparison(operator, readValue(first, field));
  }
}

function matcher(pattern: RE2JS, wanted: boolean): Test {
  return (value) => pattern.matches(String(value)) === wanted;
}

function quoted(literal: Literal): string {
  if (literal.kind !== 'string')
    throw queryError('INVALID_STRING_VALUE', `'${literal.text}' must be in quotes.`, literal.text);
  return literal.text;
}

function comparison(operator: Operator, wanted: string | number | boolean): Test {
  switch (operator) {
    case '=':
      return (value) => value === wanted;
    case '!=':
      return (value) => value !== wanted;
    case '>':
      return (value) => (value as typeof wanted) > wanted;
    case '>=':
      return (value) => (value as typeof wanted) >= wanted;
    case '<':
      return (value) => (value as typeof wanted) < wanted;
    default:
      return (value) => (value as typeof wanted) <= wanted;
  }
}

function betweenTest(values: readonly Literal[], field: QueryField): Test {
  for (const { text } of values)
    if (!isNumber(text, false))
      throw queryError('INVALID_VALUE_WITH_BETWEEN_OPERATOR', `'${text}' is not a number.`, text);
  const [low, high] = values.map((value) => readValue(value, field)) as [number, number];
  return (value) => (value as number) >= low && (value as number) <= high;
}

function readList(values: readonly Literal[], field: QueryField): (string | number | boolean)[] {
  if (field.dataType === 'STRING' && new Set(values.map(({ kind }) => kind)).size > 1)
    throw queryError('PROHIBITED_VALUE_COMBINATION_IN_LIST', 'the list mixes strings with other values.');
  return values.map((value) => readValue(value, field));
}

function isNumber(text: string, whole: boolean): boolean {
  return (whole ? /^-?[0-9]+$/ : /^-?[0-9]+(\.[0-9]+)?$/).test(text);
}

/** A literal in the type of its field. */
function readValue(literal: Literal, field: QueryField): string | number | boolean {
  const { text } = literal;
  switch (field.dataType) {
    case 'ENUM':
      if (!field.enumValues.includes(text))
        throw queryError('BAD_ENUM_CONSTANT', `invalid enum value '${text}' for '${field.path}'.`, text);
      return text;
    case 'BOOLEAN':
      if (!/^(true|false)$/i.test(text)) throw queryError('BAD_VALUE', `'${text}' is neither TRUE nor FALSE.`, text);
      return text.toLowerCase() === 'true';
    case 'INT32':
    case 'INT64':
    case 'UINT64':
    case 'DOUBLE':
    case 'FLOAT':
      if (!isNumber(text, field.dataType.includes('INT')))
        throw queryError('BAD_VALUE', `'${text}' is not a number that '${field.path}' can have.`, text);
      return Number(text);
    default:
      return quoted(literal);
  }
}

/** A date without a time stands for its whole day, wherever the field goes on to seconds. */
function dateTest({ operator, values }: Condition, today: Day): Test {
  if (operator === 'DURING') {
    const word = values[0]!;
    const range = word.kind === 'word' ? duringRange(word.text, today) : undefined;
    if (!range)
      throw queryError('INVALID_VALUE_WITH_DURING_OPERATOR', `'${word.text}' is not a date range.`, word.text);
    return within(dayText(range.low), dayText(range.high));
  }
  const [first, second] = values.map(({ text }) => readMoment(text)) as [string, string];
  if (operator === 'BETWEEN') return within(first, second);
  const compare = comparison(operator, first);
  return (value) => compare(String(value).slice(0, first.length));
}

function within(low: string, high: string): Test {
  if (low.slice(0, 10) > high.slice(0, 10))
    throw queryError('DATE_RANGE_TOO_NARROW', `'${low}' is after '${high}'.`, low);
  return (value) => String(value).slice(0, low.length) >= low && String(value).slice(0, high.length) <= high;
}

function readMoment(text: string): string {
  if (/^\d{4}-\d\d-\d\d ([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?$/.test(text)) {
    readDate(text.slice(0, 10));
    return text;
  }
  return readDate(text);
}
