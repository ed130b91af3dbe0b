import { DAY_MS } from '../../ambient.ts';
import type { Store } from '../../store/store.ts';

/** Verdicts that fired are kept for charts; quiet ones only as long as the same day may be judged again. */
const FIRED_DAYS = 100;
const QUIET_DAYS = 30;
const RESOLVED_DAYS = 400;
const ROWS_AT_ONCE = 200;

/** Forgets old verdicts, and alerts that ended long ago, some at a time. Open alerts stay. */
export async function removeOldAlerts(store: Store, now: number): Promise<void> {
  await removeVerdicts(store, now - FIRED_DAYS * DAY_MS, ['firing', 'quiet', 'no_verdict']);
  await removeVerdicts(store, now - QUIET_DAYS * DAY_MS, ['quiet', 'no_verdict']);
  for (let removed = ROWS_AT_ONCE; removed === ROWS_AT_ONCE; ) {
    const old = await store.db
      .selectFrom('alerts')
      .select('id')
      .where('resolved_at', '<', now - RESOLVED_DAYS * DAY_MS)
      .limit(ROWS_AT_ONCE)
      .execute();
    removed = old.length;
    const ids = old.map(({ id }) => id);
    if (removed > 0) await store.db.deleteFrom('alerts').where('id', 'in', ids).execute();
  }
}

async function removeVerdicts({ db }: Store, before: number, states: readonly ('firing' | 'quiet' | 'no_verdict')[]) {
  for (let removed = ROWS_AT_ONCE; removed === ROWS_AT_ONCE; ) {
    const old = await db
      .selectFrom('monitor_verdicts')
      .select(['monitor_id', 'subject', 'window'])
      .where('judged_at', '<', before)
      .where('state', 'in', [...states])
      .limit(ROWS_AT_ONCE)
      .execute();
    removed = old.length;
    for (const [monitorId, rows] of Map.groupBy(old, (row) => row.monitor_id))
      await db
        .deleteFrom('monitor_verdicts')
        .where('monitor_id', '=', monitorId)
        .where('judged_at', '<', before)
        .where('state', 'in', [...states])
        .where(({ eb, or, and }) =>
          or(rows.map(({ subject, window }) => and([eb('subject', '=', subject), eb('window', '=', window)]))),
        )
        .execute();
  }
}
