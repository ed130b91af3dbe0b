import { createHmac } from 'node:crypto';
import type { Secrets } from './secrets.ts';

/** By what a person can be found again in a workspace without keeping the address or number itself. */
export interface PersonMarks {
  /** Undefined for what is no address. */
  email(workspaceId: string, address: string): string | undefined;
  /** Undefined for what is no number. */
  phone(workspaceId: string, number: string): string | undefined;
}

/** Marks are keyed, because addresses can be guessed: their plain hashes could be turned back. */
export function personMarks({ personKey }: Pick<Secrets, 'personKey'>): PersonMarks {
  const marked = (...parts: readonly string[]) =>
    createHmac('sha256', personKey).update(parts.join('\n')).digest('base64url');
  return {
    email(workspaceId, address) {
      const plain = address.normalize('NFC').trim().toLowerCase();
      return /^[^\s@]+@[^\s@]+$/.test(plain) ? marked('email', workspaceId, plain) : undefined;
    },
    phone(workspaceId, number) {
      const digits = number.replace(/[^\d]/g, '').replace(/^00/, '');
      return /^\+?[\d\s()./-]+$/.test(number.trim()) && digits.length >= 6
        ? marked('phone', workspaceId, digits)
        : undefined;
    },
  };
}
