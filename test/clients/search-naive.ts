/**
 * A second reading of what a query means, as slow and plain as it can be, to hold the emulator's evaluator against.
 * It shares with the emulator the raw tables and the function that tells what happened on a day, and nothing else.
 */
import type { DatabaseSync } from 'node:sqlite';
import { dayCell, hours, shares } from '../../src/sandbox/search/metrics/facts.ts';
import { corners } from '../../src/sandbox/search/metrics/places.ts';

export type FieldType = 'INT' | 'INT32' | 'DOUBLE' | 'STRING' | 'ENUM' | 'BOOLEAN' | 'NAME' | 'DATE' | 'LIST';
export type Scalar = string | number | boolean;
type Doc = Record<string, unknown>;

export interface NaiveField {
  path: string;
  type: FieldType;
  /** The protocol leaves out a zero, an empty text or a no of these. */
  dropsZero?: boolean;
}

export interface NaiveCondition {
  field: NaiveField;
  operator: string;
  values: Scalar[];
}

export interface NaiveQuery {
  from: string;
  select: NaiveField[];
  conditions: NaiveCondition[];
  orders: { field: NaiveField; descending: boolean }[];
  limit?: number;
}

export interface NaiveRow {
  values: Map<string, unknown>;
  names: Map<string, string>;
  /** What happened there; only in reports. */
  cell?: number[];
}

interface RawRow {
  customer: string;
  kind: string;
  key: string;
  parent: string | null;
  doc: Doc;
  delivery: { from: number; to: number | null; daily: number }[];
}

interface Piece {
  day: string;
  hour?: number;
  network?: string;
  device?: string;
  slot?: string;
  action?: Doc;
  cell: number[];
}

const DAY_MS = 86_400_000;
const iso = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const msOf = (date: string) => Date.parse(`${date}T00:00:00Z`);
export const plusDays = (date: string, days: number) => iso(msOf(date) + days * DAY_MS);

const WEEKDAYS = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'];

const knownPeriods = new Map<string, Record<string, Scalar>>();

/** What the calendar says of a date, by the library's own calendar rather than by arithmetic. */
export function periods(date: string): Record<string, Scalar> {
  let known = knownPeriods.get(date);
  if (!known) {
    known = readCalendar(date);
    knownPeriods.set(date, known);
  }
  return known;
}

function readCalendar(date: string): Record<string, Scalar> {
  const at = new Date(msOf(date));
  const quarterMonth = Math.floor(at.getUTCMonth() / 3) * 3;
  return {
    'segments.date': date,
    'segments.week': plusDays(date, -((at.getUTCDay() + 6) % 7)),
    'segments.month': iso(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1)),
    'segments.quarter': iso(Date.UTC(at.getUTCFullYear(), quarterMonth, 1)),
    'segments.year': at.getUTCFullYear(),
    'segments.day_of_week': WEEKDAYS[at.getUTCDay()]!,
    'segments.month_of_year': at.toLocaleString('en', { month: 'long', timeZone: 'UTC' }).toUpperCase(),
  };
}

const knownRanges = new Map<string, [string, string]>();

/** First and last date of a word after DURING. */
function during(word: string, today: string): [string, string] {
  const known = knownRanges.get(`${word} ${today}`) ?? readRange(word, today);
  knownRanges.set(`${word} ${today}`, known);
  return known;
}

function readRange(word: string, today: string): [string, string] {
  const back = (days: number) => plusDays(today, -days);
  const sinceSunday = new Date(msOf(today)).getUTCDay();
  const sinceMonday = (sinceSunday + 6) % 7;
  const monthBefore = back(Number(today.slice(8)));
  const table: Record<string, [string, string]> = {
    TODAY: [today, today],
    YESTERDAY: [back(1), back(1)],
    LAST_7_DAYS: [back(7), back(1)],
    LAST_14_DAYS: [back(14), back(1)],
    LAST_30_DAYS: [back(30), back(1)],
    THIS_WEEK_SUN_TODAY: [back(sinceSunday), today],
    THIS_WEEK_MON_TODAY: [back(sinceMonday), today],
    LAST_WEEK_SUN_SAT: [back(sinceSunday + 7), back(sinceSunday + 1)],
    LAST_WEEK_MON_SUN: [back(sinceMonday + 7), back(sinceMonday + 1)],
    LAST_BUSINESS_WEEK: [back(sinceMonday + 7), back(sinceMonday + 3)],
    THIS_MONTH: [`${today.slice(0, 8)}01`, today],
    LAST_MONTH: [`${monthBefore.slice(0, 8)}01`, monthBefore],
  };
  return table[word]!;
}

