import { Failure, invalidArguments } from '../errors.ts';
import type { ToolContext } from '../tools/define-tool.ts';
import type { Reached, Unreached } from '../tools/reach.ts';
import type { ListedAccount, ReportAccount, Reporting } from '../tools/report/reporting.ts';
import { failed, type Missing, notReached, tooSlow, withoutRepeats } from './missing.ts';

/** How many accounts of one platform are read at the same time. */
const ACCOUNTS_AT_ONCE = 4;

export type ReportContext = Pick<ToolContext<unknown>, 'reach' | 'signal' | 'progress' | 'now'>;

/** What is asked, as far as it tells where. */
export interface Scope {
  channels?: readonly string[] | undefined;
  accounts?: readonly string[] | undefined;
  workspaces?: 'all' | undefined;
}

/** A connection that answers: whom it may speak of, and how it is spoken to. */
export interface Connected {
  place: Reached;
  reporting: Reporting;
  signal: AbortSignal;
  connect(account?: ListedAccount): { client: unknown; platformNow(): number };
}

/** An account that is being read. */
export interface Reading extends Connected {
  account: ReportAccount;
  client: unknown;
  platformNow(): number;
}

/**
 * Reads every account in scope: all channels at the same time, some accounts of each, each channel with a deadline of its
 * own. What cannot be read is told and does not keep the rest from being read. A caller that leaves ends everything.
 */
export async function eachAccount(
  scope: Scope,
  context: ReportContext,
  work: (reading: Reading) => Promise<void>,
): Promise<Missing[]> {
  const places = await placesIn(scope, context);
  const reached = places.filter((place): place is Reached => 'connect' in place);
  const fan = new FanOut(scope, context, work);
  const byChannel = [...Map.groupBy(reached, ({ channel }) => channel.name).values()];
  const lines = await Promise.all(byChannel.map((ofChannel) => fan.channel(ofChannel)));
  context.signal.throwIfAborted();
  fan.refuseUnknownAccounts();
  const unreached = places.filter((place): place is Unreached => 'code' in place);
  return inOrder([...unreached.map(notReached), ...lines.flat()]);
}

/** The connections that were asked for; a channel nobody knows is refused by name. */
export async function placesIn({ channels, workspaces }: Scope, { reach }: ReportContext) {
  const places = await reach.channels(workspaces ?? 'own');
  const known = [...new Set(places.map(({ channel }) => channel.name))];
  const unknown = channels?.filter((name) => !known.includes(name)) ?? [];
  if (unknown.length > 0)
    throw invalidArguments([
      { field: 'channels', message: `${unknown.join(', ')}: must be of ${known.join(', ')}`, allowed_values: known },
    ]);
  return channels ? places.filter(({ channel }) => channels.includes(channel.name)) : places;
}

class FanOut {
  readonly #scope: Scope;
  readonly #context: ReportContext;
  readonly #work: (reading: Reading) => Promise<void>;
  /** Named accounts that nobody has been found to have. */
  readonly #unseen: Set<string>;
  #isCertain = true;
  #done = 0;
  #total = 0;

  constructor(scope: Scope, context: ReportContext, work: (reading: Reading) => Promise<void>) {
    this.#scope = scope;
    this.#context = context;
    this.#work = work;
    this.#unseen = new Set(scope.accounts);
  }

  async channel(places: readonly Reached[]): Promise<Missing[]> {
    const { signal, reach } = this.#context;
    const name = places[0]!.channel.name;
    const limit = new AbortController();
    const late = tooSlow(name, reach.channelDeadlineMs);
    const timer = setTimeout(() => limit.abort(late), reach.channelDeadlineMs);
    const both = AbortSignal.any([signal, limit.signal]);
    try {
      return await this.#read(places, both, (error) => (limit.signal.aborted ? late : error));
    } finally {
      clearTimeout(timer);
    }
  }

