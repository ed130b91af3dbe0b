import { isObject } from '../../json.ts';
import { badParameter } from '../errors.ts';
import type { Params } from './params.ts';

export interface Filter {
  field: string;
  operator: string;
  value: unknown;
}

type Test = (actual: unknown, wanted: unknown) => boolean;

const text = (value: unknown) => String(value ?? '').toLowerCase();
const list = (value: unknown) => (Array.isArray(value) ? value : [value]);
const among: Test = (actual, wanted) =>
  list(actual).some((item) => list(wanted).some((other) => text(item) === text(other)));
const contains: Test = (actual, wanted) => list(wanted).some((part) => text(actual).includes(text(part)));
const inRange: Test = (actual, wanted) =>
  Number(actual) >= Number(list(wanted)[0]) && Number(actual) <= Number(list(wanted)[1]);
const not =
  (test: Test): Test =>
  (actual, wanted) =>
    !test(actual, wanted);
const compare =
  (test: (actual: number, wanted: number) => boolean): Test =>
  (actual, wanted) =>
    test(Number(actual), Number(wanted));

const OPERATORS: Record<string, Test> = {
  EQUAL: among,
  NOT_EQUAL: not(among),
  IN: among,
  ANY: among,
  NOT_IN: not(among),
  NONE: not(among),
  ALL: (actual, wanted) => list(wanted).every((item) => among(actual, item)),
  CONTAIN: contains,
  CONTAINS_ANY: contains,
  STEM_MATCH: contains,
  NOT_CONTAIN: not(contains),
  NOT_CONTAINS_ANY: not(contains),
  CONTAINS_ALL: (actual, wanted) => list(wanted).every((part) => contains(actual, part)),
  STARTS_WITH: (actual, wanted) => text(actual).startsWith(text(wanted)),
  ENDS_WITH: (actual, wanted) => text(actual).endsWith(text(wanted)),
  GREATER_THAN: compare((a, b) => a > b),
  GREATER_THAN_OR_EQUAL: compare((a, b) => a >= b),
  LESS_THAN: compare((a, b) => a < b),
  LESS_THAN_OR_EQUAL: compare((a, b) => a <= b),
  AFTER: compare((a, b) => a > b),
  BEFORE: compare((a, b) => a < b),
  ON_OR_AFTER: compare((a, b) => a >= b),
  ON_OR_BEFORE: compare((a, b) => a <= b),
  IN_RANGE: inRange,
  NOT_IN_RANGE: not(inRange),
};

const LISTS = new Set(['IN', 'NOT_IN', 'IN_RANGE', 'NOT_IN_RANGE', 'ANY', 'ALL', 'NONE']);

export function readFilters(params: Params): Filter[] {
  return (params.array('filtering') ?? []).map((entry, index) => {
    if (!isObject(entry) || typeof entry.field !== 'string' || typeof entry.operator !== 'string') {
      throw badParameter(`Param filtering[${index}] must have field, operator and value`, 'filtering');
    }
    if (!Object.hasOwn(OPERATORS, entry.operator)) {
      throw badParameter(
        `Param filtering[${index}][operator] must be one of {${Object.keys(OPERATORS).join(', ')}}`,
        'filtering',
      );
    }
    if (LISTS.has(entry.operator) && !Array.isArray(entry.value))
      throw badParameter(`Param filtering[${index}][value] must be an array.`, 'filtering');
    return { field: entry.field, operator: entry.operator, value: entry.value };
  });
}

export function passes({ operator, value }: Filter, actual: unknown): boolean {
  return OPERATORS[operator]!(actual, value);
}
