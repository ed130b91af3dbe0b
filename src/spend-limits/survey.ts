import type { Ambient } from '../ambient.ts';
import { Failure } from '../errors.ts';
import { BoundedMap } from '../memory/bounded-map.ts';
import { eachListed, knownAccount, type ReportContext } from '../reports/fan-out.ts';
import type { Reached } from '../tools/reach.ts';
import { type AccountPlace, placeName, SNAPSHOT_MS, type Snapshots } from './snapshots.ts';

/** Something that may spend and cannot be read. */
interface Unreadable {
  workspaceId: string;
  mode: AccountPlace['mode'];
  channel: string;
  account?: string;
  why: string;
}

/** Every account of a workspace, or of all of them; each was read in the last five minutes, or is listed as unreadable. */
export interface Survey {
  places: readonly AccountPlace[];
  unreadable: readonly Unreadable[];
}

/** How tools reach other channels, with the service's own right to all of them. */
export type SurveyContext = Pick<ReportContext, 'reach' | 'signal' | 'now'>;

const ACCOUNTS_REMEMBERED = 1_000;

/** Reads what accounts may spend: each at most once in five minutes, however many calls ask. */
export class Surveyor {
  readonly #snapshots: Snapshots;
  readonly #ambient: Ambient;
  /** The accounts that connections reach, by the connections. */
  readonly #listed = new Map<string, { places: readonly AccountPlace[]; at: number }>();
  readonly #underWay = new Map<string, Promise<Survey>>();
  readonly #reading = new Map<string, Promise<void>>();
  /** How many readings of an account have ended, by its place. */
  readonly #ended = new BoundedMap<string, number>(ACCOUNTS_REMEMBERED);

  constructor(snapshots: Snapshots, ambient: Ambient) {
    this.#snapshots = snapshots;
    this.#ambient = ambient;
  }

  async survey(which: 'own' | 'all', organizationId: string, context: SurveyContext): Promise<Survey> {
    const { reached, name } = await connectionsOf(which, organizationId, context);
    const known = await this.#known(name);
    if (known) return known;
    for (;;) {
      const begun = this.#underWay.get(name);
      if (!begun) return this.#once(name, () => this.#read(which, organizationId, reached, name, context));
      // The call that reads for all may be cut off; the next one reads then.
      const found = await begun.catch(() => undefined);
      context.signal.throwIfAborted();
      if (found) return found;
    }
  }

  /** The same without reading anything; undefined where something would have to be read. */
  async known(which: 'own' | 'all', organizationId: string, context: SurveyContext): Promise<Survey | undefined> {
    return this.#known((await connectionsOf(which, organizationId, context)).name);
  }

