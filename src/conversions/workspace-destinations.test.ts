import { expect, test } from 'vitest';
import { trains } from '../pipeline/pipeline.testing.ts';
import type { Channel } from '../tools/channel.ts';
import type { Reach, Unreached } from '../tools/reach.ts';
import { destinationsEverywhere } from './workspace-destinations.ts';

test('a channel that is not connected is missing, with what to do about it', async () => {
  const place: Unreached = {
    workspace: { id: 'w', name: 'Acme' },
    channel: { ...trains, name: 'north', conversions: {} } as unknown as Channel,
    code: 'not_connected',
    reason: 'It is not connected.',
    nextStep: 'Connect it.',
  };
  const reach = { channels: async () => [place] } as unknown as Reach;
  const { signal } = new AbortController();
  expect(await destinationsEverywhere({}, { reach, signal })).toEqual({
    destinations: [],
    missing: [{ channel: 'north', code: 'not_connected', reason: 'It is not connected.', next_step: 'Connect it.' }],
  });
});
