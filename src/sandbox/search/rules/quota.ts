import { HOUR_MS } from '../../../ambient.ts';
import { type AdsError, adsError } from '../errors.ts';
import type { CustomerCall } from '../routes/wire.ts';
import { storeOf } from '../state.ts';

interface DailyOperations {
  test: number;
  production: number;
}

/** Operations in a rolling day by the access level of the project. */
const DAILY_OPERATIONS: Record<string, DailyOperations> = {
  TEST: { test: 15_000, production: 0 },
  EXPLORER: { test: 15_000, production: 2_880 },
  BASIC: { test: 15_000, production: 15_000 },
  STANDARD: { test: Number.POSITIVE_INFINITY, production: Number.POSITIVE_INFINITY },
};

/** Counts operations against the project's day. */
export function spend({ world, caller, account }: CustomerCall, operations: number): void {
  const store = storeOf(world);
  const level = store
    .prepare('SELECT access_level FROM search_projects WHERE client_id = ?')
    .get(caller.clientId)?.access_level;
  const isTest = store.find(account.id, 'customer', account.id)?.doc.test_account === true;
  const allowed = DAILY_OPERATIONS[String(level)]?.[isTest ? 'test' : 'production'] ?? 0;
  if (!Number.isFinite(allowed)) return;
  const hour = Math.floor(world.now() / HOUR_MS);
  const used = store
    .prepare('SELECT sum(used) AS used FROM search_quota WHERE client_id = ? AND hour > ?')
    .get(caller.clientId, hour - 24);
  if (Number(used?.used ?? 0) + operations > allowed)
    throw exhausted('Number of operations for explorer access', 900, 'RESOURCE_EXHAUSTED');
  store
    .prepare(
      'INSERT INTO search_quota VALUES (?, ?, ?) ON CONFLICT (client_id, hour) DO UPDATE SET used = used + excluded.used',
    )
    .run(caller.clientId, hour, operations);
}

/** Planning calls are let through once a second for each account. */
export function paceOncePerSecond({ world, account }: CustomerCall): void {
  const store = storeOf(world);
  const name = `plan ${account.id}`;
  const last = store.prepare('SELECT value FROM search_counters WHERE name = ?').get(name)?.value;
  if (last !== undefined && Math.abs(world.now() - Number(last)) < 1000)
    throw exhausted('Requests per service per second', 1, 'RESOURCE_TEMPORARILY_EXHAUSTED');
  store
    .prepare('INSERT INTO search_counters VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value')
    .run(name, world.now());
}

function exhausted(rateName: string, retryS: number, code: string): AdsError {
  return adsError(`quotaError.${code}`, `Too many requests. Retry in ${retryS} seconds.`, {
    details: { quotaErrorDetails: { rateScope: 'ACCOUNT', rateName, retryDelay: `${retryS}s` } },
  });
}
