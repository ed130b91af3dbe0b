import { type Ambient, DAY_MS } from '../ambient.ts';
import { removeStaleSignIns } from '../auth/sign-in-cleaning.ts';
import type { Settings } from '../config.ts';
import type { Log } from '../observe/log.ts';
import type { Metering } from '../observe/metering.ts';
import { removeOldSends } from '../store/stored-sends.ts';
import { StoredHistory } from '../watching/history/stored-history.ts';
import { removeOldAlerts } from '../watching/monitors/retention.ts';
import type { Home } from './home.ts';
import { removeOldImports } from './old-imports.ts';
import { BEAT_EVERY_MS } from './presence.ts';

const FLUSH_EVERY_MS = 2_000;
const PURGE_EVERY_MS = 600_000;

interface Means {
  home: Home;
  ambient: Ambient;
  settings: Settings;
  log: Log;
}

/**
 * Work that can wait a moment: last-used times, usage counts, the audit mark on disk, plans that lapse or were approved, expired
 * idempotency keys, codes and tokens, clients that were never used, old leads, sends, notices, alerts and days of history, and
 * old audit entries.
 */
export function startBackgroundJobs(
  { home, ambient, settings, log }: Means,
  metering: Metering,
  applyApproved: () => Promise<void>,
): () => void {
  const { auditDays } = settings;
  const guarded = (work: () => Promise<unknown>) => () =>
    void work().catch((error: unknown) => log.write('error', 'background_job_failed', { detail: String(error) }));
  const timers = [
    setInterval(
      guarded(() => flush(home, metering)),
      FLUSH_EVERY_MS,
    ),
    setInterval(
      guarded(() => home.plans.expire().then(applyApproved)),
      FLUSH_EVERY_MS,
    ),
    setInterval(
      guarded(() => home.store.alone('purge', () => purge(home, ambient, settings))),
      PURGE_EVERY_MS,
    ),
    // In every process: the files are those of its own machine.
    setInterval(
      guarded(() => removeOldImports(settings, ambient.now())),
      PURGE_EVERY_MS,
    ),
    ...(auditDays > 0
      ? [
          setInterval(
            guarded(() => home.store.alone('audit-retention', () => removeOldAudit(home, ambient, auditDays))),
            PURGE_EVERY_MS,
          ),
        ]
      : []),
    setInterval(
      guarded(() => stayPresent(home)),
      BEAT_EVERY_MS,
    ),
  ];
  return () => timers.forEach(clearInterval);
}

async function purge(
  { store, idempotency, leads, leadAddresses, notices }: Home,
  ambient: Ambient,
  { historyDays }: Settings,
): Promise<void> {
  await idempotency.purge();
  await removeStaleSignIns(store, ambient.now());
  await leads.removeOld();
  await removeOldSends(store, ambient.now());
  await leadAddresses.removeOld();
  await new StoredHistory(store, ambient).removeOld(historyDays);
  await notices.removeOld();
  await removeOldAlerts(store, ambient.now());
}

function removeOldAudit(home: Home, ambient: Ambient, auditDays: number): Promise<number> {
  return home.audit.removeBefore(ambient.now() - auditDays * DAY_MS, 'retention');
}

/** Says that this process is alive, and gives up the calls that ended processes have left running. */
async function stayPresent({ presence, idempotency, plans }: Home): Promise<void> {
  await presence?.beat();
  if (await presence?.look()) await Promise.all([idempotency.abandonStale(), plans.abandonStale()]);
}

export async function flush(home: Home, metering: Metering): Promise<void> {
  home.directory.dropStale();
  const done = await Promise.allSettled([home.keyRing.flush(), metering.flush(), home.audit.flush()]);
  const failed = done.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
}
