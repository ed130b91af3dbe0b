import { expect, test } from 'vitest';
import { Failure } from '../../../errors.ts';
import { channel } from '../channel.ts';
import type { SocialClient } from '../client.ts';
import { identify } from './identity.ts';

test('an error that asks for an account lists 50 of those that are reached', async () => {
  const client = {
    async *pages() {
      for (let page = 0; page < 3; page++)
        yield Array.from({ length: 25 }, (_, at) => ({ id: `act_${page * 25 + at}`, account_status: 1 }));
    },
  } as unknown as SocialClient;
  expect(await channel.account!.choices(client)).toHaveLength(50);
});

/** An owner without a name, whose token the platform does not let be inspected. */
const uninspected = (refusal: Failure) =>
  ({
    get: async () => ({ id: '7' }),
    async *pages() {},
    session: { credentials: () => Promise.reject(refusal) },
  }) as unknown as SocialClient;

test('an owner without a name is told by id, also where the token may not be inspected', async () => {
  const refusal = new Failure({ code: 'permission_denied', message: 'Not yours.', nextStep: 'Ask.' });
  expect(await identify(uninspected(refusal))).toEqual({ who: '7', accounts: [], learnt: {} });
});

test('a passing fault while a token is inspected is a fault of the sign-in, which may be tried again', async () => {
  const fault = new Failure({ code: 'upstream_unavailable', message: 'Down.', nextStep: 'Again.', retryable: true });
  await expect(identify(uninspected(fault))).rejects.toBe(fault);
});
