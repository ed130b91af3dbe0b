import type { Corner } from '../metrics/behaviour.ts';
import { type Cell, emptyCell } from '../metrics/cells.ts';
import { CORNER_SEGMENTS, DAY_SEGMENTS, SEGMENT_READERS, type Spot } from './segments.ts';

type SegmentValue = string | number | undefined;

/** A line of a report: the values of the selected segments, and what happened there. */
export interface Group {
  segments: readonly SegmentValue[];
  cell: Cell;
}

/** The traffic of one object, grouped by the selected segments, in order of first appearance. */
export interface Groups {
  /** Valid until the next object begins; copy a group to keep it longer. */
  readonly list: readonly Group[];
  /** Starts over for the next object. */
  clear(): void;
  /** Where the traffic of a spot is added up. */
  cellOf(spot: Spot): Cell;
}

export function groupsBy(paths: readonly string[]): Groups {
  if (paths.length === 0) return new Whole();
  const readers = paths.map(readerOf);
  const read = (spot: Spot) => readers.map((reader) => reader(spot));
  const isKnown = (path: string) => DAY_SEGMENTS.has(path) || CORNER_SEGMENTS.has(path);
  return paths.every(isKnown)
    ? new KnownGroups(
        read,
        paths.some((path) => CORNER_SEGMENTS.has(path)),
      )
    : new BySpot(read);
}

/** Texts of days are made once, not for every line. */
function readerOf(path: string): (spot: Spot) => SegmentValue {
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

class Whole implements Groups {
  readonly list: readonly [Group] = [{ segments: [], cell: emptyCell() }];

  clear(): void {
    this.list[0].cell.fill(0);
  }

  cellOf(): Cell {
    return this.list[0].cell;
  }
}

class BySpot implements Groups {
  list: Group[] = [];
  readonly #byKey = new Map<string, Group>();
  readonly #read: (spot: Spot) => SegmentValue[];

  constructor(read: (spot: Spot) => SegmentValue[]) {
    this.#read = read;
  }

  clear(): void {
    this.list = [];
    this.#byKey.clear();
  }

  cellOf(spot: Spot): Cell {
    const segments = this.#read(spot);
    const key = segments.join('\u0000');
    let group = this.#byKey.get(key);
    if (!group) {
      group = { segments, cell: emptyCell() };
      this.#byKey.set(key, group);
      this.list.push(group);
    }
    return group.cell;
  }
}

interface KnownGroup extends Group {
  isListed: boolean;
}

/**
 * When day and place alone decide where traffic belongs, its groups are looked up once and serve one thing after the
 * other.
 */
export class KnownGroups implements Groups {
  list: KnownGroup[] = [];
  readonly #byDay = new Map<number, KnownGroup>();
  readonly #byCorners = new Map<readonly Corner[], Map<number, Corners>>();
  readonly #byKey = new Map<string, KnownGroup>();
  readonly #read: (spot: Spot) => SegmentValue[];
  /** Whether segments other than the day are selected. */
  readonly #divides: boolean;

  constructor(read: (spot: Spot) => SegmentValue[], divides: boolean) {
    this.#read = read;
    this.#divides = divides;
  }

  clear(): void {
    for (const group of this.list) {
      group.isListed = false;
      group.cell.fill(0);
    }
    this.list = [];
  }

  cellOf(spot: Spot): Cell {
    const group = this.#divides ? this.#groupOf(spot) : this.#dayGroup(spot.day);
    this.#show(group);
    return group.cell;
  }

  #dayGroup(day: number): KnownGroup {
    let group = this.#byDay.get(day);
    if (!group) {
      group = this.#groupOf({ day });
      this.#byDay.set(day, group);
    }
    return group;
  }

  /** For each corner, where its traffic of a day is added up. */
  cellsOf(day: number, corners: readonly Corner[]): readonly Cell[] {
    let byDay = this.#byCorners.get(corners);
    if (!byDay) {
      byDay = new Map();
      this.#byCorners.set(corners, byDay);
    }
    let known = byDay.get(day);
    if (!known) {
      const groups = corners.map((corner) => this.#groupOf({ day, corner }));
      known = { groups, cells: groups.map(({ cell }) => cell) };
      byDay.set(day, known);
    }
    for (const group of known.groups) this.#show(group);
    return known.cells;
  }

  #show(group: KnownGroup): void {
    if (group.isListed) return;
    group.isListed = true;
    this.list.push(group);
  }

  #groupOf(spot: Spot): KnownGroup {
    const segments = this.#read(spot);
    const key = segments.join('\u0000');
    const group = this.#byKey.get(key) ?? { segments, cell: emptyCell(), isListed: false };
    this.#byKey.set(key, group);
    return group;
  }
}

interface Corners {
  groups: readonly KnownGroup[];
  cells: readonly Cell[];
}
