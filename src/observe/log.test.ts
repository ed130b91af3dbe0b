import { expect, test } from 'vitest';
import { readableLog } from './log.testing.ts';
import { createLog, type LogFields } from './log.ts';

function written(fields: Record<string, unknown>): string {
  const { log, text } = readableLog('debug', () => Date.UTC(2026, 0, 2, 3, 4, 5, 6));
  log.write('info', 'event', fields as LogFields);
  return text();
}

test('a line is JSON with the time, the level and the event', () => {
  expect(JSON.parse(written({ status: 200, route: '/x' }))).toEqual({
    at: '2026-01-02T03:04:05.006Z',
    level: 'info',
    event: 'event',
    status: 200,
    route: '/x',
  });
});

test('a field that is not on the list does not reach the log', () => {
  const line = written({ authorization: 'Bearer abc', cookie: 'session=1', key: 'sk_live_abc', token: 'ya29.x' });
  expect(line).not.toMatch(/Bearer|session|sk_live|ya29/);
});

test.each([
  'sk_live_9o0cz1hejJ8vvztwaUdaUdRXgBKHZ09v2i5GCQ',
  'Authorization: Bearer ya29.a0AfH6SMBx',
  'refresh_token=1//0gabcdef&grant_type=x',
  '{"access_token":"EAABsbCS1iHgBAKx0000000000000000"}',
  'client_secret=GOCSPX-abc&x=1',
])('a secret inside free text is hidden: %s', (secret) => {
  const value = secret
    .split(/[=:" ]/)
    .filter((part) => part.length > 8)
    .at(-1)!;
  expect(written({ detail: `failed with ${secret}` })).not.toContain(value.split('&')[0]);
});

test.each([
  'password',
  'authorization',
  'token',
  'access_token',
  'refresh_token',
  'client_secret',
  'code',
  'code_verifier',
  'assertion',
])('%s is hidden as forms, JSON and JSON inside JSON write it', (name) => {
  for (const [before, after] of [
    [`${name}=`, '&x=1'],
    [`{"${name}":"`, '"}'],
    [`{"${name}": "`, '"}'],
    [JSON.stringify({ body: `{"${name}":"` }).slice(0, -2), ' of it"}'],
    [`${name.toUpperCase()}: '`, "'"],
  ])
    expect(written({ detail: `sent ${before}hush-1-hush${after}` })).not.toContain('hush-1-hush');
});

test('an error is written at once, and what is gathered after 256 lines: a process that dies takes little with it', () => {
  const lines: string[] = [];
  const log = createLog('info', (text) => lines.push(...text.trim().split('\n')), Date.now);
  for (let count = 0; count < 255; count++) log.write('info', 'quiet');
  expect(lines).toHaveLength(0);
  log.write('info', 'quiet');
  expect(lines).toHaveLength(256);
  log.write('info', 'quiet');
  log.write('error', 'loud');
  expect(lines).toHaveLength(258);
});

test('nothing below the level is written', () => {
  const { log, text } = readableLog('warn');
  log.write('info', 'quiet');
  log.write('error', 'loud');
  expect(text()).toContain('loud');
  expect(text()).not.toContain('quiet');
});

test('a log in which nothing waits writes nothing', () => {
  const written: string[] = [];
  const log = createLog('info', (lines) => written.push(lines), Date.now);
  log.flush();
  log.write('error', 'loud');
  log.flush();
  expect(written).toHaveLength(1);
});
