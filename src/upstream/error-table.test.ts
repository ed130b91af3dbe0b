import { expect, test } from 'vitest';
import { errorTable } from './error-table.ts';

const table = errorTable(`
4 | busy:600 | too many calls | the app | go slower
17/99 | busy:300 | the account | the account | wait
100 | request | a wrong argument | see there | correct it
100/33 | missing | no such thing | wrong id | check the id
200-299 | permission | no right | no scope | have it granted
http/404 | version | gone | old | update
`);

test('a subcode refines its own code, helps a general one, and never overrides a limit', () => {
  expect(table.find(100, 33)?.kind).toBe('missing');
  expect(table.find(100, 99)?.waitS).toBe(300);
  expect(table.find(4, 99)).toMatchObject({ code: '4', waitS: 600 });
  expect(table.find(4, 33)?.kind).toBe('busy');
  expect(table.find(100, 1234)?.code).toBe('100');
  expect(table.find(7, 33)?.kind).toBe('missing');
  expect(table.find(7)).toBeUndefined();
});

test('ranges hold for codes nobody listed, and statuses for replies without any', () => {
  expect(table.find(273)).toMatchObject({ code: '273', kind: 'permission' });
  expect(table.find(300)).toBeUndefined();
  expect(table.forStatus(404).kind).toBe('version');
  const kinds = [401, 403, 426, 429, 500, 501, 503, 400].map((status) => table.forStatus(status).kind);
  expect(kinds).toEqual(['expired', 'permission', 'version', 'busy', 'broken', 'version', 'broken', 'request']);
});

test('a row that says too little is noticed when the table is made', () => {
  expect(() => errorTable('1 | busy | a | b')).toThrow('not a row');
  expect(() => errorTable('1 | angry | a | b | c')).toThrow('not a row');
});
