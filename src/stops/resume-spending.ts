import { z } from 'zod';
import type { Failure } from '../errors.ts';
import type { StoppedObject } from '../tools/stop-lists.ts';
import { type Return, resumable } from './resume-list.ts';
import { type StopContext, switchEach } from './status-changes.ts';

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
  closed: z.boolean().describe('False: something of the list can still be resumed'),
};

/** Brings back what a stop paused and nothing else. The stop stays open while something of its list could not be brought back. */
export async function resumeSpending(stopId: string, context: StopContext) {
  const { stops } = context.reach;
  const { returns, leftAlone, unread } = await resumable(stopId, context);
  await stops.settle(
    stopId,
    leftAlone.map(({ object }) => object),
    'left',
  );
  const brought = await Promise.all(returns.map((some) => bringBack(stopId, some, context)));
  const not_resumed = [
    ...brought.flatMap(({ refused }) => refused.map(({ object, failure: { details } }) => line([object], details))),
    ...unread.map(({ objects, line: { code, reason, next_step } }) =>
      line(objects, { code, message: reason, nextStep: next_step }),
    ),
  ];
  if (not_resumed.length === 0) await stops.close(stopId);
  return {
    stop_id: stopId,
    resumed: brought.flatMap(({ back }) => back.map(shown)),
    left_alone: leftAlone.map(({ object, why }) => ({ ...shown(object), why })),
    not_resumed,
    closed: not_resumed.length === 0,
  };
}

async function bringBack(stopId: string, { connected, account, objects }: Return, { reach }: StopContext) {
  const { place } = connected;
  const at = { place, stopping: place.channel.stopping!, account };
  const back: StoppedObject[] = [];
  const refused: { object: StoppedObject; failure: Failure }[] = [];
  // Each gets the status that it had.
  for (const [before, some] of Map.groupBy(objects, (one) => one.before))
    await switchEach(reach, at, some, before, async (switched) => {
      const on = switched.flatMap(({ object, failure }) => (failure ? [] : [object]));
      refused.push(...switched.flatMap(({ object, failure }) => (failure ? [{ object, failure }] : [])));
      back.push(...on);
      await reach.stops.settle(stopId, on, 'resumed');
    });
  return { back, refused };
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
