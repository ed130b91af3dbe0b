import type { z } from 'zod';
import { DAY_MS } from '../ambient.ts';
import type { KeyRecord } from '../auth/key-records.ts';
import { Turns } from '../event-loop/turns.ts';
import { compiledOnce } from '../store/compiled-once.ts';
import type { KeyView } from './key-view.ts';
import type { WebParts } from './web-parts.ts';

type View = z.infer<typeof KeyView>;

const DAYS = 14;

/** API keys as the Keys page shows them, with author, predecessor and successor, and calls per day. */
export async function keyViews(parts: WebParts, records: readonly KeyRecord[]): Promise<View[]> {
  const today = Math.floor(parts.ambient.now() / DAY_MS) * DAY_MS;
  const [actor, calls] = await Promise.all([
    parts.people.actors(records.map(({ createdBy }) => createdBy)),
    callsPerDay(parts, records, today),
  ]);
  const successors = new Map(records.map(({ id, replaces }) => [replaces, id]));
  return records.map((record) => ({
    id: record.id,
    workspaceId: record.workspaceId,
    workspaceName: record.workspaceName,
    name: record.name,
    lastFour: record.lastFour,
    channels: record.channels ? [...record.channels] : null,
    readOnly: record.readOnly,
    organizationWide: record.organizationWide,
    personalData: record.personalData,
    customHtml: record.customHtml,
    limit: record.ratePoints ?? parts.settings.ratePoints,
    limitIsOwn: record.ratePoints !== undefined,
    createdAt: iso(record.createdAt),
    createdBy: actor(record.createdBy),
    expiresAt: isoOrNull(record.expiresAt),
    revokedAt: isoOrNull(record.revokedAt),
    lastUsedAt: isoOrNull(record.lastUsedAt),
    replaces: record.replaces ?? null,
    replacedBy: successors.get(record.id) ?? null,
    status: statusOf(record, successors.has(record.id)),
    callsPerDay: calls.get(record.id)!,
  }));
}

function statusOf({ status }: KeyRecord, isReplaced: boolean): View['status'] {
  if (status === 'archived') return 'revoked';
  return status === 'active' && isReplaced ? 'overlapping' : status;
}

/** One query per key with a pause after each, so that thousands of keys do not block the event loop. */
async function callsPerDay({ home }: WebParts, keys: readonly KeyRecord[], today: number) {
  const first = today - (DAYS - 1) * DAY_MS;
  const { db } = home.store;
  const perHour = compiledOnce(({ id }: { id: string }) =>
    db
      .selectFrom('usage_counts')
      .select(({ fn }) => ['hour', fn.sum<number>('calls').as('calls')])
      .where('key_id', '=', id)
      .where('hour', '>=', first)
      .groupBy('hour'),
  );
  const turns = new Turns();
  const perKey = new Map<string, number[]>();
  for (const { id } of keys) {
    const days = new Array<number>(DAYS).fill(0);
    for (const { hour, calls } of (await db.executeQuery(perHour({ id }))).rows)
      days[Math.floor((hour - first) / DAY_MS)]! += Number(calls);
    perKey.set(id, days);
    await turns.pause();
  }
  return perKey;
}

export function iso(ms: number): string {
  return new Date(ms).toISOString();
}

function isoOrNull(ms: number | undefined): string | null {
  return ms === undefined ? null : iso(ms);
}
