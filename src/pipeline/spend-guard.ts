import type { Transaction } from 'kysely';
import type { Outcome } from '../errors.ts';
import { classByDifference, onlySpendsLess } from '../plans/action-class.ts';
import type { Caller } from '../spend-limits/limit-book.ts';
import type { SpendRequest } from '../spend-limits/spend-limits.ts';
import type { SurveyContext } from '../spend-limits/survey.ts';
import type { Tables } from '../store/tables.ts';
import type { SpendEffect } from '../tools/spend-overview.ts';
import type { Sender } from '../upstream/sender.ts';
import type { Job } from './call.ts';
import { ownAccounts } from './fence.ts';
import { wholeReach } from './reach.ts';
import { isRehearsed, rehearse } from './rehearse.ts';

/** A write's way past the spend limits. */
export interface SpendGuard {
  /** In the transaction of the intent: refuses what a limit does not allow, and holds the room that it takes. */
  check(tx: Transaction<Tables>): Promise<void>;
  /** Refuses the same, and holds nothing. */
  tryOut(): Promise<void>;
  /** In the transaction of the outcome. */
  settle(tx: Transaction<Tables>, outcome: Outcome): Promise<void>;
}

/** Undefined where no limit concerns the call, which costs a look into memory. */
export async function spendGuard(job: Job): Promise<SpendGuard | undefined> {
  const { spendLimits, store } = job.pipeline;
  if (!job.connection || !(await spendLimits.concerns(callerOf(job)))) return undefined;
  const asked = requestOf(job);
  const preparation = asked && (await spendLimits.prepare(asked, contextOf(job)));
  const request = preparation?.unread === undefined ? asked : { ...asked!, onlyLess: await isCutByItself(job) };
  let holdId: string | undefined;
  return {
    async check(tx) {
      if (request && preparation) holdId = await spendLimits.check(tx, request, preparation);
    },
    async tryOut() {
      if (request && preparation)
        await store.transaction((tx) => spendLimits.check(tx, request, preparation, { isTrial: true }));
    },
    async settle(tx, outcome) {
      if (holdId !== undefined) await spendLimits.settle(tx, holdId, outcome);
    },
  };
}

/** What a change would do to its account's spending, for a plan. Undefined where it moves no money, or nothing can be read. */
export async function spendEffect(job: Job): Promise<SpendEffect | undefined> {
  const request = requestOf(job);
  return request && job.tool.channel.exposure && job.pipeline.spendLimits.effect(request, contextOf(job));
}

/**
 * Whether the objects of the call tell by their own values that it spends less, where the account as a whole cannot be read. An
 * object that cannot be read either fails here as it would in the call.
 */
async function isCutByItself(job: Job): Promise<boolean> {
  const outcome = await rehearse(job);
  return isRehearsed(outcome) && classByDifference(job.tool, job.args, outcome.difference) === 'cut';
}

function callerOf({ call, workspace }: Job): Caller {
  return { organizationId: workspace.organizationId, workspaceId: workspace.id, keyId: call.principal.id };
}

function contextOf(job: Job): SurveyContext {
  const { pipeline, timing } = job;
  const { sender } = pipeline.sessions;
  const timed: Sender = {
    ...sender,
    send: (platform, sent, bound) => sender.send(platform, sent, { ...bound, timing }),
  };
  return {
    reach: wholeReach(job, timed),
    signal: AbortSignal.timeout(pipeline.callDeadlineMs),
    now: pipeline.ambient.now,
  };
}

/** Undefined where there is no account that could spend. */
function requestOf(job: Job): SpendRequest | undefined {
  const { tool, args, connection } = job;
  const { channel } = tool;
  if (!connection || !channel.account || channel.spendsNothing) return undefined;
  const named = args[channel.account.argument];
  const shared = Object.keys(channel.sharedInput ?? {}).filter((name) => name in args);
  return {
    ...callerOf(job),
    channel: channel.name,
    mode: connection.mode,
    account: typeof named === 'string' ? named : (ownAccounts(channel, connection).configured ?? ''),
    accountNamed: typeof named === 'string',
    changes: (holdings) => channel.exposure?.changes(tool.name, args, holdings),
    onlyLess: onlySpendsLess(tool, args),
    shared: Object.fromEntries(shared.map((name) => [name, args[name]])),
  };
}
