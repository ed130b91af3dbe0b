import { z } from 'zod';
import { Actor, Id, Moment } from './shapes.ts';

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
  /** May see what people wrote into lead forms. */
  personalData: z.boolean(),
  /** May write code of its own into tags of websites. */
  customHtml: z.boolean(),
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
