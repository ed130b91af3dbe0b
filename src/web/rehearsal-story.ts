import { sql } from 'kysely';
import type { z } from 'zod';
import type { WorkspaceRecord } from '../auth/directory.ts';
import { shown } from '../pipeline/plan-desk.ts';
import { wasAskedOfPeople } from '../plans/plan.ts';
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

/** Newest first, since the sandbox was last reset, and the number of the entry that tells of that. Actions are literals: the partial index does not match parameters. */
export async function readPassages(
  parts: WebParts,
  organizationId: string,
): Promise<{ passages: Handover[]; begunSeq: number }> {
  const rows = await parts.home.store.db
    .selectFrom('audit_log')
    .select(['seq', 'actor', 'action', 'detail'])
    .where('organization_id', '=', organizationId)
    .where('action', 'in', [sql.lit(ADVANCED), sql.lit(STARTED_OVER)])
    .orderBy('seq', 'desc')
    .limit(200)
    .execute();
  const begun = rows.findIndex(({ action }) => action === STARTED_OVER);
  const passages = rows.slice(0, begun === -1 ? undefined : begun).map(({ seq, actor, detail }) => {
    const { from, to } = JSON.parse(detail) as { from: string; to: string };
    return { seq, actor, from, to };
  });
  return { passages, begunSeq: rows[begun]?.seq ?? 0 };
}

/** What people and agents did about a plan, by the action that the audit log calls it. */
const STEPS: Readonly<Record<string, (typeof DECISIONS)[number]>> = {
  'plan.make': 'asked',
  'plan.approve': 'approved',
  'plan.take_back': 'took back the yes',
  'plan.rejected': 'rejected',
  'plan.withdrawn': 'withdrew',
  'plan.stale': 'stale',
  'plan.expired': 'lapsed',
};
export const DECISIONS = ['asked', 'approved', 'took back the yes', 'rejected', 'withdrew', 'stale', 'lapsed'] as const;

/** As many as a rehearsal is about; each plan is opened by the vault. */
const DECISIONS_MAX = 100;

interface Told {
  workspaces: readonly WorkspaceRecord[];
  entries: readonly Entry[];
  passages: readonly Handover[];
  begunSeq: number;
  /** How far the sandbox's clock is ahead now. */
  aheadMs: number;
}

/**
 * What was asked of people about sandbox connections, and what they said, newest first. The audit log has the service's time;
 * every later move of the sandbox's clock is taken off to tell the time that it was there.
 */
export async function decisionsOf(parts: WebParts, { workspaces, entries, passages, begunSeq, aheadMs }: Told) {
  const steps = entries.filter(({ id, tool }) => id > begunSeq && tool in STEPS).slice(0, DECISIONS_MAX);
  const found = await Promise.all(
    steps.map(async (entry) => {
      const workspace = workspaces.find(({ id }) => id === entry.workspaceId);
      const plan = workspace && (await parts.home.plans.find(workspace.id, String(entry.detail?.plan)));
      const isHere = workspace?.connections.some((one) => one.channel === plan?.channel && one.mode === 'sandbox');
      if (!plan || !isHere || !wasAskedOfPeople(plan)) return [];
      const later = passages.filter(({ seq }) => seq > entry.id);
      const movedMs = later.reduce((sum, { from, to }) => sum + Date.parse(to) - Date.parse(from), 0);
      const { code, summary } = shown(parts.pipeline, plan);
      return [
        {
          seq: entry.id,
          at: new Date(Date.parse(entry.at) + aheadMs - movedMs).toISOString(),
          who: entry.who,
          did: STEPS[entry.tool]!,
          channel: plan.channel,
          planId: plan.id,
          code,
          summary,
          note: typeof entry.detail?.note === 'string' ? entry.detail.note : null,
        },
      ];
    }),
  );
  return found.flat();
}
