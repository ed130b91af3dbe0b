import { z } from 'zod';
import { type Answering, type Consents, EXPIRY_DAYS } from '../../authorization-server/consents.ts';
import { HttpError } from '../../errors.ts';
import type { Context } from '../context.ts';
import { iso } from '../key-views.ts';
import { Id, Moment, Word } from '../shapes.ts';
import { admitted } from '../workspace-access.ts';
import { router, signedIn } from './procedure.ts';

const Uid = z.object({ uid: z.string().regex(/^[\w-]{1,64}$/, 'names no sign-in') });
const Days = z.union(EXPIRY_DAYS.map((days) => z.literal(days)));
const Amount = z.string().trim().max(60);
const Redirect = z.object({ redirectTo: z.string() });

/** What a client that a person connects asks for, and the person's answer. A cookie ties both to one browser. */
export const consent = router({
  show: signedIn
    .input(Uid)
    .output(
      z.object({
        client: z.object({
          id: z.string(),
          name: z.string(),
          kind: z.enum(['metadata_document', 'registered']),
          uri: z.string().nullable(),
          /** Where the answer goes, and so the access. */
          redirectHost: z.string(),
          /** Every program on the person's machine could be such a client. */
          loopbackOnly: z.boolean(),
          firstSeen: Moment.nullable(),
        }),
        resource: z.string(),
        channels: z.array(z.string()),
        scopes: z.array(z.string()),
        workspaces: z.array(
          z.object({ id: Id, name: z.string(), currency: z.string(), role: z.string(), organization: z.string() }),
        ),
        expiryChoices: z.array(z.object({ days: Days })),
        /** What every key has where it is not given another. */
        ratePoints: z.number(),
        rateWindowS: z.number(),
        person: z.object({ email: z.string(), name: z.string() }),
      }),
    )
    .query(async ({ ctx, input }) => {
      const { client, resource, channels, scopes } = await (await consentsOf(ctx)).show(answering(ctx, input));
      const { person } = ctx;
      const { db } = ctx.parts.home.store;
      const organization = await db
        .selectFrom('organizations')
        .select('name')
        .where('id', '=', person.organizationId)
        .executeTakeFirstOrThrow();
      const workspaces = await ctx.parts.people.workspacesOf(person);
      return {
        client: {
          ...client,
          uri: client.uri ?? null,
          firstSeen: client.firstSeen === undefined ? null : iso(client.firstSeen),
        },
        resource,
        channels: [...channels],
        scopes: [...scopes],
        workspaces: workspaces.map(({ record: { id, name, currency }, role }) => ({
          id,
          name,
          currency,
          role,
          organization: organization.name,
        })),
        expiryChoices: EXPIRY_DAYS.map((days) => ({ days })),
        ratePoints: ctx.parts.settings.ratePoints,
        rateWindowS: ctx.parts.settings.rateWindowS,
        person: { email: person.email, name: person.name },
      };
    }),
  /** A viewer can give access that reads only. */
  approve: signedIn
    .input(
      Uid.extend({
        workspaceId: Id,
        channels: z.array(Word).min(1, 'names no channel').max(100),
        readOnly: z.boolean(),
        expiresInDays: Days,
        /** What it may raise a day in all, and its largest budget; a currency left out has the workspace's limits alone. */
        mayRaise: z
          .array(z.object({ currency: z.string().trim().max(20), daily: Amount.optional(), single: Amount.optional() }))
          .max(50)
          .default([]),
        ratePoints: z.int().min(1).max(1_000_000_000).optional(),
      }),
    )
    .output(Redirect)
    .mutation(async ({ ctx, input: { uid, mayRaise, ratePoints, ...given } }) => {
      const consents = await consentsOf(ctx);
      await admitted(ctx.parts, ctx.person, given.workspaceId, given.readOnly ? 'viewer' : 'member');
      const { id: personId, organizationId } = ctx.person;
      const spendLimits = mayRaise.flatMap(({ currency, ...amounts }) =>
        (['daily', 'single'] as const).flatMap((kind) => {
          const amount = amounts[kind];
          return amount === undefined ? [] : [{ kind, currency, amount }];
        }),
      );
      const choice = {
        ...given,
        personId,
        organizationId,
        spendLimits,
        ...(ratePoints !== undefined && { ratePoints }),
      };
      return { redirectTo: await consents.approve(answering(ctx, { uid }), choice) };
    }),
  decline: signedIn
    .input(Uid)
    .output(Redirect)
    .mutation(async ({ ctx, input }) => ({
      redirectTo: await (await consentsOf(ctx)).decline(answering(ctx, input)),
    })),
});

async function consentsOf({ parts: { consents } }: Context): Promise<Consents> {
  if (consents) return consents();
  throw new HttpError(404, 'NOT_FOUND', 'Clients cannot sign in here: that takes ADHELM_PUBLIC_URL with https.');
}

function answering({ headers }: Context, { uid }: { uid: string }): Answering {
  return { uid, cookies: headers.get('cookie') };
}