const CORE = ['segments.date', 'segments.week', 'segments.month', 'segments.quarter', 'segments.year'];
const category = ({ path }: NaiveField) =>
  path.startsWith('metrics.') ? 'metric' : path.startsWith('segments.') ? 'segment' : 'attribute';

export class Naive {
  readonly #rows: RawRow[];
  readonly #byName: Map<string, RawRow>;
  readonly #account: RawRow;
  readonly #today: string;
  readonly #hour: number;
  readonly #days: string[] = [];
  readonly #counted: RawRow[];
  readonly #pieces = new Map<string, Map<string, Piece[]>>();

  constructor(db: DatabaseSync, customer: string, local: { today: string; hour: number }) {
    const read = db.prepare(
      "SELECT customer, kind, key, parent, doc, delivery FROM search_entities WHERE customer IN (?, 'global') ORDER BY rowid",
    );
    this.#rows = read.all(customer).map((row) => ({
      ...(row as unknown as RawRow),
      doc: JSON.parse(String(row.doc)),
      delivery: row.delivery === null ? [] : JSON.parse(String(row.delivery)),
    }));
    this.#byName = new Map(this.#rows.map((row) => [String(row.doc.resource_name), row]));
    this.#account = this.#rows.find(({ kind }) => kind === 'customer')!;
    this.#counted = this.#rows.filter(({ kind }) => kind === 'conversion_action').slice(0, 3);
    this.#today = local.today;
    this.#hour = local.hour;
  }

  docs(kind: string): Doc[] {
    return this.#rows.filter((row) => row.kind === kind).map(({ doc }) => doc);
  }

  /** Every row that answers the query, before order and limit. */
  rows(query: NaiveQuery): NaiveRow[] {
    const found: NaiveRow[] = [];
    const isReport = [...query.select, ...query.conditions.map(({ field }) => field)].some(
      (field) => category(field) === 'metric' || (category(field) === 'segment' && query.select.includes(field)),
    );
    for (const base of this.#bases(query)) {
      const attributes = query.conditions.filter(({ field }) => category(field) === 'attribute');
      if (!attributes.every((condition) => holds(condition, valueAt(base.docs, condition.field.path), this.#today)))
        continue;
      if (!isReport) found.push(this.#row(query, base.docs, undefined, undefined));
      else found.push(...this.#report(query, base));
    }
    return found;
  }

  /** The selected metrics over all these rows. */
  summary(query: NaiveQuery, rows: readonly NaiveRow[]): NaiveRow {
    const sum: number[] = new Array(25).fill(0);
    for (const { cell = [] } of rows) for (const [i, number] of cell.entries()) sum[i]! += number;
    const metrics = query.select.filter((field) => category(field) === 'metric');
    return { names: new Map(), values: new Map(metrics.map(({ path }) => [path, this.#metric(path, sum)])) };
  }

  #bases(query: NaiveQuery): { docs: Record<string, Doc | undefined>; row: RawRow; campaign?: RawRow }[] {
    const ofKind = (kind: string) => this.#rows.filter((row) => row.kind === kind);
    if (query.from === 'keyword_view') {
      return ofKind('ad_group_criterion')
        .filter(({ doc }) => doc.keyword !== undefined && doc.negative !== true)
        .map((row) => {
          const name = String(row.doc.resource_name).replace('/adGroupCriteria/', '/keywordViews/');
          return { row, docs: { ...this.#joined(row), keyword_view: { resource_name: name } } };
        });
    }
    if (query.from === 'campaign_budget' && query.select.some(({ path }) => path.startsWith('campaign.'))) {
      return ofKind('campaign').map((campaign) => {
        const row = this.#byName.get(String(campaign.doc.campaign_budget))!;
        return { row, campaign, docs: { ...this.#joined(row), campaign: campaign.doc } };
      });
    }
    return ofKind(query.from).map((row) => ({ row, docs: this.#joined(row) }));
  }

  #joined(row: RawRow): Record<string, Doc | undefined> {
    const docs: Record<string, Doc | undefined> = { [row.kind]: row.doc, customer: this.#account.doc };
    for (let round = 0; round < 3; round += 1)
      for (const doc of Object.values(docs))
        for (const kind of ['ad_group', 'asset_group', 'campaign', 'campaign_budget', 'asset'])
          if (typeof doc?.[kind] === 'string' && docs[kind] === undefined)
            docs[kind] = this.#byName.get(String(doc[kind]))?.doc;
    return docs;
  }

  #report(
    query: NaiveQuery,
    base: { docs: Record<string, Doc | undefined>; row: RawRow; campaign?: RawRow },
  ): NaiveRow[] {
    const segments = query.select.filter((field) => category(field) === 'segment');
    const metrics = query.select.filter((field) => category(field) === 'metric');
    const core = query.conditions.filter(({ field }) => CORE.includes(field.path));
    const groups = new Map<string, { values: unknown[]; cell: number[] }>();
    if (segments.length === 0) groups.set('[]', { values: [], cell: new Array(25).fill(0) });
    const days = this.#everyDay().filter((day) =>
      core.every((condition) => holds(condition, periods(day)[condition.field.path], this.#today)),
    );
    for (const piece of this.#piecesOf(base, segments, days)) {
      const when = periods(piece.day);
      const values = segments.map(({ path }) => segmentOf(path, piece, when));
      const key = JSON.stringify(values);
      const group = groups.get(key) ?? { values, cell: new Array(25).fill(0) };
      for (const [i, number] of piece.cell.entries()) group.cell[i] += number;
      groups.set(key, group);
    }
    const kept: NaiveRow[] = [];
    for (const { values, cell } of groups.values()) {
      const read = (field: NaiveField) =>
        category(field) === 'metric' ? this.#metric(field.path, cell) : values[segments.indexOf(field)];
      const others = query.conditions.filter(
        ({ field }) => category(field) !== 'attribute' && !CORE.includes(field.path),
      );
      if (!others.every((condition) => holds(condition, read(condition.field), this.#today))) continue;
      if (segments.length > 0 || base.campaign) {
        const signs = metrics.length > 0 ? metrics.map(read) : cell;
        if (signs.every((value) => !value)) continue;
      }
      kept.push({ ...this.#row(query, base.docs, (field) => read(field), segments), cell });
    }
    return kept;
  }

  #row(
    query: NaiveQuery,
    docs: Record<string, Doc | undefined>,
    read: ((field: NaiveField) => unknown) | undefined,
    segments: NaiveField[] | undefined,
  ): NaiveRow {
    const wanted = [...query.select, ...query.orders.map(({ field }) => field)];
    const values = new Map(
      wanted.map((field) => [
        field.path,
        read && segments && category(field) !== 'attribute' ? read(field) : valueAt(docs, field.path),
      ]),
    );
    const owners = new Set([
      query.from,
      ...query.select.filter((f) => category(f) === 'attribute').map(({ path }) => path.split('.')[0]!),
    ]);
    const names = new Map(
      [...owners].flatMap((owner) =>
        docs[owner]?.resource_name ? [[owner, String(docs[owner].resource_name)] as const] : [],
      ),
    );
    return { values, names };
  }

  #everyDay(): string[] {
    if (this.#days.length > 0) return this.#days;
    const first = Math.min(...this.#rows.flatMap(({ delivery }) => delivery.map(({ from }) => from)));
    const last = Math.round(msOf(this.#today) / DAY_MS);
    for (let day = first; day <= last; day += 1) this.#days.push(iso(day * DAY_MS));
    return this.#days;
  }

  /** The traffic a thing has on some days, in its smallest parts. */
  #piecesOf({ row, campaign }: { row: RawRow; campaign?: RawRow }, segments: NaiveField[], days: string[]): Piece[] {
    const isChild = ['ad_group_ad', 'ad_group_criterion', 'asset_group_asset'].includes(row.kind);
    const hourly = segments.some(({ path }) => path === 'segments.hour');
    const byDay = this.#unitsOf(campaign ?? row).map((unit) =>
      isChild ? this.#childPieces(unit, row) : this.#unitPieces(unit, hourly),
    );
    const found = byDay.flatMap((known) => days.flatMap((day) => known.get(day) ?? []));
    const pieces = isChild && hourly ? found.flatMap((piece) => this.#byHour(piece)) : found;
    const only = (piece: Piece, index: number): Piece => ({
      ...piece,
      action: this.#counted[index]!.doc,
      cell: piece.cell.map((number, i) => (i === 9 + index || i === 15 + index ? number : 0)),
    });
    if (row.kind === 'conversion_action') {
      const index = this.#counted.indexOf(row);
      return index < 0 ? [] : pieces.map((piece) => only(piece, index));
    }
    const byAction = segments.some(({ path }) => path.startsWith('segments.conversion_action'));
    return byAction ? pieces.flatMap((piece) => this.#counted.map((_, index) => only(piece, index))) : pieces;
  }

  #byHour(piece: Piece): Piece[] {
    const day = Math.round(msOf(piece.day) / DAY_MS);
    return hours(piece.cell, day, this.#local()).map((cell, hour) => ({ ...piece, hour, cell }));
  }

  #unitsOf(row: RawRow): RawRow[] {
    const units = this.#rows.filter(({ kind }) => kind === 'ad_group' || kind === 'asset_group');
    const name = row.doc.resource_name;
    switch (row.kind) {
      case 'customer':
      case 'conversion_action':
        return units;
      case 'campaign':
        return units.filter(({ doc }) => doc.campaign === name);
      case 'campaign_budget':
        return units.filter(({ doc }) => this.#byName.get(String(doc.campaign))?.doc.campaign_budget === name);
      case 'ad_group':
      case 'asset_group':
        return [row];
      default:
        return units.filter(({ doc }) => doc.resource_name === (row.doc.ad_group ?? row.doc.asset_group));
    }
  }

  #local() {
    const ms = msOf(this.#today);
    return { day: Math.round(ms / DAY_MS), hour: this.#hour, text: `${this.#today} 00:00:00`, ms };
  }

  #unit({ key, doc, delivery }: RawRow) {
    const campaign = this.#byName.get(String(doc.campaign))!.doc;
    return {
      id: Number(key),
      channel: String(campaign.advertising_channel_type),
      currency: String(this.#account.doc.currency_code),
      delivery,
    };
  }

  #unitPieces(row: RawRow, hourly: boolean): Map<string, Piece[]> {
    const name = `${row.key} ${hourly}`;
    const known = this.#pieces.get(name);
    if (known) return known;
    const pieces = new Map<string, Piece[]>();
    const now = this.#local();
    const unit = this.#unit(row);
    for (const date of this.#everyDay()) {
      const day = Math.round(msOf(date) / DAY_MS);
      const whole = dayCell(unit, day, now);
      if (!whole) continue;
      const parts = corners(unit, whole).flatMap(({ corner, cell }): Piece[] => {
        const spot = { day: date, network: corner.network, device: corner.device, slot: corner.slot };
        return hourly
          ? hours(cell, day, now).map((part, hour) => ({ ...spot, hour, cell: part }))
          : [{ ...spot, cell }];
      });
      pieces.set(date, parts);
    }
    this.#pieces.set(name, pieces);
    return pieces;
  }

  #childPieces(unit: RawRow, child: RawRow): Map<string, Piece[]> {
    const name = `${child.kind} ${child.key}`;
    const known = this.#pieces.get(name);
    if (known) return known;
    const siblings = this.#rows.filter(({ kind, parent }) => kind === child.kind && parent === child.parent);
    const pieces = new Map<string, Piece[]>();
    for (const [date, parts] of this.#unitPieces(unit, false)) {
      const day = Math.round(msOf(date) / DAY_MS);
      const active = siblings.filter(({ delivery }) =>
        delivery.some(({ from, to }) => from <= day && (to === null || to >= day)),
      );
      const index = active.indexOf(child);
      const ids = active.map(({ key }) => Number(key.split('~')[1]));
      if (index >= 0)
        pieces.set(
          date,
          parts.map((piece) => ({ ...piece, cell: shares(piece.cell, ids)[index]! })),
        );
    }
    this.#pieces.set(name, pieces);
    return pieces;
  }

  /** Each ratio from sums; over nothing there is none. */
  #metric(path: string, cell: number[]): number | undefined {
    const [clicks, unclicked, missed, cost, invalid, top, absoluteTop, viewThrough, lostBudget] = cell as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    const impressions = clicks + unclicked;
    const costMicros = cost * (this.#account.doc.currency_code === 'JPY' ? 1_000_000 : 10_000);
    const sum = (from: number, primaryOnly: boolean) =>
      this.#counted.reduce(
        (total, { doc }, i) =>
          total + (primaryOnly && doc.include_in_conversions_metric !== true ? 0 : cell[from + i]!),
        0,
      ) / 100;
    const over = (above: number, below: number) => (below === 0 ? undefined : above / below);
    const [contentClicks = 0, contentUnclicked = 0, contentMissed = 0, contentLost = 0] = cell.slice(21);
    const shown = impressions - contentClicks - contentUnclicked;
    const unseen = missed - contentMissed;
    const lost = lostBudget - contentLost;
    const eligible = shown + unseen;
    const contentEligible = contentClicks + contentUnclicked + contentMissed;
    const floor = (share: number | undefined) => (share !== undefined && share < 0.1 ? 0.0999 : share);
    const cap = (loss: number | undefined) => (loss !== undefined && loss > 0.9 ? 0.9001 : loss);
    const table: Record<string, number | undefined> = {
      impressions,
      clicks,
      interactions: clicks,
      engagements: 0,
      invalid_clicks: invalid,
      view_through_conversions: viewThrough,
      cost_micros: costMicros,
      conversions: sum(9, true),
      all_conversions: sum(9, false),
      conversions_value: sum(15, true),
      all_conversions_value: sum(15, false),
      ctr: over(clicks, impressions),
      average_cpc: over(costMicros, clicks),
      average_cpm: over(costMicros * 1000, impressions),
      cost_per_conversion: over(costMicros, sum(9, true)),
      cost_per_all_conversions: over(costMicros, sum(9, false)),
      value_per_conversion: over(sum(15, true), sum(9, true)),
      conversions_from_interactions_rate: over(sum(9, true), clicks),
      conversions_value_per_cost: over(sum(15, true), costMicros / 1_000_000),
      top_impression_percentage: over(top, shown),
      absolute_top_impression_percentage: over(absoluteTop, shown),
      search_impression_share: floor(over(shown, eligible)),
      search_budget_lost_impression_share: cap(over(lost, eligible)),
      search_rank_lost_impression_share: cap(over(unseen - lost, eligible)),
      content_impression_share: floor(over(contentClicks + contentUnclicked, contentEligible)),
      content_budget_lost_impression_share: cap(over(contentLost, contentEligible)),
    };
    return table[path.slice('metrics.'.length)];
  }
}

function segmentOf(path: string, piece: Piece, when: Record<string, Scalar>): unknown {
  const places: Record<string, unknown> = {
    'segments.hour': piece.hour,
    'segments.device': piece.device,
    'segments.ad_network_type': piece.network,
    'segments.slot': piece.slot,
    'segments.click_type': 'URL_CLICKS',
    'segments.conversion_action': piece.action?.resource_name,
    'segments.conversion_action_name': piece.action?.name,
    'segments.conversion_action_category': piece.action?.category,
  };
  return path in places ? places[path] : when[path];
}

function valueAt(docs: Record<string, Doc | undefined>, path: string): unknown {
  const [owner, ...steps] = path.split('.');
  return steps.reduce<unknown>((at, step) => (at as Doc | undefined)?.[step], docs[owner!]);
}

/** Whether a value satisfies a condition. */
function holds({ field, operator, values }: NaiveCondition, value: unknown, today: string): boolean {
  const empty = value === undefined || value === null || (Array.isArray(value) && value.length === 0);
  if (operator === 'IS NULL') return empty;
  if (operator === 'IS NOT NULL') return !empty;
  if (field.type === 'LIST') {
    const list = (value ?? []) as unknown[];
    if (operator === 'CONTAINS ANY') return values.some((wanted) => list.includes(wanted));
    if (operator === 'CONTAINS ALL') return values.every((wanted) => list.includes(wanted));
    return !values.some((wanted) => list.includes(wanted));
  }
  if (empty) return false;
  const [first, second] = values as [Scalar, Scalar];
  const cut = (text: unknown, like: Scalar) =>
    (field.type === 'DATE' ? String(text).slice(0, String(like).length) : text) as Scalar;
  switch (operator) {
    case '=':
      return cut(value, first) === first;
    case '!=':
      return cut(value, first) !== first;
    case '<':
      return cut(value, first) < first;
    case '<=':
      return cut(value, first) <= first;
    case '>':
      return cut(value, first) > first;
    case '>=':
      return cut(value, first) >= first;
    case 'BETWEEN':
      return cut(value, first) >= first && cut(value, second) <= second;
    case 'IN':
      return values.includes(value as Scalar);
    case 'NOT IN':
      return !values.includes(value as Scalar);
    case 'DURING': {
      const [from, to] = during(String(first), today);
      const date = String(value).slice(0, 10);
      return date >= from && date <= to;
    }
    case 'LIKE':
      return like(String(value), String(first));
    case 'NOT LIKE':
      return !like(String(value), String(first));
    case 'REGEXP_MATCH':
      return new RegExp(`^(${first})$`, 'u').test(String(value));
    case 'NOT REGEXP_MATCH':
      return !new RegExp(`^(${first})$`, 'u').test(String(value));
    default:
      throw new Error(`no operator ${operator}`);
  }
}

/** LIKE by trying: no pattern is made of the pattern. */
function like(text: string, pattern: string): boolean {
  const match = (t: string, p: string): boolean => {
    if (p === '') return t === '';
    if (p[0] === '%') return match(t, p.slice(1)) || (t !== '' && match(t.slice(1), p));
    if (t === '') return false;
    if (p[0] === '_') return match(t.slice(1), p.slice(1));
    const literal = p[0] === '[' ? p[1]! : p[0]!;
    return t[0] === literal && match(t.slice(1), p.slice(p[0] === '[' ? 3 : 1));
  };
  return match(text.toLowerCase(), pattern.toLowerCase());
}
