import { type ConnectionRecord, FENCE } from '../auth/connections.ts';
import type { ConnectionView, WorkspaceRecord } from '../auth/directory.ts';
import { Failure } from '../errors.ts';
import { identify, readAccount, tryAccount, tryConnection } from '../pipeline/check-connection.ts';
import { checkedAccount, checkedCredentials, checkedOptions } from '../pipeline/check-credentials.ts';
import { signInSession } from '../pipeline/sign-in.ts';
import { readGrants } from '../process/first-start.ts';
import type { Channel, Identity } from '../tools/channel.ts';
import type { Credentials } from '../upstream/session.ts';
import type { OAuthApp } from '../upstream/token-grant.ts';
import type { PendingConnection } from './pending-connections.ts';
import type { WebParts } from './web-parts.ts';

/** Longer than for a usual call: listing thousands of accounts takes many requests to the platform. */
const PATIENCE_MS = 120_000;

type Mode = PendingConnection['mode'];

export interface Asker {
  parts: WebParts;
  sessionId: string;
  personId: string;
  isOrganizationOwner: boolean;
  workspace: WorkspaceRecord;
  ownUrl: string;
}

export function connectable({ registry }: WebParts): Channel[] {
  return registry.channels.filter(({ needsConnection }) => needsConnection);
}

export function channelNamed(parts: WebParts, name: string): Channel {
  const known = connectable(parts);
  const channel = known.find((one) => one.name === name);
  if (channel) return channel;
  throw refused(`There is no channel ${name} to connect; there are: ${known.map((one) => one.name).join(', ')}.`);
}

export function redirectUri({ ownUrl }: { ownUrl: string }): string {
  return `${ownUrl}/oauth/callback`;
}

/** Starts an OAuth sign-in and returns the platform's page to go to. Its `state` works once, and only in this session. */
export async function beginSignIn(
  asker: Asker,
  channel: Channel,
  mode: Mode,
  given: OAuthApp | undefined,
): Promise<{ id: string; redirectTo: string }> {
  const { parts, workspace, sessionId, personId } = asker;
  const { signIn } = channel;
  if (!signIn) throw refused(`The ${channel.name} platform has no sign-in page. Paste credentials instead.`);
  const app =
    given ?? (mode === 'sandbox' ? await sandboxApp(parts, channel) : await storedApp(parts, channel, workspace));
  if (!app) throw refused(`Which app asks? Give the id and secret of your app, registered with ${redirectUri(asker)}.`);
  const session = signInSession(parts.pipeline.sessions, channel, workspace.id, mode, AbortSignal.timeout(PATIENCE_MS));
  const pending = parts.pending.add({
    sessionId,
    personId,
    workspaceId: workspace.id,
    channel: channel.name,
    mode,
    app,
    redirectUri: redirectUri(asker),
    options: await storedOptions(asker, channel, mode),
    suggested: mode === 'sandbox' ? await suggestedAccounts(parts, channel, workspace) : {},
  });
  const state = parts.pending.stateOf(pending);
  const request = { appId: app.id, redirectUri: pending.redirectUri, state };
  return { id: pending.id, redirectTo: signIn.authorizeUrl(session.hosts, request) };
}

/** After the redirect back: exchanges the code for tokens and asks the platform whose they are. Stores nothing yet. */
export async function finishSignIn(
  parts: WebParts,
  pending: PendingConnection,
  code: string | undefined,
): Promise<void> {
  const channel = channelNamed(parts, pending.channel);
  const { app, redirectUri: address, workspaceId, mode } = pending;
  if (!channel.signIn || !app) throw new TypeError('a sign-in that was never begun');
  if (code === undefined) {
    pending.failure = {
      message: 'The platform says that access was not given.',
      nextStep: 'Connect again and allow it.',
    };
    return;
  }
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const session = signInSession(parts.pipeline.sessions, channel, workspaceId, mode, signal);
  try {
    const credentials = await channel.signIn.exchangeCode(app, { code, redirectUri: address }, session);
    await askPlatform(parts, pending, channel, withoutNothing(credentials));
  } catch (error) {
    pending.failure = inWords(error);
    if (!pending.failure) throw error;
  }
}

/** Asks the platform which user and accounts the pasted credentials belong to. Nothing is stored yet. */
export async function tryCredentials(
  asker: Asker,
  channel: Channel,
  mode: Mode,
  given: { credentials?: Record<string, string> | undefined; options?: Record<string, string> | undefined },
): Promise<PendingConnection> {
  const { parts, workspace, sessionId, personId } = asker;
  const seeded = mode === 'sandbox' && !given.credentials ? await grantOf(parts, channel, workspace) : undefined;
  const credentials = checkedCredentials(channel, given.credentials ?? seeded?.credentials);
  const options = given.options ?? seeded?.options ?? (await storedOptions(asker, channel, mode));
  const pending = parts.pending.add({
    sessionId,
    personId,
    workspaceId: workspace.id,
    channel: channel.name,
    mode,
    app: undefined,
    redirectUri: '',
    options: checkedOptions(channel, options),
    suggested: { account: seeded?.account, accounts: seeded?.accounts },
  });
  await askPlatform(parts, pending, channel, credentials);
  return pending;
}

