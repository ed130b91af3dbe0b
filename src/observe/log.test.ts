import { expect, test } from 'vitest';
import { readableLog } from './log.testing.ts';
import type { LogFields } from './log.ts';

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

test('nothing below the level is written', () => {
  const { log, text } = readableLog('warn');
  log.write('info', 'quiet');
  log.write('error', 'loud');
  expect(text()).toContain('loud');
  expect(text()).not.toContain('quiet');
});
