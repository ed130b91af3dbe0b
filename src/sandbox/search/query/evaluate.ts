import type { Account } from '../access.ts';
import { fieldNamed, type QueryField } from '../catalogue/fields.ts';
import type { LocalTime } from '../metrics/calendar.ts';
import { type Cell, CLICKS, UNCLICKED } from '../metrics/cells.ts';
import { METERS, type MeterContext } from '../metrics/definitions.ts';
import { countedActions, sentConversions } from '../metrics/sent-conversions.ts';
import type { Doc, Store, Value } from '../state.ts';
import { Aggregator } from './aggregate.ts';
import type { Test } from './conditions.ts';
import type { Group } from './groups.ts';
import type { Plan } from './plan.ts';
import { Projector, type Read } from './project.ts';
import { type BaseRow, baseRows, unitMicrosOf } from './sources.ts';

/** A line of an answer, not yet written out. */
export interface Line {
  base: BaseRow;
  /** Only in reports. */
  group: Group | undefined;
}

/** A line, and where the walk over the data stood. */
export interface Row {
  line: Line;
  position: number;
  /** How many rows of this position came before it. */
  within: number;
}

export interface Resume {
  position: number;
  within: number;
}

/** The rows of one object. */
export interface Batch {
  base: BaseRow;
  position: number;
  /** How many rows of this position came before them. */
  before: number;
  groups: readonly (Group | undefined)[];
}

export interface Evaluation {
  store: Store;
  account: Account;
  now: LocalTime;
}

/** A row is valid until the next one is read; copy it to keep it. */
export function* rowsOf({ base, position, before, groups }: Batch): Generator<Row> {
  const row: Row = { line: { base, group: undefined }, position, within: before };
  for (const group of groups) {
    row.line.group = group;
    row.within += 1;
    yield row;
  }
}

/** Views that have rows only with impressions; other resources have one for each object. */
const TRAFFIC_VIEWS: ReadonlySet<string> = new Set([
  'search_term_view',
  'geographic_view',
  'user_location_view',
  'landing_page_view',
  'expanded_landing_page_view',
  'detail_placement_view',
  'group_placement_view',
  'asset_field_type_view',
]);

/** Runs a plan over the data. Rows are produced one by one in the order of the data, without buffering. */
export class Report {
  readonly #plan: Plan;
  readonly #context: Evaluation;
  readonly #meters: MeterContext;
  readonly #aggregator: Aggregator;
  readonly #projector: Projector<Line>;
  readonly #tests: { read: Read<Line>; test: Test }[];
  readonly #shown: ((cell: Cell) => number | undefined)[];
  /** How the values are read that rows are sorted by. */
  readonly keys: Read<Line>[];

