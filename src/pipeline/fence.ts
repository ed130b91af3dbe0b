import { Failure, type Problem } from '../errors.ts';
import type { Job } from './call.ts';

/** The accounts the workspace is fenced to, written as arguments are read; undefined: no fence. */
export function fenceOf({ tool, connection }: Job): readonly string[] | undefined {
  const { account } = tool.channel;
  return account && connection?.accounts?.map((id) => account.schema.parse(id));
}

/** One login often reaches several clients. A fenced workspace names only the accounts that were chosen for it. */
export function refuseForeignAccounts({ tool, args }: Job, fence: readonly string[] | undefined): void {
  if (!fence) return;
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
