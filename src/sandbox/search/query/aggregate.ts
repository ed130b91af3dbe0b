import type { LocalTime } from '../metrics/calendar.ts';
import { ACTIONS, addTo, type Cell, CONVERSIONS, emptyCell, VALUES } from '../metrics/cells.ts';
import { type Corner, corners, dayCell, hours, type Part, shares } from '../metrics/facts.ts';
import type { Doc } from '../state.ts';
import type { Plan } from './plan.ts';
import { CORNER_SEGMENTS, DAY_SEGMENTS, isActionSegment, SEGMENT_READERS, type Spot } from './segments.ts';
import type { Share } from './sources.ts';

const DIVIDED_MAX = 400;

type SegmentValue = string | number | undefined;

/** A line of a report: the values of the selected segments, and what happened there. */
export interface Group {
  segments: readonly SegmentValue[];
  cell: Cell;
}

/** Gathers the traffic behind one line of a report, divided by the selected segments. */
export class Aggregator {
  readonly #plan: Plan;
  readonly #now: LocalTime;
  readonly #actions: readonly Doc[];
  readonly #readers: ((spot: Spot) => SegmentValue)[];
  readonly #needs: { corner: boolean; hour: boolean; action: boolean };
  readonly #dayKnown = new Map<number, boolean>();
  /** Siblings come one after the other, and what one shared with the others is asked for again at once. */
  readonly #divided = new Map<string, { corner: Corner; cells: Cell[] }[]>();

  constructor(plan: Plan, now: LocalTime, actions: readonly Doc[]) {
    this.#plan = plan;
    this.#now = now;
    this.#actions = actions;
    this.#readers = plan.segments.map(({ path }) => memoized(path));
    const paths = plan.segments.map(({ path }) => path);
    this.#needs = {
      corner: paths.some((path) => CORNER_SEGMENTS.has(path)),
      hour: paths.includes('segments.hour'),
      action: paths.some(isActionSegment),
    };
  }

  groups(from: Iterable<Share>): Iterable<Group> {
    const groups = new Map<string, Group>();
    if (this.#plan.segments.length === 0) groups.set('', { segments: [], cell: emptyCell() });
    for (const share of from) this.#addShare(share, groups);
    return groups.values();
  }

  #addShare(share: Share, groups: Map<string, Group>): void {
    const { range } = this.#plan;
    for (const flight of share.unit.flights) {
      const first = Math.max(range.low, flight.from);
      const last = Math.min(range.high, flight.to ?? this.#now.day, this.#now.day);
      for (let day = first; day <= last; day += 1) {
        if (!this.#dayCounts(day)) continue;
        const cell = dayCell(share.unit, day, this.#now);
        if (cell) this.#addDay(share, day, cell, groups);
      }
    }
  }

  #dayCounts(day: number): boolean {
    if (this.#plan.dayFilters.length === 0) return true;
    let counts = this.#dayKnown.get(day);
    if (counts === undefined) {
      counts = this.#plan.dayFilters.every(({ field, test }) => test(SEGMENT_READERS[field]!({ day })));
      this.#dayKnown.set(day, counts);
    }
    return counts;
  }

  #addDay(share: Share, day: number, whole: Cell, groups: Map<string, Group>): void {
    if (!this.#needs.corner && !share.among && !this.#needs.hour) {
      this.#addSpot({ day }, kept(whole, share.action), groups);
      return;
    }
    for (const { corner, cell } of this.#cornersOf(share, day, whole)) {
      if (this.#needs.hour) {
        for (const [hour, part] of hours(cell, day, this.#now).entries())
          this.#addSpot({ day, corner, hour }, kept(part, share.action), groups);
      } else {
        const own = share.term ? shares(cell, share.term.ids)[share.term.index]! : cell;
        this.#addSpot(
          { day, corner, ...(share.keyword && { keyword: share.keyword }) },
          kept(own, share.action),
          groups,
        );
      }
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

  #addSpot(spot: Spot, cell: Cell, groups: Map<string, Group>): void {
    if (!this.#needs.action) {
      this.#add(spot, cell, groups);
      return;
    }
    for (const [index, action] of this.#actions.entries()) this.#add({ ...spot, action }, kept(cell, index), groups);
  }

  #add(spot: Spot, cell: Cell, groups: Map<string, Group>): void {
    const readers = this.#readers;
    const segments = readers.map((read) => read(spot));
    const key = segments.length === 1 ? String(segments[0]) : segments.join('\u0000');
    const group = groups.get(key);
    if (group) addTo(group.cell, cell);
    else groups.set(key, { segments, cell: cell.slice() });
  }
}

/** Texts of days are made once, not for every line. */
function memoized(path: string): (spot: Spot) => SegmentValue {
  const read = SEGMENT_READERS[path];
  if (!read) return () => undefined;
  if (!DAY_SEGMENTS.has(path)) return read;
  const known = new Map<number, SegmentValue>();
  return (spot) => {
    let value = known.get(spot.day);
    if (value === undefined) {
      value = read(spot);
      known.set(spot.day, value);
    }
    return value;
  };
}

/** What one conversion action saw of it, if only one is meant. */
function kept(cell: Cell, action: number | undefined): Cell {
  if (action === undefined) return cell;
  const part = emptyCell();
  if (action < ACTIONS) {
    part[CONVERSIONS + action] = cell[CONVERSIONS + action]!;
    part[VALUES + action] = cell[VALUES + action]!;
  }
  return part;
}
