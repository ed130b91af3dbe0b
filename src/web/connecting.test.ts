import { expect, test } from 'vitest';
import { channelNamed, connectable } from './connecting.ts';
import type { WebParts } from './web-parts.ts';

const channels = [
  { name: 'social', needsConnection: true },
  { name: 'workspace', needsConnection: false },
];
const parts = { registry: { channels } } as unknown as WebParts;

test('a channel without a platform behind it is none that can be connected', () => {
  expect(connectable(parts).map(({ name }) => name)).toEqual(['social']);
  expect(channelNamed(parts, 'social').name).toBe('social');
  expect(() => channelNamed(parts, 'workspace')).toThrow('there are: social');
});
