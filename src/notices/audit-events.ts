import { changeId } from '../audit/change-ids.ts';
import { SETTLED } from '../audit/joined-entries.ts';
import { Turns } from '../event-loop/turns.ts';
import type { Store } from '../store/store.ts';
import type { AuditRow } from '../store/tables.ts';
import type { NewEvent } from './events.ts';
import type { ReadEvents } from './read-events.ts';

const READ_AT_ONCE = 100;
const PLAN_MADE = ['plan.make', 'plan.waiting'];
const APPLIED_SHOWN = 8;
const VALUE_CHARACTERS = 80;

type Entry = Pick<AuditRow, 'seq' | 'at' | 'actor' | 'action' | 'phase' | 'call_id' | 'detail'> & {
  workspace_id: string;
  organization_id: string;
};

type Fields = Record<string, unknown>;

/**
 * Changes and waiting plans that the audit log holds after a number, for workspaces with an endpoint. Entries are numbered in
 * the order of their commits, so none turns up behind the position.
 */
export async function auditedEvents(store: Store, from: number): Promise<ReadEvents> {
  const { db } = store;
  const head = await db.selectFrom('audit_head').select('seq').where('id', '=', 1).executeTakeFirst();
  const end = head?.seq ?? 0;
  if (end <= from) return { events: [], next: from, more: false };
  const entries = (await db
    .selectFrom('audit_log')
    .innerJoin('workspaces', 'workspaces.id', 'audit_log.workspace_id')
    .select(['seq', 'at', 'actor', 'action', 'phase', 'call_id', 'detail'])
    .select(['workspaces.id as workspace_id', 'workspaces.organization_id'])
    .where('seq', '>', from)
    .where('seq', '<=', end)
    .where((where) => where.or([where('phase', '=', 'outcome'), where('action', 'in', [...PLAN_MADE, SETTLED])]))
    .where('workspaces.id', 'in', (query) =>
      query.selectFrom('notice_endpoints').select('notice_endpoints.workspace_id').where('state', '=', 'on'),
    )
    .orderBy('seq')
    .limit(READ_AT_ONCE)
    .execute()) as Entry[];
  const [intents, actors] = await Promise.all([intentsOf(store, entries), namesOf(store, entries)]);
  const events: NewEvent[] = [];
  const turns = new Turns();
  for (const entry of entries) {
    const event = PLAN_MADE.includes(entry.action)
      ? await planEvent(store, entry, actors)
      : changeEvent(entry, intents.get(`${entry.workspace_id} ${entry.call_id}`), actors);
    if (event) events.push(event);
    await turns.pause();
  }
  const more = entries.length === READ_AT_ONCE;
  return { events, next: more ? entries.at(-1)!.seq : end, more };
}

interface Intent {
  seq: number;
  action: string;
}

/** The calls' intents, whose numbers are the ids of changes. */
async function intentsOf({ db }: Store, entries: readonly Entry[]): Promise<Map<string, Intent>> {
  const calls = entries.flatMap(({ call_id }) => call_id ?? []);
  if (calls.length === 0) return new Map();
  const rows = await db
    .selectFrom('audit_log')
    .select(['seq', 'action', 'call_id', 'workspace_id'])
    .where('phase', '=', 'intent')
    .where('call_id', 'in', calls)
    .orderBy('seq', 'desc')
    .execute();
  return new Map(rows.map(({ workspace_id, call_id, seq, action }) => [`${workspace_id} ${call_id}`, { seq, action }]));
}

async function namesOf({ db }: Store, entries: readonly Entry[]): Promise<Map<string, string>> {
  const ids = [...new Set(entries.map(({ actor }) => actor))];
  if (ids.length === 0) return new Map();
  const keys = await db.selectFrom('api_keys').select(['id', 'name']).where('id', 'in', ids).execute();
  const people = await db.selectFrom('people').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map([...keys, ...people].map(({ id, name }) => [id, name]));
}

/** In the order of the log also as text: what is due at the same moment is sent in this order. */
function eventId({ seq }: Entry): string {
  return `log_${String(seq).padStart(12, '0')}`;
}

