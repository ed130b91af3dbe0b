import { type Ambient, newId, randomBase62 } from '../ambient.ts';
import type { Identity } from '../tools/channel.ts';
import type { Credentials } from '../upstream/session.ts';
import type { OAuthApp } from '../upstream/token-grant.ts';

/** A platform connection not stored yet: the person is on the platform's sign-in page, or is choosing an ad account. */
export interface PendingConnection {
  id: string;
  /** The session that began it; no other may finish it. */
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
/** Begun by one person: the next takes the place of their oldest, not of somebody else's. */
const PENDING_PER_PERSON_MAX = 20;

/**
 * Kept in memory only, because these hold credentials that the person has not yet confirmed to store. After a restart
 * the person connects again.
 */
export class PendingConnections {
  readonly #ambient: Ambient;
  readonly #byId = new Map<string, PendingConnection>();
  readonly #byState = new Map<string, string>();

  constructor(ambient: Ambient) {
    this.#ambient = ambient;
  }

  add(input: NewPending): PendingConnection {
    this.#dropOldOf(input.personId);
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

  /** A new OAuth `state` for it, which `take` accepts once. */
  stateOf({ id }: PendingConnection): string {
    const state = randomBase62(this.#ambient, 40);
    this.#byState.set(state, id);
    return state;
  }

  /** Undefined: an unknown, used or expired state, or one of another session. Any attempt uses the state up. */
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

  #dropOldOf(personId: string): void {
    const own = [...this.#byId.values()].filter((one) => one.personId === personId);
    for (const { id } of own.slice(0, Math.max(0, own.length - PENDING_PER_PERSON_MAX + 1))) this.#byId.delete(id);
  }

  #dropOld(): void {
    const now = this.#ambient.now();
    for (const [id, { expiresAt }] of this.#byId) {
      if (expiresAt <= now || this.#byId.size >= PENDING_MAX) this.#byId.delete(id);
    }
    for (const [state, id] of this.#byState) if (!this.#byId.has(id)) this.#byState.delete(state);
  }
}
