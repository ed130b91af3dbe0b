import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { failureOf } from '../errors.testing.ts';
import { Failure } from '../errors.ts';
import { agreedCall } from './agreed-call.ts';
import { type Bed, pipelineBed, toolOf, trains } from './pipeline.testing.ts';

let bed: Bed;
beforeEach(async () => {
  bed = await pipelineBed();
  await bed.connect({ account: '1' });
});
afterEach(() => bed.discard());

test.each(['not_applied', 'unknown'] as const)(
  'a call that failed (%s) fails the same way when it comes again by its key, and is not made twice',
  async (outcome) => {
    const problems = [{ field: 'name', message: 'is taken' }];
    const details = { code: 'conflict', message: 'No.', nextStep: 'Wait.', outcome, problems } as const;
    const run = vi.fn(() => Promise.reject(new Failure(details)));
    const move = toolOf(trains as never, { name: 'move_train', access: 'write', run });
    const call = bed.call({ idempotencyKey: 'order-1' });
    for (let time = 0; time < 2; time++)
      expect(await failureOf(agreedCall(bed.pipeline, move, {}, call, bed.workspaceId))).toMatchObject({
        code: 'conflict',
        outcome,
        details: { message: 'No.', problems: [{ field: 'name' }] },
      });
    expect(run).toHaveBeenCalledTimes(1);
  },
);
