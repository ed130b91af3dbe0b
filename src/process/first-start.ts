import type { NewConnection } from '../auth/connections.ts';
import { checkedAccount, checkedCredentials, checkedOptions } from '../pipeline/check-credentials.ts';
import type { Channel } from '../tools/channel.ts';
import type { Home } from './home.ts';

/** What the sandbox has seeded for a company on one platform, as its control address lists it. */
export interface Grant {
  company: string;
  account?: string;
  accounts?: readonly string[];
  credentials: Record<string, string>;
  options?: Record<string, string>;
}

/** The two companies of a new installation. The second has no professional channel, so that its refusal can be seen. */
const COMPANIES = [
  { name: 'Acme', currency: 'USD', without: [] as readonly string[] },
  { name: 'Acme Japan', currency: 'JPY', without: ['professional'] as readonly string[] },
];

const FIRST_START = 'first-start';
const OTHERS_FIRST_START_MS = 60_000;

/**
 * Sets up a new data folder and returns its first key; undefined when it was set up before. The key comes last: a first
 * start that was cut off runs again and keeps what it had made.
 */
export async function firstStart(
  home: Home,
  channels: readonly Channel[],
  sandboxControl: string | undefined,
): Promise<{ key: string } | undefined> {
  let made: { key: string } | undefined;
  const work = async () => {
    made = await setUp(home, channels, sandboxControl);
  };
  await home.store.alone('first-start', work, { waitMs: OTHERS_FIRST_START_MS });
  return made;
}

async function setUp(
  home: Home,
  channels: readonly Channel[],
  sandboxControl: string | undefined,
): Promise<{ key: string } | undefined> {
  // Another process may have set the store up first, under another master key.
  await home.vault.checkMasterKey();
  const known = await home.store.db.selectFrom('api_keys').select('id').limit(1).executeTakeFirst();
  if (known) return undefined;
  const grants = sandboxControl ? await readGrants(sandboxControl) : {};
  const organizationId = await organization(home);
  const workspaceIds: string[] = [];
  for (const { name, currency, without } of COMPANIES) {
    const { id: workspaceId } =
      (await home.directory.find(name)) ?? (await home.directory.createWorkspace({ organizationId, name, currency }));
    await home.vault.prepare(workspaceId);
    workspaceIds.push(workspaceId);
    if (sandboxControl === undefined) continue;
    for (const channel of channels.filter((one) => one.needsConnection && !without.includes(one.name))) {
      const grant = grants[channel.name]?.find(({ company }) => company === name);
      await home.connections.put({
        workspaceId,
        channel: channel.name,
        mode: 'sandbox',
        actor: FIRST_START,
        ...(grant ? heldBy(channel, grant) : { credentials: {} }),
      });
    }
  }
  home.directory.refresh();
  const [firstWorkspace = ''] = workspaceIds;
  return home.keyRing.create({
    workspaceId: firstWorkspace,
    name: 'first key',
    organizationWide: true,
    // Beside the sandbox everything can be tried; a start without it leaves the permission to an owner.
    customHtml: sandboxControl !== undefined,
    actor: FIRST_START,
  });
}

/**
 * Gives the sandbox's connections tokens of a sandbox whose file was just filled: it does not know those that an earlier
 * file had issued. Accounts, fences and options stay.
 */
export async function renewSandboxConnections(
  home: Home,
  channels: readonly Channel[],
  sandboxControl: string,
): Promise<void> {
  const grants = await readGrants(sandboxControl);
  const connections = await home.store.db
    .selectFrom('connections')
    .innerJoin('workspaces', 'workspaces.id', 'connections.workspace_id')
    .select(['connections.id', 'channel', 'account', 'workspaces.name as company'])
    .where('mode', '=', 'sandbox')
    .where('archived_at', 'is', null)
    .execute();
  for (const { id, account, company, ...connection } of connections) {
    const channel = channels.find(({ name }) => name === connection.channel);
    const offered = grants[connection.channel] ?? [];
    const grant =
      offered.find((one) => one.company === company) ??
      offered.find((one) => account !== null && (one.account === account || one.accounts?.includes(account)));
    if (channel && grant) await home.connections.saveCredentials(id, checkedCredentials(channel, grant.credentials));
  }
  home.directory.refresh();
}

/** The sandbox's credentials pass the same checks as those of people. */
function heldBy(channel: Channel, { credentials, options = {}, account, accounts }: Grant) {
  return {
    credentials: checkedCredentials(channel, credentials),
    options: checkedOptions(channel, options),
    ...(account !== undefined && { account: checkedAccount(channel, account) }),
    ...(accounts && { accounts: accounts.map((id) => checkedAccount(channel, id)) }),
  } satisfies Partial<NewConnection>;
}

async function organization(home: Home): Promise<string> {
  const known = await home.store.db.selectFrom('organizations').select('id').limit(1).executeTakeFirst();
  return (known ?? (await home.directory.createOrganization('Acme'))).id;
}

export async function readGrants(control: string): Promise<Record<string, Grant[]>> {
  const reply = await fetch(`${control}/grants`);
  return (await reply.json()) as Record<string, Grant[]>;
}
