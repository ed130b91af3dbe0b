import { z } from 'zod';
import { inWorkspace, inWorkspaces, router, signedIn, unfinished } from './procedure.ts';
import { Actor, Done, Id, Moment } from './shapes.ts';

export const KeyView = z.object({
  id: Id,
  workspaceId: Id,
  workspaceName: z.string(),
  name: z.string(),
  lastFour: z.string(),
  /** Null: every channel. */
  channels: z.array(z.string()).nullable(),
  readOnly: z.boolean(),
  organizationWide: z.boolean(),
  /** Points per window; `limitIsOwn` tells whether the key has one of its own. */
  limit: z.number(),
  limitIsOwn: z.boolean(),
  createdAt: Moment,
  createdBy: Actor,
  expiresAt: Moment.nullable(),
  revokedAt: Moment.nullable(),
  lastUsedAt: Moment.nullable(),
  /** The key this one was rolled from, and the one it was rolled to. */
  replaces: Id.nullable(),
  replacedBy: Id.nullable(),
  status: z.enum(['active', 'overlapping', 'expired', 'revoked']),
  /** Days in UTC, oldest first, today last. */
  callsPerDay: z.array(z.number()).length(14),
});

const Shown = z.object({ key: z.string(), record: KeyView });

export const keys = router({
  list: inWorkspaces
    .output(z.object({ keys: z.array(KeyView), windowS: z.number(), limit: z.number() }))
    .query(unfinished),
  /** The reply is the only time the key itself is seen. Organization-wide keys are made by owners of the organization. */
  create: inWorkspace('member')
    .input(
      z.object({
        name: z.string().trim().min(1, 'is empty').max(100),
        /** Left out: every channel. */
        channels: z.array(z.string()).min(1).optional(),
        readOnly: z.boolean(),
        organizationWide: z.boolean().optional(),
        expiresAt: Moment.optional(),
        limit: z.int().min(1).max(1_000_000_000).optional(),
      }),
    )
    .output(Shown)
    .mutation(unfinished),
  /** By a member of the key's workspace. */
  roll: signedIn
    .input(z.object({ id: Id, overlapHours: z.number().min(0).max(720) }))
    .output(Shown)
    .mutation(unfinished),
  revoke: signedIn
    .input(z.object({ id: Id }))
    .output(Done)
    .mutation(unfinished),
});
