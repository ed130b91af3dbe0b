import { z } from 'zod';
import type { WorkspaceRecord } from '../../auth/directory.ts';
import { leadAddress } from '../../pipeline/lead-address.ts';
import type { Channel, Identity } from '../../tools/channel.ts';
import { fieldsOf } from '../../tools/credentials.ts';
import { tokenHealth } from '../../tools/token-health.ts';
import {
  type Asker,
  beginSignIn,
  channelNamed,
  chooseAccount,
  disconnect,
  inWords,
  redirectUri,
  storePending,
  testConnection,
  tryCredentials,
} from '../connecting.ts';
import { connectionCards } from '../connection-cards.ts';
import type { Context } from '../context.ts';
import type { PendingConnection } from '../pending-connections.ts';
import type { Person } from '../people.ts';
import { Done, Id, Mode, Moment, Word } from '../shapes.ts';
import type { WebParts } from '../web-parts.ts';
import { inWorkspace, notFound, router, signedIn } from './procedure.ts';

const Account = z.object({
  id: z.string(),
  name: z.string().nullable(),
  currency: z.string().nullable(),
  status: z.string().nullable(),
});

const TokenHealth = z.object({
  /** Null: the token has no end. */
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
  /** The only ad accounts the workspace may use; null: every account that the platform sign-in reaches. */
  accounts: z.array(z.string()).nullable(),
  /** The user or business name that the platform last gave for these credentials. */
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
  /** The one the sandbox's company uses. */
  suggestedAccount: z.string().nullable(),
  tokenHealth: TokenHealth.nullable(),
  /** Why it came to nothing, in words. */
  failure: z.object({ message: z.string(), nextStep: z.string() }).nullable(),
});

const Tested = z.object({
  /** Whether the sign-in works and the chosen account can be read. */
  ok: z.boolean(),
  who: z.string().nullable(),
  accounts: z.array(Account),
  failure: z.object({ message: z.string(), nextStep: z.string() }).nullable(),
});

const ChannelName = z.string().max(40);

export const connections = router({
  /** One card for each channel, connected or not. */
  list: inWorkspace('viewer')
    .output(z.array(ConnectionCard))
    .query(({ ctx }) => connectionCards(ctx.parts, ctx.workspace)),
  fields: signedIn
    .input(z.object({ channel: ChannelName }))
    .output(Fields)
    .query(({ ctx, input }) => describe(ctx, channelNamed(ctx.parts, input.channel))),
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
    .mutation(({ ctx, input: { channel, mode, app } }) =>
      beginSignIn(askerOf(ctx), channelNamed(ctx.parts, channel), mode, app),
    ),
  pending: inWorkspace('member')
    .input(z.object({ id: Id }))
    .output(Pending)
    .query(({ ctx, input }) => shown(ctx.parts, pendingOf(ctx, input.id))),
  /** Keeps what is pending, with the account that calls without one are about. */
  store: inWorkspace('member')
    .input(
      z.object({
        id: Id,
        account: z.string().max(100).optional(),
        options: z.record(Word, z.string().max(500)).optional(),
      }),
    )
    .output(Done)
    .mutation(async ({ ctx, input: { id, account, options } }) => {
      await storePending(askerOf(ctx), pendingOf(ctx, id), { account, options });
      return { done: true };
    }),
  /** Checks credentials with the platform. Left out in sandbox mode: those of one of the sandbox's example companies. */
  paste: inWorkspace('member')
    .input(
      z.object({
        channel: ChannelName,
        mode: Mode,
        credentials: z.record(Word, z.string().max(10_000)).optional(),
        options: z.record(Word, z.string().max(500)).optional(),
      }),
    )
    .output(Pending)
    .mutation(async ({ ctx, input: { channel, mode, ...given } }) =>
      shown(ctx.parts, await tryCredentials(askerOf(ctx), channelNamed(ctx.parts, channel), mode, given)),
    ),
  test: inWorkspace('member')
    .input(z.object({ channel: ChannelName }))
    .output(Tested)
    .mutation(async ({ ctx, input }) => {
      const channel = channelNamed(ctx.parts, input.channel);
      try {
        const { identity, failure } = await testConnection(ctx.parts, ctx.workspace, channel);
        const who = identity?.who ?? null;
        return { ok: !failure, who, accounts: accountsOf(identity), failure: failure ?? null };
      } catch (error) {
        const failure = inWords(error);
        if (!failure) throw error;
        return { ok: false, who: null, accounts: [], failure };
      }
    }),
  /** Another account of the same sign-in; the platform is asked whether it is reached. */
  chooseAccount: inWorkspace('member')
    .input(z.object({ channel: ChannelName, account: z.string().max(100) }))
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await chooseAccount(askerOf(ctx), channelNamed(ctx.parts, input.channel), input.account);
      return { done: true };
    }),
  /** The address that the platform pushes leads to; `anew` replaces the present one. */
  leadAddress: inWorkspace('member')
    .input(z.object({ channel: ChannelName, anew: z.boolean().optional() }))
    .output(z.object({ url: z.string(), shared: z.string(), setUp: z.string() }))
    .mutation(({ ctx: { parts, person, workspace }, input: { channel, anew = false } }) =>
      leadAddress({
        addresses: parts.home.leadAddresses,
        channel: channelNamed(parts, channel),
        workspace,
        actor: person.id,
        origin: parts.publicUrl(),
        anew,
      }),
    ),
  disconnect: inWorkspace('member')
    .input(z.object({ channel: ChannelName }))
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      const removed = await disconnect(askerOf(ctx), channelNamed(ctx.parts, input.channel));
      if (!removed) throw notFound('connection');
      return { done: true };
    }),
});

