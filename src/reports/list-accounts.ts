import { z } from 'zod';
import { listArguments, nextCursor, readCursor, writeCursor } from '../tools/listing.ts';
import type { ListedAccount } from '../tools/report/reporting.ts';
import {
  asFailure,
  type Connected,
  eachListed,
  knownAccount,
  pooled,
  type ReportContext,
  type Scope,
} from './fan-out.ts';
import { failed, Missing } from './missing-sources.ts';
import { scopeArguments } from './question.ts';
import { inWorkspaces } from './sources.ts';

export const accountsArguments = { ...scopeArguments, ...listArguments(100) };

const Account = z.object({
  workspaceId: z.string().optional(),
  workspace: z.string().optional(),
  channel: z.string(),
  mode: z.enum(['sandbox', 'live']),
  id: z.string(),
  name: z.string(),
  currency: z.string(),
  time_zone: z.string().describe('Of its days'),
  status: z.string(),
  configured: z.boolean().describe('Used where a call names no account'),
});
type Account = z.infer<typeof Account>;

export const accountsOutput = {
  accounts: z.array(Account),
  missing: z.array(Missing),
  ...nextCursor,
};

interface Place {
  key: string;
  connected: Connected;
  listed: ListedAccount;
}

/** Every account in reach. Listing is cheap; only those of this page are asked about. */
export async function listAccounts(
  { limit, cursor, ...scope }: Scope & { limit: number; cursor?: string | undefined },
  context: ReportContext,
) {
  const found: Place[] = [];
  const missing = await eachListed(scope, context, async (connected, listed) => {
    const { place } = connected;
    found.push({ key: `${place.channel.name} ${listed.id} ${place.workspace.id}`, connected, listed });
  });
  found.sort((a, b) => (a.key < b.key ? -1 : 1));
  const after = cursor === undefined ? '' : readCursor(scope, cursor);
  const rest = found.filter(({ key }) => key > after);
  const page = rest.slice(0, limit);
  const shown = new Map<string, Account>();
  await pooled(page, async ({ key, connected, listed }) => {
    try {
      const account = await shownAccount(connected, listed);
      if (account) shown.set(key, inWorkspaces(account, scope.workspaces));
    } catch (error) {
      context.signal.throwIfAborted();
      missing.push(failed(connected.place, asFailure(error, context.reach), listed.id));
    }
  });
  return {
    accounts: page.flatMap(({ key }) => shown.get(key) ?? []),
    missing: missing.map((line) => inWorkspaces(line, scope.workspaces)),
    ...(rest.length > limit && { next_cursor: writeCursor(scope, page.at(-1)!.key) }),
  };
}

async function shownAccount(
  { place, reporting, connect }: Connected,
  listed: ListedAccount,
): Promise<Account | undefined> {
  const account = await knownAccount(reporting, connect(listed).client, listed);
  if (!account) return undefined;
  return {
    workspaceId: place.workspace.id,
    workspace: place.workspace.name,
    channel: place.channel.name,
    mode: place.mode,
    id: account.id,
    name: account.name,
    currency: account.currency.code,
    time_zone: account.timeZone,
    status: account.status,
    configured: account.id === place.configured,
  };
}
