import { Failure } from '../errors.ts';
import { unlessAborted } from '../event-loop/abortable-wait.ts';
import { refuseUnknownChannels } from '../tools/channel-names.ts';
import type { ToolContext } from '../tools/define-tool.ts';
import type { Reach, Reached, Unreached } from '../tools/reach.ts';
import type { ListedAccount, ReportAccount, Reporting } from '../tools/report/reporting.ts';
import { failed, type Missing, notReached, tooSlow, withoutRepeats } from './missing-sources.ts';

/** How many accounts of one platform are read at the same time. */
const ACCOUNTS_AT_ONCE = 4;

/** What a report uses of a running call: it changes nothing, so it calls no tools. */
export interface ReportContext extends Pick<ToolContext<unknown>, 'signal' | 'progress' | 'now'> {
  reach: Omit<Reach, 'call' | 'stops' | 'stopsOf' | 'stopDeadlineMs'>;
}

/** The part of a question that says which connections and accounts. */
export interface Scope {
  /** Fewer where more rows of each account have to be held. */
  accountsAtOnce?: number;
  channels?: readonly string[] | undefined;
  accounts?: readonly string[] | undefined;
  workspaces?: 'all' | undefined;
  /** What a channel that is not waited for any longer is listed with; left out: what a report says. */
  late?: (channel: string, deadlineMs: number) => Failure;
}

/** A connection that can be used: its accounts and its client. */
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
 * Reads every account in scope: all channels at the same time, some accounts of each, each channel with a deadline of
 * its own. A source that cannot be read is listed as missing and does not stop the others. A caller that leaves ends
 * everything.
 */
export function eachAccount(
  scope: Scope,
  context: ReportContext,
  work: (reading: Reading) => Promise<void>,
): Promise<Missing[]> {
  return eachListed(scope, context, async (connected, listed) => {
    const { client, platformNow } = connected.connect(listed);
    const account = await knownAccount(connected.reporting, client, listed);
    if (account) await work({ ...connected, account, client, platformNow });
  });
}

type Work = (connected: Connected, account: ListedAccount) => Promise<void>;

/** An account, and the connection that listed it. */
export interface Found {
  connected: Connected;
  account: ListedAccount;
}

