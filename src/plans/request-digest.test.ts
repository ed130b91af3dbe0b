import { expect, test } from 'vitest';
import { requestDigest as digestAt, shownRequest } from './request-digest.ts';

const NOW = Date.UTC(2026, 10, 17, 12);
const requestDigest = (request: Parameters<typeof digestAt>[0]) => digestAt(request, [NOW]);

const at = (url: string, more: object) => ({ method: 'POST' as const, url, ...more });
const form = (body: string) => ({ body, headers: { 'content-type': 'application/x-www-form-urlencoded' } });

test('is the same in any order of fields and on any host', () => {
  const one = requestDigest(at('https://a.example/x?b=2&a=1', { json: { name: 'n', budget: { a: 1, b: 2 } } }));
  expect(requestDigest(at('http://127.0.0.1:1/x?a=1&b=2', { json: { budget: { b: 2, a: 1 }, name: 'n' } }))).toBe(one);
  expect(requestDigest(at('https://a.example/x?b=2&a=1', { body: '{"budget":{"b":2,"a":1},"name":"n"}' }))).toBe(one);
  expect(requestDigest(at('https://a.example/x', form('a=1&b=2')))).toBe(
    requestDigest(at('https://a.example/x', form('b=2&a=1'))),
  );
});

test('differs with one byte of the body, the path, the query or the method', () => {
  const request = at('https://a.example/x?a=1', { json: { budget: 100 } });
  const others = [
    { ...request, json: { budget: 1000 } },
    { ...request, url: 'https://a.example/y?a=1' },
    { ...request, url: 'https://a.example/x?a=2' },
    { ...request, method: 'DELETE' as const },
    { ...request, json: undefined },
    { ...request, json: { budget: [100] } },
    { ...request, json: { budget: { 0: 100 } } },
  ];
  const digests = [request, ...others].map(requestDigest);
  expect(new Set(digests).size).toBe(digests.length);
});

test('of a form with files does not depend on the text between its parts', () => {
  const upload = (boundary: string, file: string) =>
    at('https://a.example/x', {
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: Buffer.from(`--${boundary}\r\n\r\n${file}\r\n--${boundary}--`),
    });
  expect(requestDigest(upload('one', 'file'))).toBe(requestDigest(upload('other', 'file')));
  expect(requestDigest(upload('one', 'file'))).not.toBe(requestDigest(upload('one', 'fill')));
  expect(shownRequest(upload('one', 'file'))).toEqual({ method: 'POST', path: '/x', bytes: 22 });
});

test('the present moment is the same in two requests, another moment is not', () => {
  const starting = (start: unknown) =>
    requestDigest(at('https://a.example/x', { json: { start, request_id: String(NOW) } }));
  const now = starting(new Date(NOW).toISOString());
  expect(starting(new Date(NOW + 60_000).toISOString())).toBe(now);
  expect(starting(new Date(NOW - 60_000).toISOString().slice(0, 19).replace('T', ' '))).toBe(now);
  const inUtc = new Date(NOW + 1000).toISOString().slice(0, 19).replace('T', ' ');
  for (const zone of ['+00:00', '-00:00', '+0000']) expect(starting(`${inUtc}${zone}`), zone).toBe(now);
  const inKolkata = new Date(NOW + 5.5 * 3_600_000).toISOString().slice(0, 19);
  expect(starting(`${inKolkata}+05:30`)).toBe(now);
  expect(starting(`${inKolkata}+00:00`)).not.toBe(now);
  expect(starting(new Date(NOW + 3_600_000).toISOString())).not.toBe(now);
  expect(starting('2026')).not.toBe(starting('2027'));
  expect(starting(NOW + 60_000)).toBe(starting(String(NOW - 60_000)));
  expect(starting(NOW + 60_000)).not.toBe(starting(NOW + 3_600_000));
});

test.each([
  ['as the values of a form', form('name=n&budget=%7B%22a%22%3A1%7D'), { name: 'n', budget: { a: 1 } }],
  ['as its own words where it is no form', { body: 'a=1&b=2', headers: { 'content-type': 'text/plain' } }, 'a=1&b=2'],
  ['as its own words where nothing tells what it is', { body: 'id,name\n1,A' }, 'id,name\n1,A'],
])('a person sees a body %s', (_, sent, body) => {
  expect(shownRequest(at('https://a.example/x', sent))).toEqual({ method: 'POST', path: '/x', body });
});
