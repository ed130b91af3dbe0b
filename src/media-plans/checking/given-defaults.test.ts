import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Failure } from '../../errors.ts';
import type { JobPlace } from '../../pipeline/call.ts';
import { mergedDefaults } from './given-defaults.ts';

const defaults = z.object({ page_id: z.string().regex(/^\d+$/, 'Must be digits'), pixel_id: z.string() }).partial();
const tool = (name: string) => ({ channel: { name, mediaPlanning: { defaults } } });
const job = {
  pipeline: { tools: [tool('social'), tool('video'), { channel: { name: 'tags' } }] },
} as unknown as JobPlace;
const merged = (kept: object, given: object | undefined) => mergedDefaults(job, kept, given);
function refused(given: object) {
  try {
    merged({}, given);
    return [];
  } catch (error) {
    return (error as Failure).details.problems!.map(({ field, message }) => `${field} ${message}`);
  }
}

test('what is given replaces what is kept, and of a channel only what it names', () => {
  const kept = { countries: ['US'], channels: { social: { page_id: '1', pixel_id: 'a' }, video: { page_id: '2' } } };
  expect(merged(kept, undefined)).toBe(kept);
  expect(merged({}, { languages: ['en'] })).toEqual({ languages: ['en'] });
  expect(merged(kept, { languages: ['en'], countries: undefined })).toEqual({ ...kept, languages: ['en'] });
  expect(merged(kept, { channels: { social: { page_id: '3' } } })).toEqual({
    ...kept,
    channels: { social: { page_id: '3', pixel_id: 'a' }, video: { page_id: '2' } },
  });
});

test('every wrong default is refused at its place, and nothing of the rest is kept', () => {
  expect(
    refused({
      accounts: [{ channel: 'social' }, { channel: 'tags' }],
      channels: { social: { page_id: 'x', colour: 'red' }, moon: {} },
      naming_pattern: '{campaign} {weather}',
    }),
  ).toEqual([
    'defaults.accounts.1.channel tags is no channel that campaigns can be made on from a sheet',
    'defaults.channels.social.colour is no default of this channel; there are: page_id, pixel_id',
    'defaults.channels.social.page_id must be digits',
    'defaults.channels.moon is no channel that campaigns can be made on from a sheet',
    'defaults.naming_pattern has {weather}, which stands for nothing',
  ]);
});

test('a pattern keeps campaigns apart', () => {
  expect(refused({ naming_pattern: '{channel}' })).toEqual([
    'defaults.naming_pattern needs {campaign}, or all campaigns would have one name',
  ]);
  expect(refused({ naming_pattern: '{campaign} {channel}' })).toEqual([]);
});
