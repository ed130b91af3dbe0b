import { parentPort, workerData } from 'node:worker_threads';
import { openStoreAt, type StorePlace } from '../store/open-store.ts';
import { AuditChain } from './audit-chain.ts';
import type { FoundMark } from './audit-mark.ts';
import { type AuditVerdict, verifyAudit } from './verify-audit.ts';

export interface Assignment {
  place: StorePlace;
  auditKey: Uint8Array;
  mark: FoundMark | undefined;
}

export interface WalkedLog {
  verdict: AuditVerdict;
  /** When the oldest entry that is in order was written, and the hash of the newest. */
  since: number | undefined;
  newestHash: string | undefined;
}

/** The program of the thread: walks the log on database connections of its own, reports the result and ends. */
const { place, auditKey, mark } = workerData as Assignment;
const store = await openStoreAt({ ...place, connectionsMax: 1 });
let since: number | undefined;
let newestHash: string | undefined;
const verdict = await verifyAudit({
  store,
  chain: new AuditChain(Buffer.from(auditKey)),
  mark,
  begin() {
    since = undefined;
    newestHash = undefined;
  },
  each(row) {
    since ??= row.at;
    newestHash = row.hash;
  },
});
await store.close();
parentPort?.postMessage({ verdict, since, newestHash } satisfies WalkedLog);
