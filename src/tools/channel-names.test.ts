import { expect, test } from 'vitest';
import type { Failure } from '../errors.ts';
import { refuseUnknownChannels } from './channel-names.ts';

const places = [
  { name: 'trains', knownAs: ['railway'] },
  { name: 'trains', knownAs: ['railway'] },
  { name: 'buses' },
].map((channel) => ({ channel }));

function refusal(named: readonly string[]): unknown {
  try {
    refuseUnknownChannels(named, places);
  } catch (error) {
    return (error as Failure).details.problems;
  }
}

test('a platform that is named by a name of its own is told under which one it is here', () => {
  expect(refusal(['trains', 'buses'])).toBeUndefined();
  expect(refusal(['Railway', 'ships'])).toEqual([
    {
      field: 'channels',
      message: 'Railway, ships: must be of trains, buses; Railway is trains',
      allowed_values: ['trains', 'buses'],
    },
  ]);
});
