import { ruleBroken } from '../errors.ts';
import type { AdSetData, CampaignData } from '../state/shapes.ts';
import { wordsIn } from './placement-rules.ts';

/** Ad sets that promote an app reach the devices it runs on. */
export function checkApp(campaign: CampaignData, { promoted_object: promoted, targeting }: AdSetData): void {
  if (campaign.objective !== 'OUTCOME_APP_PROMOTION') return;
  if (campaign.is_skadnetwork_attribution === undefined)
    throw ruleBroken(
      3955009,
      'Attribution Type Does Not Fit',
      'The app campaign does not say with is_skadnetwork_attribution how it attributes installs.',
      ['campaign_id'],
    );
  const store = String(promoted?.object_store_url ?? '');
  const system = /apple\.com/.test(store) ? 'iOS' : /play\.google\.com/.test(store) ? 'Android' : undefined;
  const other = wordsIn(targeting, 'user_os').find((os) => system !== undefined && !os.startsWith(system));
  const desktop = wordsIn(targeting, 'device_platforms').includes('desktop');
  if (other === undefined && !desktop) return;
  throw ruleBroken(
    1487678,
    'App and Devices Differ',
    desktop ? 'An app cannot be installed on a desktop.' : `The app is for ${system}, the targeting for ${other}.`,
    ['targeting', desktop ? 'device_platforms' : 'user_os'],
  );
}
