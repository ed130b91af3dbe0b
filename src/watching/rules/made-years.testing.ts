import { DAY_MS } from '../../ambient.ts';
import type { CampaignDays, HistoryDay } from '../history/daily-history.ts';
import { campaignOf } from './hand-made-days.testing.ts';
import { dayOfNumber, numberOfDay } from './known-days.ts';

/** Numbers between 0 and 1 that a seed repeats. */
function chanceOf(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** What a campaign is like when nothing is wrong. */
export interface Nature {
  impressions: number;
  ctr: number;
  conversionRate: number;
  clickPrice: number;
  /** By weekday, Sunday first. */
  week: readonly number[];
  noise: { impressions: number; ctr: number; conversionRate: number; clickPrice: number };
  monthEnd: number;
  season: number;
  growth: number;
  launchedOn: number;
  rampDays: number;
  pauses: readonly { from: number; to: number }[];
  /** The share of conversions that is known when a day has just ended, and how many days the rest takes. */
  lag: { known: number; days: number };
  dailyBudget: number | undefined;
}

export const FIRST = numberOfDay('2025-09-01');
/** Days that are judged begin after those that were filled in. */
export const FILLED_DAYS = 90;
export const YEAR_DAYS = FILLED_DAYS + 365;

const WEEKS = [
  [1, 1, 1, 1, 1, 1, 1],
  [0.5, 1, 1.05, 1.1, 1.05, 0.9, 0.6],
  [1.5, 0.9, 0.9, 0.9, 1, 1.2, 1.5],
  [0, 1, 1, 1, 1, 1, 0],
  [0.15, 1, 1.1, 1.1, 1, 0.9, 0.2],
];

export function natureOf(seed: number): Nature {
  const chance = chanceOf(seed);
  const between = (low: number, high: number) => low + (high - low) * chance();
  const overDecades = (low: number, high: number) => low * (high / low) ** chance();
  const isNew = chance() < 0.3;
  const launchedOn = isNew ? Math.floor(between(10, YEAR_DAYS - 40)) : 0;
  const pauses = Array.from({ length: Math.floor(between(0, 4)) }, () => {
    const from = Math.floor(between(launchedOn, YEAR_DAYS));
    return { from, to: from + Math.floor(between(0, 22)) };
  });
  const impressions = overDecades(30, 300_000);
  const [ctr, clickPrice] = [overDecades(0.002, 0.08), overDecades(0.2, 9)];
  return {
    impressions,
    ctr,
    conversionRate: overDecades(0.003, 0.1),
    clickPrice,
    week: WEEKS[Math.floor(chance() * WEEKS.length)]!,
    noise: {
      impressions: between(0.04, 0.28),
      ctr: between(0.02, 0.12),
      conversionRate: between(0.03, 0.2),
      clickPrice: between(0.02, 0.1),
    },
    monthEnd: chance() < 0.4 ? between(0.8, 1.4) : 1,
    season: between(0, 0.3),
    growth: between(-0.4, 0.6),
    launchedOn,
    rampDays: Math.floor(between(1, 15)),
    pauses,
    lag: { known: between(0.3, 1), days: overDecades(1, 12) },
    dailyBudget: chance() < 0.5 ? impressions * ctr * clickPrice * between(0.9, 1.3) : undefined,
  };
}

interface Made {
  day: number;
  text: string;
  isOn: boolean;
  cost: number;
  impressions: number;
  clicks: number;
  conversions: number;
}

/** What changes a day, such as an accident. */
export type Change = (made: Made) => Partial<Made>;

export interface MadeYear {
  days: readonly Made[];
  nature: Nature;
}

export function madeYear(nature: Nature, seed: number, change: Change = () => ({})): MadeYear {
  const chance = chanceOf(seed + 1_000_003);
  const normal = () => Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
  const swung = (deviation: number) => Math.exp(deviation * normal());
  const countOf = (mean: number) => poisson(mean, chance, normal);
  const days = Array.from({ length: YEAR_DAYS }, (_, index): Made => {
    const day = FIRST + index;
    const isOn = index >= nature.launchedOn && !nature.pauses.some(({ from, to }) => index >= from && index <= to);
    const level = isOn ? levelOf(nature, index, day) : 0;
    const { noise } = nature;
    const impressions = countOf(nature.impressions * level * swung(noise.impressions));
    const clicks = Math.min(impressions, countOf(impressions * nature.ctr * swung(noise.ctr)));
    const holiday = isHoliday(day) ? 0.7 : 1;
    const conversions = Math.min(
      clicks,
      countOf(clicks * nature.conversionRate * holiday * swung(noise.conversionRate)),
    );
    const price = nature.clickPrice * swung(noise.clickPrice);
    const most =
      nature.dailyBudget === undefined ? Number.POSITIVE_INFINITY : nature.dailyBudget * (1 + chance() * 0.5);
    const made = {
      day,
      text: dayOfNumber(day),
      isOn,
      impressions,
      clicks,
      conversions,
      cost: Math.min(most, clicks * price),
    };
    return { ...made, ...change(made) };
  });
  return { days, nature };
}

function levelOf({ week, monthEnd, season, growth, launchedOn, rampDays }: Nature, index: number, day: number): number {
  const date = new Date(day * DAY_MS);
  const daysLeft =
    new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate() - date.getUTCDate();
  const ramp = Math.min(1, (index - launchedOn + 1) / rampDays);
  const year = 1 + season * Math.sin((2 * Math.PI * index) / 365) + (growth * index) / YEAR_DAYS;
  return week[date.getUTCDay()]! * (daysLeft < 3 ? monthEnd : 1) * ramp * year * (isHoliday(day) ? 0.55 : 1);
}

function isHoliday(day: number): boolean {
  return ['12-24', '12-25', '12-26', '01-01'].includes(dayOfNumber(day).slice(5));
}

function poisson(mean: number, chance: () => number, normal: () => number): number {
  if (mean > 60) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal()));
  const end = Math.exp(-mean);
  let [count, product] = [0, chance()];
  while (product > end) {
    count += 1;
    product *= chance();
  }
  return count;
}

