import { HOUR_MS } from '../../../ambient.ts';
import { workingShare } from '../../accident.ts';
import { addDays, dayIn, dayStart } from '../../calendar.ts';
import { digitsOf } from '../rules/currencies.ts';
import type { AdvertiserData } from '../state/shapes.ts';
import type { Entity, Store } from '../state.ts';
import { moneyByDay } from './delivery.ts';
import { adDay, add, type Counts, nothing } from './numbers.ts';
import { type Aim, split } from './people.ts';
import { type ReportQuery, WHOLE_AD } from './query.ts';
import { profileOf } from './spending.ts';
import { type Told, toldConversions } from './told-conversions.ts';

/** One row: its dimensions and its counts. */
export interface ReportRow {
  /** The object of the level; the advertiser itself at its own level. */
  subject: Entity;
  dimensions: Record<string, string>;
  counts: Counts;
}

const EVER = '2000-01-01';

/** Rows of the level that was asked for, added up from the days of the ads. */
export function reportRows(store: Store, query: ReportQuery, subjects: readonly Entity[], now: number): ReportRow[] {
  const { advertiser, level, dimension } = query;
  const today = dayIn(now, advertiser.data.timezone);
  const [first, last] = query.lifetime ? [EVER, today] : [query.start, query.end];
  const rows = new Map<string, ReportRow>();
  const rowOf = (subject: Entity, dimensions: Record<string, string>) => {
    const key = JSON.stringify(dimensions);
    const row = rows.get(key) ?? { subject, dimensions, counts: nothing() };
    rows.set(key, row);
    return row;
  };
  const shownAs = (subject: Entity) => (dimension === WHOLE_AD ? wholeAd(store, subject as Entity<'Ad'>) : subject);
  const bySubject = new Map(subjects.map((subject) => [subject.id, subject]));
  // Without a time, an object that delivered nothing has a row of zeros.
  if (!query.time && query.extra.length === 0)
    for (const subject of subjects.map(shownAs)) rowOf(subject, { [dimension]: subject.id });
  const told = Map.groupBy(toldConversions(store, advertiser, now), ({ ad }) => ad);
  for (const ad of store.all('Ad', { advertiser: advertiser.id })) {
    const member = bySubject.get(level.idOf(ad));
    if (!member) continue;
    const subject = shownAs(member);
    for (const { label, ...part } of partsOf(store, query, ad, told.get(ad.id) ?? [], { first, last, now })) {
      const time = query.time ? { [query.time]: label } : {};
      for (const [dimensions, counts] of split(query.extra, { id: ad.id, country: advertiser.data.country, ...part }))
        add(rowOf(subject, { [dimension]: subject.id, ...time, ...dimensions }).counts, counts);
    }
  }
  return [...rows.values()];
}

interface Part {
  label: string;
  day: string;
  aim: Aim;
  counts: Counts;
}

/** An ad's numbers by day or hour: what its money brought, and what the platform was told of. */
function partsOf(
  store: Store,
  { advertiser, time }: ReportQuery,
  ad: Entity<'Ad'>,
  told: readonly Told[],
  { first, last, now }: { first: string; last: string; now: number },
): Part[] {
  const { timezone, currency } = advertiser.data;
  const profile = profileOf(store, ad, currency);
  const isByHour = time === 'stat_time_hour';
  const toldOn = (label: string) => toldShare(advertiser.data, label.slice(0, 10));
  const spans = isByHour ? hoursOf(ad, timezone, first, now) : daysOf(ad, timezone, first, last, now);
  const bought = spans.map(({ label, day, aim, money }) => ({
    label,
    day,
    aim,
    counts: adDay(profile, day, money, toldOn(day)),
  }));
  const aim = ad.data.delivery.at(-1)?.aim ?? {};
  const besides = told.flatMap(({ at, counts }): Part[] => {
    const day = dayIn(at, timezone);
    if (day < first || day > (isByHour ? first : last)) return [];
    const hour = isByHour ? Math.floor((at - dayStart(day, timezone)) / HOUR_MS) : 0;
    return [{ label: `${day} ${String(hour).padStart(2, '0')}:00:00`, day, aim, counts }];
  });
  return [...bought, ...besides];
}

/** The part of a day in which the website reported what people did there. */
function toldShare({ pixelDead, timezone }: AdvertiserData, day: string): number {
  return workingShare(pixelDead, dayStart(day, timezone), dayStart(addDays(day, 1), timezone));
}

function wholeAd(store: Store, ad: Entity<'Ad'>): Entity {
  return (ad.data.smart === undefined ? ad : store.need('SmartAd', ad.data.smart)) as Entity;
}

function daysOf(ad: Entity<'Ad'>, zone: string, first: string, last: string, now: number) {
  return moneyByDay(ad, zone, first, last, now).map((spent) => ({ label: `${spent.day} 00:00:00`, ...spent }));
}

/** The hours of one day; each is the day's growth since the hour before. */
function hoursOf(ad: Entity<'Ad'>, zone: string, day: string, now: number) {
  const [start, end] = [dayStart(day, zone), dayStart(addDays(day, 1), zone)];
  const spentAt = (moment: number) => moneyByDay(ad, zone, day, day, Math.min(moment, now))[0]?.money ?? 0;
  const aim = moneyByDay(ad, zone, day, day, now)[0]?.aim ?? {};
  const hours = [];
  for (let at = start, hour = 0; at < Math.min(end, now); at += HOUR_MS, hour += 1) {
    const money = spentAt(at + HOUR_MS) - spentAt(at);
    if (money > 0)
      hours.push({ label: `${day} ${String(hour).padStart(2, '0')}:00:00`, day: `${day} ${hour}`, aim, money });
  }
  return hours;
}

export function unitOf(currency: string): number {
  return 10 ** digitsOf(currency);
}
