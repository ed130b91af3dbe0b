import type { z } from 'zod';
import type { KeyRecord } from '../auth/key-records.ts';
import type { KeyView } from './api/key-view.ts';
import type { WebParts } from './web-parts.ts';

type View = z.infer<typeof KeyView>;

const DAY_MS = 86_400_000;
const DAYS = 14;

/** Keys as their page shows them: who made them, how they were rolled, and what they were used for. */
export async function keyViews(parts: WebParts, records: readonly KeyRecord[]): Promise<View[]> {
  const today = Math.floor(parts.ambient.now() / DAY_MS) * DAY_MS;
  const [actor, calls] = await Promise.all([
    parts.people.actors(records.map(({ createdBy }) => createdBy)),
    callsPerDay(parts, today),
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
    callsPerDay: calls.get(record.id) ?? new Array<number>(DAYS).fill(0),
  }));
}

function statusOf({ status }: KeyRecord, isReplaced: boolean): View['status'] {
  if (status === 'archived') return 'revoked';
  return status === 'active' && isReplaced ? 'overlapping' : status;
}

async function callsPerDay({ home }: WebParts, today: number): Promise<Map<string, number[]>> {
  const first = today - (DAYS - 1) * DAY_MS;
  const rows = await home.store.db
    .selectFrom('usage_counts')
    .select(({ fn }) => ['key_id', 'hour', fn.sum<number>('calls').as('calls')])
    .where('hour', '>=', first)
    .groupBy(['key_id', 'hour'])
    .execute();
  const perKey = new Map<string, number[]>();
  for (const { key_id, hour, calls } of rows) {
    const days = perKey.get(key_id) ?? new Array<number>(DAYS).fill(0);
    const day = Math.floor((hour - first) / DAY_MS);
    days[day] = (days[day] ?? 0) + Number(calls);
    perKey.set(key_id, days);
  }
  return perKey;
}

export function iso(ms: number): string {
  return new Date(ms).toISOString();
}

function isoOrNull(ms: number | undefined): string | null {
  return ms === undefined ? null : iso(ms);
}
