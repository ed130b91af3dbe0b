import type { WorkspaceRecord } from '../../auth/directory.ts';
import { Failure } from '../../errors.ts';
import type { Call, Pipeline } from '../../pipeline/call.ts';
import type { Reached } from '../../tools/reach.ts';
import { reachFor } from '../background-call.ts';

/** The connected channels of a workspace that have numbers, as a call of the service or of a caller reaches them. */
export async function reachedChannels(pipeline: Pipeline, workspace: WorkspaceRecord, call: Call): Promise<Reached[]> {
  const found = await reachFor({ pipeline, workspace, call })?.channels('own');
  return (found ?? []).flatMap((one) => ('connect' in one ? [one] : []));
}

/** Ends with the caller's own signal, or when a channel has taken too long. */
export function withinDeadline(pipeline: Pipeline, signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(pipeline.reports.channelDeadlineMs)]);
}

/** Of some ids, those that the platform has no campaign for; empty where it cannot be asked now. */
export function missingCampaigns(pipeline: Pipeline, workspace: WorkspaceRecord, call: Call) {
  return async (channel: string, account: string, ids: readonly string[]): Promise<string[]> => {
    const place = (await reachedChannels(pipeline, workspace, call)).find((one) => one.channel.name === channel);
    const reporting = place?.channel.reporting;
    if (!place || !reporting) return [];
    try {
      const { client } = place.connect(withinDeadline(pipeline, call.gone()), {});
      const found = await reporting.account(client, account);
      if (!found) return [];
      const entities = await reporting.entities(client, found, 'campaign', ids);
      return ids.filter((id) => !entities.has(id));
    } catch (error) {
      if (error instanceof Failure) return [];
      throw error;
    }
  };
}
