import { join } from 'node:path';
import { realAmbient } from '../src/ambient.ts';
import { openStore, type Store } from '../src/store/store.ts';
import { plusDays } from '../src/tools/days.ts';
import { StoredHistory } from '../src/watching/history/stored-history.ts';
import { median } from './load.ts';

/** Reading closed days from the store. */
export interface KeptHistory {
  /** Thirteen months of four channels, as series without gaps. */
  historyMs: number;
  /** Processor time of that, of parsing the same numbers from one JSON text. */
  historyOfParse: number;
}

const CHANNELS = ['social', 'search', 'professional', 'video'];
const SUMS = ['cost', 'impressions', 'clicks', 'conversions', 'conversion_value', 'link_clicks', 'video_views'];
const FIRST_DAY = '2025-10-01';
const DAYS = 400;
const ROUNDS = 9;
/** The workspace that `fillHistory` makes. */
export const WORKSPACE = 'ws_bench';

/** Every campaign is active on every day, which is the most there can be. */
export async function measureKeptHistory(data: string, campaigns: number): Promise<KeptHistory> {
  const store = await openStore({ file: join(data, 'history.db') });
  try {
    const history = new StoredHistory(store, realAmbient);
    await fillHistory(store, history, campaigns);
    const read = () => history.campaigns(WORKSPACE, {});
    const numbers = (await read()).map(({ days }) => days.map(({ parts }) => Object.values(parts).map(Number)));
    const text = JSON.stringify(numbers);
    const rounds: { ms: number; ratio: number }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const kept = await measured(read);
      const parsed = await measured(async () => JSON.parse(text));
      rounds.push({ ms: kept.ms, ratio: kept.processorMs / parsed.processorMs });
    }
    const of = (name: 'ms' | 'ratio') => median(rounds.map((round) => round[name]));
    return { historyMs: Math.round(of('ms')), historyOfParse: Math.round(of('ratio') * 100) / 100 };
  } finally {
    await store.close();
  }
}

/** Thirteen months of four channels. */
export async function fillHistory(store: Store, history: StoredHistory, campaigns: number): Promise<void> {
  const created = { created_at: 0, name: 'Bench' };
  await store.db
    .insertInto('organizations')
    .values({ id: 'org_bench', ...created })
    .execute();
  const workspace = { id: WORKSPACE, organization_id: 'org_bench', currency: 'USD', archived_at: null, ...created };
  await store.db.insertInto('workspaces').values(workspace).execute();
  const days = Array.from({ length: DAYS }, (_, at) => plusDays(FIRST_DAY, at));
  const ids = Array.from({ length: campaigns }, (_, at) => String(120_000_000_000 + at));
  for (const channel of CHANNELS)
    await history.keep(
      { workspaceId: WORKSPACE, channel, mode: 'live' },
      {
        account: { id: '1', name: 'Bench', currency: { code: 'USD', digits: 2 }, timeZone: 'UTC' },
        days: { start_date: FIRST_DAY, end_date: days.at(-1)! },
        sums: SUMS,
        rows: ids.flatMap((campaign, at) => days.map((day, on) => ({ campaign, day, parts: partsOf(at, on) }))),
        campaigns: ids.map((id) => ({ id, name: `Campaign ${id}`, status: 'ACTIVE', isLive: true })),
        today: plusDays(FIRST_DAY, DAYS),
        dueAt: realAmbient.now(),
      },
    );
}

/** As different as a platform's numbers are, the same in every run. */
function partsOf(campaign: number, day: number) {
  const seed = (campaign * 104_729 + day * 7_919) % 99_991;
  return Object.fromEntries(
    SUMS.map((name, at) => [name, BigInt((seed * (at + 1)) % 9_973) * (at === 0 ? 10_000n : 1_000_000n)]),
  );
}

async function measured(work: () => Promise<unknown>): Promise<{ ms: number; processorMs: number }> {
  const [started, before] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(before);
  return { ms: performance.now() - started, processorMs: (user + system) / 1000 };
}
