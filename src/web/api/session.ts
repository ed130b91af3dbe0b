import { z } from 'zod';
import { anyone, router, signedIn, unfinished } from './procedure.ts';
import { Done, Email, Id, Mode, Password, PersonName, RoleName, WorkspaceName } from './shapes.ts';

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
  me: signedIn.output(Me).query(unfinished),
  setUpState: anyone
    .input(z.object({ link: z.string().max(200) }))
    .output(SetUpState)
    .query(unfinished),
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
    .mutation(unfinished),
  invitation: anyone
    .input(z.object({ token: z.string().max(200) }))
    .output(Invitation)
    .query(unfinished),
  acceptInvitation: anyone
    .input(
      z.object({
        token: z.string().max(200),
        name: PersonName,
        /** Needed where the invitation names none. */
        email: Email.optional(),
        password: Password,
      }),
    )
    .output(Done)
    .mutation(unfinished),
});
