import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { LISTED_MAX } from '../../auth/directory.ts';
import { acceptInvitation, isFirst, isKnown, setUpOwner, usedUp } from '../accounts.ts';
import type { Context } from '../context.ts';
import type { Person } from '../people.ts';
import { Done, Email, Id, Mode, Password, PersonName, RoleName, WorkspaceName } from '../shapes.ts';
import type { WebParts } from '../web-parts.ts';
import { anyone, router, signedIn } from './procedure.ts';

export const Me = z.object({
  person: z.object({ id: Id, name: z.string(), email: z.string(), totp: z.boolean() }),
  organization: z.object({ id: Id, name: z.string(), role: RoleName.nullable() }),
  workspaces: z.array(
    z.object({
      id: Id,
      name: z.string(),
      currency: z.string(),
      role: RoleName,
      archived: z.boolean(),
      /** By channel; null: not connected. */
      modes: z.record(z.string(), Mode.nullable()),
    }),
  ),
  /** All workspaces not archived; the list above holds at most the oldest thousand. */
  workspacesTotal: z.number(),
  hasSandbox: z.boolean(),
  version: z.string(),
});

/** A one-time link is opened at `/set-up?link=…` or `/invitation?token=…`. */
const SetUpState = z.object({
  /** False: unknown, used up or too old, which are not told apart. */
  valid: z.boolean(),
  /** Whether this will be the first person. */
  first: z.boolean(),
  organization: z.string().nullable(),
  /** Where the link was made for one person. */
  email: z.string().nullable(),
  /** That person has an account: the link sets a new password and takes TOTP off. */
  known: z.boolean(),
});

const Invitation = z.object({
  valid: z.boolean(),
  organization: z.string().nullable(),
  /** Null: the whole organization. */
  workspace: z.string().nullable(),
  role: RoleName.nullable(),
  invitedBy: z.string().nullable(),
  email: z.string().nullable(),
  /** The e-mail address has an account: its own password is asked for, and no name. */
  known: z.boolean(),
});

export const session = router({
  me: signedIn.output(Me).query(({ ctx }) => describe(ctx.parts, ctx.person)),
  setUpState: anyone
    .input(z.object({ link: z.string().max(200) }))
    .output(SetUpState)
    .query(({ ctx, input }) => setUpState(ctx, input.link)),
  /** Makes the owner and signs them in: the reply sets the session's cookie. */
  setUp: anyone
    .input(
      z.object({
        link: z.string().max(200),
        name: PersonName,
        email: Email,
        password: Password,
        organization: WorkspaceName.optional(),
      }),
    )
    .output(Done)
    .mutation(async ({ ctx, input: { link: secret, organization, ...account } }) => {
      await ctx.attempts.count(ctx.address);
      const link = await ctx.parts.home.links.find('set_up', secret);
      if (!link) throw usedUp();
      await setUpOwner(ctx, link, account, organization);
      return { done: true };
    }),
  invitation: anyone
    .input(z.object({ token: z.string().max(200) }))
    .output(Invitation)
    .query(({ ctx, input }) => invitationOf(ctx, input.token)),
  acceptInvitation: anyone
    .input(
      z.object({
        token: z.string().max(200),
        name: PersonName.optional(),
        /** Needed where the invitation names none. */
        email: Email.optional(),
        password: Password,
      }),
    )
    .output(Done)
    .mutation(async ({ ctx, input: { token, password, ...given } }) => {
      await ctx.attempts.count(ctx.address);
      const link = await ctx.parts.home.links.find('invitation', token);
      const email = given.email ?? link?.email;
      if (!link || email === undefined) throw usedUp();
      const name = given.name ?? email.split('@', 1)[0] ?? email;
      await acceptInvitation(ctx, link, { name, email, password });
      return { done: true };
    }),
});

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')) as {
  version: string;
};

