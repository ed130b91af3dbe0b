import { good, type Params, type SocialSandbox, US } from '../calls.testing.ts';
import { ACCOUNTS } from '../seed.ts';

export const PAGE = { page_id: ACCOUNTS.us.page };
export const APP = { application_id: '1730000000000001', object_store_url: 'https://apps.apple.com/app/id1' };
/** PIXEL stands for the account's own. */
export const BOUGHT = { pixel_id: 'PIXEL', custom_event_type: 'PURCHASE' };

/** An ad set with its campaign, as `adSetMaker` takes it. */
export function under(objective: string, goal: string, destination?: string, promoted?: Params): Params {
  return {
    campaign: {
      objective: `OUTCOME_${objective}`,
      ...(objective === 'APP_PROMOTION' && { is_skadnetwork_attribution: false }),
    },
    optimization_goal: goal,
    destination_type: destination,
    promoted_object: promoted,
  };
}

/** Requests for new ad sets: `campaign` holds what the campaign is like, the rest is the ad set's. */
export function adSetMaker(graph: Pick<SocialSandbox, 'get' | 'post'>) {
  const parents = new Map<string, string>();
  async function parentFor(params: Params): Promise<string> {
    const key = JSON.stringify(params);
    if (!parents.has(key)) parents.set(key, (await graph.post(`${US}/campaigns`, { ...good.campaign, ...params })).id);
    return parents.get(key)!;
  }
  return async ({ campaign = {}, promoted_object: promoted, ...params }: Params) => {
    const pixel = (await graph.get(`${US}/adspixels`)).data[0].id;
    const filled = promoted && JSON.parse(JSON.stringify(promoted).replace('PIXEL', pixel));
    const parent = await parentFor(campaign as Params);
    return { path: `${US}/adsets`, params: { ...good.adSet(parent), promoted_object: filled, ...params } };
  };
}
