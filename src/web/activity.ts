import type { z } from 'zod';
import { DAY_MS } from '../ambient.ts';
import { Turns } from '../event-loop/turns.ts';
import { BoundedMap } from '../memory/bounded-map.ts';
import type { Tool } from '../tools/define-tool.ts';
import type { ActivityEntry } from './activity-entry.ts';
import { plansOfCalls } from './activity-plans.ts';
import { type ActivityRow, type Filters, rowsAtOnce, rowsOf } from './activity-rows.ts';
import { type ActivityScope, slicesOf } from './activity-slices.ts';
import { iso } from './key-views.ts';
import { lacksName, noteNames, withNames } from './object-names.ts';
import type { WebParts } from './web-parts.ts';

type Entry = z.infer<typeof ActivityEntry>;
type Outcome = Entry['outcome'];

interface Question extends ActivityScope {
  filters: Filters;
  before?: number | undefined;
  limit: number;
  /** Aborted when the client disconnects, which stops the reading. */
  signal?: AbortSignal;
}

/** What happened, newest first: a call is one entry, its intent together with its outcome. */
export async function readActivity(parts: WebParts, question: Question): Promise<Entry[]> {
  const turns = new Turns(question.signal);
  const entries = await entriesOf(parts, question, turns);
  // Older calls may have told the names of what these are about.
  const nameless = new Set(entries.filter(lacksName).map(({ workspaceId }) => workspaceId ?? ''));
  for (const workspaceId of nameless) await readNames(parts, workspaceId, turns);
  return withNames(parts, entries);
}

const NAMES_READ = 500;
const NAMES_READ_EVERY_MS = 60_000;
const namesReadAt = new WeakMap<WebParts, BoundedMap<string, number>>();

/** Reads the newest changes of a workspace for the names in them, at most once a minute. */
async function readNames(parts: WebParts, workspaceId: string, turns: Turns): Promise<void> {
  const read = namesReadAt.get(parts) ?? new BoundedMap<string, number>(1_000);
  namesReadAt.set(parts, read);
  const now = parts.ambient.now();
  if (now - (read.get(workspaceId) ?? Number.NEGATIVE_INFINITY) < NAMES_READ_EVERY_MS) return;
  read.set(workspaceId, now);
  const scope = { workspaceIds: [workspaceId], organizationId: undefined };
  await entriesOf(parts, { ...scope, filters: { outcome: ['applied'] }, limit: NAMES_READ }, turns);
}

async function entriesOf(parts: WebParts, question: Question, turns: Turns): Promise<Entry[]> {
  const rows = await matching(parts, question, turns);
  const actor = await parts.people.actors(rows.flatMap((row) => [row.actor, row.settled_actor ?? []].flat()));
  const plans = await plansOfCalls(parts, rows);
  return turns.map(rows, (row) => ({ ...toEntry(parts, row, actor), plan: plans.get(row.call_id ?? '') ?? null }));
}

/** Entries are in order of time except those written while the machine's clock was wrong; so look back a day further. */
const CLOCK_OFF_MS = DAY_MS;

async function matching({ home: { store } }: WebParts, question: Question, turns: Turns): Promise<ActivityRow[]> {
  const { filters, before, limit } = question;
  const from = filters.from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(filters.from);
  const until = filters.until === undefined ? Number.POSITIVE_INFINITY : Date.parse(filters.until);
  const atOnce = rowsAtOnce(filters);
  const rows: ActivityRow[] = [];
  for await (const slice of slicesOf(store.db, question, turns, before)) {
    const seqs = slice.filter(({ at }) => at >= from && at < until).map(({ seq }) => seq);
    for (let at = 0; at < seqs.length && rows.length < limit; at += atOnce) {
      rows.push(...(await rowsOf(store.db, seqs.slice(at, at + atOnce), filters, limit - rows.length)));
      await turns.pause();
    }
    const isPast = slice.length > 0 && slice.every(({ at }) => at < from - CLOCK_OFF_MS);
    if (rows.length === limit || isPast) break;
  }
  return rows;
}

