import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Channel } from '../tools/channel.ts';
import { type Bed, pipelineBed, type TrainClient, toolOf, trains } from './pipeline.testing.ts';

let bed: Bed;
beforeAll(async () => {
  bed = await pipelineBed();
  await bed.connect({ account: '1', mode: 'sandbox' });
});
afterAll(() => bed.discard());

const announce = toolOf(trains as Channel, {
  name: 'create_announcement',
  access: 'write',
  async run(_: unknown, context: { client: TrainClient; requireCustomCode(field: string): void }) {
    context.requireCustomCode('parameters.html');
    await context.client.session.change({ method: 'POST', url: 'https://trains.example/say' }, z.looseObject({}));
    return {};
  },
});

test.each([{}, { preview: true }])(
  'a key without the permission writes no code, in the sandbox neither: %j',
  async (args) => {
    expect(await bed.errorOf(announce, args)).toMatchObject({
      code: 'permission_denied',
      field: 'parameters.html',
      message: expect.stringContaining('"custom html"'),
      next_step: expect.stringContaining('--custom-html'),
      outcome: 'not_applied',
    });
    expect(bed.sent).toEqual([]);
  },
);

test('one that has it does', async () => {
  const principal = { ...bed.principal, customHtml: true as const };
  expect(await bed.run(announce, {}, { principal })).toMatchObject({ isError: false });
  expect(bed.sent).toHaveLength(1);
});
