import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTags, type TagsSandbox } from '../calls.testing.ts';

let tags: TagsSandbox;
beforeAll(async () => {
  tags = await startTags();
});
afterAll(() => tags.close());

const shown = async () => (await tags.control('GET', '/switches')).switches.tags;

test('the control address shows the switches, turns them, and a reset turns them back', async () => {
  expect((await shown()).stale_fingerprint).toEqual({ value: '409', choices: ['409', '400'] });
  await tags.turn('stale_fingerprint', '400');
  expect((await shown()).stale_fingerprint.value).toBe('400');
  await tags.startOver();
  expect((await shown()).stale_fingerprint.value).toBe('409');
});

test.each([
  [{ name: 'colour', value: 'red' }, 'name'],
  [{ name: '__proto__', value: 'red' }, 'name'],
  [{ name: 'compiler', value: 'sometimes' }, 'value'],
])('%j is refused with the name of the field', async (wish, field) => {
  expect(await tags.control('PUT', '/switches', { platform: 'tags', ...wish })).toMatchObject({ field });
});
