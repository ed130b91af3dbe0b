import { randomBytes } from 'node:crypto';
import { stillAmbient } from '../ambient.testing.ts';
import { DAY_MS } from '../ambient.ts';
import { seedWorkspace, type TemporaryStore, temporaryStore } from '../store/store.testing.ts';
import type { Store } from '../store/store.ts';
import { deriveSecrets } from '../vault/secrets.ts';
import { Vault } from '../vault/vault.ts';
import { type Claim, type ClaimRequest, Idempotency } from './idempotency.ts';

export const DEADLINE_MS = 30_000;
export const LIFE_MS = DEADLINE_MS + DAY_MS;
export const master = randomBytes(32);
const secrets = deriveSecrets(master);

const REQUEST = { key: 'order-1', fingerprint: 'f1', callId: 'call_1', owner: 'key_1', deadlineMs: DEADLINE_MS };

/** A store with one workspace, and the calls of one process on it. */
export class IdempotencyBed {
  readonly ambient = stillAmbient();
  readonly store: TemporaryStore;
  readonly workspaceId: string;
  calls: Idempotency;

  private constructor(store: TemporaryStore, workspaceId: string) {
    this.store = store;
    this.workspaceId = workspaceId;
    this.calls = this.processOn(store, 'first');
  }

  static async open(): Promise<IdempotencyBed> {
    const store = await temporaryStore();
    const { workspaceId } = await seedWorkspace(store);
    return new IdempotencyBed(store, workspaceId);
  }

  get request(): ClaimRequest {
    return { ...REQUEST, workspaceId: this.workspaceId };
  }

  processOn(on: Store, instanceId: string): Idempotency {
    return new Idempotency(on, new Vault(on, secrets, this.ambient), this.ambient, instanceId);
  }

  claim(request: Partial<ClaimRequest> = {}, by = this.calls, on: Store = this.store): Promise<Claim> {
    return on.transaction((tx) => by.claim(tx, { ...this.request, ...request }));
  }

  finish(reply: string, key = REQUEST.key): Promise<void> {
    const finished = { workspaceId: this.workspaceId, key, reply, outcome: 'applied' as const };
    return this.store.transaction((tx) => this.calls.finish(tx, finished));
  }

  release(key = REQUEST.key): Promise<void> {
    return this.store.transaction((tx) => this.calls.release(tx, { workspaceId: this.workspaceId, key }));
  }
}