/** One event a call, however many objects it changed. */
function changeEvent(entry: Entry, intent: Intent | undefined, actors: Map<string, string>): NewEvent | undefined {
  const detail = JSON.parse(entry.detail) as Fields;
  const { outcome } = detail;
  if (outcome !== 'applied' && outcome !== 'unknown') return undefined;
  const action = entry.phase === 'outcome' ? entry.action : (intent?.action ?? '');
  const [channel = '', tool = ''] = action.split('/', 2);
  const { ids, names, applied, rows, changed } = detail as Fields;
  const count =
    Array.isArray(rows) && rows.length > 0 ? rows.length : typeof changed === 'number' ? changed : undefined;
  const name = Object.values((names ?? {}) as Record<string, string>)[0];
  const object = name ?? Object.values((ids ?? {}) as Record<string, string>)[0];
  const by = actors.get(entry.actor) ?? entry.actor;
  const what = `${channel} ${tool}${object === undefined ? '' : ` "${object}"`}${count === undefined ? '' : ` (${count})`}`;
  return {
    id: eventId(entry),
    type: outcome === 'applied' ? 'change.applied' : 'change.unknown',
    organizationId: entry.organization_id,
    workspaceId: entry.workspace_id,
    at: entry.at,
    data: {
      change_id: intent ? changeId(intent) : null,
      call_id: entry.call_id,
      channel,
      tool,
      outcome,
      by: { id: entry.actor, name: actors.get(entry.actor) ?? null },
      ids: ids ?? {},
      names: names ?? {},
      ...(count !== undefined && { objects: count }),
      applied: applied ?? {},
    },
    words:
      outcome === 'applied'
        ? { title: `Changed: ${what}`, text: [`By ${by}.`, ...appliedLines(applied)].join('\n'), path: '/activity' }
        : {
            title: `Outcome unknown: ${what}`,
            text: `By ${by}. The platform's answer was lost: look whether it was made before it is made again.`,
            path: '/activity',
          },
  };
}

function appliedLines(applied: unknown): string[] {
  const fields = Object.entries((applied ?? {}) as Record<string, { from?: unknown; to?: unknown }>);
  return fields.slice(0, APPLIED_SHOWN).map(([field, { from, to }]) => `${field}: ${shown(from)} → ${shown(to)}`);
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '–');
  return text.length > VALUE_CHARACTERS ? `${text.slice(0, VALUE_CHARACTERS).toWellFormed()}…` : text;
}

/** Only while it still waits. */
async function planEvent({ db }: Store, entry: Entry, actors: Map<string, string>): Promise<NewEvent | undefined> {
  const { plan, code, state } = JSON.parse(entry.detail) as { plan?: string; code?: string; state?: string };
  // Of a plan that came to wait later, the entry of that moment tells.
  if (state !== undefined && state !== 'waiting') return undefined;
  const row = await db
    .selectFrom('plans')
    .select(['id', 'channel', 'tool', 'class', 'state', 'requester', 'expires_at', 'reason'])
    .where('id', '=', plan ?? '')
    .where('workspace_id', '=', entry.workspace_id)
    .executeTakeFirst();
  if (row?.state !== 'waiting') return undefined;
  const by = actors.get(row.requester) ?? row.requester;
  const until = new Date(row.expires_at).toISOString();
  return {
    id: eventId(entry),
    type: 'plan.waiting',
    organizationId: entry.organization_id,
    workspaceId: entry.workspace_id,
    at: entry.at,
    data: {
      plan_id: row.id,
      code: code ?? null,
      channel: row.channel,
      tool: row.tool,
      class: row.class,
      by: { id: row.requester, name: actors.get(row.requester) ?? null },
      expires_at: until,
    },
    words: {
      title: `Waits for approval: ${(await sheetWords(db, row.id)) ?? `${row.channel} ${row.tool}`}`,
      text: [`${by} asks for it${row.reason ? `: ${row.reason}` : '.'}`, `It lapses at ${until}.`].join('\n'),
      path: `/approvals/${row.id}`,
    },
  };
}

/** Of a plan that a sheet asks for: the sheet's name and how many campaigns, rather than the tool that read it. */
async function sheetWords(db: Store['db'], planId: string): Promise<string | undefined> {
  const sheet = await db.selectFrom('media_plans').select('name').where('plan_id', '=', planId).executeTakeFirst();
  if (!sheet) return undefined;
  const { count } = await db
    .selectFrom('media_plan_members')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('plan_id', '=', planId)
    .executeTakeFirstOrThrow();
  return `media plan “${sheet.name}”, ${Number(count) === 1 ? '1 campaign' : `${count} campaigns`}`;
}