function toEntry(parts: WebParts, row: ActivityRow, actor: (id: string) => Entry['who']): Omit<Entry, 'plan'> {
  const isCall = row.phase === 'intent';
  const [channel, name] = isCall ? (row.action.split('/', 2) as [string, string]) : [null, row.action];
  const detail = objectIn(row.detail);
  const ending = row.outcome_detail === null ? undefined : objectIn(row.outcome_detail);
  const args = isCall ? objectOf(detail.arguments) : null;
  const settled = isCall && row.settled_detail !== null ? objectIn(row.settled_detail) : undefined;
  const outcome: Outcome = isCall
    ? (((settled?.outcome ?? ending?.outcome) as Outcome | undefined) ?? 'running')
    : 'recorded';
  const tool = parts.pipeline.tools.find((one) => one.channel.name === channel && one.name === name);
  noteNames(parts, { workspaceId: row.workspace_id, channel }, objectOf(ending?.ids), objectOf(ending?.names));
  const upstream = objectOf(ending?.upstream);
  const message = typeof upstream.message === 'string' ? upstream.message : null;
  return {
    id: row.seq,
    at: iso(row.at),
    workspaceId: row.workspace_id,
    who: actor(row.actor),
    channel,
    tool: name,
    object: planNamed(detail) ?? objectNamed(isCall ? (args ?? {}) : detail, ending),
    ids: isCall ? idsOf(args ?? {}, ending) : [],
    changes: isCall ? changesOf(name, args ?? {}, outcome, ending) : [],
    outcome,
    error: typeof ending?.code === 'string' ? { code: ending.code, message } : null,
    traceId: typeof upstream.trace_id === 'string' ? upstream.trace_id : null,
    requestId: row.call_id,
    outcomeId: row.outcome_seq,
    outcomeAt: row.outcome_at === null ? null : iso(row.outcome_at),
    settled: settled
      ? { at: iso(row.settled_at!), who: actor(row.settled_actor!), words: String(settled.words) }
      : null,
    arguments: args,
    detail: isCall ? null : detail,
    look: outcome === 'unknown' || outcome === 'running' ? lookOf(tool, args) : null,
  };
}

/** The read call that shows whether a change with an unknown outcome was made. */
function lookOf(tool: Tool | undefined, args: Record<string, unknown> | null): Entry['look'] {
  if (!tool?.look || !args || args.cut === true) return null;
  const look = tool.look(args);
  // The account and the other shared arguments of the change, so that the look is at the same place.
  const same = Object.fromEntries(Object.entries(args).filter(([argument]) => tool.sharedInput.includes(argument)));
  return { channel: tool.channel.name, tool: look.tool, arguments: { ...same, ...look.arguments } };
}

const NAMES = ['name', 'title', 'email', 'campaign_name', 'headline'];

/** A plan is called by the code that people and agents compare. */
function planNamed({ plan, code }: Record<string, unknown>): string | undefined {
  return typeof plan === 'string' && typeof code === 'string' ? `plan ${code}` : undefined;
}

function objectNamed(args: Record<string, unknown>, ending: Record<string, unknown> | undefined): string | null {
  const [shown] = Object.values(objectOf(ending?.names));
  const name = shown ?? NAMES.map((one) => args[one]).find((value) => typeof value === 'string');
  if (typeof name === 'string') return name;
  const id = Object.entries(args).find(
    ([field, value]) => /(?:^|_)id$/.test(field) && typeof value === 'string' && !ACCOUNTS.test(field),
  )?.[1];
  if (typeof id === 'string') return id;
  const [made] = Object.values(objectOf(ending?.ids));
  return typeof made === 'string' ? made : null;
}

/** Of everything that a call names or has made. */
export function idsOf(args: Record<string, unknown>, ending?: Record<string, unknown>): string[] {
  const named = Object.entries(args).flatMap(([field, value]) =>
    /_ids?$/.test(field) && !ACCOUNTS.test(field) ? value : [],
  );
  return [...named, ...Object.values(objectOf(ending?.ids))].filter((id) => typeof id === 'string');
}

const ACCOUNTS = /^(?:account_id|customer_id|advertiser_id|workspaceId)$/;

/** Per field: the value read back (`made`), the value refused (`stays`), or the value asked for (`unconfirmed`). */
function changesOf(
  tool: string,
  args: Record<string, unknown>,
  outcome: Outcome,
  ending: Record<string, unknown> | undefined,
): Entry['changes'] {
  const applied = ending?.applied;
  const isReport = typeof applied === 'object' && applied !== null && !Array.isArray(applied);
  const stays = Array.isArray(ending?.not_applied) ? ending.not_applied.map(String) : [];
  if (isReport || stays.length > 0) {
    return [
      ...Object.entries(objectOf(applied)).map(([field, change]) => {
        const { from, to } = objectOf(change);
        return { field, before: from ?? null, after: to ?? null, state: 'made' as const };
      }),
      ...stays.map((field) => ({ field, asked: args[field] ?? null, state: 'stays' as const })),
    ];
  }
  const [object] = tool.startsWith('update_')
    ? Object.keys(args).filter((field) => /_id$/.test(field) && !ACCOUNTS.test(field))
    : [];
  const state = outcome === 'applied' ? 'made' : outcome === 'not_applied' ? 'stays' : 'unconfirmed';
  return (
    Object.entries(args)
      // Which object it is about is told beside what changed.
      .filter(([field]) => !ACCOUNTS.test(field) && field !== object && field !== 'cut')
      .map(([field, value]) => (state === 'made' ? { field, after: value, state } : { field, asked: value, state }))
  );
}

function objectIn(json: string): Record<string, unknown> {
  return objectOf(JSON.parse(json));
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}
