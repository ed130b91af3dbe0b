import type { Transaction } from 'kysely';
import type { Outcome } from '../errors.ts';
import { classByArguments } from '../plans/action-class.ts';
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
  const { pipeline } = job;
  const request = requestOf(job);
  if (!request || !(await pipeline.spendLimits.concerns(request))) return undefined;
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

function requestOf({ tool, args, call, workspace, connection }: Job): SpendRequest | undefined {
  const { channel } = tool;
  if (!connection || !channel.account) return undefined;
  const named = args[channel.account.argument];
  return {
    organizationId: workspace.organizationId,
    workspaceId: workspace.id,
    keyId: call.principal.id,
    channel: channel.name,
    mode: connection.mode,
    account: typeof named === 'string' ? named : (ownAccounts(channel, connection).configured ?? ''),
    accountNamed: typeof named === 'string',
    changes: (holdings) => channel.exposure?.changes(tool.name, args, holdings),
    onlyLess: classByArguments(tool, args) === 'cut',
    shared: Object.fromEntries(
      Object.keys(channel.sharedInput ?? {}).flatMap((name) => (name in args ? [[name, args[name]]] : [])),
    ),
  };
}
