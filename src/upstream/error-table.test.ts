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

test('ranges hold for codes that are not listed, and statuses for replies without a code', () => {
  expect(table.find(273)).toMatchObject({ code: '273', kind: 'permission' });
  expect(table.find(300)).toBeUndefined();
  expect(table.forStatus(404).kind).toBe('version');
  const kinds = [401, 403, 426, 429, 501, 400].map((status) => table.forStatus(status).kind);
  expect(kinds).toEqual(['expired', 'permission', 'version', 'busy', 'version', 'request']);
  for (const status of [300, 303, 399, 408, 500, 503]) expect(table.forStatus(status).kind).toBe('broken');
});

test('a row that says too little is noticed when the table is made', () => {
  expect(() => errorTable('1 | busy | a | b')).toThrow('not a row');
  expect(() => errorTable('1 | angry | a | b | c')).toThrow('not a row');
});

test('a table is what stands in its rows, several codes to a row', () => {
  expect(errorTable('1,2/5 | busy:9 | too many | the app | Wait.\nhttp/418 | request | m | c | n').entries).toEqual([
    { code: '1', kind: 'busy', waitS: 9, meaning: 'too many', cause: 'the app', nextStep: 'Wait.' },
    { code: '2', subcode: '5', kind: 'busy', waitS: 9, meaning: 'too many', cause: 'the app', nextStep: 'Wait.' },
  ]);
  expect(table.find(4)!.nextStep).toBe('go slower.');
  expect(table.findSubcode(99)).toMatchObject({ code: '17', waitS: 300 });
  expect(table.findSubcode('1')).toBeUndefined();
  expect(table.find(undefined, 33)).toBeUndefined();
  expect([table.find(200)?.kind, table.find(299)?.kind, table.find(199)]).toEqual([
    'permission',
    'permission',
    undefined,
  ]);
});

test.each([
  [401, 'expired', "Reconnect the channel (adhelm connect); the connection's token is no longer good."],
  [403, 'permission', 'Have the connected user given access to what was asked for.'],
  [409, 'taken', 'It exists already, or was changed meanwhile. Read it before deciding.'],
  [426, 'version', 'This version of the platform interface has been switched off: update the service.'],
  [429, 'busy', 'Wait and call again.'],
  [500, 'broken', 'The platform has a fault. Call again in a moment.'],
  [499, 'request', 'Correct what the platform objects to and call again. Nothing was changed.'],
])('a reply without a code and with HTTP %i is %s', (status, kind, nextStep) => {
  expect(table.forStatus(status)).toEqual({
    code: String(status),
    kind,
    meaning: `HTTP ${status}`,
    cause: 'The platform gave no code of its own',
    nextStep,
  });
});

test('a subcode that two codes have means what its own code says', () => {
  const shared = errorTable(`
100/33 | request | a wrong id | see there | correct it
200/33 | taken | it exists | see there | name another
`);
  expect(shared.find(100, 33)).toMatchObject({ code: '100', kind: 'request' });
  expect(shared.find(200, 33)).toMatchObject({ code: '200', kind: 'taken' });
});
