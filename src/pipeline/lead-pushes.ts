import type { ConnectionView, WorkspaceRecord } from '../auth/directory.ts';
import type { LeadAddresses, LeadAddressPlace } from '../auth/lead-addresses.ts';
import { Failure } from '../errors.ts';
import { pullLeads } from '../leads/pull-leads.ts';
import type { Channel } from '../tools/channel.ts';
import type { LeadPush, PushSecrets } from '../tools/leads/leads.ts';
import type { Pipeline } from './call.ts';
import { ownAccounts } from './fence.ts';
import { openSession } from './open-session.ts';

/** A request to an address for pushed leads, as it came in. */
export interface ReceivedPush {
  token: string;
  query: URLSearchParams;
  headers: Readonly<Record<string, string | undefined>>;
  /** Undefined: the platform asks whether the address is ours. */
  body: Buffer | undefined;
}

export interface PushReply {
  type: string;
  body: string;
}

interface Means {
  pipeline: Pick<Pipeline, 'tools' | 'sessions' | 'leads' | 'ambient'>;
  addresses: LeadAddresses;
  workspaceOf(organizationId: string, id: string): Promise<WorkspaceRecord | undefined>;
  /** Told why what a push announced could not be read; never of its contents. */
  onProblem(channel: string, problem: string): void;
}

/** Whom a push concerns. */
interface Concerned {
  place: LeadAddressPlace;
  channel: Channel;
  push: LeadPush;
  connection: ConnectionView;
  secrets: PushSecrets;
}

/** How long reading what a push announced may take. */
const PULL_DEADLINE_MS = 120_000;
/** The most accounts that are read where the connection names none. */
const ACCOUNTS_MAX = 20;

/** Takes the platforms' messages "there is a new lead". They are believed as far as "look now": leads are read from the platform. */
export class LeadPushes {
  readonly #means: Means;
  /** Readings under way, by connection; one that is asked for meanwhile follows it. */
  readonly #pulling = new Map<string, Promise<void>>();
  readonly #waiting = new Set<string>();
  readonly #closing = new AbortController();

  constructor(means: Means) {
    this.#means = means;
  }

  /** Undefined for every failure, so that an outsider cannot tell one from another. */
  async receive(received: ReceivedPush): Promise<PushReply | undefined> {
    const concerned = await this.#concerned(received.token);
    if (!concerned) return undefined;
    if (received.body === undefined) return this.#challenge(concerned, received.query);
    const told = this.#told(concerned, received.body, received.headers);
    if (!told) return undefined;
    const { place, connection } = concerned;
    const owner = { workspaceId: place.workspaceId, mode: connection.mode };
    await this.#means.pipeline.leads.erase(owner, place.channel, told.erased);
    // Noted after erasing: a message whose erasing was cut off is taken again.
    if (await this.#means.addresses.isNews(place, told.marks)) this.#pullSoon(concerned);
    return { type: 'text/plain; charset=utf-8', body: '' };
  }

  /** Resolves when nothing is read any more. */
  async settled(): Promise<void> {
    while (this.#pulling.size > 0) await Promise.all(this.#pulling.values());
  }

  /** Ends what is under way: the next reading begins where the one before it began. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.settled();
  }

  async #concerned(token: string): Promise<Concerned | undefined> {
    const { addresses, workspaceOf, pipeline } = this.#means;
    const place = await addresses.find(token);
    const workspace = place && (await workspaceOf(place.organizationId, place.workspaceId));
    const connection = workspace?.connections.find(({ channel }) => channel === place?.channel);
    const channel = pipeline.tools.find((tool) => tool.channel.name === place?.channel)?.channel;
    const push = channel?.leads?.push;
    if (!place || !connection || !channel || !push) return undefined;
    const credentials = await pipeline.sessions.connections.credentials(connection.id, connection.version);
    return { place, channel, push, connection, secrets: { credentials, shared: place.shared } };
  }

  #challenge({ place, push, secrets }: Concerned, query: URLSearchParams): PushReply | undefined {
    return this.#guarded(place.channel, () => push.challenge?.(query, secrets));
  }

  #told({ place, push, secrets }: Concerned, body: Buffer, headers: ReceivedPush['headers']) {
    return this.#guarded(place.channel, () => (push.isGenuine(body, headers, secrets) ? push.read(body) : undefined));
  }

  /** What a parser says of a body may quote it, so that no error of these reaches the log. */
  #guarded<T>(channel: string, work: () => T): T | undefined {
    try {
      return work();
    } catch {
      this.#means.onProblem(channel, 'a push could not be read');
      return undefined;
    }
  }

  #pullSoon(concerned: Concerned): void {
    const name = `${concerned.place.workspaceId} ${concerned.place.channel}`;
    if (this.#closing.signal.aborted) return;
    if (this.#pulling.has(name)) {
      this.#waiting.add(name);
      return;
    }
    const pulling = this.#pull(concerned)
      .catch((error: unknown) => this.#means.onProblem(concerned.place.channel, problemOf(error)))
      .finally(() => {
        this.#pulling.delete(name);
        if (this.#waiting.delete(name)) this.#pullSoon(concerned);
      });
    this.#pulling.set(name, pulling);
  }

  async #pull({ place: { workspaceId }, channel, connection }: Concerned): Promise<void> {
    const { sessions, leads, ambient } = this.#means.pipeline;
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(PULL_DEADLINE_MS)]);
    const session = openSession(sessions, { channel, repeat: 'safe' }, workspaceId, connection, signal);
    const client = channel.connect(session, {});
    const owner = { workspaceId, mode: connection.mode };
    const book = {
      keptDays: leads.keptDays,
      lastPull: leads.lastPull.bind(leads, owner),
      keep: leads.keep.bind(leads, owner),
    };
    for (const account of await accountsOf(channel, connection, client)) {
      const means = { client, account, leads: book, now: ambient.now, progress: () => {}, signal };
      // One account that refuses does not keep the others from being read.
      await pullLeads(channel.name, channel.leads!, means).catch((error: unknown) => {
        signal.throwIfAborted();
        this.#means.onProblem(channel.name, problemOf(error));
      });
    }
  }
}

/** The accounts that the connection names, or else all that it reaches. */
async function accountsOf(channel: Channel, connection: ConnectionView, client: unknown): Promise<readonly string[]> {
  const { configured, fence } = ownAccounts(channel, connection);
  const named = [...new Set([...(configured === undefined ? [] : [configured]), ...(fence ?? [])])];
  if (named.length > 0 || !channel.account) return named;
  return (await channel.account.choices(client)).slice(0, ACCOUNTS_MAX).map(({ id }) => id);
}

/** Of our own errors the code only: a platform's words may quote what a person wrote. */
function problemOf(error: unknown): string {
  return error instanceof Failure ? `leads could not be read: ${error.code}` : 'leads could not be read';
}
