import { type Cell, emptyCell } from '../metrics/cells.ts';
import { DAY_SEGMENTS, SEGMENT_READERS, type Spot } from './segments.ts';

type SegmentValue = string | number | undefined;

/** A line of a report: the values of the selected segments, and what happened there. */
export interface Group {
  segments: readonly SegmentValue[];
  cell: Cell;
}

/** The traffic of one thing, gathered by the selected segments, in the order in which they were met. */
export interface Groups {
  /** Good until the next thing begins: who keeps a group longer takes a copy. */
  readonly list: readonly Group[];
  /** Begins with another thing. */
  clear(): void;
  /** Where the traffic of a spot is added up. */
  cellOf(spot: Spot): Cell;
}

export function groupsBy(paths: readonly string[]): Groups {
  if (paths.length === 0) return new Whole();
  const readers = paths.map(readerOf);
  const read = (spot: Spot) => readers.map((reader) => reader(spot));
  return paths.every((path) => DAY_SEGMENTS.has(path)) ? new ByDay(read) : new BySpot(read);
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

interface DayGroup extends Group {
  isListed: boolean;
}

/** When the day alone decides where traffic belongs, its group is looked up once and serves one thing after the other. */
class ByDay implements Groups {
  list: DayGroup[] = [];
  readonly #byDay = new Map<number, DayGroup>();
  readonly #byKey = new Map<string, DayGroup>();
  readonly #read: (spot: Spot) => SegmentValue[];

  constructor(read: (spot: Spot) => SegmentValue[]) {
    this.#read = read;
  }

  clear(): void {
    for (const group of this.list) {
      group.isListed = false;
      group.cell.fill(0);
    }
    this.list = [];
  }

  cellOf({ day }: Spot): Cell {
    const group = this.#byDay.get(day) ?? this.#groupOf(day);
    if (!group.isListed) {
      group.isListed = true;
      this.list.push(group);
    }
    return group.cell;
  }

  #groupOf(day: number): DayGroup {
    const segments = this.#read({ day });
    const key = segments.join('\u0000');
    const group = this.#byKey.get(key) ?? { segments, cell: emptyCell(), isListed: false };
    this.#byKey.set(key, group);
    this.#byDay.set(day, group);
    return group;
  }
}
