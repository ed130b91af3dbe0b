import { expect, test } from 'vitest';
import { Failure } from '../../errors.ts';
import { readBack } from './after-write.ts';

test('a write whose reading back fails is still reported as made', async () => {
  const throttled = new Failure({ code: 'rate_limited', message: 'slow down', nextStep: 'wait', retryable: true });
  for (const read of [() => Promise.reject(throttled), () => Promise.resolve(undefined)]) {
    const failure = await readBack('The campaign 7 was created', read).catch((error: unknown) => error as Failure);
    expect(failure).toBeInstanceOf(Failure);
    expect(failure as Failure).toMatchObject({ outcome: 'applied', retryable: false });
    expect((failure as Failure).details.message).toContain('campaign 7');
  }
});
