import { chance } from '../../chance.ts';
import { WASTED } from '../metrics/facts.ts';
import type { Division } from '../metrics/splitter.ts';

interface Placement {
  placement: string;
  display_name: string;
  target_url: string;
  placement_type: string;
  /** The site or shop it belongs to. */
  group: string;
}

const site = (domain: string, path: string): Placement => ({
  placement: `${domain}${path}`,
  display_name: `${domain}${path}`,
  target_url: `${domain}${path}`,
  placement_type: 'WEBSITE',
  group: domain,
});

const app = (id: string, name: string): Placement => ({
  placement: `mobileapp::2-${id}`,
  display_name: `Mobile App: ${name} (Google Play)`,
  target_url: `play.google.com/store/apps/details?id=${id}`,
  placement_type: 'MOBILE_APPLICATION',
  group: 'play.google.com',
});

/** Placements of display ads: share of traffic and worth of a click, which is low in games. */
const PLACEMENTS: readonly (Placement & { share: number; worth: number })[] = [
  { ...site('runners-news.example', '/training'), share: 0.22, worth: 1 },
  { ...site('runners-news.example', '/shoes'), share: 0.16, worth: 1 },
  { ...site('trail-forum.example', '/gear'), share: 0.14, worth: 0.9 },
  { ...site('weather-today.example', '/hourly'), share: 0.12, worth: 0.5 },
  { ...app('com.bubblepop.example', 'Bubble Pop'), share: 0.15, worth: WASTED },
  { ...app('com.flashlight.example', 'Brightest Flashlight'), share: 0.09, worth: WASTED },
  { ...app('com.runlog.example', 'Run Log'), share: 0.12, worth: 1 },
];

export function placementsOf(unitId: number): (Placement & { part: Division })[] {
  const weights = PLACEMENTS.map(({ share }, at) => share * (0.7 + 0.6 * chance(unitId, 0, 70 + at)));
  const worths = PLACEMENTS.map(({ worth }) => worth);
  return PLACEMENTS.map(({ share: _, worth: __, ...placement }, index) => ({
    ...placement,
    part: { weights, worths, index },
  }));
}
