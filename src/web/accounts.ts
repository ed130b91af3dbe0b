import { APIError } from 'better-auth/api';
import type { LinkRecord } from '../auth/one-time-links.ts';
import { Failure } from '../errors.ts';
import type { Context } from './api/procedure.ts';
import type { WebParts } from './web-parts.ts';

export interface NewAccount {
  name: string;
  email: string;
  password: string;
}

/** Whether somebody has an account under this address. */
export async function isKnown({ home }: WebParts, email: string): Promise<boolean> {
  const row = await home.store.db.selectFrom('people').select('id').where('email', '=', email).executeTakeFirst();
  return row !== undefined;
}

export async function isFirst({ home }: WebParts): Promise<boolean> {
  return (await home.store.db.selectFrom('people').select('id').limit(1).executeTakeFirst()) === undefined;
}

/**
 * The operator's link makes an owner. Somebody who has an account already gets a new password, and is let in without the
 * TOTP they may have lost: whoever can make such a link can do anything here.
 */
export async function setUpOwner(ctx: Context, link: LinkRecord, account: NewAccount): Promise<void> {
  const { home, auth } = ctx.parts;
  await spendLink(ctx, link, account.email);
  const { internalAdapter, password } = await auth.$context;
  const known = await internalAdapter.findUserByEmail(account.email);
  if (known) {
    const { id } = known.user;
    await internalAdapter.updatePassword(id, await password.hash(account.password));
    await internalAdapter.updateUser(id, { twoFactorEnabled: false });
    await home.store.db.deleteFrom('two_factors').where('person_id', '=', id).execute();
    await internalAdapter.deleteUserSessions(id);
  }
  const id = known?.user.id ?? (await makePerson(ctx.parts, account));
  await joined(ctx, link, account.email, id);
  await signIn(ctx, account);
}

/** Somebody who has an account shows it with its password; anybody else gets one. */
export async function acceptInvitation(ctx: Context, link: LinkRecord, account: NewAccount): Promise<void> {
  const known = await ctx.parts.home.store.db
    .selectFrom('people')
    .select('id')
    .where('email', '=', account.email)
    .executeTakeFirst();
  if (known) await requirePassword(ctx, account);
  await spendLink(ctx, link, account.email);
  const id = known?.id ?? (await makePerson(ctx.parts, account));
  await joined(ctx, link, account.email, id);
  await signIn(ctx, account);
}

async function spendLink(ctx: Context, link: LinkRecord, email: string): Promise<void> {
  if (link.email !== undefined && link.email !== email)
    throw new Failure({
      code: 'invalid_arguments',
      message: `This link was made for ${link.email}.`,
      nextStep: 'Use that address, or ask for another link.',
    });
  const { store, links } = ctx.parts.home;
  if (!(await store.transaction((tx) => links.use(tx, link.id)))) throw usedUp();
}

export function usedUp(): Failure {
  return new Failure({
    code: 'not_found',
    message: 'This link is not valid: it was used, it is too old, or it was never made.',
    nextStep: 'Ask for another. On the machine of the service, `adhelm user link` makes one.',
  });
}

async function makePerson({ auth }: WebParts, { name, email, password: text }: NewAccount): Promise<string> {
  const { internalAdapter, password } = await auth.$context;
  const user = await internalAdapter.createUser({ name, email, emailVerified: false }, { method: 'email-password' });
  await internalAdapter.linkAccount({
    userId: user.id,
    accountId: user.id,
    providerId: 'credential',
    password: await password.hash(text),
  });
  return user.id;
}

/** A role that is held already is replaced. */
async function joined(ctx: Context, link: LinkRecord, email: string, actor: string): Promise<void> {
  const { members } = ctx.parts.home;
  const { organizationId, workspaceId, role } = link;
  const held = await members.find(organizationId, email, workspaceId);
  if (!held) await members.add({ organizationId, email, role, actor, ...(workspaceId && { workspaceId }) });
  else if (held.role !== role) await members.changeRole(organizationId, held.id, role, actor);
}

async function signIn(ctx: Context, { email, password }: NewAccount): Promise<void> {
  const { headers } = await ctx.parts.auth.api.signInEmail({
    body: { email, password },
    headers: ctx.headers,
    returnHeaders: true,
  });
  ctx.addCookies(headers);
}

async function requirePassword(ctx: Context, { email, password }: NewAccount): Promise<void> {
  ctx.attempts.count(ctx.address, email);
  try {
    const { response } = await ctx.parts.auth.api.signInEmail({
      body: { email, password },
      headers: new Headers(),
      returnHeaders: true,
    });
    if ('token' in response && response.token) {
      const { internalAdapter } = await ctx.parts.auth.$context;
      await internalAdapter.deleteSession(response.token);
    }
  } catch (error) {
    if (!(error instanceof APIError)) throw error;
    throw new Failure({
      code: 'permission_denied',
      message: 'There is an account under this address, and this is not its password.',
      nextStep: 'Enter the password of that account.',
    });
  }
}
