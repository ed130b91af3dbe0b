import type { Home } from './home.ts';

/** What a seeded company brings along on one platform, as the sandbox's control address tells it. */
interface Grant {
  company: string;
  account?: string;
  credentials: Record<string, string>;
  options?: Record<string, string>;
}

/** The two companies a new user finds. The second has no professional channel, so that a refusal can be seen. */
const COMPANIES = [
  { name: 'Acme', currency: 'USD', without: [] as readonly string[] },
  { name: 'Acme Japan', currency: 'JPY', without: ['professional'] as readonly string[] },
];

const FIRST_START = 'first-start';

/**
 * Sets up a new data folder and returns its first key; undefined when it was set up before. The key comes last, so a
 * first start that was cut off is gone through again, and what it did make is kept.
 */
export async function firstStart(
  home: Home,
  channels: readonly string[],
  sandboxControl: string | undefined,
): Promise<{ key: string } | undefined> {
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
    for (const channel of channels.filter((one) => !without.includes(one))) {
      const grant = grants[channel]?.find(({ company }) => company === name);
      await home.connections.put({
        workspaceId,
        channel,
        mode: 'sandbox',
        credentials: grant?.credentials ?? {},
        actor: FIRST_START,
        ...(grant?.account && { account: grant.account }),
        ...(grant?.options && { options: grant.options }),
      });
    }
  }
  home.directory.refresh();
  const [firstWorkspace = ''] = workspaceIds;
  return home.keyRing.create({
    workspaceId: firstWorkspace,
    name: 'first key',
    organizationWide: true,
    actor: FIRST_START,
  });
}

async function organization(home: Home): Promise<string> {
  const known = await home.store.db.selectFrom('organizations').select('id').limit(1).executeTakeFirst();
  return (known ?? (await home.directory.createOrganization('Acme'))).id;
}

async function readGrants(control: string): Promise<Record<string, Grant[]>> {
  const reply = await fetch(`${control}/grants`);
  return (await reply.json()) as Record<string, Grant[]>;
}
