import { z } from 'zod';
import { listArguments, nextCursor, readCursor, writeCursor } from '../tools/listing.ts';
import type { ListedAccount } from '../tools/report/reporting.ts';
import {
  type Connected,
  eachListed,
  eachOf,
  type Found,
  knownAccount,
  type ReportContext,
  type Scope,
} from './fan-out.ts';
import { Missing } from './missing-sources.ts';
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

/** Every account in reach. Listing is cheap; only those of this page are asked about. */
export async function listAccounts(
  { limit, cursor, ...scope }: Scope & { limit: number; cursor?: string | undefined },
  context: ReportContext,
) {
  const found: Found[] = [];
  const { reach, signal, now } = context;
  const unlisted = await eachListed(scope, { reach, signal, now, progress() {} }, async (connected, account) => {
    found.push({ connected, account });
  });
  found.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const after = cursor === undefined ? '' : readCursor(scope, cursor);
  const rest = found.filter((one) => keyOf(one) > after);
  const page = rest.slice(0, limit);
  const shown = new Map<string, Account>();
  const unknown = await eachOf(page, context, async (connected, listed) => {
    const account = await shownAccount(connected, listed);
    if (account) shown.set(keyOf({ connected, account: listed }), inWorkspaces(account, scope.workspaces));
  });
  return {
    accounts: page.flatMap((one) => shown.get(keyOf(one)) ?? []),
    missing: [...unlisted, ...unknown].map((line) => inWorkspaces(line, scope.workspaces)),
    ...(rest.length > limit && { next_cursor: writeCursor(scope, keyOf(page.at(-1)!)) }),
  };
}

function keyOf({ connected: { place }, account }: Found): string {
  return `${place.channel.name} ${account.id} ${place.workspace.id}`;
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
