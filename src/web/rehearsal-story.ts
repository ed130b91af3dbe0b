import { sql } from 'kysely';
import type { z } from 'zod';
import type { ActivityEntry } from './activity-entry.ts';
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
 * Matches effects in the sandbox with the calls that caused them. Times cannot be compared, since the sandbox's clock
 * jumps. Both lists are newest first, so the newest effect on an object belongs to the newest call that names its id.
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

/** The number of objects created twice under one name, as happens when a create is repeated after a lost answer. */
export function madeTwice(effects: readonly SandboxEffect[]): number {
  const made = effects.filter((effect) => effect.kind === 'create' && nameOf(effect) !== undefined);
  const different = new Set(made.map((one) => [one.platform, one.account, one.resource, nameOf(one)].join(' ')));
  return made.length - different.size;
}

/** One move of the sandbox's clock by a person. */
interface Handover {
  seq: number;
  actor: string;
  from: string;
  to: string;
}

export const ADVANCED = 'rehearsal.advance';
export const STARTED_OVER = 'rehearsal.start_over';

/** Newest first, since the sandbox was last reset. Actions are literals: the partial index does not match parameters. */
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
