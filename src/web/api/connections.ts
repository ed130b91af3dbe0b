import { z } from 'zod';
import { inWorkspace, router, signedIn, unfinished } from './procedure.ts';
import { Done, Id, Mode, Moment } from './shapes.ts';

const Account = z.object({
  id: z.string(),
  name: z.string().nullable(),
  currency: z.string().nullable(),
  status: z.string().nullable(),
});

const TokenHealth = z.object({
  /** Null: the token has no end, or renews itself. */
  expiresAt: Moment.nullable(),
  daysLeft: z.number().nullable(),
  renewsItself: z.boolean(),
});

const ConnectionCard = z.object({
  channel: z.string(),
  title: z.string(),
  state: z.enum(['connected', 'expiring', 'expired', 'not_connected']),
  mode: Mode.nullable(),
  account: z.string().nullable(),
  /** The accounts the workspace is kept to; null: whatever the sign-in reaches. */
  accounts: z.array(z.string()).nullable(),
  /** Whom the platform called this when it was last asked. */
  identity: z.string().nullable(),
  tokenHealth: TokenHealth.nullable(),
  options: z.record(z.string(), z.string()),
  updatedAt: Moment.nullable(),
});

const Field = z.object({ name: z.string(), meaning: z.string(), required: z.boolean(), secret: z.boolean() });

const Fields = z.object({
  channel: z.string(),
  title: z.string(),
  /** Ways to paste credentials; the fields of one of them are given. */
  ways: z.array(z.object({ title: z.string(), fields: z.array(Field) })),
  options: z.array(Field),
  /** Whether the platform has sign-in pages, and what an app of one's own must be registered with. */
  signIn: z.object({ redirectUri: z.string() }).nullable(),
  /** Sandbox: whether it runs and has this platform. */
  sandbox: z.boolean(),
  /** What the accounts of the platform are called in calls, e.g. `account_id`; null: it has none. */
  accountArgument: z.string().nullable(),
});

/** The platform has been asked, and nothing is stored yet. It is kept for ten minutes, for the session that asked. */
const Pending = z.object({
  id: Id,
  workspaceId: Id,
  channel: z.string(),
  mode: Mode,
  /** Null while the browser is still with the platform. */
  who: z.string().nullable(),
  accounts: z.array(Account),
  tokenHealth: TokenHealth.nullable(),
  /** Why it came to nothing, in words. */
  failure: z.object({ message: z.string(), nextStep: z.string() }).nullable(),
});

const Tested = z.object({
  ok: z.boolean(),
  who: z.string().nullable(),
  accounts: z.array(Account),
  failure: z.object({ message: z.string(), nextStep: z.string() }).nullable(),
});

const ChannelName = z.string().max(40);

export const connections = router({
  /** One card for each channel, connected or not. */
  list: inWorkspace('viewer').output(z.array(ConnectionCard)).query(unfinished),
  fields: signedIn
    .input(z.object({ channel: ChannelName }))
    .output(Fields)
    .query(unfinished),
  /**
   * Sends the browser to the platform's sign-in page. It comes back to `/oauth/callback`, which sends it on to
   * `/connections?workspace=…&pending={id}`. The sandbox brings its own app; live takes the one given, or the stored one.
   */
  begin: inWorkspace('member')
    .input(
      z.object({
        channel: ChannelName,
        mode: Mode,
        app: z.object({ id: z.string().trim().min(1).max(200), secret: z.string().trim().min(1).max(500) }).optional(),
      }),
    )
    .output(z.object({ id: Id, redirectTo: z.string() }))
    .mutation(unfinished),
  pending: inWorkspace('member')
    .input(z.object({ id: Id }))
    .output(Pending)
    .query(unfinished),
  /** Keeps what is pending, with the account that calls without one are about. */
  store: inWorkspace('member')
    .input(
      z.object({
        id: Id,
        account: z.string().max(100).optional(),
        options: z.record(z.string(), z.string()).optional(),
      }),
    )
    .output(Done)
    .mutation(unfinished),
  /** Asks the platform who the credentials are. Without credentials in sandbox mode: those of a company it was made with. */
  paste: inWorkspace('member')
    .input(
      z.object({
        channel: ChannelName,
        mode: Mode,
        credentials: z.record(z.string(), z.string()).optional(),
        options: z.record(z.string(), z.string()).optional(),
      }),
    )
    .output(Pending)
    .mutation(unfinished),
  test: inWorkspace('member')
    .input(z.object({ channel: ChannelName }))
    .output(Tested)
    .mutation(unfinished),
  /** Another account of the same sign-in; the platform is asked whether it is reached. */
  chooseAccount: inWorkspace('member')
    .input(z.object({ channel: ChannelName, account: z.string().max(100) }))
    .output(Done)
    .mutation(unfinished),
  disconnect: inWorkspace('member')
    .input(z.object({ channel: ChannelName }))
    .output(Done)
    .mutation(unfinished),
});