  async #known(name: string): Promise<Survey | undefined> {
    const listed = this.#listed.get(name);
    if (!listed || this.#ambient.elapsedMs() - listed.at >= SNAPSHOT_MS) return undefined;
    return (await this.#areFresh(listed.places)) ? { places: listed.places, unreadable: [] } : undefined;
  }

  /** Reads one account again, unless that was done after `notBefore`. Calls that ask meanwhile wait for the same reading. */
  async readAccount(
    place: AccountPlace,
    organizationId: string,
    context: SurveyContext,
    shared: Readonly<Record<string, unknown>>,
    notBefore?: number,
  ): Promise<void> {
    const name = placeName(place);
    for (;;) {
      await this.#reading.get(name);
      const ended = this.#ended.get(name);
      const takenAt = (await this.#snapshots.times([place.workspaceId])).get(name);
      if (this.#snapshots.isFresh(takenAt) && (notBefore === undefined || takenAt! > notBefore)) return;
      // One that ended meanwhile was kept after the store was asked.
      if (!this.#reading.has(name) && this.#ended.get(name) === ended) break;
    }
    const reading = this.#readOwn(place, organizationId, context, shared);
    // What keeps one call from reading is told to the others as well, unless that call was cut off.
    const forOthers = reading.catch((error: unknown) => {
      if (error instanceof Failure) throw error;
    });
    forOthers.catch(() => {});
    this.#reading.set(name, forOthers);
    await reading.finally(() => {
      this.#ended.set(name, (this.#ended.get(name) ?? 0) + 1);
      this.#reading.delete(name);
    });
  }

  async #readOwn(
    place: AccountPlace,
    organizationId: string,
    { reach, signal }: SurveyContext,
    shared: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const reached = (await reach.channels('own')).find(({ channel }) => channel.name === place.channel);
    if (!reached || !('connect' in reached)) throw unconnected(place);
    await this.#take(place, organizationId, reached, () => reached.connect(signal, shared));
  }

  async #areFresh(places: readonly AccountPlace[]): Promise<boolean> {
    const times = await this.#snapshots.times([...new Set(places.map(({ workspaceId }) => workspaceId))]);
    return places.every((place) => this.#snapshots.isFresh(times.get(placeName(place))));
  }

  async #once(name: string, work: () => Promise<Survey>): Promise<Survey> {
    const begun = work().finally(() => this.#underWay.delete(name));
    this.#underWay.set(name, begun);
    return begun;
  }

  async #read(
    which: 'own' | 'all',
    organizationId: string,
    reached: readonly Reached[],
    name: string,
    context: SurveyContext,
  ): Promise<Survey> {
    const at = this.#ambient.elapsedMs();
    const times = await this.#snapshots.times([...new Set(reached.map(({ workspace }) => workspace.id))]);
    const places: AccountPlace[] = [];
    const missing = await eachListed(
      { workspaces: which === 'all' ? 'all' : undefined },
      { ...context, progress: () => {} },
      async ({ place: from, reporting, connect }, account) => {
        const place = {
          workspaceId: from.workspace.id,
          mode: from.mode,
          channel: from.channel.name,
          account: account.id,
        };
        if (!this.#snapshots.isFresh(times.get(placeName(place)))) {
          const { client, platformNow } = connect(account);
          // A manager account spends nothing itself.
          if (!(await knownAccount(reporting, client, account))) return;
          await this.#take(place, organizationId, from, () => ({ client, platformNow }));
        }
        places.push(place);
      },
    );
    const unreadable = missing
      .filter(({ code }) => code !== 'not_connected')
      .map(({ workspaceId = '', channel, account, reason }) => ({
        workspaceId,
        mode: modeOf(reached, workspaceId, channel),
        channel,
        ...(account !== undefined && { account }),
        why: reason,
      }));
    if (unreadable.length === 0) this.#remember(name, places, at);
    return { places, unreadable };
  }

  #remember(name: string, places: readonly AccountPlace[], at: number): void {
    for (const [other, { at: then }] of this.#listed) if (at - then >= SNAPSHOT_MS) this.#listed.delete(other);
    this.#listed.set(name, { places, at });
  }

  async #take(
    place: AccountPlace,
    organizationId: string,
    { channel }: Reached,
    connect: () => ReturnType<Reached['connect']>,
  ): Promise<void> {
    const { exposure } = channel;
    if (!exposure) throw notCounted(channel.name);
    await this.#snapshots.take(place, organizationId, async () => {
      const { client, platformNow } = connect();
      const holdings = await exposure.read(client, place.account, platformNow());
      // The first reply tells the platform's time.
      return { holdings, asOf: platformNow() };
    });
  }
}

async function connectionsOf(which: 'own' | 'all', organizationId: string, { reach }: SurveyContext) {
  const reached = (await reach.channels(which)).filter((place): place is Reached => 'connect' in place);
  return { reached, name: `${organizationId} ${reached.map(({ identity }) => identity).join(' ')}` };
}

function modeOf(reached: readonly Reached[], workspaceId: string, channel: string): AccountPlace['mode'] {
  return reached.find((one) => one.workspace.id === workspaceId && one.channel.name === channel)?.mode ?? 'live';
}

function unconnected({ channel }: AccountPlace): Failure {
  return new Failure({
    code: 'permission_denied',
    message: `The ${channel} channel is not connected.`,
    nextStep: 'Connect it.',
  });
}

function notCounted(channel: string): Failure {
  return new Failure({
    code: 'unsupported',
    message: `What the ${channel} channel may spend cannot be counted.`,
    nextStep: 'Remove the spend limit, or change budgets on the platform.',
  });
}
