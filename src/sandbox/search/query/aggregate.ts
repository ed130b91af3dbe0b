import { behaviourOf, type Corner } from '../metrics/behaviour.ts';
import type { LocalTime } from '../metrics/calendar.ts';
import { ACTIONS, addTo, type Cell, CONVERSIONS, emptyCell, VALUES } from '../metrics/cells.ts';
import { type MeterContext, wantedFor } from '../metrics/definitions.ts';
import { Earnings, hours, type SentConversions, shares, type Unit } from '../metrics/facts.ts';
import { corners, cornerWeights, type Part } from '../metrics/places.ts';
import { termShare } from '../metrics/search-terms.ts';
import { boundsOf, EVERYTHING, partOf, Splitter, type Wanted } from '../metrics/splitter.ts';
import type { Doc } from '../state.ts';
import { type Group, type Groups, groupsBy, KnownGroups } from './groups.ts';
import type { Plan } from './plan.ts';
import { CORNER_SEGMENTS, isActionSegment, SEGMENT_READERS, type Spot } from './segments.ts';
import type { Share } from './sources.ts';

const DIVIDED_MAX = 400;

/** The conversion actions of the account, and what was sent to them. */
interface Counted {
  actions: readonly Doc[];
  meters: MeterContext;
  sent: SentConversions;
}

/** Gathers the traffic behind one line of a report, divided by the selected segments. */
export class Aggregator {
  readonly #plan: Plan;
  readonly #now: LocalTime;
  readonly #actions: readonly Doc[];
  readonly #sent: SentConversions;
  readonly #groups: Groups;
  readonly #needs: { corner: boolean; hour: boolean; action: boolean };
  readonly #wanted: Wanted;
  readonly #splitter: Splitter;
  #days: { first: number; last: number; spots: readonly Spot[] } = { first: 0, last: -1, spots: [] };
  /** Cache of the last split: siblings follow each other and need the same one. */
  readonly #divided = new Map<string, { corner: Corner; cells: Cell[] }[]>();

  constructor(plan: Plan, now: LocalTime, { actions, meters, sent }: Counted) {
    this.#plan = plan;
    this.#now = now;
    this.#actions = actions;
    this.#sent = sent;
    const paths = plan.segments.map(({ path }) => path);
    this.#groups = groupsBy(paths);
    this.#needs = {
      corner: paths.some((path) => CORNER_SEGMENTS.has(path)),
      hour: paths.includes('segments.hour'),
      action: paths.some(isActionSegment),
    };
    this.#wanted = wantedBy(plan, meters);
    this.#splitter = new Splitter(this.#wanted);
  }

  /** The groups of one line. The list is reused: it is valid until the next call. */
  groups(from: Iterable<Share>): readonly Group[] {
    this.#groups.clear();
    for (const share of from) this.#addShare(share);
    return this.#groups.list;
  }

  #addShare(share: Share): void {
    const { range } = this.#plan;
    const add = this.#adder(share, new Earnings(share.unit, this.#now, this.#wanted, this.#sent));
    for (const span of share.unit.delivery) {
      const first = Math.max(range.low, span.from);
      const last = Math.min(range.high, span.to ?? this.#now.day, this.#now.day);
      for (const spot of this.#daysOf(first, last)) add(spot);
    }
  }

  /** The function that adds one day of a share. Reports without divisions have the most rows and get a shorter one. */
  #adder(share: Share, earnings: Earnings): (spot: Spot) => void {
    const { corner, hour, action } = this.#needs;
    const groups = this.#groups;
    const isDivided = hour || action || [share.among, share.action, share.part].some((way) => way !== undefined);
    if (!isDivided && !corner) return (spot) => earnings.addTo(groups.cellOf(spot), spot.day);
    if (!isDivided && groups instanceof KnownGroups) return this.#placesAdder(share.unit, earnings, groups);
    return ({ day }) => this.#addDivided(share, day, earnings);
  }

  #placesAdder(unit: Unit, earnings: Earnings, groups: KnownGroups): (spot: Spot) => void {
    const bounds = boundsOf(cornerWeights(unit));
    const { corners: places, worths } = behaviourOf(unit.channel);
    const whole = emptyCell();
    return ({ day }) => {
      whole.fill(0);
      if (earnings.addTo(whole, day)) this.#splitter.share(whole, bounds, groups.cellsOf(day, places), worths);
    };
  }

  /** The days of a span that pass the filters, cached for the next unit: most ran on the same days. */
  #daysOf(first: number, last: number): readonly Spot[] {
    if (this.#days.first === first && this.#days.last === last) return this.#days.spots;
    const spots: Spot[] = [];
    for (let day = first; day <= last; day += 1)
      if (this.#plan.dayFilters.every(({ field, test }) => test(SEGMENT_READERS[field]!({ day })))) spots.push({ day });
    this.#days = { first, last, spots };
    return spots;
  }

  #addDivided(share: Share, day: number, earnings: Earnings): void {
    const whole = emptyCell();
    if (!earnings.addTo(whole, day)) return;
    if (!this.#needs.corner && !share.among && !share.part && !this.#needs.hour) {
      this.#addSpot({ day }, kept(whole, share.action));
      return;
    }
    const { keyword, place, product } = share;
    for (const { corner, cell } of this.#cornersOf(share, day, whole)) {
      const spot = { day, corner, ...(keyword && { keyword }), ...(place && { place }), ...(product && { product }) };
      const own = share.term ? termShare(cell, share.term) : share.part ? partOf(cell, share.part) : cell;
      if (!this.#needs.hour) this.#addSpot(spot, kept(own, share.action));
      else
        for (const [hour, part] of hours(own, day, this.#now).entries())
          this.#addSpot({ ...spot, hour }, kept(part, share.action));
    }
  }

  /** A day's places with all of their traffic, or with one sibling's part of it. */
  #cornersOf(share: Share, day: number, whole: Cell): Part[] {
    if (!share.among) return corners(share.unit, whole);
    const { ids, index } = share.among(day);
    if (index < 0) return [];
    const key = `${share.unit.id} ${day}`;
    let divided = this.#divided.get(key);
    if (!divided) {
      divided = corners(share.unit, whole).map(({ corner, cell }) => ({ corner, cells: shares(cell, ids) }));
      if (this.#divided.size >= DIVIDED_MAX) this.#divided.clear();
      this.#divided.set(key, divided);
    }
    return divided.map(({ corner, cells }) => ({ corner, cell: cells[index]! }));
  }

  #addSpot(spot: Spot, cell: Cell): void {
    if (!this.#needs.action) {
      addTo(this.#groups.cellOf(spot), cell);
      return;
    }
    for (const [index, action] of this.#actions.entries())
      addTo(this.#groups.cellOf({ ...spot, action }), kept(cell, index));
  }
}

/** The numbers that the plan's metrics read; all of them when there are no metrics. */
function wantedBy({ metrics, metricFilters }: Plan, meters: MeterContext): Wanted {
  if (metrics.length === 0) return EVERYTHING;
  const read = [...metrics, ...metricFilters.map(({ field }) => field)];
  return wantedFor(
    read.map(({ steps }) => steps[0]!),
    meters,
  );
}

/** Limits the numbers to one conversion action, when only one is wanted. */
function kept(cell: Cell, action: number | undefined): Cell {
  if (action === undefined) return cell;
  const part = emptyCell();
  if (action < ACTIONS) {
    part[CONVERSIONS + action] = cell[CONVERSIONS + action]!;
    part[VALUES + action] = cell[VALUES + action]!;
  }
  return part;
}