  async #read(places: readonly Reached[], signal: AbortSignal, why: (error: unknown) => unknown): Promise<Missing[]> {
    const lines: Missing[] = [];
    const seen = new Set<string>();
    const found = await Promise.all(
      places.map(async (place) => {
        const connected = connectedBy(place, signal);
        try {
          return { connected, accounts: await unlessEnded(signal, this.#accountsOf(connected)) };
        } catch (error) {
          this.#isCertain = false;
          this.#context.signal.throwIfAborted();
          lines.push(failed(place, why(error)));
          return { connected, accounts: [] };
        }
      }),
    );
    // Two workspaces may reach the same account: it has cost what it cost once.
    const tasks = found.map(({ connected, accounts }) => ({
      connected,
      accounts: accounts.filter(({ id }) => {
        const known = `${connected.place.mode} ${id}`;
        return !seen.has(known) && seen.add(known);
      }),
    }));
    this.#total += tasks.reduce((sum, { accounts }) => sum + accounts.length, 0);
    const failures = new Map<Reached, Missing[]>();
    await pooled(
      tasks.flatMap(({ connected, accounts }) => accounts.map((account) => ({ connected, account }))),
      async ({ connected, account }) => {
        try {
          await unlessEnded(signal, this.#one(connected, account));
        } catch (error) {
          this.#context.signal.throwIfAborted();
          const { place } = connected;
          failures.set(place, [...(failures.get(place) ?? []), failed(place, why(error), account.id)]);
        }
        this.#done += 1;
        this.#context.progress(this.#done, this.#total, `${connected.place.channel.name} ${account.id}`);
      },
    );
    for (const { connected, accounts } of tasks)
      lines.push(...withoutRepeats(failures.get(connected.place) ?? [], accounts.length));
    return lines;
  }

  async #one(connected: Connected, listed: ListedAccount): Promise<void> {
    const { client, platformNow } = connected.connect(listed);
    const account = await knownAccount(connected.reporting, client, listed);
    if (account) await this.#work({ ...connected, account, client, platformNow });
  }

  /** The fence says which accounts there are, and nobody has to be asked; without one the platform lists them. */
  async #accountsOf(connected: Connected): Promise<readonly ListedAccount[]> {
    const { place, reporting } = connected;
    const { accounts: named } = this.#scope;
    const wanted = named && this.#namedIn(place, named);
    if (wanted?.length === 0) return [];
    const all = place.fence?.map((id) => ({ id })) ?? (await reporting.accounts(connected.connect().client));
    const inReach = place.fence ? all.filter(({ id }) => place.fence?.includes(id)) : all;
    if (!wanted) return inReach;
    const chosen = inReach.filter(({ id }) => wanted.some((one) => one.id === id));
    for (const { given, id } of wanted) if (chosen.some((one) => one.id === id)) this.#unseen.delete(given);
    return chosen;
  }

  /** `channel:id` names an account of that channel; an id alone may be of any. */
  #namedIn({ channel }: Reached, named: readonly string[]): { given: string; id: string }[] {
    return named.flatMap((given) => {
      const [, of, rest = given] = /^([a-z]+):(.+)$/.exec(given) ?? [];
      if (of !== undefined && of !== channel.name && !given.startsWith('urn:')) return [];
      const read = channel.account?.schema.safeParse(given.startsWith('urn:') ? given : rest);
      return read?.success ? [{ given, id: read.data }] : [];
    });
  }

  /** A misspelt id must not look like an account without numbers. */
  refuseUnknownAccounts(): void {
    if (this.#unseen.size === 0 || !this.#isCertain) return;
    throw new Failure({
      code: 'not_found',
      message: `\`accounts\`: ${[...this.#unseen].join(', ')}: no connection of this workspace reaches it.`,
      problems: [{ field: 'accounts', message: 'names accounts that no connection reaches' }],
      nextStep: 'Choose from what list_accounts shows, or leave accounts out for all of them.',
    });
  }
}

function connectedBy(place: Reached, signal: AbortSignal): Connected {
  const { reporting } = place.channel;
  if (!reporting) throw new TypeError(`the ${place.channel.name} channel has no reports`);
  return { place, reporting, signal, connect: (account) => place.connect(signal, account?.through ?? {}) };
}

/** Asked for only where listing did not tell it. Undefined: it can have no numbers. */
export async function knownAccount(
  reporting: Reporting,
  client: unknown,
  { id, through, ...listed }: ListedAccount,
): Promise<ReportAccount | undefined> {
  const { name, status, currency, timeZone } = listed;
  const isWhole = name !== undefined && status !== undefined && currency && timeZone !== undefined;
  const known = isWhole ? { id, name, status, currency, timeZone } : await reporting.account(client, id);
  return known && { ...known, ...(through && { through }) };
}

/** Some at a time. */
async function pooled<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  const worker = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(ACCOUNTS_AT_ONCE, items.length) }, worker));
}

/** Whoever does not listen to the signal is not waited for either. */
function unlessEnded<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  if (signal.aborted) return Promise.reject(signal.reason);
  const { promise, reject } = Promise.withResolvers<never>();
  const end = () => reject(signal.reason);
  signal.addEventListener('abort', end, { once: true });
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', end));
}

function inOrder(lines: readonly Missing[]): Missing[] {
  const key = ({ channel, account = '', workspaceId = '' }: Missing) => `${channel} ${account} ${workspaceId}`;
  return [...lines].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}
