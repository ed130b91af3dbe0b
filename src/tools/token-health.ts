import { DAY_MS } from '../ambient.ts';
import type { Credentials } from '../upstream/session.ts';
import type { Channel } from './channel.ts';

export interface TokenHealth {
  /** When the stored credentials end unless they are renewed before; null: they have no end. */
  expiresAt: string | null;
  daysLeft: number | null;
  /** The service itself exchanges it for a new one as calls use it. */
  renewsItself: boolean;
}

export function tokenHealth({ renew, signIn }: Channel, held: Credentials, now: number): TokenHealth {
  const { expires_at, refresh_token, refresh_token_expires_at, private_key } = held;
  const lasts = refresh_token ?? private_key;
  const hasApp =
    signIn?.prolongs === true && held[signIn.app.id] !== undefined && held[signIn.app.secret] !== undefined;
  const end = lasts === undefined ? expires_at : refresh_token_expires_at;
  return {
    expiresAt: end === undefined ? null : new Date(end).toISOString(),
    daysLeft: end === undefined ? null : Math.floor((Date.parse(end) - now) / DAY_MS),
    renewsItself: renew !== undefined && (lasts !== undefined || hasApp),
  };
}
