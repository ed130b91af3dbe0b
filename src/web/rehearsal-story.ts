import { sql } from 'kysely';
import type { z } from 'zod';
import type { ActivityEntry } from './api/activity-entry.ts';
import type { WebParts } from './web-parts.ts';

type Entry = z.infer<typeof ActivityEntry>;

export interface SandboxEffect {
  seq: number;
  at: string;
  platform: string;
  kind: string;
  resource: string;
  id: string;
  account?: string;
  detail?: unknown;
}

/**
 * Which call had which effect. The sandbox's clock jumps and ours does not, so times say nothing: both lists are newest
 * first, and the newest effect on an object belongs to the newest call that names it.
 */
export function callsOf(effects: readonly SandboxEffect[], entries: readonly Entry[]): (Entry | undefined)[] {
  const effective = entries.filter(({ outcome }) => outcome !== 'not_applied' && outcome !== 'recorded');
  const byId = callsBy(effective, ({ ids }) => ids);
  // A create whose answer was lost is in the log without the id of what it made, but with its name.
  const lost = effective.filter(({ outcome }) => outcome !== 'applied');
  const byName = callsBy(lost, ({ object }) => (object === null ? [] : [object]));
  return effects.map((effect) => {
    const known = byId.get(`${effect.platform} ${effect.id}`) ?? [];
    const lacksCreate = effect.kind === 'create' && (known[0]?.tool.startsWith('update_') ?? true);
    const unanswered = lacksCreate && byName.get(`${effect.platform} ${nameOf(effect)}`)?.shift();
    if (unanswered) return unanswered;
    // One call may have had several effects on an object: the oldest call stays for all that are left.
    return known.length > 1 ? known.shift() : known[0];
  });
}

function callsBy(entries: readonly Entry[], keys: (entry: Entry) => readonly string[]): Map<string, Entry[]> {
  const calls = new Map<string, Entry[]>();
  for (const entry of entries)
    for (const key of new Set(keys(entry).map((one) => `${entry.channel} ${one}`)))
      calls.set(key, [...(calls.get(key) ?? []), entry]);
  return calls;
}

const NAMES = ['name', 'campaign_name', 'adgroup_name', 'ad_name'];

function nameOf({ detail }: SandboxEffect): string | undefined {
  const told = (detail ?? {}) as Record<string, unknown>;
  return NAMES.map((field) => told[field]).find((value) => typeof value === 'string');
}

/** Creates of something that was there already, by its name: what repeating after a lost answer does. */
export function madeTwice(effects: readonly SandboxEffect[]): number {
  const made = effects.filter((effect) => effect.kind === 'create' && nameOf(effect) !== undefined);
  const different = new Set(made.map((one) => [one.platform, one.account, one.resource, nameOf(one)].join(' ')));
  return made.length - different.size;
}

/** Somebody let time pass: from when to when, by the sandbox's clock. */
interface Handover {
  seq: number;
  actor: string;
  from: string;
  to: string;
}

export const ADVANCED = 'rehearsal.advance';
export const STARTED_OVER = 'rehearsal.start_over';

/** Newest first, since the sandbox was last started over. As literals they are found by the index of just these. */
export async function readPassages(parts: WebParts, organizationId: string): Promise<Handover[]> {
  const rows = await parts.home.store.db
    .selectFrom('audit_log')
    .select(['seq', 'actor', 'action', 'detail'])
    .where('organization_id', '=', organizationId)
    .where('action', 'in', [sql.lit(ADVANCED), sql.lit(STARTED_OVER)])
    .orderBy('seq', 'desc')
    .limit(200)
    .execute();
  const begun = rows.findIndex(({ action }) => action === STARTED_OVER);
  return rows.slice(0, begun === -1 ? undefined : begun).map(({ seq, actor, detail }) => {
    const { from, to } = JSON.parse(detail) as { from: string; to: string };
    return { seq, actor, from, to };
  });
}
