import { z } from 'zod';
import type { Difference } from '../plans/action-class.ts';
import { requestDigest, type ShownRequest, shownRequest } from '../plans/request-digest.ts';
import { reportWrite } from '../tools/write-report.ts';
import { CapturedChange, type ChangeGuard, type RowRefusal } from '../upstream/captured-change.ts';
import type { PlatformRequest } from '../upstream/session.ts';
import type { Job, ToolReply } from './call.ts';
import { perform } from './perform.ts';

/** What a call would send. */
export interface Rehearsed {
  digest: string;
  request: ShownRequest;
  /** Of the touched fields; empty where the call makes something new. */
  difference: Difference;
  /** What the platform calls the object that is changed, where the tool has read it. */
  objectName?: string;
  /** The platform itself has found nothing wrong with it. */
  platformChecked: boolean;
  /** The rows of a bulk change that would not be sent, with the reason. */
  refused?: Readonly<Record<string, RowRefusal>>;
}

/**
 * Runs the tool up to its one change and keeps that here. Reading, merging, units and defaults are thus those of the call itself. A
 * reply: the tool has nothing to send.
 */
export async function rehearse(job: Job): Promise<Rehearsed | ToolReply> {
  const { checkOnly } = job.tool.channel.dialect ?? {};
  let captured: CapturedChange | undefined;
  let platformChecked = false;
  let digest = '';
  const guard: ChangeGuard = async (request, session) => {
    if (captured) throw captured;
    const check = 'effect' in request ? undefined : checkOnly?.(request as PlatformRequest);
    if (check && check !== 'checked') await session.ask(check, z.unknown());
    platformChecked = check !== undefined;
    captured = new CapturedChange(request);
    digest = requestDigest(request, [session.now(), session.platformNow()]);
    throw captured;
  };
  let reply: ToolReply | undefined;
  try {
    // A rehearsal changes nothing, so that it needs no confirmation.
    reply = await perform({ ...job, call: { ...job.call, conversation: undefined }, guard, isRehearsal: true });
  } catch (error) {
    if (!captured) throw error;
  }
  if (!captured) return reply!;
  const { request, before = {}, wanted = {}, refused } = captured as CapturedChange;
  const { applied: difference } = reportWrite(before, { ...before, ...wanted }, wanted);
  const { name } = before;
  return {
    digest,
    request: shownRequest(request),
    difference,
    platformChecked,
    ...(typeof name === 'string' && { objectName: name }),
    ...(refused && { refused }),
  };
}

export function isRehearsed(outcome: Rehearsed | ToolReply): outcome is Rehearsed {
  return 'digest' in outcome;
}
