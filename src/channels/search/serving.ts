import { keepsFromServing } from '../../tools/diagnosis.ts';
import type { SearchClient } from './client.ts';
import { obstaclesIn } from './delivery/obstacles.ts';
import { readSurroundings } from './delivery/surroundings.ts';

/** The same as `missingToServe`, for a change that was to let something serve. */
export async function servingReport(
  status: string | undefined,
  client: SearchClient,
  account: string,
  campaignId: string | undefined,
): Promise<{ keeps_from_serving?: string[] }> {
  return status === 'ENABLED' ? { keeps_from_serving: await missingToServe(client, account, campaignId ?? '') } : {};
}

/** What still keeps a campaign from serving, each with the call that mends it. Told with every change that a launch is made of. */
export async function missingToServe(client: SearchClient, account: string, campaignId: string): Promise<string[]> {
  const find = async () => obstaclesIn(await readSurroundings(client, account, { level: 'campaign', campaignId }));
  return (await keepsFromServing(find, `diagnose_delivery {"campaign_id":"${campaignId}"}`)).keeps_from_serving;
}
