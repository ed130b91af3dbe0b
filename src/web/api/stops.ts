import { z } from 'zod';
import { READ_POINTS } from '../../limits/prices.ts';
import { deliveringNow } from '../../pipeline/delivering-now.ts';
import { Missing } from '../../reports/missing-sources.ts';
import { openStops } from '../../store/stored-stops.ts';
import { Money } from '../../tools/money.ts';
import type { NotStopped, StoppedObject } from '../../tools/stop-lists.ts';
import { chargePerson, placeOf } from '../call-tool.ts';
import { iso } from '../key-views.ts';
import { Id, Mode, Moment } from '../shapes.ts';
import { inWorkspace, inWorkspaces, router } from './procedure.ts';

const OpenStop = z.object({
  workspaceId: Id,
  id: Id,
  at: Moment,
  by: z.string(),
  reason: z.string().nullable(),
  /** What the last call could not stop, and why. */
  notStopped: z.array(
    z.object({
      channel: z.string(),
      account: z.string().optional(),
      objects: z.array(z.object({ id: z.string(), name: z.string() })).optional(),
      code: z.string(),
      why: z.string(),
      next_step: z.string(),
    }),
  ),
  objects: z.array(
    z.object({
      channel: z.string(),
      account: z.string(),
      level: z.string(),
      id: z.string(),
      name: z.string(),
      /** `pausing`: sent, and what became of it is not known. */
      state: z.enum(['pausing', 'stopped', 'not_stopped', 'resumed', 'left']),
      /** When that was read. */
      settledAt: Moment.nullable(),
      /** What its daily budget allows a day; null: it has none, or it could not be read. */
      aDay: Money.nullable(),
    }),
  ),
});

const Delivering = z.object({
  readAt: Moment,
  accounts: z.array(
    z.object({
      channel: z.string(),
      mode: Mode,
      account: z.string(),
      name: z.string(),
      objects: z.array(
        z.object({ level: z.string(), id: z.string(), name: z.string(), status: z.string(), aDay: Money.optional() }),
      ),
    }),
  ),
  /** What did not answer: what is on there is not known. */
  silent: z.array(Missing),
});

/** Stopping and resuming themselves are the tools `stop_spending` and `resume_spending`, called like any other. */
export const stops = router({
  /** What a stop would pause now, read from the platforms. */
  delivering: inWorkspace('viewer')
    .output(Delivering)
    .query(async ({ ctx }) => {
      await chargePerson(ctx.parts, ctx.person, READ_POINTS);
      const readAt = iso(ctx.parts.ambient.now());
      return { readAt, ...(await deliveringNow(placeOf(ctx, ctx.workspace))) };
    }),
  open: inWorkspaces.output(z.array(OpenStop)).query(async ({ ctx }) => {
    const found = await openStops(
      ctx.parts.home.store,
      ctx.workspaces.map(({ id }) => id),
    );
    return found.map(({ workspaceId, id, at, by, reason, notStopped, objects }) => {
      const paused = pausedOf(objects);
      return {
        workspaceId,
        id,
        at: iso(at),
        by,
        reason: reason ?? null,
        notStopped: notStopped.flatMap((line) => stillOn(line, paused) ?? []),
        objects: objects.map(({ before: _, settledAt, aDay, ...object }) => ({
          ...object,
          settledAt: settledAt === undefined ? null : iso(settledAt),
          aDay: aDay ?? null,
        })),
      };
    });
  }),
});

const keyOf = (...place: [channel: string, account: string | undefined, id: string]) => JSON.stringify(place);

/** The objects that are paused, with their account and without: some lines name none. */
function pausedOf(listed: readonly StoppedObject[]): ReadonlySet<string> {
  const paused = listed.filter(({ state }) => state === 'stopped');
  return new Set(
    paused.flatMap(({ channel, account, id }) => [keyOf(channel, account, id), keyOf(channel, undefined, id)]),
  );
}

/** A line without the objects that were paused after the call had answered; undefined: that was all of it. */
function stillOn(line: NotStopped, paused: ReadonlySet<string>): NotStopped | undefined {
  if (!line.objects) return line;
  const objects = line.objects.filter(({ id }) => !paused.has(keyOf(line.channel, line.account, id)));
  return objects.length > 0 ? { ...line, objects } : undefined;
}
