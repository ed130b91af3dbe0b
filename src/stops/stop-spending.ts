import { z } from 'zod';
import { Failure } from '../errors.ts';
import { unlessAborted } from '../event-loop/abortable-wait.ts';
import { type Connected, eachListed } from '../reports/fan-out.ts';
import type { Missing } from '../reports/missing-sources.ts';
import { refuseUnknownChannels } from '../tools/channel-names.ts';
import { Money } from '../tools/money.ts';
import type { ListedAccount } from '../tools/report/reporting.ts';
import type { NotStopped, StopLists } from '../tools/stop-lists.ts';
import type { LiveObject, SpentBudget } from '../tools/stopping.ts';
import { costOfEach, type DailyCost, dailyCost, together } from './daily-cost.ts';
import { type StopContext, type Switched, switchEach } from './status-changes.ts';

/** Accounts of one channel that are worked on at the same time. */
const ACCOUNTS_AT_ONCE = 8;
/** How long the answer waits for budgets once everything is paused. */
const BUDGETS_MS_MAX = 1000;

const Listed = z.object({
  channel: z.string(),
  account: z.string(),
  level: z.string(),
  id: z.string(),
  name: z.string(),
  before: z.string().describe('Its status before'),
  workspace_id: z.string().optional(),
});
type Listed = z.infer<typeof Listed>;

const NotStoppedLine = z.object({
  channel: z.string(),
  account: z.string().optional(),
  objects: z.array(z.object({ id: z.string(), name: z.string() })).optional(),
  code: z.string(),
  why: z.string(),
  next_step: z.string(),
  workspace_id: z.string().optional(),
}) satisfies z.ZodType<NotStopped>;

export const stopOutput = {
  stop_id: z.string().optional().describe('For resume_spending'),
  stops: z
    .array(z.object({ workspace_id: z.string(), workspace: z.string(), stop_id: z.string() }))
    .optional()
    .describe('With workspaces all: one for each that is connected'),
  stopped: z.array(Listed).describe('Read back as paused'),
  not_stopped: z.array(NotStoppedLine).describe('May still spend'),
  no_longer_spent_a_day: z.array(Money).describe('By daily budgets, one sum a currency'),
  notes: z.array(z.string()).optional(),
};

interface Asked {
  channels?: readonly string[] | undefined;
  reason?: string | undefined;
  workspaces?: 'all' | undefined;
}

/** A workspace that is stopped, with its open list. */
interface OpenStop {
  workspace: { id: string; name: string };
  id: string;
  lists: StopLists;
}

/**
 * Pauses everything that is on, on all channels and accounts side by side, in one workspace or in all of the organization. What
 * is about to be paused is in its workspace's list on disk before the request leaves, what was paused after the answer: a process that
 * is killed leaves the lists whole.
 */
export async function stopSpending({ channels, reason, workspaces }: Asked, context: StopContext) {
  const { reach, signal, progress, now } = context;
  const stops = await openStops({ channels, workspaces, reason }, reach);
  const stop = new StopRun(stops, workspaces === 'all', context);
  const hurried = { ...reach, channelDeadlineMs: reach.stopDeadlineMs };
  const missing = await eachListed(
    { channels, workspaces, late, accountsAtOnce: ACCOUNTS_AT_ONCE },
    { reach: hurried, signal, progress, now },
    (connected, account) => stop.account(connected, account),
  );
  const { aDay, wholeRun, unread } = await stop.cost();
  const isMeant = ({ code, workspaceId = '' }: Missing) =>
    stops.has(workspaceId) && (code !== 'not_connected' || channels !== undefined);
  // Both lists are read at one moment: an object that is paused a little later would stand in both.
  const stopped = [...stop.stopped];
  const notStopped = [...stop.refused, ...missing.filter(isMeant).map((line) => stop.lineOf(line))];
  for (const { workspace, id, lists } of stops.values())
    await lists.note(
      id,
      notStopped.filter(({ workspace_id = workspace.id }) => workspace_id === workspace.id),
    );
  const [only] = stops.values();
  return {
    ...(workspaces === 'all' ? { stops: [...stops.values()].map(shownStop) } : { stop_id: only!.id }),
    stopped,
    not_stopped: notStopped,
    no_longer_spent_a_day: aDay,
    ...notes(wholeRun, unread),
  };
}

/** A list for the workspace of the call, or for each of the organization that has a connection; none where a channel is unknown. */
async function openStops(
  { channels, workspaces, reason }: Asked,
  reach: StopContext['reach'],
): Promise<ReadonlyMap<string, OpenStop>> {
  const places = await reach.channels(workspaces ?? 'own');
  refuseUnknownChannels(channels, places);
  const meant = workspaces === 'all' ? places.filter((place) => 'connect' in place) : places;
  const stops = new Map<string, OpenStop>();
  for (const { workspace } of meant) {
    if (stops.has(workspace.id)) continue;
    const lists = reach.stopsOf(workspace.id);
    stops.set(workspace.id, { workspace, lists, id: (await lists.open(reason)).id });
  }
  return stops;
}

function shownStop({ workspace, id }: OpenStop) {
  return { workspace_id: workspace.id, workspace: workspace.name, stop_id: id };
}

function notes(wholeRun: number, unread: number): { notes?: string[] } {
  const found = [
    ...(wholeRun > 0 ? [`${wholeRun} have a budget for their whole run, which no_longer_spent_a_day leaves out.`] : []),
    ...(unread > 0
      ? [`The budgets of ${unread} accounts could not be read; no_longer_spent_a_day is lower for it.`]
      : []),
  ];
  return found.length > 0 ? { notes: found } : {};
}

