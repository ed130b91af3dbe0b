import { z } from 'zod';
import { inSandbox, router, unfinished } from './procedure.ts';
import { Done, Moment } from './shapes.ts';

const Clock = z.object({ now: Moment, frozen: z.boolean(), aheadMs: z.number() });

const FAULT_KINDS = [
  'latency',
  'cut_before',
  'cut_after',
  'accepted_not_applied',
  'throttle',
  'expired_token',
  'server_error',
  'unavailable',
] as const;

const Fault = z.object({
  platform: z.string(),
  kind: z.enum(FAULT_KINDS),
  /** How many requests it still meets. */
  times: z.number(),
  ms: z.number().nullable(),
});

const Effect = z.object({
  seq: z.number(),
  at: Moment,
  platform: z.string(),
  kind: z.string(),
  resource: z.string(),
  id: z.string(),
  account: z.string().nullable(),
  detail: z.unknown(),
});

export const rehearsal = router({
  state: inSandbox('viewer')
    .output(z.object({ clock: Clock, platforms: z.array(z.string()), faults: z.array(Fault) }))
    .query(unfinished),
  /** On by days, or parts of one. */
  advance: inSandbox('member')
    .input(z.object({ days: z.number().gt(0).max(366) }))
    .output(Clock)
    .mutation(unfinished),
  setTime: inSandbox('member')
    .input(z.object({ now: Moment }))
    .output(Clock)
    .mutation(unfinished),
  freeze: inSandbox('member')
    .input(z.object({ on: z.boolean() }))
    .output(Clock)
    .mutation(unfinished),
  faults: inSandbox('viewer').output(z.array(Fault)).query(unfinished),
  setFault: inSandbox('member')
    .input(
      z.object({
        platform: z.string(),
        kind: z.enum(FAULT_KINDS),
        times: z.int().min(1).max(1_000_000).default(1),
        ms: z.int().min(0).max(600_000).optional(),
      }),
    )
    .output(z.array(Fault))
    .mutation(unfinished),
  /** All of them, or those of one platform and kind. */
  clearFaults: inSandbox('member')
    .input(z.object({ platform: z.string().optional(), kind: z.enum(FAULT_KINDS).optional() }).default({}))
    .output(z.array(Fault))
    .mutation(unfinished),
  /** Newest first, of the accounts that the person's workspaces are connected to. */
  ledger: inSandbox('viewer')
    .input(z.object({ cursor: z.number().optional(), limit: z.int().min(1).max(200).default(50) }))
    .output(
      z.object({
        effects: z.array(Effect),
        nextCursor: z.number().nullable(),
        counts: z.object({ create: z.number(), update: z.number(), delete: z.number() }),
      }),
    )
    .query(unfinished),
  startOver: inSandbox('member').output(Done).mutation(unfinished),
});