async function askPlatform(
  parts: WebParts,
  pending: PendingConnection,
  channel: Channel,
  credentials: Credentials,
): Promise<void> {
  const { mode, options, workspaceId } = pending;
  const candidate = { mode, credentials, options };
  const signal = AbortSignal.timeout(PATIENCE_MS);
  pending.answer = await tryConnection(parts.pipeline.sessions, channel, workspaceId, candidate, signal);
}

/**
 * Stores a pending connection, after its account was read. If it replaces one of the same mode, that one's fence (its
 * allowed accounts) stays.
 */
export async function storePending(
  asker: Asker,
  pending: PendingConnection,
  choice: { account?: string | undefined; options?: Record<string, string> | undefined },
): Promise<void> {
  const { parts, workspace, personId } = asker;
  const channel = channelNamed(parts, pending.channel);
  const { answer, mode, suggested } = pending;
  if (!answer) throw refused('The platform has not said yet who this is. Sign in there first.');
  const account = choice.account === undefined ? undefined : checkedAccount(channel, choice.account);
  if (account !== undefined) requireReached(channel, answer.identity, account);
  const replaced = await parts.home.connections.get(workspace.id, channel.name);
  if (replaced && replaced.mode !== mode) requireMayUnfence(asker, replaced);
  const kept = replaced?.mode === mode ? replaced : undefined;
  const fence = kept ? fenceOf(kept) : suggestedFence(suggested, account);
  requireInside(channel, fence, account);
  const options = choice.options
    ? checkedOptions(channel, choice.options)
    : withWayTo(account, answer.identity, pending.options, account !== undefined && account === kept?.account);
  if (account !== undefined) {
    const candidate = { mode, credentials: answer.credentials, options, account };
    const signal = AbortSignal.timeout(PATIENCE_MS);
    answer.credentials = await tryAccount(parts.pipeline.sessions, channel, workspace.id, candidate, signal);
  }
  await parts.home.connections.put({
    workspaceId: workspace.id,
    channel: channel.name,
    mode,
    credentials: answer.credentials,
    options,
    identity: answer.identity?.who,
    actor: personId,
    ...(account !== undefined && { account }),
    ...(fence && { accounts: fence }),
  });
  parts.pending.remove(pending);
  parts.home.directory.refresh();
}

/**
 * The options a connection is stored with: those it had, and the way to the account that the platform told, such as the
 * manager account above it. An account that stays keeps the way it was reached by.
 */
function withWayTo(
  account: string | undefined,
  identity: Identity | undefined,
  options: Readonly<Record<string, string>>,
  isKept: boolean,
): Record<string, string> {
  const way = identity?.accounts.find(({ id }) => id === account)?.through;
  return isKept ? { ...way, ...options } : { ...options, ...way };
}

/** An example company of the sandbox is fenced to its own accounts, unless the person chose another account. */
function suggestedFence({ accounts }: PendingConnection['suggested'], account = ''): readonly string[] | undefined {
  return accounts?.includes(account) ? accounts : undefined;
}

/** The options of the connection to be replaced, so that signing in again does not lose them. */
async function storedOptions(
  { parts, workspace }: Asker,
  { name }: Channel,
  mode: Mode,
): Promise<Record<string, string>> {
  const stored = await parts.home.connections.get(workspace.id, name);
  const { [FENCE]: _, ...options } = stored?.mode === mode ? stored.options : {};
  return options;
}

function fenceOf({ options }: Pick<ConnectionRecord, 'options'>): readonly string[] | undefined {
  return options[FENCE]?.split(',');
}

function requireInside({ name }: Channel, fence: readonly string[] | undefined, account: string | undefined): void {
  if (!fence || account === undefined || fence.includes(account)) return;
  throw refused(
    `${account} is none of the accounts that this workspace's ${name} connection is kept to: ${fence.join(', ')}. The operator of the service changes them with \`adhelm connect --accounts\`.`,
  );
}

/** A fence goes with its connection, so that removing or replacing a fenced one takes an owner of the organization. */
function requireMayUnfence({ isOrganizationOwner }: Asker, connection: ConnectionRecord): void {
  const fence = fenceOf(connection);
  if (!fence || isOrganizationOwner) return;
  throw new Failure({
    code: 'permission_denied',
    message: `This ${connection.channel} connection is kept to the accounts ${fence.join(', ')}, and without it that fence would be gone.`,
    nextStep: 'Ask an owner of the organization. Nothing was changed.',
  });
}

export async function disconnect(asker: Asker, channel: Channel): Promise<boolean> {
  const { connections, directory } = asker.parts.home;
  const stored = await connections.get(asker.workspace.id, channel.name);
  if (stored) requireMayUnfence(asker, stored);
  const removed = await connections.remove(asker.workspace.id, channel.name, asker.personId);
  directory.refresh();
  return removed;
}

