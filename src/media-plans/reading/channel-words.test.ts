import { expect, test } from 'vitest';
import { channelOf } from './channel-words.ts';

test.each([
  ['B2B social (B2B social)', 'professional'],
  ['Google Performance Max: Performance Max, Google', 'search'],
])('the channel of "%s"', (text, channel) => {
  expect(channelOf(text)).toMatchObject({ kind: 'channel', word: { channel } });
});

test('two channels are told as two', () => {
  expect(channelOf('B2B social, short video')).toEqual({ kind: 'several', channels: ['video', 'professional'] });
});
