/** Where on the platform something was shown, and on what. */
export interface Corner {
  network: string;
  slot: string;
  device: string;
}

/** How the traffic of a channel behaves. */
export interface Behaviour {
  /** Monday first. */
  weekdays: readonly number[];
  ctr: readonly [low: number, high: number];
  /** Its places, each with every device. */
  corners: readonly Corner[];
  /** By network, slot and device: the share of traffic, and the two numbers by which units differ there. */
  weights: readonly { share: number; place: number; device: number }[];
  /** By network, slot and device: the worth of a click relative to the others. */
  worths: readonly number[];
  /** Shown beside content and never beside search results. */
  isContent: boolean;
}

type Place = readonly [network: string, slot: string, share: number, worth?: number];

const OFFICE_WEEK = [1.1, 1.14, 1.12, 1.08, 0.98, 0.74, 0.84];
const LEISURE_WEEK = [0.9, 0.88, 0.92, 0.96, 1.04, 1.18, 1.12];

const DEVICES: readonly (readonly [device: string, share: number, worth: number])[] = [
  ['MOBILE', 0.59, 0.8],
  ['DESKTOP', 0.34, 1],
  ['TABLET', 0.07, 0.35],
];

function behaviour(weekdays: readonly number[], ctr: readonly [number, number], places: readonly Place[]): Behaviour {
  const grid = places.flatMap(([network, slot, share, placeWorth = 1], place) =>
    DEVICES.map(([device, part, worth], d) => ({
      corner: { network, slot, device },
      weight: { share: share * part, place, device: d },
      worth: placeWorth * worth,
    })),
  );
  return {
    weekdays,
    ctr,
    corners: grid.map(({ corner }) => corner),
    weights: grid.map(({ weight }) => weight),
    worths: grid.map(({ worth }) => worth),
    isContent: places.every(([network]) => network === 'CONTENT'),
  };
}

const BEHAVIOURS: Readonly<Record<string, Behaviour>> = {
  SEARCH: behaviour(
    OFFICE_WEEK,
    [0.035, 0.09],
    [
      ['SEARCH', 'SEARCH_TOP', 0.56],
      ['SEARCH', 'SEARCH_OTHER', 0.26],
      ['SEARCH_PARTNERS', 'SEARCH_PARTNER_TOP', 0.11, 0.5],
      ['SEARCH_PARTNERS', 'SEARCH_PARTNER_OTHER', 0.07, 0.5],
    ],
  ),
  DISPLAY: behaviour(LEISURE_WEEK, [0.004, 0.011], [['CONTENT', 'CONTENT', 1]]),
  PERFORMANCE_MAX: behaviour(
    LEISURE_WEEK,
    [0.01, 0.03],
    [
      ['SEARCH', 'SEARCH_TOP', 0.38],
      ['CONTENT', 'CONTENT', 0.27],
      ['YOUTUBE', 'MIXED', 0.21],
      ['DISCOVER', 'MIXED', 0.09, 0.5],
      ['GMAIL', 'MIXED', 0.05],
    ],
  ),
};
const OTHER = behaviour(LEISURE_WEEK, [0.005, 0.02], [['MIXED', 'MIXED', 1]]);

export function behaviourOf(channel: string): Behaviour {
  return BEHAVIOURS[channel] ?? OTHER;
}
