import { z } from 'zod';
import { openStops } from '../../store/stored-stops.ts';
import { Money } from '../../tools/money.ts';
import { iso } from '../key-views.ts';
import { Id, Moment } from '../shapes.ts';
import { inWorkspaces, router } from './procedure.ts';

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

/** Stopping and resuming themselves are the tools `stop_spending` and `resume_spending`, called like any other. */
export const stops = router({
  open: inWorkspaces.output(z.array(OpenStop)).query(async ({ ctx }) => {
    const found = await openStops(
      ctx.parts.home.store,
      ctx.workspaces.map(({ id }) => id),
    );
    return found.map(({ workspaceId, id, at, by, reason, notStopped, objects }) => ({
      workspaceId,
      id,
      at: iso(at),
      by,
      reason: reason ?? null,
      notStopped: [...notStopped],
      objects: objects.map(({ before: _, settledAt, aDay, ...object }) => ({
        ...object,
        settledAt: settledAt === undefined ? null : iso(settledAt),
        aDay: aDay ?? null,
      })),
    }));
  }),
});