  constructor(plan: Plan, context: Evaluation) {
    this.#plan = plan;
    this.#context = context;
    const actions = countedActions(context.store, context.account.id).map(({ doc }) => doc);
    this.#meters = {
      unitMicros: unitMicrosOf(context.account),
      primary: actions.map((action) => action.include_in_conversions_metric === true),
    };
    const sent = sentConversions(context.store, context.account, context.now);
    this.#aggregator = new Aggregator(plan, context.now, { actions, meters: this.#meters, sent });
    this.#projector = new Projector(plan, resourceNames(plan), (field) => this.#reader(field));
    this.#tests = [...plan.segmentFilters, ...plan.metricFilters].map(({ field, test }) => ({
      read: this.#reader(field),
      test,
    }));
    this.#shown = plan.metrics.map((field) => this.#meter(field));
    this.keys = plan.orders.map(({ field }) => this.#reader(field));
  }

  text(line: Line): string {
    return JSON.stringify(this.#projector.json(line));
  }

  /** The rows after a place in the data. */
  *rows(resume: Resume = { position: 0, within: 0 }): Generator<Row> {
    const after = resume.within > 0 ? resume.position - 1 : resume.position;
    for (const batch of this.batches(after)) {
      const skip = batch.position === resume.position ? resume.within : 0;
      for (const row of rowsOf(batch)) if (row.within > skip) yield row;
    }
  }

  /** The same rows in the batches in which they come about. */
  *batches(afterPosition = 0): Generator<Batch> {
    let [position, before] = [0, 0];
    for (const base of baseRows(this.#plan.from, this.#context, this.#plan.splitBy, afterPosition)) {
      if (base.position !== position) [position, before] = [base.position, 0];
      if (!this.#isWanted(base)) continue;
      const groups = this.#groups(base);
      yield { base, position, before, groups };
      before += groups.length;
    }
  }

  #isWanted(base: BaseRow): boolean {
    for (const { field, test } of this.#plan.attributeFilters)
      if (!test(attribute(base.doc(field.owner), field))) return false;
    return true;
  }

  #groups(base: BaseRow): readonly (Group | undefined)[] {
    if (!this.#isReport()) return [undefined];
    const line: Line = { base, group: undefined };
    return this.#aggregator.groups(base.shares()).filter((group) => {
      line.group = group;
      return this.#keeps(line, group.cell);
    });
  }

  #isReport(): boolean {
    const { from, metrics, segments, metricFilters } = this.#plan;
    return metrics.length + segments.length + metricFilters.length > 0 || TRAFFIC_VIEWS.has(from);
  }

  #keeps(line: Line, cell: Cell): boolean {
    for (const { read, test } of this.#tests) if (!test(read(line))) return false;
    const { from, segments, splitBy } = this.#plan;
    if (TRAFFIC_VIEWS.has(from) && cell[CLICKS]! + cell[UNCLICKED]! === 0) return false;
    if (segments.length + splitBy.length === 0) return true;
    for (const meter of this.#shown) if (meter(cell)) return true;
    return this.#shown.length === 0 && cell.some((number) => number !== 0);
  }

  #meter(field: QueryField): (cell: Cell) => number | undefined {
    const meter = METERS.get(field.steps[0]!);
    if (meter) return (cell) => meter(cell, this.#meters);
    // People are not counted here: their number is left out, as it is unknown and not 0.
    const nothing = field.dataType === 'INT64' && !field.path.startsWith('metrics.unique_users') ? 0 : undefined;
    return () => nothing;
  }

  #reader(field: QueryField): Read<Line> {
    if (field.category === 'METRIC') {
      const meter = this.#meter(field);
      return ({ group }) => (group ? meter(group.cell) : undefined);
    }
    if (field.category === 'SEGMENT') {
      const index = this.#plan.segments.findIndex(({ path }) => path === field.path);
      return ({ group }) => group?.segments[index];
    }
    return ({ base }) => attribute(base.doc(field.owner), field);
  }

  /** What a cell holds as a row of its own, metrics only. */
  summary(cell: Cell): Record<string, unknown> {
    const projector = new Projector<Line>({ ...this.#plan, select: this.#plan.metrics }, [], (field) =>
      this.#reader(field),
    );
    const nothing: BaseRow = { position: 0, doc: () => undefined, shares: () => [] };
    return projector.json({ base: nothing, group: { segments: [], cell } });
  }
}

function attribute(doc: Doc | undefined, { steps }: QueryField): Value {
  let value: Value = doc;
  for (const step of steps) {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined;
    value = value[step];
  }
  return value;
}

/** Resource names that the platform adds: of FROM itself, and of every resource with a selected field (9.4, rule 1). */
function resourceNames(plan: Plan): QueryField[] {
  const owners = new Set([
    plan.from,
    ...plan.select.filter(({ category }) => category === 'ATTRIBUTE').map(({ owner }) => owner),
  ]);
  const names = [...owners].map((owner) => `${owner}.resource_name`);
  if (plan.select.some(({ path }) => path.startsWith('ad_group_ad.ad.'))) names.push('ad_group_ad.ad.resource_name');
  return names.map(fieldNamed).filter((field) => field !== undefined);
}