/** The same without reading the accounts' own details. */
export async function eachListed(scope: Scope, context: ReportContext, work: Work): Promise<Missing[]> {
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

/** The same of accounts that are listed already: each channel has a new deadline. */
export async function eachOf(found: readonly Found[], context: ReportContext, work: Work): Promise<Missing[]> {
  const fan = new FanOut({}, context, work);
  const byChannel = [...Map.groupBy(found, ({ connected }) => connected.place.channel.name).values()];
  const lines = await Promise.all(byChannel.map((ofChannel) => fan.accounts(ofChannel)));
  context.signal.throwIfAborted();
  return inOrder(lines.flat());
}

/** The connections in question; an unknown channel is refused by name. */
async function placesIn({ channels, workspaces }: Scope, { reach }: ReportContext) {
  const places = await reach.channels(workspaces ?? 'own');
  refuseUnknownChannels(channels, places);
  return channels ? places.filter(({ channel }) => channels.includes(channel.name)) : places;
}

class FanOut {
  readonly #scope: Scope;
  readonly #context: ReportContext;
  readonly #work: Work;
  /** Named accounts that no connection has. */
  readonly #unseen: Set<string>;
  #isCertain = true;
  #done = 0;
  #total = 0;

  constructor(scope: Scope, context: ReportContext, work: Work) {
    this.#scope = scope;
    this.#context = context;
    this.#work = work;
    this.#unseen = new Set(scope.accounts);
  }

  channel(places: readonly Reached[]): Promise<Missing[]> {
    return this.#within(places[0]!.channel.name, (run) => this.#read(places, run));
  }

  accounts(found: readonly Found[]): Promise<Missing[]> {
    this.#total += found.length;
    const again = ({ place }: Connected, { signal }: ChannelRun) => connectedBy(place, signal);
    return this.#within(found[0]!.connected.place.channel.name, (run) =>
      pooled(found, ({ connected, account }) => run.account(again(connected, run), account)),
    );
  }

  /** Under the deadline of a channel. */
  async #within(name: string, work: (run: ChannelRun) => Promise<unknown>): Promise<Missing[]> {
    const { signal, reach } = this.#context;
    const limit = new AbortController();
    const late = (this.#scope.late ?? tooSlow)(name, reach.channelDeadlineMs);
    const timer = setTimeout(() => limit.abort(late), reach.channelDeadlineMs);
    const both = AbortSignal.any([signal, limit.signal]);
    const why = (error: unknown) => (limit.signal.aborted ? late : asFailure(error, reach));
    const run = new ChannelRun(this.#context, this.#work, both, why, () => {
      this.#done += 1;
      return [this.#done, this.#total] as const;
    });
    try {
      await work(run);
      return run.missing();
    } finally {
      clearTimeout(timer);
    }
  }

  async #read(places: readonly Reached[], run: ChannelRun): Promise<void> {
    const all = places.map((place) => connectedBy(place, run.signal));
    const early = all.length === 1 ? this.#knownBeforehand(all[0]!.place) : undefined;
    this.#total += early ? 1 : 0;
    const others = async () => {
      const found = await Promise.all(all.map((connected) => this.#listed(connected, run)));
      // Two workspaces may reach the same account: its cost is counted once.
      const seen = new Set(early ? [`${all[0]!.place.mode} ${early.id}`] : []);
      const tasks = found.flatMap(({ connected, accounts }) =>
        accounts
          .filter(({ id }) => !seen.has(`${connected.place.mode} ${id}`) && seen.add(`${connected.place.mode} ${id}`))
          .map((account) => ({ connected, account })),
      );
      this.#total += tasks.length;
      await pooled(tasks, ({ connected, account }) => run.account(connected, account), this.#scope.accountsAtOnce);
    };
    await Promise.all([early && run.account(all[0]!, early), others()]);
  }

  /** The configured account is known without a list, so it is read while the others are listed. */
  #knownBeforehand(place: Reached): ListedAccount | undefined {
    const { configured: id, fence } = place;
    if (id === undefined || fence || (this.#scope.accounts && !this.#namedIn(place).some((one) => one.id === id)))
      return undefined;
    return { id };
  }

  async #listed(connected: Connected, run: ChannelRun) {
    try {
      return { connected, accounts: await unlessAborted(this.#accountsOf(connected), connected.signal) };
    } catch (error) {
      this.#isCertain = false;
      run.failed(connected.place, error);
      return { connected, accounts: [] };
    }
  }

  /** With a fence the accounts are known without a request; without one the platform lists them. */
  async #accountsOf(connected: Connected): Promise<readonly ListedAccount[]> {
    const { place, reporting } = connected;
    const wanted = this.#scope.accounts && this.#namedIn(place);
    if (wanted?.length === 0) return [];
    const isConfigured = wanted?.every(({ id }) => id === place.configured);
    const known = place.fence ?? (isConfigured ? [place.configured!] : undefined);
    const inReach = known?.map((id) => ({ id })) ?? (await reporting.accounts(connected.connect().client));
    if (!wanted) return inReach;
    const chosen = inReach.filter(({ id }) => wanted.some((one) => one.id === id));
    for (const { given, id } of wanted) if (chosen.some((one) => one.id === id)) this.#unseen.delete(given);
    return chosen;
  }

  /** `channel:id` names an account of that channel; an id alone may be of any. */
  #namedIn({ channel }: Reached): { given: string; id: string }[] {
    return (this.#scope.accounts ?? []).flatMap((given) => {
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

/** The accounts of one channel, and what went wrong with them. */
class ChannelRun {
  readonly #context: ReportContext;
  readonly #work: Work;
  readonly signal: AbortSignal;
  readonly #why: (error: unknown) => Failure;
  readonly #ended: () => readonly [number, number];
  readonly #lines: Missing[] = [];
  readonly #read = new Map<Reached, { accounts: number; failures: Missing[] }>();

  constructor(
    context: ReportContext,
    work: Work,
    signal: AbortSignal,
    why: (error: unknown) => Failure,
    ended: () => readonly [number, number],
  ) {
    this.#context = context;
    this.#work = work;
    this.signal = signal;
    this.#why = why;
    this.#ended = ended;
  }

  async account(connected: Connected, account: ListedAccount): Promise<void> {
    const { place } = connected;
    const read = this.#read.get(place) ?? { accounts: 0, failures: [] };
    this.#read.set(place, read);
    read.accounts += 1;
    try {
      // A client that ignores the signal is not waited for either.
      await unlessAborted(this.#work(connected, account), this.signal);
    } catch (error) {
      this.#context.signal.throwIfAborted();
      read.failures.push(failed(place, this.#why(error), account.id));
    }
    const [done, total] = this.#ended();
    this.#context.progress(done, Math.max(done, total), `${place.channel.name} ${account.id}`);
  }

  /** A connection whose accounts could not be listed. */
  failed(place: Reached, error: unknown): void {
    this.#context.signal.throwIfAborted();
    this.#lines.push(failed(place, this.#why(error)));
  }

  missing(): Missing[] {
    const ofAccounts = [...this.#read.values()].flatMap(({ accounts, failures }) => withoutRepeats(failures, accounts));
    // The failure of a connection's list is that of its accounts, too; another workspace's account failed by itself.
    const alone = ofAccounts.filter(
      ({ code, workspaceId }) => !this.#lines.some((line) => line.code === code && line.workspaceId === workspaceId),
    );
    return [...this.#lines, ...alone];
  }
}

export function asFailure(error: unknown, reach: ReportContext['reach']): Failure {
  return error instanceof Failure ? error : reach.unexpected(error);
}

function connectedBy(place: Reached, signal: AbortSignal): Connected {
  const { reporting } = place.channel;
  if (!reporting) throw new TypeError(`the ${place.channel.name} channel has no reports`);
  return { place, reporting, signal, connect: (account) => place.connect(signal, account?.through ?? {}) };
}

/** Asked for only where the list did not include it. Undefined: the account can have no numbers. */
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

/** A few at a time. */
export async function pooled<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
  atOnce = ACCOUNTS_AT_ONCE,
): Promise<void> {
  const queue = items.values();
  const worker = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
}

function inOrder(lines: readonly Missing[]): Missing[] {
  const key = ({ channel, account = '', workspaceId = '' }: Missing) => `${channel} ${account} ${workspaceId}`;
  return [...lines].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}
