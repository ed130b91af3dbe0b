import { symmetricEncrypt } from 'better-auth/crypto';
import { expect, test } from 'vitest';
import type { Auth } from './auth.ts';
import { isCodeNow } from './second-factor-code.ts';

const secretConfig = 'x'.repeat(32);
const secret = await symmetricEncrypt({ key: secretConfig, data: 'secret' });

/** Accounts of Kim with this second factor, whose code is 123456 now. */
function authWith(factor: { secret: string; verified?: boolean } | null): Auth {
  const $context = Promise.resolve({
    internalAdapter: {
      findUserByEmail: async (email: string) => (email === 'kim@a.example' ? { user: { id: '1' } } : null),
    },
    adapter: { findOne: async () => factor },
    secretConfig,
  });
  return { $context, api: { generateTOTP: async () => ({ code: '123456' }) } } as unknown as Auth;
}

test('the code that the second factor shows now is right', async () => {
  expect(await isCodeNow(authWith({ secret, verified: true }), 'kim@a.example', '123456')).toBe(true);
});

test.each([
  ['another code', { secret }, 'kim@a.example', '654321'],
  ['what is no code', { secret }, 'kim@a.example', '12345'],
  ['a code for an account that is not there', { secret }, 'lee@a.example', '123456'],
  ['a code without a second factor', null, 'kim@a.example', '123456'],
  ['a code of a factor that was never confirmed', { secret, verified: false }, 'kim@a.example', '123456'],
])('%s is not', async (_, factor, email, code) => {
  expect(await isCodeNow(authWith(factor), email, code)).toBe(false);
});
