import { Failure } from '../errors.ts';
import { type Connected, eachListed, knownAccount } from '../reports/fan-out.ts';
import type { Missing } from '../reports/missing-sources.ts';
import type { ListedAccount } from '../tools/report/reporting.ts';
import type { Stop, StoppedObject } from '../tools/stop-lists.ts';
import type { StopContext } from './status-changes.ts';

/** The objects of one account that come back. */
export interface Return {
  connected: Connected;
  account: ListedAccount;
  objects: readonly StoppedObject[];
}

/** What resuming a stop would do, read from the platforms. Nothing is changed by asking. */
export interface Resumable {
  stop: Stop;
  returns: Return[];
  /** Not touched: it runs, is gone or has another status than the stop gave it. */
  leftAlone: { object: StoppedObject; why: string }[];
  /** What could not be looked at. */
  unread: { objects: readonly StoppedObject[]; line: Missing }[];
}

/** What of a stop's list can be brought back, and what was deleted or changed since. */
export async function resumable(stopId: string, context: StopContext): Promise<Resumable> {
  const { stops } = context.reach;
  const stop = await stops.find(stopId);
  if (!stop) throw unknownStop(stopId);
  if (stop.closedAt !== undefined) throw resumedBefore(stop);
  const all = await stops.objects(stopId);
  // What certainly was not stopped is paused, if at all, by somebody else.
  const objects = all.filter(({ state }) => state === 'stopped' || state === 'pausing');
  const found: Pick<Resumable, 'returns' | 'leftAlone'> = { returns: [], leftAlone: [] };
  const seen = new Set<StoppedObject>();
  const missing = await eachListed({}, context, async (connected, account) => {
    const { channel } = connected.place;
    const own = objects.filter((one) => one.channel === channel.name && one.account === account.id);
    if (own.length === 0) return;
    sort(found, connected, account, await statusesNow(connected, account, own), own);
    for (const one of own) seen.add(one);
  });
  return {
    stop,
    ...found,
    unread: unreadOf(
      objects.filter((one) => !seen.has(one)),
      missing,
    ),
  };
}

/** By object; what is gone has none. */
async function statusesNow(
  { place, reporting, connect }: Connected,
  listed: ListedAccount,
  own: readonly StoppedObject[],
): Promise<Statuses> {
  const { client } = connect(listed);
  const account = await knownAccount(reporting, client, listed);
  const now: Statuses = new Map();
  if (!account) return now;
  for (const [level, some] of Map.groupBy(own, (one) => one.level)) {
    const ids = some.map(({ id }) => id);
    const found = await reporting.entities(client, account, place.channel.stopping!.levels[level]!.inReports, ids);
    for (const one of some) now.set(one, found.get(one.id)?.status);
  }
  return now;
}

type Statuses = Map<StoppedObject, string | undefined>;

function sort(
  { returns, leftAlone }: Pick<Resumable, 'returns' | 'leftAlone'>,
  connected: Connected,
  account: ListedAccount,
  now: Statuses,
  own: readonly StoppedObject[],
): void {
  const { off } = connected.place.channel.stopping!;
  const paused = own.filter((one) => now.get(one) === off);
  if (paused.length > 0) returns.push({ connected, account, objects: paused });
  for (const object of own) {
    const status = now.get(object);
    if (status === off) continue;
    leftAlone.push({ object, why: whyLeft(object, status) });
  }
}

function whyLeft({ before }: StoppedObject, status: string | undefined): string {
  if (status === undefined) return 'It is gone: the platform does not list it any more.';
  return status === before
    ? `It runs already: its status is ${status}.`
    : `It was changed since: its status is ${status}.`;
}

/** With the reason of its channel or account; an account that no connection reaches any more has none. */
function unreadOf(objects: readonly StoppedObject[], missing: readonly Missing[]): Resumable['unread'] {
  const groups = Map.groupBy(objects, ({ channel, account }) => JSON.stringify([channel, account]));
  return [...groups.values()].map((group) => {
    const [{ channel, account }] = group as [StoppedObject];
    const line = missing.find(
      (one) => one.channel === channel && (one.account === undefined || one.account === account),
    );
    return { objects: group, line: line ?? unreached(channel, account) };
  });
}

function unreached(channel: string, account: string): Missing {
  return {
    channel,
    account,
    code: 'not_connected',
    reason: `No connection of this workspace reaches the ${channel} account ${account} any more.`,
    next_step: 'Connect it again and call resume_spending again, or switch its campaigns on there.',
  };
}

function unknownStop(id: string): Failure {
  return new Failure({
    code: 'not_found',
    message: `\`stop_id\`: there is no stop ${id} in this workspace.`,
    problems: [{ field: 'stop_id', message: 'names no stop' }],
    nextStep: 'Give the stop_id that stop_spending answered with. Nothing was changed.',
  });
}

function resumedBefore({ id, closedAt }: Stop): Failure {
  return new Failure({
    code: 'conflict',
    message: `The stop ${id} was resumed at ${new Date(closedAt ?? 0).toISOString()}.`,
    nextStep: 'Nothing was changed. What is paused now was paused by something else: switch it on by its own channel.',
  });
}
