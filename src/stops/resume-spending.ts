import { z } from 'zod';
import type { Failure } from '../errors.ts';
import { asListed } from '../tools/as-listed.ts';
import type { ShownPlan } from '../tools/plan-desk.ts';
import type { StoppedObject } from '../tools/stop-lists.ts';
import { type Resumable, type Return, resumable } from './resume-list.ts';
import { planEach, type StopContext, switchEach } from './status-changes.ts';

const Listed = z.object({
  channel: z.string(),
  account: z.string(),
  level: z.string(),
  id: z.string(),
  name: z.string(),
});

export const resumeOutput = {
  stop_id: z.string(),
  resumed: z.array(Listed).describe('Read back as on'),
  left_alone: z.array(Listed.extend({ why: z.string() })).describe('Runs already, is gone or was changed since'),
  not_resumed: z.array(
    z.object({
      channel: z.string(),
      account: z.string(),
      objects: z.array(z.object({ id: z.string(), name: z.string() })),
      code: z.string(),
      why: z.string(),
      next_step: z.string(),
    }),
  ),
  plans: z.array(asListed('get_plan')).describe('With preview, or what waits for a person'),
  closed: z.boolean().describe('False: something of the list can still be resumed'),
};

interface Asked {
  stop_id: string;
  preview: boolean;
  reason?: string | undefined;
}

/** Brings back what a stop paused and nothing else. The stop stays open while something of its list could not be brought back. */
export async function resumeSpending({ stop_id: stopId, preview, reason }: Asked, context: StopContext) {
  const { stops } = context.reach;
  const found = await resumable(stopId, context);
  const { stop, leftAlone, unread } = found;
  const why = reason ?? `Resumes the stop ${stopId}${stop.reason === undefined ? '' : ` (${stop.reason})`}`;
  const brought = await (preview ? planned : bringBack)(found, why, context);
  const not_resumed = [
    ...brought.refused.map(({ object, failure: { details } }) => line([object], details)),
    ...unread.map(({ objects, line: { code, reason, next_step } }) =>
      line(objects, { code, message: reason, nextStep: next_step }),
    ),
  ];
  const closed = !preview && not_resumed.length === 0;
  if (closed) await stops.close(stopId);
  return {
    stop_id: stopId,
    resumed: brought.back.map(shown),
    left_alone: leftAlone.map(({ object, why }) => ({ ...shown(object), why })),
    not_resumed,
    plans: brought.plans,
    closed,
  };
}

interface Brought {
  back: StoppedObject[];
  refused: { object: StoppedObject; failure: Failure }[];
  plans: ShownPlan[];
}

async function planned({ returns }: Resumable, reason: string, { reach }: StopContext): Promise<Brought> {
  const found = await Promise.all(
    callsIn(returns).map(({ at, objects, status }) => planEach(reach, at, objects, { status, reason })),
  );
  return { back: [], refused: found.flatMap((one) => one.refused), plans: found.flatMap((one) => one.plans) };
}

async function bringBack(
  { stop, returns, leftAlone }: Resumable,
  reason: string,
  { reach }: StopContext,
): Promise<Brought> {
  const { stops } = reach;
  await stops.settle(
    stop.id,
    leftAlone.map(({ object }) => object),
    'left',
  );
  const back: StoppedObject[] = [];
  const refused: Brought['refused'] = [];
  const calls = callsIn(returns).map(({ at, objects, status }) =>
    switchEach(reach, at, objects, { status, reason }, async (switched) => {
      const on = switched.flatMap(({ object, failure }) => (failure ? [] : [object]));
      refused.push(...switched.flatMap(({ object, failure }) => (failure ? [{ object, failure }] : [])));
      back.push(...on);
      await stops.settle(stop.id, on, 'resumed');
    }),
  );
  await Promise.all(calls);
  const waiting = new Map(
    refused
      .flatMap(({ failure: { details } }) => (details.plan as ShownPlan | undefined) ?? [])
      .map((one) => [one.id, one]),
  );
  return { back, refused, plans: [...waiting.values()] };
}

/** Each object gets the status that it had. */
function callsIn(returns: readonly Return[]) {
  return returns.flatMap(({ connected: { place }, account, objects }) => {
    const at = { place, stopping: place.channel.stopping!, account };
    return [...Map.groupBy(objects, (one) => one.before)].map(([status, some]) => ({ at, objects: some, status }));
  });
}

function line(
  objects: readonly StoppedObject[],
  { code, message, nextStep }: { code: string; message: string; nextStep: string },
) {
  const [{ channel, account }] = objects as [StoppedObject];
  return {
    channel,
    account,
    objects: objects.map(({ id, name }) => ({ id, name })),
    code,
    why: message,
    next_step: nextStep,
  };
}

function shown({ channel, account, level, id, name }: StoppedObject) {
  return { channel, account, level, id, name };
}
