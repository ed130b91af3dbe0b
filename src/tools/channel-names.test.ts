import { expect, test } from 'vitest';
import type { Channel } from './channel.ts';
import { unknownChannels } from './channel-names.ts';

const channels = [
  { name: 'trains', knownAs: ['railway'] },
  { name: 'trains', knownAs: ['railway'] },
  { name: 'buses' },
] as unknown as Channel[];

test('a platform that is named by a name of its own is told under which one it is here', () => {
  expect(unknownChannels(['trains', 'buses'], channels)).toEqual([]);
  expect(unknownChannels(['Railway', 'ships'], channels)).toEqual([
    {
      field: 'channels',
      message: 'Railway, ships: must be of trains, buses; Railway is trains',
      allowed_values: ['trains', 'buses'],
    },
  ]);
});
