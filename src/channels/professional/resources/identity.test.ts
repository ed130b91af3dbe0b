import { expect, test } from 'vitest';
import { channel } from '../channel.ts';
import type { ProfessionalClient } from '../client.ts';

test('an error that asks for an account asks for 50, and lists no more', async () => {
  const asked: number[] = [];
  const client = {
    async get(_: string, __: unknown, { pageSize }: { pageSize: number }) {
      asked.push(pageSize);
      const elements = Array.from({ length: pageSize }, (_, at) => ({
        id: at + 1,
        name: 'A',
        currency: 'USD',
        status: 'ACTIVE',
      }));
      return { elements, metadata: { nextPageToken: 'more' } };
    },
  } as unknown as ProfessionalClient;
  expect(await channel.account!.choices(client)).toHaveLength(50);
  expect(asked).toEqual([50]);
});
