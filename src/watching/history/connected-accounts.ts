import type { WorkspaceRecord } from '../../auth/directory.ts';
import type { Pipeline } from '../../pipeline/call.ts';
import type { HistoryAccount } from './daily-history.ts';

/** Names of the channels that tell figures of campaigns. */
export function channelsWithFigures({ tools }: Pick<Pipeline, 'tools'>): string[] {
  return [...new Set(tools.flatMap(({ channel }) => (channel.reporting ? [channel.name] : [])))];
}

/** Through connections that there still are; an account outside a connection's fence is not the workspace's. */
export function connectedAccounts(
  { connections }: Pick<WorkspaceRecord, 'connections'>,
  accounts: readonly HistoryAccount[],
): HistoryAccount[] {
  return accounts.filter((one) =>
    connections.some(
      ({ channel, mode, accounts: fence }) =>
        channel === one.channel && mode === one.mode && (!fence || fence.includes(one.account)),
    ),
  );
}
