import type { Person } from './people.ts';
import type { SignInAttempts } from './sign-in-attempts.ts';
import type { WebParts } from './web-parts.ts';

/** The tRPC context: what every procedure gets besides its input. */
export interface Context {
  parts: WebParts;
  person: Person | undefined;
  /** Of the cookie. Sign-ins on a platform are bound to it, so that another session cannot finish them. */
  sessionId: string | undefined;
  signedInAt: number | undefined;
  requestId: string;
  address: string;
  /** What the person's browser calls this service, for addresses that lead back to it. */
  ownUrl: string;
  /** The client reads an answer piece by piece. */
  takesStream: boolean;
  headers: Headers;
  attempts: SignInAttempts;
  /** Cookies of a sign-in that happened inside the call. */
  addCookies(headers: Headers): void;
  gone(): AbortSignal;
}
