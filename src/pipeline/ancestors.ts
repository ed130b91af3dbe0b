import { Failure } from '../errors.ts';
import type { Ancestor } from '../plans/plan.ts';
import type { Tool } from '../tools/define-tool.ts';
import type { Lineage } from '../tools/lineage.ts';
import type { Job } from './call.ts';
import { asFailure } from './call-failures.ts';
import { ownAccounts } from './fence.ts';
import { openSession } from './open-session.ts';
import { shortValue } from './shown-plan.ts';

/**
 * What stands above the objects of a call, with its status and its budget. The objects that the call itself changes are
 * listed without values: only the fields that it touches matter, and its own rehearsal compares those.
 */
export async function ancestorsOf(job: Job): Promise<Ancestor[]> {
  const { tool, args, pipeline, workspace, connection, call } = job;
  const { lineage } = tool.channel;
  const named = lineage ? namedIn(args, tool, lineage) : [];
  if (!lineage || !connection || named.length === 0) return [];
  const signal = AbortSignal.timeout(pipeline.callDeadlineMs);
  const reading = { channel: tool.channel, repeat: 'safe' as const };
  const session = openSession(pipeline.sessions, reading, workspace.id, connection, signal, call.principal.id);
  const shared = Object.keys(tool.channel.sharedInput ?? {}).filter((name) => name in args);
  const client = tool.channel.connect(session, Object.fromEntries(shared.map((name) => [name, args[name]])));
  const given = args[tool.channel.account?.argument ?? ''];
  const account = typeof given === 'string' ? given : (ownAccounts(tool.channel, connection).configured ?? '');
  try {
    return await climb(lineage, named, (argument, ids) => lineage[argument]!.read(client, account, ids));
  } catch (error) {
    const { details, retryable, outcome } = asFailure(error, tool, call, false);
    if (outcome === 'not_applied') throw new Failure({ ...details, retryable });
    throw new Failure({ ...details, code: 'upstream_unavailable', outcome: 'not_applied', retryable: true });
  }
}

/** An object that a call names; `isChanged`: by the call itself. */
interface Named {
  argument: string;
  id: string;
  isChanged: boolean;
}

/**
 * Of one object's arguments the lowest names what a call changes, and those above it where that belongs. A call that makes
 * something names only what stands above it. Lists name what is changed.
 */
function namedIn(args: Job['args'], tool: Tool, lineage: Lineage<unknown>): Named[] {
  const own = Object.entries(args).flatMap(([name, value]): (Named & { isList: boolean })[] => {
    const bare = name.replace(/^into_/, '');
    const argument = bare.replace(/_ids$/, '_id');
    if (!Object.hasOwn(lineage, argument)) return [];
    const ids = [value].flat().filter((id) => typeof id === 'string');
    return ids.map((id) => ({ argument, id, isList: bare !== argument, isChanged: false }));
  });
  const depth = Math.max(...own.map(({ argument }) => depthOf(argument, lineage)));
  const isMade = tool.repeat === 'never';
  const rows = Object.values(args).flatMap((value) => (Array.isArray(value) ? value : []));
  return [
    ...own.map(({ isList, ...one }) => ({
      ...one,
      isChanged: isList || (!isMade && depthOf(one.argument, lineage) === depth),
    })),
    ...rows.flatMap((row) => (typeof row === 'object' && row !== null ? namedIn(row, tool, lineage) : [])),
  ];
}

function depthOf(argument: string, lineage: Lineage<unknown>): number {
  const { above } = lineage[argument]!;
  return above === undefined ? 0 : 1 + depthOf(above, lineage);
}

type Read = (argument: string, ids: readonly string[]) => ReturnType<Lineage<unknown>[string]['read']>;

/** From the lowest objects upwards: one reading for each kind. */
async function climb(lineage: Lineage<unknown>, named: readonly Named[], read: Read): Promise<Ancestor[]> {
  const wanted = new Map<string, Map<string, boolean>>();
  const want = (argument: string, id: string, isChanged: boolean) => {
    const ids = wanted.get(argument) ?? new Map<string, boolean>();
    wanted.set(argument, ids.set(id, isChanged || (ids.get(id) ?? false)));
  };
  for (const { argument, id, isChanged } of named) want(argument, id, isChanged);
  const found: Ancestor[] = [];
  const upwards = Object.keys(lineage).toSorted((one, other) => depthOf(other, lineage) - depthOf(one, lineage));
  for (const argument of upwards) {
    const ids = wanted.get(argument);
    if (!ids) continue;
    const { above } = lineage[argument]!;
    for (const { id, parent, values } of await read(argument, [...ids.keys()])) {
      found.push({ level: argument.replace(/_id$/, ''), id, values: ids.get(id) ? {} : values });
      if (above !== undefined && parent !== undefined) want(above, parent, false);
    }
  }
  return found;
}

/** A field that is not as it was planned. */
export interface Moved {
  field: string;
  /** The value then and now, where both were read. */
  how?: string;
}

/** What has moved above the object of a plan, or that the object itself is gone. */
export function movedAbove(then: readonly Ancestor[], now: readonly Ancestor[]): Moved[] {
  const found = new Map(now.map((one) => [nameOf(one), one]));
  const gone = then.filter((one) => !found.has(nameOf(one)));
  if (gone.length > 0) return gone.slice(0, 1).map(({ level, id }) => ({ field: level, how: `${id} is gone` }));
  return then.flatMap((one) => {
    const { values } = found.get(nameOf(one))!;
    const fields = [...new Set([...Object.keys(one.values), ...Object.keys(values)])];
    return fields
      .filter((field) => JSON.stringify(one.values[field]) !== JSON.stringify(values[field]))
      .map((field) => ({
        field: `${one.level}.${field}`,
        how: `of ${one.id}: ${shortValue(one.values[field])} then, ${shortValue(values[field])} now`,
      }));
  });
}

function nameOf({ level, id }: Ancestor): string {
  return `${level} ${id}`;
}