export interface Tested {
  identity: Identity | undefined;
  /** Why the chosen account cannot be read, though the sign-in works. */
  failure: PendingConnection['failure'];
}

/** Asks the platform which user and accounts the stored credentials belong to now, and reads the chosen account. */
export async function testConnection(parts: WebParts, workspace: WorkspaceRecord, channel: Channel): Promise<Tested> {
  const { sessions } = parts.pipeline;
  const connection = connectionOf(workspace, channel);
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const identity = await identify(sessions, channel, workspace.id, connection, signal);
  try {
    await readAccount(sessions, channel, workspace.id, connection, signal);
    return { identity, failure: undefined };
  } catch (error) {
    const failure = inWords(error);
    if (!failure) throw error;
    return { identity, failure };
  }
}

function connectionOf(workspace: WorkspaceRecord, channel: Channel): ConnectionView {
  const connection = workspace.connections.find((one) => one.channel === channel.name);
  if (connection) return connection;
  throw refused(`The ${channel.name} channel is not connected in "${workspace.name}".`);
}

export async function chooseAccount(
  { parts, workspace, personId }: Asker,
  channel: Channel,
  given: string,
): Promise<void> {
  const account = checkedAccount(channel, given);
  const { identity } = await testConnection(parts, workspace, channel);
  requireReached(channel, identity, account);
  const { connections, directory } = parts.home;
  const stored = await connections.get(workspace.id, channel.name);
  if (!stored) throw refused(`The ${channel.name} channel is not connected in "${workspace.name}".`);
  const fence = fenceOf(stored);
  requireInside(channel, fence, account);
  const { mode } = stored;
  const { [FENCE]: fenced, ...own } = stored.options;
  const options = withWayTo(account, identity, own, false);
  const candidate = { mode, credentials: await connections.credentials(stored.id), options, account };
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const credentials = await tryAccount(parts.pipeline.sessions, channel, workspace.id, candidate, signal);
  await connections.put({
    workspaceId: workspace.id,
    channel: channel.name,
    mode,
    credentials,
    options: { ...options, ...(fenced !== undefined && { [FENCE]: fenced }) },
    account,
    identity: identity?.who ?? stored.identity,
    actor: personId,
  });
  directory.refresh();
}

function requireReached({ name }: Channel, identity: Identity | undefined, account: string): void {
  const ids = identity?.accounts.map(({ id }) => id) ?? [];
  if (!identity || ids.includes(account)) return;
  throw refused(
    `${account} is none of the accounts this ${name} sign-in reaches: ${ids.slice(0, 50).join(', ') || 'none'}.`,
  );
}

/** The text of a failure for people; undefined for internal errors, which are thrown on. */
export function inWords(error: unknown): PendingConnection['failure'] {
  if (!(error instanceof Failure) || error.code === 'internal') return undefined;
  const { message, nextStep, upstream } = error.details;
  const said = upstream?.message;
  return { message: said && !message.includes(said) ? `${message} The platform says: ${said}` : message, nextStep };
}

async function grantOf(parts: WebParts, channel: Channel, workspace: WorkspaceRecord) {
  const control = parts.sandboxControl();
  const grants = control === undefined ? [] : ((await readGrants(control))[channel.name] ?? []);
  const grant = grants.find(({ company }) => company === workspace.name) ?? grants[0];
  if (grant) return grant;
  throw refused(`The sandbox is not running, or has no ${channel.name} platform.`);
}

/** The app that the sandbox's platform was made with. */
async function sandboxApp(parts: WebParts, channel: Channel): Promise<OAuthApp | undefined> {
  const control = parts.sandboxControl();
  const grants = control === undefined ? [] : ((await readGrants(control))[channel.name] ?? []);
  return grants.map(({ credentials }) => appIn(channel, credentials)).find((app) => app !== undefined);
}

async function storedApp(parts: WebParts, channel: Channel, workspace: WorkspaceRecord): Promise<OAuthApp | undefined> {
  const stored = workspace.connections.find((one) => one.channel === channel.name && one.mode === 'live');
  return stored && appIn(channel, await parts.home.connections.credentials(stored.id));
}

function appIn({ signIn }: Channel, credentials: Credentials): OAuthApp | undefined {
  const [id, secret] = signIn ? [credentials[signIn.app.id], credentials[signIn.app.secret]] : [];
  return id !== undefined && secret !== undefined ? { id, secret } : undefined;
}

async function suggestedAccounts(parts: WebParts, channel: Channel, workspace: WorkspaceRecord) {
  const { account, accounts } = await grantOf(parts, channel, workspace);
  return { account, accounts };
}

function withoutNothing(credentials: Credentials): Credentials {
  return Object.fromEntries(Object.entries(credentials).filter(([, value]) => value !== undefined));
}

function refused(message: string): Failure {
  return new Failure({ code: 'invalid_arguments', message, nextStep: 'Nothing was stored.' });
}
