import type { Transaction } from 'kysely';
import type { ConnectionView } from '../auth/directory.ts';
import type { Outcome } from '../errors.ts';
import { classByArguments } from '../plans/action-class.ts';
import type { Caller } from '../spend-limits/limit-book.ts';
import type { SpendRequest } from '../spend-limits/spend-limits.ts';
import type { Tables } from '../store/tables.ts';
import type { Sender } from '../upstream/sender.ts';
import type { Job } from './call.ts';
import { ownAccounts } from './fence.ts';
import { wholeReach } from './reach.ts';

/** A write's way past the spend limits. */
export interface SpendGuard {
  /** In the transaction of the intent: refuses what a limit does not allow, and holds the room that it takes. */
  check(tx: Transaction<Tables>): Promise<void>;
  /** In the transaction of the outcome. */
  settle(tx: Transaction<Tables>, outcome: Outcome): Promise<void>;
}

/** Undefined where no limit concerns the call, which costs a look into memory. */
export async function spendGuard(job: Job): Promise<SpendGuard | undefined> {
  const { pipeline, call, workspace, connection, tool } = job;
  const caller = { organizationId: workspace.organizationId, workspaceId: workspace.id, keyId: call.principal.id };
  if (!connection || !tool.channel.account || !(await pipeline.spendLimits.concerns(caller))) return undefined;
  const request = { ...caller, ...changeOf(job, connection, tool.channel.account.argument) };
  const preparation = await prepared(job, request);
  let holdId: string | undefined;
  return {
    async check(tx) {
      if (preparation) holdId = await pipeline.spendLimits.check(tx, request, preparation);
    },
    async settle(tx, outcome) {
      if (holdId !== undefined) await pipeline.spendLimits.settle(tx, holdId, outcome);
    },
  };
}

function prepared({ pipeline, ...job }: Job, request: SpendRequest) {
  const { sender } = pipeline.sessions;
  const { timing } = job;
  const timed: Sender = {
    ...sender,
    send: (platform, sent, bound) => sender.send(platform, sent, { ...bound, timing }),
  };
  return pipeline.spendLimits.prepare(request, {
    reach: wholeReach({ pipeline, ...job }, timed),
    signal: AbortSignal.timeout(pipeline.callDeadlineMs),
    now: pipeline.ambient.now,
  });
}

function changeOf({ tool, args }: Job, connection: ConnectionView, argument: string): Omit<SpendRequest, keyof Caller> {
  const { channel } = tool;
  const named = args[argument];
  const shared = Object.keys(channel.sharedInput ?? {}).filter((name) => name in args);
  return {
    channel: channel.name,
    mode: connection.mode,
    account: typeof named === 'string' ? named : (ownAccounts(channel, connection).configured ?? ''),
    accountNamed: typeof named === 'string',
    changes: (holdings) => channel.exposure?.changes(tool.name, args, holdings),
    onlyLess: classByArguments(tool, args) === 'cut',
    shared: Object.fromEntries(shared.map((name) => [name, args[name]])),
  };
}
