import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { realAmbient } from '../src/ambient.ts';
import { Audit } from '../src/audit/audit.ts';
import { Directory } from '../src/auth/directory.ts';
import { Idempotency } from '../src/idempotency/idempotency.ts';
import { openStore, type Store } from '../src/store/store.ts';
import { deriveSecrets } from '../src/vault/secrets.ts';
import { Vault } from '../src/vault/vault.ts';

export interface RecordedWrites {
  /** Recorded writes a second by 32 callers, of the same writes with a commit for each transaction: more is better. */
  writesOfOneCommit: number;
  /** Commits a recorded write, each of which waits for the disk once; with a commit for each transaction it is 2. */
  syncsPerWrite: number;
}

interface Recorder {
  store: Store;
  audit: Audit;
  idempotency: Idempotency;
  workspaceId: string;
  commits: number;
}

const CALLERS = 32;
const ROUNDS = 15;

/**
 * What the pipeline does for a write without its platform, on two stores in turn: one as the service has it, one where every
 * transaction is committed by itself.
 */
export async function measureRecordedWrites(writes: number): Promise<RecordedWrites> {
  const folder = mkdtempSync(join(tmpdir(), 'adhelm-writes-'));
  const grouped = await openRecorder(join(folder, 'grouped.sqlite'));
  const single = await openRecorder(join(folder, 'single.sqlite'), 1);
  const ratios: number[] = [];
  let [made, commits] = [0, 0];
  try {
    // The first round warms both up.
    for (let round = 0; round <= ROUNDS; round++) {
      const before = grouped.commits;
      const together = await perSecond(grouped, writes, round);
      const commitsOfRound = grouped.commits - before;
      const apart = await perSecond(single, writes, round);
      if (round === 0) continue;
      ratios.push(together / apart);
      made += writes;
      commits += commitsOfRound;
      if (import.meta.main)
        console.log(
          `${Math.round(together)} a second, ${Math.round(apart)} with a commit each, ${commitsOfRound} commits`,
        );
    }
  } finally {
    await Promise.all([grouped.store.close(), single.store.close()]);
    rmSync(folder, { recursive: true, force: true });
  }
  return { writesOfOneCommit: rounded(median(ratios)), syncsPerWrite: rounded(commits / made) };
}

async function openRecorder(file: string, turnsMax?: number): Promise<Recorder> {
  const store = await openStore({ file, ...(turnsMax !== undefined && { turnsMax }) });
  const secrets = deriveSecrets(randomBytes(32));
  const vault = new Vault(store, secrets, realAmbient);
  const directory = new Directory(store, realAmbient);
  const { id: organizationId } = await directory.createOrganization('Growth');
  const { id: workspaceId } = await directory.createWorkspace({ organizationId, name: 'G', currency: 'USD' });
  await vault.prepare(workspaceId);
  const recorder: Recorder = {
    store,
    audit: new Audit(store, secrets, realAmbient),
    idempotency: new Idempotency(store, vault, realAmbient, 'bench'),
    workspaceId,
    commits: 0,
  };
  store.onCommit(() => recorder.commits++);
  return recorder;
}

async function perSecond(recorder: Recorder, count: number, round: number): Promise<number> {
  const startedAt = performance.now();
  let next = 0;
  const callers = Array.from({ length: CALLERS }, async (_, caller) => {
    while (next < count) await recordedWrite(recorder, `${round} ${next++}`, `key_${caller}`);
  });
  await Promise.all(callers);
  return (count * 1000) / (performance.now() - startedAt);
}

async function recordedWrite(recorder: Recorder, key: string, owner: string): Promise<void> {
  const { store, audit, idempotency, workspaceId } = recorder;
  const entry = { workspaceId, actor: owner, action: 'tool.bench', callId: key, detail: { key } };
  const claim = { workspaceId, key, fingerprint: 'f', callId: key, owner, deadlineMs: 60_000 };
  await store.transaction(async (tx) => {
    await idempotency.claim(tx, claim);
    audit.append({ ...entry, phase: 'intent' });
  });
  await store.transaction(async (tx) => {
    await idempotency.finish(tx, { workspaceId, key, reply: '{"done":true}', outcome: 'applied' });
    audit.append({ ...entry, phase: 'outcome' });
  });
  idempotency.leave({ workspaceId, key });
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

const rounded = (value: number) => Math.round(value * 1000) / 1000;

if (import.meta.main) console.log(await measureRecordedWrites(process.argv.includes('--quick') ? 200 : 1_000));
