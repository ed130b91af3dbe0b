import { timingSafeEqual } from 'node:crypto';
import { symmetricDecrypt } from 'better-auth/crypto';
import type { Auth } from './auth.ts';

/** Whether this is the code that the second factor of the account with this e-mail shows now. False without one. */
export async function isCodeNow(auth: Auth, email: string, code: string): Promise<boolean> {
  const { internalAdapter, adapter, secretConfig } = await auth.$context;
  const found = await internalAdapter.findUserByEmail(email);
  if (!found || !/^\d{6}$/.test(code)) return false;
  const where = [{ field: 'userId', value: found.user.id }];
  const factor = await adapter.findOne<{ secret: string; verified?: boolean }>({ model: 'twoFactor', where });
  if (!factor || factor.verified === false) return false;
  const secret = await symmetricDecrypt({ key: secretConfig, data: factor.secret });
  const shown = await auth.api.generateTOTP({ body: { secret } });
  return timingSafeEqual(Buffer.from(shown.code), Buffer.from(code));
}
