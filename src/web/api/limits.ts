import { z } from 'zod';
import { LISTED_MAX } from '../../auth/directory.ts';
import { LIMIT_KINDS, type LimitKind } from '../../spend-limits/limit-kinds.ts';
import { LimitOverview, LimitRow } from '../../tools/spend-overview.ts';
import { limitsIn, scopeOf } from '../limits.ts';
import { Actor, Done, Id, Mode, Moment } from '../shapes.ts';
import { inWorkspace, router } from './procedure.ts';

const KnownAccount = z.object({
  mode: Mode,
  channel: z.string(),
  account: z.string(),
  currency: z.string(),
  readAt: Moment,
  /** Read in the last five minutes; the sums of limits are made of these. */
  fresh: z.boolean(),
  daily: z.string(),
  worst_day: z.string(),
  month: z.string(),
  /** The budget of which a day costs the most. */
  largest: z.object({ name: z.string(), daily: z.string() }).nullable(),
});

const KeyWithLimits = z.object({
  id: Id,
  name: z.string(),
  lastFour: z.string(),
  createdBy: Actor,
  readOnly: z.boolean(),
  organizationWide: z.boolean(),
  /** Empty: only those of the workspace and the organization hold. */
  limits: z.array(LimitRow),
});

const Amounts = z.partialRecord(z.enum(LIMIT_KINDS), z.string().trim().max(60).nullable());

export const limits = router({
  /** What the workspace, its organization and its keys may spend, and how much of it is used. */
  overview: inWorkspace('viewer')
    .output(
      z.object({
        ...LimitOverview.shape,
        accounts: z.array(KnownAccount),
        keys: z.array(KeyWithLimits),
        /** More keys than one reply holds; these are the newest. */
        more: z.boolean(),
      }),
    )
    .query(({ ctx }) => limitsIn(ctx, LISTED_MAX)),
  /**
   * Several limits of one scope, all or none; null removes one. Owners of the workspace set those of the workspace and of its
   * keys; those of the organization, and of keys that open all of it, take an owner of the organization.
   */
  set: inWorkspace('owner')
    .input(
      z.object({
        of: z.discriminatedUnion('scope', [
          z.object({ scope: z.literal('organization') }),
          z.object({ scope: z.literal('workspace') }),
          z.object({ scope: z.literal('key'), keyId: Id }),
        ]),
        currency: z.string().trim().max(20),
        amounts: Amounts,
      }),
    )
    .output(Done)
    .mutation(async ({ ctx, input: { of, currency, amounts } }) => {
      const changes = (Object.entries(amounts) as [LimitKind, string | null][]).map(([kind, amount]) => ({
        kind,
        amount,
        currency: kind === 'step' || kind === 'day_step' ? '' : currency,
      }));
      const { book } = ctx.parts.home.spendLimits;
      return { done: (await book.change(await scopeOf(ctx, of), changes, ctx.person.id)) > 0 };
    }),
});