interface Asking {
  parts: WebParts;
  person: Person;
  workspace: WorkspaceRecord;
  sessionId: string | undefined;
  ownUrl: string;
}

function askerOf({ parts, person, workspace, ownUrl, sessionId = '' }: Asking): Asker {
  const isOrganizationOwner = person.organizationRole === 'owner';
  return { parts, workspace, ownUrl, sessionId, personId: person.id, isOrganizationOwner };
}

/** Finds it only for the session and workspace that began it; otherwise 404. */
function pendingOf({ parts, workspace, sessionId = '' }: Omit<Asking, 'ownUrl'>, id: string): PendingConnection {
  const found = parts.pending.find(id, sessionId);
  if (found?.workspaceId !== workspace.id) throw notFound('pending connection');
  return found;
}

function shown(parts: WebParts, pending: PendingConnection): z.infer<typeof Pending> {
  const { id, workspaceId, channel: name, mode, answer, suggested, failure } = pending;
  const channel = channelNamed(parts, name);
  return {
    id,
    workspaceId,
    channel: name,
    mode,
    who: answer ? (answer.identity?.who ?? 'not asked') : null,
    accounts: accountsOf(answer?.identity),
    suggestedAccount: suggested.account ?? null,
    tokenHealth: answer ? tokenHealth(channel, answer.credentials, parts.ambient.now()) : null,
    failure: failure ?? null,
  };
}

function accountsOf(identity: Identity | undefined): z.infer<typeof Account>[] {
  return (identity?.accounts ?? []).map(({ id, name = null, currency = null, status = null }) => ({
    id,
    name,
    currency,
    status,
  }));
}

function describe({ parts, ownUrl }: Pick<Context, 'parts' | 'ownUrl'>, channel: Channel): z.infer<typeof Fields> {
  const { credentials, signIn, account } = channel;
  const listed = (schema: z.ZodObject) =>
    fieldsOf(schema).map(({ name, meaning, isRequired, isSecret }) => ({
      name,
      meaning,
      required: isRequired,
      secret: isSecret,
    }));
  return {
    channel: channel.name,
    title: channel.title,
    ways: (credentials?.ways ?? []).map(({ title, fields }) => ({ title, fields: listed(fields) })),
    options: credentials?.options ? listed(credentials.options) : [],
    signIn: signIn ? { redirectUri: redirectUri({ ownUrl }) } : null,
    sandbox: parts.pipeline.sessions.sandboxOrigins()[channel.name] !== undefined,
    accountArgument: account?.argument ?? null,
  };
}
