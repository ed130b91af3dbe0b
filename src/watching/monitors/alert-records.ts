import type { Kysely } from 'kysely';
import { actorsWithIds } from '../../audit/actors.ts';
import type { Pipeline } from '../../pipeline/call.ts';
import type { AlertRow } from '../../store/monitor-tables.ts';
import type { Tables } from '../../store/tables.ts';
import { brokenCursor } from '../../tools/listing.ts';
import type { MonitorDesk, MonitorKind, ShownAlert } from '../../tools/monitor-desk.ts';
import type { Subject } from '../rules/verdict.ts';

type Question = Parameters<MonitorDesk['alerts']>[0];

/** Newest first. `channels`: those that the caller may use; undefined: every one. */
export async function pageOfAlerts(
  db: Kysely<Tables>,
  workspaceId: string,
  { state, since, limit, after }: Question,
  channels: readonly string[] | undefined,
): Promise<{ rows: AlertRow[]; next?: string }> {
  let query = db.selectFrom('alerts').selectAll().where('workspace_id', '=', workspaceId);
  if (channels) query = query.where('channel', 'in', [...channels]);
  if (state) query = query.where('state', '=', state);
  if (since !== undefined) {
    const from = Date.parse(since);
    // What began before and ended since then belongs to that time too.
    query = query.where(({ eb, or }) => or([eb('since', '>=', from), eb('resolved_at', '>=', from)]));
  }
  if (after !== undefined) {
    const { at, id } = placeOf(after);
    query = query.where(({ eb, or, and }) =>
      or([eb('since', '<', at), and([eb('since', '=', at), eb('id', '<', id)])]),
    );
  }
  const rows = await query
    .orderBy('since', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const last = rows[limit - 1];
  return { rows: rows.slice(0, limit), ...(rows.length > limit && last && { next: `${last.since} ${last.id}` }) };
}

function placeOf(after: string): { at: number; id: string } {
  const [, at, id] = /^(\d{1,15}) (\S+)$/.exec(after) ?? [];
  if (at === undefined || id === undefined) throw brokenCursor();
  return { at: Number(at), id };
}

/** Alerts as callers see them, with the names of those who have seen them. */
export async function shownAlerts(pipeline: Pipeline, rows: readonly AlertRow[]): Promise<ShownAlert[]> {
  const who = await actorsWithIds(
    pipeline.store.db,
    rows.flatMap(({ acknowledged_by }) => acknowledged_by ?? []),
  );
  return rows.map((row) => shownAlert(row, (id) => who(id).name ?? id));
}

function shownAlert(row: AlertRow, nameOf: (id: string) => string): ShownAlert {
  const { name, channel, mode, account, campaign } = JSON.parse(row.object) as Subject;
  return {
    id: row.id,
    monitor_id: row.monitor_id,
    kind: row.kind as MonitorKind,
    monitor: row.monitor_name,
    state: row.state,
    severity: row.severity,
    object: { name, channel, mode, account, campaign },
    sentence: row.sentence,
    figures: JSON.parse(row.figures),
    since: iso(row.since),
    last_judged: iso(row.last_judged),
    ...(row.resolved_at !== null && { resolved_at: iso(row.resolved_at) }),
    ...(row.resolution !== null && { resolution: row.resolution }),
    ...(row.acknowledged_by !== null &&
      row.acknowledged_at !== null && {
        acknowledged: {
          by: nameOf(row.acknowledged_by),
          at: iso(row.acknowledged_at),
          ...(row.note !== null && { note: row.note }),
        },
      }),
    just_before: JSON.parse(row.just_before),
    next_calls: row.state === 'resolved' ? [] : JSON.parse(row.next_calls),
    ...(row.paused !== null && { paused: JSON.parse(row.paused) }),
  };
}

function iso(at: number): string {
  return new Date(Number(at)).toISOString();
}
