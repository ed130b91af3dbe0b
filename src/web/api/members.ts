import { z } from 'zod';
import { inOrganization, router, signedIn, unfinished } from './procedure.ts';
import { Done, Email, Id, Moment, RoleName } from './shapes.ts';

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
  /** Those of the person's own workspaces; owners of the organization also see the open invitations. */
  list: signedIn.output(z.object({ members: z.array(Member), invitations: z.array(OpenInvitation) })).query(unfinished),
  /** The link is shown this once. */
  invite: inOrganization('owner')
    .input(z.object({ email: Email.optional(), role: RoleName, workspaceId: Id.optional() }))
    .output(z.object({ link: z.string(), expiresAt: Moment }))
    .mutation(unfinished),
  withdraw: inOrganization('owner')
    .input(z.object({ id: Id }))
    .output(Done)
    .mutation(unfinished),
  changeRole: inOrganization('owner')
    .input(z.object({ id: Id, role: RoleName }))
    .output(Done)
    .mutation(unfinished),
  remove: inOrganization('owner')
    .input(z.object({ id: Id }))
    .output(Done)
    .mutation(unfinished),
});
