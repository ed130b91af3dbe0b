import { expect, test } from 'vitest';
import { channel } from '../channel.ts';
import type { VideoClient } from '../client.ts';

test('an error that asks for an account lists 50 of those that are reached', async () => {
  const advertisers = async () => Array.from({ length: 60 }, (_, at) => ({ id: String(at) }));
  expect(await channel.account!.choices({ advertisers } as unknown as VideoClient)).toHaveLength(50);
});
