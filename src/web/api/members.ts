import { z } from 'zod';
import { LISTED_MAX } from '../../auth/directory.ts';
import type { Member as MemberRecord } from '../../auth/members.ts';
import { iso } from '../key-views.ts';
import type { Person } from '../people.ts';
import { Done, Email, Id, Moment, RoleName } from '../shapes.ts';
import type { WebParts } from '../web-parts.ts';
import { admitted } from '../workspace-access.ts';
import { inOrganization, notFound, router, signedIn } from './procedure.ts';

const Member = z.object({
  id: Id,
  /** Null: has not signed in yet. */
  personId: Id.nullable(),
  name: z.string().nullable(),
  email: z.string(),
  role: RoleName,
  /** Null: of the whole organization. */
  workspaceId: Id.nullable(),
  totp: z.boolean(),
  you: z.boolean(),
});

const OpenInvitation = z.object({
  id: Id,
  email: z.string().nullable(),
  role: RoleName,
  workspaceId: Id.nullable(),
  invitedBy: z.string(),
  createdAt: Moment,
  expiresAt: Moment,
});

export const members = router({
  /** Those of the person's own workspaces, as many as one reply holds; owners of the organization also see the open invitations. */
  list: signedIn
    .output(z.object({ members: z.array(Member), more: z.boolean(), invitations: z.array(OpenInvitation) }))
    .query(async ({ ctx: { parts, person } }) => {
      const seen = await seenBy(parts, person);
      return {
        members: await withNames(parts, person, seen.slice(0, LISTED_MAX)),
        more: seen.length > LISTED_MAX,
        invitations: person.organizationRole === 'owner' ? await openInvitations(parts, person) : [],
      };
    }),
  /** The link is shown this once. */
  invite: inOrganization('owner')
    .input(z.object({ email: Email.optional(), role: RoleName, workspaceId: Id.optional() }))
    .output(z.object({ link: z.string(), expiresAt: Moment }))
    .mutation(async ({ ctx, input: { email, role, workspaceId } }) => {
      if (workspaceId !== undefined) await admitted(ctx.parts, ctx.person, workspaceId, 'owner');
      const { secret, expiresAt } = await ctx.parts.home.links.create({
        purpose: 'invitation',
        organizationId: ctx.person.organizationId,
        workspaceId,
        email,
        role,
        lifeMs: INVITATION_MS,
        actor: ctx.person.id,
      });
      return { link: `${ctx.ownUrl}/invitation?token=${secret}`, expiresAt: iso(expiresAt) };
    }),
  withdraw: inOrganization('owner')
    .input(z.object({ id: Id }))
    .output(Done)
    .mutation(async ({ ctx, input: { id } }) => {
      const { organizationId, id: actor } = ctx.person;
      if (!(await ctx.parts.home.links.withdraw(organizationId, id, actor))) throw notFound('invitation');
      return { done: true };
    }),
  changeRole: inOrganization('owner')
    .input(z.object({ id: Id, role: RoleName }))
    .output(Done)
    .mutation(async ({ ctx, input: { id, role } }) => {
      const { organizationId, id: actor } = ctx.person;
      if (!(await ctx.parts.home.members.changeRole(organizationId, id, role, actor))) throw notFound('member');
      return { done: true };
    }),
  remove: inOrganization('owner')
    .input(z.object({ id: Id }))
    .output(Done)
    .mutation(async ({ ctx, input: { id } }) => {
      const { organizationId, id: actor } = ctx.person;
      if (!(await ctx.parts.home.members.remove(organizationId, id, actor))) throw notFound('member');
      return { done: true };
    }),
});

const INVITATION_MS = 7 * 86_400_000;

async function seenBy({ home }: WebParts, person: Person): Promise<MemberRecord[]> {
  const seen: MemberRecord[] = [];
  for await (const some of home.members.pages(person.organizationId)) {
    seen.push(...some.filter(({ workspaceId }) => workspaceId === undefined || person.roleIn(workspaceId)));
    if (seen.length > LISTED_MAX) break;
  }
  return seen;
}

async function withNames({ home }: WebParts, person: Person, members: readonly MemberRecord[]) {
  const emails = members.map(({ email }) => email);
  const people =
    emails.length === 0
      ? []
      : await home.store.db
          .selectFrom('people')
          .select(['id', 'name', 'email', 'two_factor_enabled'])
          .where('email', 'in', emails)
          .execute();
  const byEmail = new Map(people.map((one) => [one.email, one]));
  return members.map(({ id, email, role, workspaceId }) => {
    const known = byEmail.get(email);
    return {
      id,
      personId: known?.id ?? null,
      name: known?.name ?? null,
      email,
      role,
      workspaceId: workspaceId ?? null,
      totp: Boolean(known?.two_factor_enabled),
      you: known?.id === person.id,
    };
  });
}

async function openInvitations({ home, people }: WebParts, { organizationId }: Person) {
  const links = await home.links.list('invitation', organizationId);
  const actor = await people.actors(links.map(({ createdBy }) => createdBy));
  return links.map(({ id, email, role, workspaceId, createdBy, createdAt, expiresAt }) => ({
    id,
    email: email ?? null,
    role,
    workspaceId: workspaceId ?? null,
    invitedBy: actor(createdBy).name,
    createdAt: iso(createdAt),
    expiresAt: iso(expiresAt),
  }));
}