function late(channel: string, deadlineMs: number): Failure {
  return new Failure({
    code: 'upstream_unavailable',
    message: `The ${channel} platform did not answer within ${deadlineMs / 1000} s. What it was asked to pause may be paused by now.`,
    nextStep: "Call stop_spending again: it pauses what is left. Or pause it on the platform's own pages.",
    retryable: true,
  });
}

class StopRun {
  readonly stopped: Listed[] = [];
  readonly refused: NotStopped[] = [];
  readonly #stops: ReadonlyMap<string, OpenStop>;
  readonly #isOfMany: boolean;
  readonly #context: StopContext;
  /** About to be paused, with the workspace. */
  readonly #unconfirmed = new Map<Listed, string>();
  readonly #costs: Promise<DailyCost | undefined>[] = [];

  constructor(stops: ReadonlyMap<string, OpenStop>, isOfMany: boolean, context: StopContext) {
    this.#stops = stops;
    this.#isOfMany = isOfMany;
    this.#context = context;
  }

  async account({ place }: Connected, account: ListedAccount): Promise<void> {
    const { stopping, name: channel } = place.channel;
    if (!stopping) return;
    // Not the channel's signal: an account that the answer no longer waits for is stopped all the same.
    const { client } = place.connect(this.#context.signal, account.through ?? {});
    const live = await stopping.live(client, account.id);
    if (live.length === 0) return;
    const stop = this.#stops.get(place.workspace.id)!;
    const listed = new Map(
      live.map((one) => [one, { ...listedOf(channel, account.id, one), ...this.#named(place.workspace.id) }]),
    );
    await stop.lists.add(stop.id, [...listed.values()]);
    for (const one of listed.values()) this.#unconfirmed.set(one, place.workspace.id);
    const stopped = new Set<LiveObject>();
    const { reach } = this.#context;
    const pausing = switchEach(
      reach,
      { place, stopping, account },
      live,
      { status: stopping.off },
      async (switched) => {
        for (const { object, failure } of switched) if (!failure) stopped.add(object);
        await this.#settled(
          stop,
          switched.map(({ object, failure }) => ({ object: listed.get(object)!, failure })),
        );
      },
    );
    this.#costs.push(
      Promise.all([stopping.budgets(client, account.id, live), pausing])
        .then(([budgets]) => this.#priced(stop, budgets, stopped, listed))
        .catch(() => undefined),
    );
    await pausing;
  }

  /** What a day of the stopped objects costs, kept with each of them. */
  async #priced(
    { id, lists }: OpenStop,
    budgets: readonly SpentBudget[],
    stopped: ReadonlySet<LiveObject>,
    listed: ReadonlyMap<LiveObject, Listed>,
  ): Promise<DailyCost> {
    const prices = costOfEach(budgets, stopped).map(({ object, aDay }) => ({ ...listed.get(object)!, aDay }));
    await lists.price(id, prices);
    return dailyCost(budgets, stopped);
  }

  async #settled({ id, lists, workspace }: OpenStop, switched: readonly Switched<Listed>[]): Promise<void> {
    const paused = switched.flatMap(({ object, failure }) => (failure ? [] : [object]));
    const refused = switched.flatMap(({ object, failure }) => (failure ? [{ object, failure }] : []));
    for (const { object } of switched) this.#unconfirmed.delete(object);
    this.stopped.push(...paused);
    this.refused.push(...refusedLines(refused).map((line) => ({ ...line, ...this.#named(workspace.id) })));
    await lists.settle(id, paused, 'stopped');
    // An unknown outcome stays `pausing`, which says the same.
    const certain = refused.filter(({ failure }) => failure.outcome !== 'unknown');
    await lists.settle(
      id,
      certain.map(({ object }) => object),
      'not_stopped',
    );
  }

  /** A channel or account that could not be worked through, with what was about to be paused there. */
  lineOf({ workspaceId = '', channel, account, code, reason, next_step }: Missing): NotStopped {
    const objects = [...this.#unconfirmed]
      .filter(
        ([one, workspace]) =>
          workspace === workspaceId && one.channel === channel && (account === undefined || one.account === account),
      )
      .map(([{ id, name }]) => ({ id, name }));
    return {
      channel,
      ...(account !== undefined && { account }),
      ...(objects.length > 0 && { objects }),
      code,
      why: reason,
      next_step,
      ...this.#named(workspaceId),
    };
  }

  /** An answer about several workspaces says of each line which it is about. */
  #named(workspaceId: string): { workspace_id?: string } {
    return this.#isOfMany ? { workspace_id: workspaceId } : {};
  }

  /** What a day no longer costs; budgets that come too late are left out and counted. */
  async cost(): Promise<DailyCost & { unread: number }> {
    const limit = AbortSignal.timeout(BUDGETS_MS_MAX);
    const costs = await Promise.all(this.#costs.map((cost) => unlessAborted(cost, limit).catch(() => undefined)));
    const read = costs.filter((cost) => cost !== undefined);
    return { ...together(read), unread: costs.length - read.length };
  }
}

function listedOf(channel: string, account: string, { level, id, name, status }: LiveObject): Listed {
  return { channel, account, level, id, name, before: status };
}

/** One line for all objects of a call that failed for the same reason. */
function refusedLines(refused: readonly { object: Listed; failure: Failure }[]): NotStopped[] {
  const alike = Map.groupBy(refused, ({ failure }) => `${failure.code} ${failure.details.message}`);
  return [...alike.values()].map((some) => {
    const [{ object, failure }] = some as [{ object: Listed; failure: Failure }];
    const { code, message, nextStep } = failure.details;
    const objects = some.map(({ object: { id, name } }) => ({ id, name }));
    return { channel: object.channel, account: object.account, objects, code, why: message, next_step: nextStep };
  });
}