/** What the history holds on the morning after a day: figures of each age, status and since when it is on. */
export function knownAfter({ days, nature }: MadeYear, index: number, lookedBack = 100): CampaignDays {
  const from = Math.max(0, index - lookedBack);
  const newest = days[index]!.day;
  const kept = days.slice(from, index + 1).map((made) => keptDay(made, nature, newest, FIRST + FILLED_DAYS));
  const isLive = days[Math.min(index + 1, days.length - 1)]!.isOn;
  const until = dayOfNumber(days[index]!.day);
  const made = campaignOf([], {
    until,
    account: { firstDay: dayOfNumber(FIRST), readDailySince: dayOfNumber(FIRST + FILLED_DAYS) },
    campaign: { isLive, status: isLive ? 'ENABLED' : 'PAUSED', liveSince: isLive ? onSince(days, index) : undefined },
  });
  return { ...made, days: kept };
}

const MILLION = 1_000_000n;

function keptDay(made: Made, { lag }: Nature, newest: number, dailySince: number): HistoryDay {
  const { day, text, conversions } = made;
  const share = (days: number) => 1 - (1 - lag.known) * Math.exp(-days / lag.days);
  const said = Math.floor(conversions * share(0));
  const now = Math.floor(conversions * share(newest - day) + 1e-9);
  const told = {
    cost: BigInt(Math.round(made.cost * 100)) * 10_000n,
    impressions: BigInt(made.impressions) * MILLION,
    clicks: BigInt(made.clicks) * MILLION,
  };
  return {
    day: text,
    parts: { ...told, conversions: BigInt(now) * MILLION },
    ...(day >= dailySince && now !== said && { first: { ...told, conversions: BigInt(said) * MILLION } }),
  };
}

/** As the history sees it: on since it delivered on the newest day after it was off, or since the next morning. */
function onSince(days: readonly Made[], index: number): string {
  let since = index + 1;
  while (since > 0 && days[since - 1]!.isOn) since -= 1;
  return dayOfNumber(days[0]!.day + since);
}
