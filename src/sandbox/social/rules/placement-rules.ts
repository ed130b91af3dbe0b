import { type GraphError, ruleBroken } from '../errors.ts';
import type { Json } from '../state/shapes.ts';
import { invalidTargeting } from './location-rules.ts';

const CHOICES: Record<string, string[]> = {
  publisher_platforms: ['facebook', 'instagram', 'threads', 'messenger', 'audience_network', 'whatsapp'],
  facebook_positions:
    'feed right_hand_column marketplace story search instream_video facebook_reels facebook_reels_overlay profile_feed notification'.split(
      ' ',
    ),
  instagram_positions: 'stream story explore_home reels profile_feed ig_search profile_reels'.split(' '),
  threads_positions: ['threads_stream'],
  audience_network_positions: ['classic', 'rewarded_video'],
  messenger_positions: ['sponsored_messages', 'story'],
  whatsapp_positions: ['status'],
  device_platforms: ['mobile', 'desktop'],
};
const PLATFORMS = ['facebook', 'instagram', 'threads', 'messenger', 'audience_network', 'whatsapp'];
const LEANING_ON_FEED = new Set(['story', 'marketplace', 'search', 'profile_feed', 'notification']);
const PHONES_ONLY = new Set(['story', 'facebook_reels', 'facebook_reels_overlay', 'reels', 'profile_reels']);

export function wordsIn(targeting: Json, name: string): string[] {
  const list = targeting[name];
  return Array.isArray(list) ? list.map(String) : [];
}

/** Checks where the ads are to appear and gives the spec without what the platform drops in silence. */
export function checkPlacements(targeting: Json): Json {
  checkChoices(targeting);
  const platforms = wordsIn(targeting, 'publisher_platforms');
  for (const platform of PLATFORMS) {
    const positions = wordsIn(targeting, `${platform}_positions`);
    if (positions.length > 0 && platforms.length > 0 && !platforms.includes(platform))
      throw misplaced(`${platform}_positions need ${platform} in publisher_platforms.`, `${platform}_positions`);
  }
  checkCompany(targeting, platforms);
  checkDevices(targeting);
  const { messenger_positions: _, ...rest } = targeting;
  const messenger = wordsIn(targeting, 'messenger_positions').filter((position) => position !== 'story');
  return messenger.length > 0 ? { ...rest, messenger_positions: messenger } : rest;
}

function misplaced(message: string, field: string): GraphError {
  return ruleBroken(undefined, 'Invalid Placement', message, ['targeting', field]);
}

function checkChoices(targeting: Json): void {
  for (const [name, allowed] of Object.entries(CHOICES)) {
    const wanted = targeting[name];
    if (wanted === undefined) continue;
    const odd = Array.isArray(wanted) ? wanted.find((value) => !allowed.includes(String(value))) : wanted;
    if (name === 'instagram_positions' && odd === 'explore')
      throw ruleBroken(2490392, 'Explore Is Not Available', 'Use explore_home instead of explore.', [
        'targeting',
        name,
      ]);
    if (odd !== undefined) throw invalidTargeting(`${name} cannot hold ${String(odd)}.`, name);
  }
}

/** Placements that exist only beside others. */
function checkCompany(targeting: Json, platforms: readonly string[]): void {
  const facebook = wordsIn(targeting, 'facebook_positions');
  const instagram = wordsIn(targeting, 'instagram_positions');
  const has = (platform: string) => platforms.length === 0 || platforms.includes(platform);
  const onInstagram = (position: string) =>
    has('instagram') && (instagram.length === 0 || instagram.includes(position));
  if (platforms.join() === 'audience_network')
    throw misplaced('audience_network cannot be the only platform.', 'publisher_platforms');
  if (platforms.includes('threads') && !onInstagram('stream'))
    throw misplaced('threads needs the stream of instagram.', 'publisher_platforms');
  if (platforms.includes('whatsapp') && !onInstagram('story'))
    throw misplaced('whatsapp status needs the story of instagram.', 'publisher_platforms');
  const leaning = facebook.find((position) => LEANING_ON_FEED.has(position));
  if (leaning !== undefined && !facebook.includes('feed') && !onInstagram('story'))
    throw misplaced(`${leaning} needs feed beside it, or the story of instagram.`, 'facebook_positions');
}

function checkDevices(targeting: Json): void {
  const devices = wordsIn(targeting, 'device_platforms').join();
  const positions = PLATFORMS.flatMap((platform) => wordsIn(targeting, `${platform}_positions`));
  if (positions.length === 0) return;
  if (devices === 'mobile' && wordsIn(targeting, 'facebook_positions').join() === 'right_hand_column')
    throw misplaced('right_hand_column exists on desktop only.', 'facebook_positions');
  if (devices === 'desktop' && positions.every((position) => PHONES_ONLY.has(position)))
    throw misplaced('Stories and reels exist on mobile only.', 'device_platforms');
}
