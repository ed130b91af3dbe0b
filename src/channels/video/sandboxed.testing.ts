import { sandboxed as sandboxedChannel } from '../../../test/sandboxed.ts';
import { HOUR_MS } from '../../ambient.ts';

export const JPY = '7100000000000000201';

/** One service and the video sandbox for a whole test file, with the second company's workspace at hand. */
export function sandboxed() {
  const channel = sandboxedChannel('video');
  return {
    ...channel,
    japan: async () => ({ workspaceId: await channel.workspaceNamed('Acme Japan') }),
    /** Moves the clock to nine in New York, when no daily budget is used up yet. */
    morning: () => channel.advanceClock((38 * HOUR_MS - (Date.now() % (24 * HOUR_MS))) % (24 * HOUR_MS)),
  };
}

/** Arguments that the platform accepts; a test changes one thing at a time. */
export const good = {
  campaign: { campaign_name: 'Launch', objective: 'TRAFFIC' },
  adGroup: { ad_group_name: 'US 25-34', optimization_goal: 'CLICK', location_ids: ['6252001'], budget: 20 },
  ad: {
    ad_name: 'Video A',
    ad_text: 'Try it',
    call_to_action: 'LEARN_MORE',
    landing_page_url: 'https://acme.example/launch',
  },
};
