import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { ChannelEndpoint } from '../../src/pipeline/endpoint.ts';
import type { Channel } from '../../src/tools/channel.ts';
import { defineTool } from '../../src/tools/define-tool.ts';
import { collect, listArguments, nextCursor, writeCursor } from '../../src/tools/listing.ts';
import { startTestService, type TestService } from '../service.ts';

const channel: Channel<undefined> = {
  name: 'numbers',
  title: 'Numbers',
  instructions: 'For tests.',
  hosts: {},
  needsConnection: false,
  connect: () => undefined,
};
const asked: string[] = [];

/** Two lists that differ in nothing but their name. */
const lists = ['list_numbers', 'list_others'].map((name) =>
  defineTool(channel, {
    name,
    title: 'List numbers',
    description: 'Counts from nought to nine.',
    toolset: 'numbers',
    access: 'read',
    repeat: 'safe',
    input: z.strictObject(listArguments(4)),
    output: z.object({ numbers: z.array(z.number()), ...nextCursor }),
    async run({ limit, cursor }) {
      const { items, ...more } = await collect(
        { limit, cursor, scope: 'numbers', pageMax: 10 },
        async (place, size) => {
          if (place !== undefined) asked.push(place);
          const start = Number(place ?? 0);
          const page = Array.from({ length: Math.min(size, 10 - start) }, (_, index) => start + index);
          return { items: page, ...(start + size < 10 && { next: String(start + size) }) };
        },
      );
      return { numbers: items, ...more };
    },
  }),
);

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    platforms: [],
    extraEndpoints: (pipeline) => [new ChannelEndpoint(channel, lists, pipeline)],
  });
});
afterAll(() => service?.close());

const page = async (cursor: string | undefined, tool = 'list_numbers', more = {}) =>
  (await service.call('numbers', tool, { ...(cursor !== undefined && { cursor }), ...more })).result;

test('a cursor leads on to the end', async () => {
  const seen: number[] = [];
  let cursor: string | undefined;
  do {
    const { numbers, next_cursor } = await page(cursor);
    seen.push(...numbers);
    cursor = next_cursor;
  } while (cursor);
  expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('one that was not given out here is refused by name before the list is asked', async () => {
  const { next_cursor: good } = await page(undefined);
  const [text = ''] = good.split('.');
  const other = await service.workspaceId('Acme Japan');
  asked.length = 0;
  for (const [cursor, tool, more] of [
    [writeCursor('numbers', '8')],
    [`${writeCursor('numbers', '8')}.${good.split('.')[1]}`],
    [text],
    [`${good}A`],
    [''],
    [good, 'list_others'],
    [good, 'list_numbers', { workspaceId: other }],
  ] as const) {
    const { error } = await page(cursor, tool, more);
    expect(error).toMatchObject({ code: 'invalid_arguments', field: 'cursor', outcome: 'not_applied' });
    expect(error.message).toContain('pass next_cursor unchanged');
  }
  expect(asked).toEqual([]);
});
