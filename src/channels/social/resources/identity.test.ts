import { expect, test } from 'vitest';
import { channel } from '../channel.ts';
import type { SocialClient } from '../client.ts';

test('an error that asks for an account lists 50 of those that are reached', async () => {
  const client = {
    async *pages() {
      for (let page = 0; page < 3; page++)
        yield Array.from({ length: 25 }, (_, at) => ({ id: `act_${page * 25 + at}`, account_status: 1 }));
    },
  } as unknown as SocialClient;
  expect(await channel.account!.choices(client)).toHaveLength(50);
});
