import { FENCE } from '../auth/connections.ts';
import type { WorkspaceRecord } from '../auth/directory.ts';
import { Failure } from '../errors.ts';
import { checkConnection, tryConnection } from '../pipeline/check-connection.ts';
import { checkedAccount, checkedCredentials, checkedOptions } from '../pipeline/check-credentials.ts';
import { signInSession } from '../pipeline/sign-in.ts';
import { readGrants } from '../process/first-start.ts';
import type { Channel, Identity } from '../tools/channel.ts';
import type { Credentials } from '../upstream/session.ts';
import type { OAuthApp } from '../upstream/token-grant.ts';
import type { PendingConnection } from './pending-connections.ts';
import type { WebParts } from './web-parts.ts';

/** Long enough to walk through thousands of accounts. */
const PATIENCE_MS = 120_000;

type Mode = PendingConnection['mode'];

export interface Asker {
  parts: WebParts;
  sessionId: string;
  personId: string;
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

/** Where the browser goes now. The state it takes along works once, and only in the session that asked. */
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
    options: {},
    suggested: mode === 'sandbox' ? await suggestedAccounts(parts, channel, workspace) : {},
  });
  const state = parts.pending.stateOf(pending);
  const request = { appId: app.id, redirectUri: pending.redirectUri, state };
  return { id: pending.id, redirectTo: signIn.authorizeUrl(session.hosts, request) };
}

/** The browser is back: its code becomes tokens, and the platform is asked whose they are. Nothing is stored. */
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

/** Credentials that somebody has: the platform is asked whose they are. Nothing is stored. */
export async function tryCredentials(
  asker: Asker,
  channel: Channel,
  mode: Mode,
  given: { credentials?: Record<string, string> | undefined; options?: Record<string, string> | undefined },
): Promise<PendingConnection> {
  const { parts, workspace, sessionId, personId } = asker;
  const seeded = mode === 'sandbox' && !given.credentials ? await grantOf(parts, channel, workspace) : undefined;
  const credentials = checkedCredentials(channel, given.credentials ?? seeded?.credentials);
  const options = checkedOptions(channel, given.options ?? seeded?.options ?? {});
  const pending = parts.pending.add({
    sessionId,
    personId,
    workspaceId: workspace.id,
    channel: channel.name,
    mode,
    app: undefined,
    redirectUri: '',
    options,
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

/** Now somebody has said that it is to be kept. */
export async function storePending(
  { parts, workspace, personId }: Asker,
  pending: PendingConnection,
  choice: { account?: string | undefined; options?: Record<string, string> | undefined },
): Promise<void> {
  const channel = channelNamed(parts, pending.channel);
  const { answer, mode, suggested } = pending;
  if (!answer) throw refused('The platform has not said yet who this is. Sign in there first.');
  const account = choice.account === undefined ? undefined : checkedAccount(channel, choice.account);
  if (account !== undefined) requireReached(channel, answer.identity, account);
  const options = choice.options ? checkedOptions(channel, choice.options) : pending.options;
  // A seeded company is kept to its own accounts, unless another one was chosen.
  const fence = suggested.accounts?.includes(account ?? '') ? suggested.accounts : undefined;
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

/** The platform is asked again who the stored connection is. */
export async function testConnection(
  parts: WebParts,
  workspace: WorkspaceRecord,
  channel: Channel,
): Promise<Identity | undefined> {
  const connection = workspace.connections.find((one) => one.channel === channel.name);
  if (!connection) throw refused(`The ${channel.name} channel is not connected in "${workspace.name}".`);
  const signal = AbortSignal.timeout(PATIENCE_MS);
  return checkConnection(parts.pipeline.sessions, channel, workspace.id, connection, signal);
}

export async function chooseAccount(
  { parts, workspace, personId }: Asker,
  channel: Channel,
  given: string,
): Promise<void> {
  const account = checkedAccount(channel, given);
  const identity = await testConnection(parts, workspace, channel);
  requireReached(channel, identity, account);
  const { connections, directory } = parts.home;
  const stored = await connections.get(workspace.id, channel.name);
  if (!stored) throw refused(`The ${channel.name} channel is not connected in "${workspace.name}".`);
  const { [FENCE]: fence, ...options } = stored.options;
  const allowed = fence?.split(',');
  await connections.put({
    workspaceId: workspace.id,
    channel: channel.name,
    mode: stored.mode,
    credentials: await connections.credentials(stored.id),
    options,
    account,
    identity: identity?.who ?? stored.identity,
    actor: personId,
    ...(allowed && { accounts: [...new Set([...allowed, account])] }),
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

/** What a failure says to a person; undefined for what is a fault of ours. */
export function inWords(error: unknown): PendingConnection['failure'] {
  if (!(error instanceof Failure) || error.code === 'internal') return undefined;
  const { message, nextStep, upstream } = error.details;
  return { message: upstream?.message ? `${message} The platform says: ${upstream.message}` : message, nextStep };
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
