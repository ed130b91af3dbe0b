import type { Failure } from '../errors.ts';
import type { ReplyCache } from '../memory/reply-cache.ts';
import type { Channel } from './channel.ts';
import type { StopLists } from './stop-lists.ts';

/** A channel in a workspace, as the caller's key reaches it. */
export interface Reached {
  workspace: { id: string; name: string };
  channel: Channel;
  mode: 'sandbox' | 'live';
  /** The connection's configured account. */
  configured: string | undefined;
  /** The accounts the workspace is fenced to; undefined: no fence. */
  fence: readonly string[] | undefined;
  /** Changes with the connection: what was read through it before means nothing afterwards. */
  identity: string;
  /** A client of the channel on a session of its own, ended by the signal, and the platform's clock as that hears it. */
  connect(signal: AbortSignal, shared: Readonly<Record<string, unknown>>): { client: unknown; platformNow(): number };
}

/** One that cannot be used, and why. */
export interface Unreached {
  workspace: { id: string; name: string };
  channel: Channel;
  code: 'not_connected' | 'permission_denied';
  reason: string;
  nextStep: string;
}

/** An account, and the shared arguments of the channel that it is reached by. */
interface AccountPlace {
  id: string;
  through?: Readonly<Record<string, unknown>>;
}

type Result = Readonly<Record<string, unknown>>;

/** The platforms of all channels, for tools that speak of several. Every way to one goes through the key's own permissions. */
export interface Reach {
  /** Of the call's workspace, or of every workspace the key can see. */
  channels(workspaces: 'own' | 'all'): Promise<readonly (Reached | Unreached)[]>;
  memory: ReplyCache;
  /** A fault of ours in one channel: logged, and told like any other. */
  unexpected(error: unknown): Failure;
  /** How long one channel may take before the others stop waiting for it. */
  channelDeadlineMs: number;
  /** The same for a stop, which is answered sooner. */
  stopDeadlineMs: number;
  /**
   * Calls a tool of a reached channel as the same caller, with everything that belongs to a call of its own: permissions,
   * validation, audit, reading back. A call of a tool that spends less takes nothing from the caller's quota.
   */
  call(place: Reached, tool: string, args: Readonly<Record<string, unknown>>, account: AccountPlace): Promise<Result>;
  /** What was stopped in the call's workspace. */
  stops: StopLists;
  /** The same of another workspace that `channels('all')` has told of. */
  stopsOf(workspaceId: string): StopLists;
}