async function describe(parts: WebParts, person: Person): Promise<z.infer<typeof Me>> {
  const { id, name, email, totp, organizationId, organizationRole } = person;
  const { db } = parts.home.store;
  const [organization, current, archived] = await Promise.all([
    db.selectFrom('organizations').select(['id', 'name']).where('id', '=', organizationId).executeTakeFirstOrThrow(),
    parts.people.workspacesOf(person),
    archivedOf(parts, person),
  ]);
  const channels = parts.registry.channels.filter((channel) => channel.needsConnection);
  const modes = (connections: readonly { channel: string; mode: 'sandbox' | 'live' }[]) =>
    Object.fromEntries(
      channels.map((channel) => [channel.name, connections.find((one) => one.channel === channel.name)?.mode ?? null]),
    );
  return {
    person: { id, name, email, totp },
    organization: { ...organization, role: organizationRole ?? null },
    workspaces: byName([
      ...current.map(({ record, role }) => ({
        id: record.id,
        name: record.name,
        currency: record.currency,
        role,
        archived: false,
        modes: modes(record.connections),
      })),
      ...archived.flatMap((row) => {
        const role = person.roleIn(row.id);
        return role ? [{ ...row, role, archived: true, modes: modes([]) }] : [];
      }),
    ]),
    workspacesTotal: organizationRole ? (await parts.home.directory.list(organizationId)).total : current.length,
    hasSandbox:
      parts.sandboxControl() !== undefined &&
      current.some(({ record }) => record.connections.some(({ mode }) => mode === 'sandbox')),
    version,
  };
}

/** The most recently archived workspaces in which the person has a role. */
function archivedOf({ home }: WebParts, { organizationId, organizationRole, workspaceIds }: Person) {
  const archived = home.store.db
    .selectFrom('workspaces')
    .select(['id', 'name', 'currency'])
    .where('organization_id', '=', organizationId)
    .where('archived_at', 'is not', null)
    .orderBy('archived_at', 'desc')
    .limit(LISTED_MAX);
  if (organizationRole) return archived.execute();
  return archived.where('id', 'in', workspaceIds.slice(0, LISTED_MAX)).execute();
}

/** Sorts numbers in names by value: Client 9 before Client 10. */
function byName<T extends { name: string }>(list: readonly T[]): T[] {
  const { compare } = new Intl.Collator('en', { numeric: true });
  return list.toSorted((one, other) => compare(one.name, other.name));
}

async function setUpState(ctx: Context, secret: string): Promise<z.infer<typeof SetUpState>> {
  await ctx.attempts.count(ctx.address);
  const { parts } = ctx;
  const link = await parts.home.links.find('set_up', secret);
  if (!link) return { valid: false, first: false, organization: null, email: null, known: false };
  return {
    valid: true,
    first: await isFirst(parts),
    organization: await organizationName(parts, link.organizationId),
    email: link.email ?? null,
    known: link.email !== undefined && (await isKnown(parts, link.email)),
  };
}

async function invitationOf(ctx: Context, token: string): Promise<z.infer<typeof Invitation>> {
  await ctx.attempts.count(ctx.address);
  const { parts } = ctx;
  const link = await parts.home.links.find('invitation', token);
  if (!link)
    return {
      valid: false,
      organization: null,
      workspace: null,
      role: null,
      invitedBy: null,
      email: null,
      known: false,
    };
  const { organizationId, workspaceId, email, role, createdBy } = link;
  const actor = await parts.people.actors([createdBy]);
  return {
    valid: true,
    organization: await organizationName(parts, organizationId),
    workspace: workspaceId ? ((await parts.home.directory.workspace(organizationId, workspaceId))?.name ?? null) : null,
    role,
    invitedBy: actor(createdBy).name,
    email: email ?? null,
    known: email !== undefined && (await isKnown(parts, email)),
  };
}

async function organizationName({ home }: WebParts, id: string): Promise<string> {
  const { name } = await home.store.db
    .selectFrom('organizations')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return name;
}
