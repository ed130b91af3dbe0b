import { expect, test } from 'vitest';
import { acceptedType } from './accepted-type.ts';

const OFFERS = ['application/json', 'text/csv'] as const;
const JSON_TYPE = 'application/json';
const CSV = 'text/csv';

test.each([
  [undefined, JSON_TYPE],
  ['', JSON_TYPE],
  ['*/*', JSON_TYPE],
  ['*', JSON_TYPE],
  ['text/csv', CSV],
  ['TEXT/CSV', CSV],
  ['Text/Csv; charset=utf-8; header=present', CSV],
  ['text/*', CSV],
  ['application/*', JSON_TYPE],
  ['application/json, text/csv', JSON_TYPE],
  ['text/csv, application/json', CSV],
  ['application/json;q=0.5, text/csv', CSV],
  ['text/csv;q=0.5, application/json;q=0.4', CSV],
  ['text/csv; Q=0.2, application/json ; q = 0.9', JSON_TYPE],
  ['*/*, text/csv', CSV],
  ['text/csv;q=0.1, */*;q=0.5', JSON_TYPE],
  ['text/csv;q=0, */*', JSON_TYPE],
  ['text/*;q=0, application/json;q=0.1', JSON_TYPE],
  ['application/json;q=0, */*', CSV],
  ['application/json;q=0', CSV],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', JSON_TYPE],
  ['image/png', JSON_TYPE],
  ['text/csv;q=0', JSON_TYPE],
  ['text/csvx', JSON_TYPE],
  ['x-text/csv', JSON_TYPE],
  ['*/*;q=0', undefined],
  ['application/json;q=0.0, text/csv;q=0', undefined],
])('%s: %s', (header, type) => {
  expect(acceptedType(header, OFFERS)).toBe(type);
});
