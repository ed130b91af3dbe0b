import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Channel } from '../tools/channel.ts';
import { type Bed, pipelineBed, type TrainClient, toolOf, trains } from './pipeline.testing.ts';

let bed: Bed;
beforeAll(async () => {
  bed = await pipelineBed();
  await bed.connect({ account: '1' });
  const { organizationId, workspaceId } = bed;
  await bed.pipeline.spendLimits.book.set(
    { scope: 'workspace', organizationId, workspaceId },
    'daily',
    'USD',
    '5',
    'me',
  );
});
afterAll(() => bed.discard());

const renameIn = (channel: Channel<TrainClient>) => {
  const tool = toolOf(channel as Channel, {
    name: 'rename_train',
    access: 'write',
    async run(_: unknown, { client }: { client: TrainClient }) {
      await client.session.change({ method: 'POST', url: 'https://trains.example/name' }, z.looseObject({}));
      return {};
    },
  });
  bed.pipeline.tools = [tool];
  return tool;
};

test('under a limit, a change in a channel that cannot be counted is refused', async () => {
  expect(await bed.errorOf(renameIn(trains))).toMatchObject({ code: 'cap_unverifiable', outcome: 'not_applied' });
  expect(bed.sent).toEqual([]);
});

test('one in a channel that spends nothing passes, and nothing is read to count it', async () => {
  expect(await bed.run(renameIn({ ...trains, spendsNothing: true }))).toMatchObject({ isError: false });
  expect(bed.sent).toHaveLength(1);
});

test('nor does such a channel make what is spent unreadable', async () => {
  const looks = toolOf({ ...trains, spendsNothing: true } as Channel, {
    output: z.looseObject({}),
    run: async (_: unknown, context: { spendLimits(): Promise<object> }) => ({ ...(await context.spendLimits()) }),
  });
  bed.pipeline.tools = [looks];
  const before = bed.sent.length;
  const { json } = await bed.run(looks);
  expect(JSON.parse(json)).toEqual({ limits: [], unreadable: [] });
  expect(bed.sent).toHaveLength(before);
});
