import { inWords } from '../../auth/key-records.ts';
import { Failure } from '../../errors.ts';
import type { JobPlace } from '../../pipeline/call.ts';
import { ownAccounts } from '../../pipeline/fence.ts';
import { openSession } from '../../pipeline/open-session.ts';
import type { Channel } from '../../tools/channel.ts';
import type { MediaPlanning, ProblemKind } from '../../tools/media-planning.ts';
import { PlatformClock } from '../../upstream/platform-clock.ts';
import { inParallel } from './in-parallel.ts';

/** An account that campaigns can be made in. */
export interface PlanAccount {
  id: string;
  name: string;
  currency: string;
  timeZone: string;
  through?: Readonly<Record<string, unknown>> | undefined;
}

/** A channel of the workspace, as the caller reaches it. */
export interface PlanChannel {
  channel: Channel;
  /** As sentences name it: Professional. */
  title: string;
  planning: MediaPlanning;
  mode: 'sandbox' | 'live';
  connection: NonNullable<ReturnType<typeof connectionOf>>;
  configured: string | undefined;
  /** The accounts that the workspace may use. */
  accounts: readonly PlanAccount[];
  client(account: PlanAccount): unknown;
  platformNow(): number;
}

/** One that cannot be used, and why. */
export interface ClosedChannel {
  title: string;
  refusal: string;
  kind: ProblemKind;
  /** Of its platform, where that was asked. */
  failure?: Failure;
}

export type PlanChannels = ReadonlyMap<string, PlanChannel | ClosedChannel>;

export function isOpen(channel: PlanChannel | ClosedChannel | undefined): channel is PlanChannel {
  return channel !== undefined && 'planning' in channel;
}

/** Channels that campaigns can be made on from a sheet, by name. */
export function planningChannels({ pipeline }: Pick<JobPlace, 'pipeline'>): Map<string, Channel> {
  const all = new Map(pipeline.tools.map(({ channel }) => [channel.name, channel]));
  return new Map([...all].filter(([, { mediaPlanning }]) => mediaPlanning !== undefined));
}

function titleOf(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

const ACCOUNTS_AT_ONCE = 4;

/** The named channels with their accounts. One that does not answer is closed, with its reason. */
export async function openChannels(
  job: JobPlace,
  names: readonly string[],
  signal: AbortSignal,
): Promise<PlanChannels> {
  const known = planningChannels(job);
  const opened = await Promise.all(
    names.map(async (name) => [name, await openChannel(job, name, known, signal)] as const),
  );
  return new Map(opened);
}

async function openChannel(
  job: JobPlace,
  name: string,
  known: ReadonlyMap<string, Channel>,
  signal: AbortSignal,
): Promise<PlanChannel | ClosedChannel> {
  const { pipeline, call, workspace } = job;
  const title = titleOf(name);
  const closed = (refusal: string, kind: ProblemKind = 'value'): ClosedChannel => ({ title, refusal, kind });
  const channel = known.get(name);
  if (!channel?.mediaPlanning || !channel.reporting)
    return closed(`Campaigns cannot be made from a sheet on ${title}; they can on ${listed([...known.keys()])}.`);
  if (!pipeline.admission.mayUse(call.principal, name))
    return closed(`${inWords(call.principal)} may not use the ${name} channel.`, 'rule');
  const connection = connectionOf(job, name);
  if (!connection) return closed(`${title} is not connected in ${workspace.name}.`, 'connection');
  const clock = new PlatformClock(pipeline.sessions.now);
  const clientThrough = (through: PlanAccount['through']) => {
    const reading = { channel, repeat: 'safe' as const };
    const { principal } = call;
    const session = openSession(pipeline.sessions, reading, workspace.id, connection, signal, principal.id, clock);
    return { client: channel.connect(session, { ...through }), platformNow: session.platformNow };
  };
  try {
    const { configured, fence } = ownAccounts(channel, connection);
    const { client, platformNow } = clientThrough(undefined);
    return {
      channel,
      title,
      planning: channel.mediaPlanning,
      mode: connection.mode,
      connection,
      configured,
      accounts: await accountsOf(channel, client, fence, (through) => clientThrough(through).client),
      client: (account) => clientThrough(account.through).client,
      platformNow,
    };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof Failure)) throw error;
    return { ...closed(`${title} could not be asked: ${error.details.message}`, 'unchecked'), failure: error };
  }
}

function connectionOf({ workspace }: JobPlace, name: string) {
  return workspace.connections.find((one) => one.channel === name);
}

/** Those in the fence, each with its currency and zone; what a list does not tell is asked account by account. */
async function accountsOf(
  { reporting }: Channel,
  client: unknown,
  fence: readonly string[] | undefined,
  through: (shared: PlanAccount['through']) => unknown,
): Promise<PlanAccount[]> {
  const listed = (await reporting!.accounts(client)).filter(({ id }) => !fence || fence.includes(id));
  const found = await inParallel(listed, ACCOUNTS_AT_ONCE, async (one) => {
    const { id, name = id, currency, timeZone, through: way } = one;
    const whole =
      currency && timeZone !== undefined ? { currency, timeZone } : await reporting!.account(through(way), id);
    return whole && { id, name, currency: whole.currency.code, timeZone: whole.timeZone, ...(way && { through: way }) };
  });
  return found.filter((one) => one !== undefined);
}

/** `a`, `a or b`, `a, b or c`. */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? 'none') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
