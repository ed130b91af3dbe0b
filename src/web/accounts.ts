import { APIError } from 'better-auth/api';
import type { LinkRecord } from '../auth/one-time-links.ts';
import { Failure } from '../errors.ts';
import type { Context } from './context.ts';
import type { WebParts } from './web-parts.ts';

export interface NewAccount {
  name: string;
  email: string;
  password: string;
}

/** Whether an account with this e-mail address exists. */
export async function isKnown(parts: WebParts, email: string): Promise<boolean> {
  return (await personOf(parts, email)) !== undefined;
}

export async function isFirst({ home }: WebParts): Promise<boolean> {
  return (await home.store.db.selectFrom('people').select('id').limit(1).executeTakeFirst()) === undefined;
}

/**
 * The operator's link makes an owner. If it names the address of an account, that account gets a new password and loses
 * its sessions and its second factor: the operator made the link for a person who lost them. A member keeps the roles held:
 * who lost a password is not made an owner by the way. An owner may name the organization.
 */
export async function setUpOwner(
  ctx: Context,
  link: LinkRecord,
  account: NewAccount,
  organization?: string,
): Promise<void> {
  const { members, directory } = ctx.parts.home;
  const known = await personOf(ctx.parts, account.email);
  if (known && link.email === undefined) throw linkNamesNobody(account.email);
  await requireUnclaimed(ctx.parts, link, account.email, known);
  const isMember = link.email !== undefined && (await members.holdsRole(link.organizationId, link.email));
  if (organization !== undefined && isMember) await requireOwner(ctx.parts, link, account.email);
  await spendLink(ctx, link, account.email);
  if (known) await resetAccount(ctx.parts, known.id, account.password);
  const id = known?.id ?? (await makePerson(ctx.parts, account));
  await (isMember ? verifyAddress(ctx, id) : join(ctx, link, account.email, id));
  if (organization !== undefined) await directory.renameOrganization(link.organizationId, organization, id);
  await signIn(ctx, account);
}

/** An invited person with an account enters its password; any other gets a new account. */
export async function acceptInvitation(ctx: Context, link: LinkRecord, account: NewAccount): Promise<void> {
  const known = await personOf(ctx.parts, account.email);
  if (known) await requirePassword(ctx, link, account);
  if (known?.two_factor_enabled) await requireSession(ctx, known.id);
  await requireUnclaimed(ctx.parts, link, account.email, known);
  await spendLink(ctx, link, account.email);
  const id = known?.id ?? (await makePerson(ctx.parts, account));
  await join(ctx, link, account.email, id);
  await signIn(ctx, account);
}

function personOf({ home }: WebParts, email: string) {
  return home.store.db
    .selectFrom('people')
    .select(['id', 'two_factor_enabled'])
    .where('email', '=', email)
    .executeTakeFirst();
}

/** With a second factor the password alone is not enough: a session of the account proves both factors. */
async function requireSession({ parts, headers }: Context, personId: string): Promise<void> {
  const session = await parts.auth.api.getSession({ headers });
  if (session?.user.id === personId) return;
  throw new Failure({
    code: 'permission_denied',
    message: 'This account has a second factor, and a password alone takes no role for it.',
    nextStep: 'Sign in to it in this browser, then open the link again. The link is still good.',
  });
}

/**
 * Roles given to an address wait for the person it belongs to. A link that names no address proves nothing about the one
 * that is typed, so it cannot be used to take such roles.
 */
async function requireUnclaimed(
  { home }: WebParts,
  link: LinkRecord,
  email: string,
  known: { id: string } | undefined,
): Promise<void> {
  if (link.email !== undefined || known) return;
  const waiting = await home.store.db.selectFrom('members').select('id').where('email', '=', email).executeTakeFirst();
  if (waiting) throw linkNamesNobody(email);
}

async function requireOwner({ home }: WebParts, { organizationId }: LinkRecord, email: string): Promise<void> {
  if ((await home.members.find(organizationId, email))?.role === 'owner') return;
  throw new Failure({
    code: 'permission_denied',
    message: 'Only an owner names the organization, and this address belongs to a member who is none.',
    nextStep: 'Leave the name out. The link is still good.',
  });
}

function linkNamesNobody(email: string): Failure {
  return new Failure({
    code: 'permission_denied',
    message: `${email} is known here, and this link was not made for that address.`,
    nextStep:
      'Use another address, or ask for a link that names this one: an owner invites it, and `adhelm user link --email` gives a new password.',
  });
}

async function resetAccount({ home, auth }: WebParts, id: string, text: string): Promise<void> {
  const { internalAdapter, password } = await auth.$context;
  await internalAdapter.updatePassword(id, await password.hash(text));
  await internalAdapter.updateUser(id, { twoFactorEnabled: false });
  await home.store.db.deleteFrom('two_factors').where('person_id', '=', id).execute();
  await internalAdapter.deleteUserSessions(id);
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

/** Replaces a role already held. A link made for the e-mail address also marks that address as verified. */
async function join(ctx: Context, link: LinkRecord, email: string, personId: string): Promise<void> {
  const { home } = ctx.parts;
  const { organizationId, workspaceId, role } = link;
  if (link.email !== undefined) await verifyAddress(ctx, personId);
  const held = await home.members.find(organizationId, email, workspaceId);
  const added = { organizationId, email, role, actor: personId, personId, ...(workspaceId && { workspaceId }) };
  if (!held) await home.members.add(added);
  else if (held.role !== role) await home.members.changeRole(organizationId, held.id, role, personId);
}

async function verifyAddress({ parts: { auth } }: Context, personId: string): Promise<void> {
  await (await auth.$context).internalAdapter.updateUser(personId, { emailVerified: true });
}

async function signIn(ctx: Context, { email, password }: NewAccount): Promise<void> {
  const { headers, response } = await ctx.parts.auth.api.signInEmail({
    body: { email, password },
    headers: ctx.headers,
    returnHeaders: true,
  });
  if (response.token) headers.append('set-cookie', ctx.parts.devices.cookieFor(response.user.id));
  ctx.addCookies(headers);
}

/** An invitation to this very address was given to its person, so guesses by others do not use up its tries. */
async function requirePassword(ctx: Context, link: LinkRecord, { email, password }: NewAccount): Promise<void> {
  await ctx.attempts.count(ctx.address, { account: email, proof: link.email === email ? link.id : undefined });
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
