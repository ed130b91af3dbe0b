import { good, type Params, type SocialSandbox, TARGETING, US } from '../calls.testing.ts';
import { LOCATIONS } from '../targeting/locations.ts';

/** Requests for the good ad set with other targeting; each key replaces its own. */
export function targetedAdSet(graph: Pick<SocialSandbox, 'post'>) {
  let campaign: string | undefined;
  return async (targeting: Params, more: Params = {}) => {
    campaign ??= (await graph.post(`${US}/campaigns`, good.campaign)).id as string;
    return {
      path: `${US}/adsets`,
      params: { ...good.adSet(campaign), ...more, targeting: { ...TARGETING, ...targeting } },
    };
  };
}

export const key = (type: string, name: string) => ({
  key: LOCATIONS.find((place) => place.type === type && place.name === name)!.key,
});
