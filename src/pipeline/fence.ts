import type { ConnectionView } from '../auth/directory.ts';
import { Failure, type Problem } from '../errors.ts';
import type { Channel } from '../tools/channel.ts';
import type { Job } from './call.ts';

/** The accounts of a connection, written as arguments are read. */
interface OwnAccounts {
  configured: string | undefined;
  /** The accounts that the workspace may use; undefined: all. */
  fence: readonly string[] | undefined;
}

const NONE: OwnAccounts = { configured: undefined, fence: undefined };

/** A connection is the same object for many calls. */
const known = new WeakMap<ConnectionView, OwnAccounts>();

export function ownAccounts({ account }: Channel, connection: ConnectionView | undefined): OwnAccounts {
  if (!account || !connection) return NONE;
  let own = known.get(connection);
  if (!own) {
    const read = (id: string) => account.schema.parse(id);
    own = { configured: connection.account && read(connection.account), fence: connection.accounts?.map(read) };
    known.set(connection, own);
  }
  return own;
}

/** One login often reaches several clients. A fenced workspace names only the accounts that were chosen for it. */
export function refuseForeignAccounts({ tool, args }: Job, fence: readonly string[] | undefined): void {
  if (!fence || !tool.accountArguments.some((name) => name in args)) return;
  const problems: Problem[] = tool.accountArguments.flatMap((field) =>
    [args[field]]
      .flat()
      .filter((id) => typeof id === 'string' && !fence.includes(id))
      .map((id) => ({ field, message: `${id} is not an account of this workspace` })),
  );
  const [first, ...others] = problems;
  if (!first) return;
  throw new Failure({
    code: 'permission_denied',
    message: `${problems.map(({ field, message }) => `\`${field}\`: ${message}`).join('; ')}. Its connection is limited to chosen accounts.`,
    problems: [{ ...first, allowed_values: fence }, ...others],
    nextStep:
      'Nothing was sent. Name one of the allowed accounts, or the workspace that the account belongs to (list_workspaces shows them).',
  });
}
