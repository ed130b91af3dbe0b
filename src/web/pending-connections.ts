import { type Ambient, newId, randomBase62 } from '../ambient.ts';
import type { Identity } from '../tools/channel.ts';
import type { Credentials } from '../upstream/session.ts';
import type { OAuthApp } from '../upstream/token-grant.ts';

/** A connection on its way: first with the platform's sign-in page, then waiting for its account to be chosen. */
export interface PendingConnection {
  id: string;
  /** Whoever began it, in the session in which they did. */
  sessionId: string;
  personId: string;
  workspaceId: string;
  channel: string;
  mode: 'sandbox' | 'live';
  app: OAuthApp | undefined;
  redirectUri: string;
  options: Readonly<Record<string, string>>;
  /** What the platform answered; undefined while it has not been asked. */
  answer: { identity: Identity | undefined; credentials: Credentials } | undefined;
  /** What the sandbox suggests. */
  suggested: { account?: string | undefined; accounts?: readonly string[] | undefined };
  failure: { message: string; nextStep: string } | undefined;
  expiresAt: number;
}

export type NewPending = Omit<PendingConnection, 'id' | 'expiresAt' | 'answer' | 'failure'>;

const LIFE_MS = 10 * 60_000;
const PENDING_MAX = 1_000;

/**
 * Kept in memory and nowhere else: what is here is secret and nobody has said yet that it is to be stored. A restart loses
 * it, and the person connects again.
 */
export class PendingConnections {
  readonly #ambient: Ambient;
  readonly #byId = new Map<string, PendingConnection>();
  readonly #byState = new Map<string, string>();

  constructor(ambient: Ambient) {
    this.#ambient = ambient;
  }

  add(input: NewPending): PendingConnection {
    this.#dropOld();
    const pending: PendingConnection = {
      ...input,
      id: newId(this.#ambient, 'pen'),
      answer: undefined,
      failure: undefined,
      expiresAt: this.#ambient.now() + LIFE_MS,
    };
    this.#byId.set(pending.id, pending);
    return pending;
  }

  /** A state that leads back to it, once. */
  stateOf({ id }: PendingConnection): string {
    const state = randomBase62(this.#ambient, 40);
    this.#byState.set(state, id);
    return state;
  }

  /** Undefined: made up, used before, too old, or begun in another session. It is used up whoever brings it. */
  take(state: string, sessionId: string): PendingConnection | undefined {
    const id = this.#byState.get(state);
    this.#byState.delete(state);
    return id === undefined ? undefined : this.find(id, sessionId);
  }

  find(id: string, sessionId: string): PendingConnection | undefined {
    const found = this.#byId.get(id);
    if (!found || found.sessionId !== sessionId || found.expiresAt <= this.#ambient.now()) return undefined;
    return found;
  }

  remove({ id }: PendingConnection): void {
    this.#byId.delete(id);
  }

  #dropOld(): void {
    const now = this.#ambient.now();
    for (const [id, { expiresAt }] of this.#byId) {
      if (expiresAt <= now || this.#byId.size >= PENDING_MAX) this.#byId.delete(id);
    }
    for (const [state, id] of this.#byState) if (!this.#byId.has(id)) this.#byState.delete(state);
  }
}
