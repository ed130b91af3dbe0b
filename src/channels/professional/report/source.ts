import { Turns } from '../../../event-loop/turns.ts';
import { pageOf } from '../../../tools/listing.ts';
import { orderOf } from '../../../tools/report/arguments.ts';
import type { Days } from '../../../tools/report/period.ts';
import type { AccountFacts, ReportSource, When } from '../../../tools/report/read-report.ts';
import type { ProfessionalClient } from '../client.ts';
import { coinDigits } from '../money.ts';
import { idIn, urnOf } from '../resources/fields.ts';
import { type Params, TargetingEntity } from '../wire.ts';
import { listingOf, type Named, type Placed, placedEntities } from './entities.ts';
import { AnalyticsRow, METRICS } from './metrics.ts';
import {
  type AnalyticsArguments,
  type Facets,
  givenFacets,
  halvesOf,
  isByTime,
  type Level,
  levelOf,
  rowsQuery,
  selectionOf,
  splitNames,
  totalsQuery,
} from './request.ts';
import { dayText, mondayOf, weeksOf } from './time-spans.ts';

/** The most rows of one answer; there is no second page. */
export const ROWS_MAX = 15_000;

export const SHOWN_AS: Readonly<Record<Level, string>> = {
  account: 'Ad account',
  campaign_group: 'Campaign',
  campaign: 'Ad set',
  creative: 'Ad',
};

/** Reads a report. The platform returns all rows at once, so ordering and paging happen here. */
export class Analytics implements ReportSource<AnalyticsRow> {
  readonly selection;
  readonly scope;
  readonly notes: string[] = ['Days are UTC, whatever the account is set to elsewhere.'];
  readonly #client: ProfessionalClient;
  readonly #account: string;
  readonly #args: AnalyticsArguments;
  #entities: ReadonlyMap<string, Placed> = new Map();
  #traits: ReadonlyMap<string, string> = new Map();
  #facets: Promise<Facets | undefined> | undefined;

  constructor(client: ProfessionalClient, account: string, args: AnalyticsArguments) {
    const { limit: _, cursor: __, ...asked } = args;
    this.#client = client;
    this.#account = account;
    this.#args = args;
    this.selection = selectionOf(args);
    this.scope = [account, asked];
  }

  platformNow = () => this.#client.session.platformNow();

  account = async (): Promise<AccountFacts> => {
    const { currency } = await this.#client.account(this.#account);
    return { currency: { code: currency, digits: coinDigits(currency) }, timeZone: 'UTC' };
  };

  async rows({ days }: When, position?: string) {
    const facets = await this.#objects();
    if (!days || !facets) return { items: [] };
    const every = await this.#every(facets, days);
    const rows = this.#args.segments?.includes('week') ? weeksOf(every, this.selection.fields) : every;
    return pageOf(await this.#ordered(rows), position, this.#args.limit);
  }

  async learn(rows: readonly AnalyticsRow[]): Promise<void> {
    await Promise.all([this.#learnSubjects(rows), this.#learnTraits(rows)]);
  }

  /** The platform silently cuts answers at ROWS_MAX rows; a cut report is asked for again in two halves of its days. */
  async #every(facets: Facets, days: Days): Promise<AnalyticsRow[]> {
    const asked = { account: this.#account, facets, days, fields: this.selection.fields };
    const rows = await this.#ask(rowsQuery(this.#args, asked));
    if (rows.length < ROWS_MAX) return rows;
    const [first, second] = halvesOf(this.#args, days) ?? [];
    if (first && second) return [...(await this.#every(facets, first)), ...(await this.#every(facets, second))];
    this.notes.push(
      `The platform gives at most ${ROWS_MAX} rows: some are missing here (not in totals). Ask for fewer objects.`,
    );
    return rows;
  }

  async totals({ days }: When): Promise<AnalyticsRow | undefined> {
    const facets = await this.#objects();
    if (!days || !facets) return undefined;
    const asked = { account: this.#account, facets, days, fields: this.selection.fields };
    return (await this.#ask(totalsQuery(asked)))[0];
  }

  about = (row: AnalyticsRow) => {
    const level = levelOf(this.#args);
    const splits = splitNames(this.#args);
    const values = row.pivotValues.slice(-splits.length || row.pivotValues.length);
    const { segments = [] } = this.#args;
    const start = row.dateRange && dayText(row.dateRange.start);
    return {
      ...(level !== 'account' && this.#subjects(level, idIn(row.pivotValues[0] ?? ''))),
      segments: {
        ...(segments.includes('date') && { date: start }),
        ...(row.dateRange && this.#span(row.dateRange.start)),
        ...Object.fromEntries(
          splits.map((name, index) => [name, this.#traits.get(values[index] ?? '') ?? values[index] ?? null]),
        ),
      },
    };
  };

  /** The week, month or year of a row. */
  #span(within: NonNullable<AnalyticsRow['dateRange']>['start']) {
    const step = (['week', 'month', 'year'] as const).find((one) => this.#args.segments?.includes(one));
    if (step === undefined) return {};
    const start = dayText(within);
    return {
      [step]: { week: dayText(mondayOf(within)), month: `${start.slice(0, 7)}-01`, year: start.slice(0, 4) }[step],
    };
  }

  /** The object of a row, with the campaign and the group it is in. */
  #subjects(level: Level, id: string) {
    const found = this.#entities.get(id);
    const { campaign, group } = found?.above ?? {};
    return {
      ...(group && { campaign_group: subjectOf('campaign_group', group.id, group) }),
      ...(campaign && { campaign: subjectOf('campaign', campaign.id, campaign) }),
      [level]: subjectOf(level, id, found),
    };
  }

  #ask(query: Params): Promise<AnalyticsRow[]> {
    return this.#client.found('/adAnalytics', AnalyticsRow, query, this.#account);
  }

  /** By `order_by`; else by cost, or by time where rows are days. Ties are broken by key, since the platform promises no order. */
  async #ordered(rows: AnalyticsRow[]): Promise<AnalyticsRow[]> {
    const key = (row: AnalyticsRow) =>
      `${row.dateRange ? dayText(row.dateRange.start) : ''} ${row.pivotValues.join(' ')}`;
    const usual = { by: 'cost', descending: true };
    const order = orderOf(this.#args.order_by) ?? (isByTime(this.#args) ? undefined : usual);
    const rankOf = order ? this.#rankBy(order.by) : () => 0;
    const turns = new Turns(this.#client.session.signal);
    const keyed = await turns.map(rows, (row) => ({ row, key: key(row), value: rankOf(row) }));
    const sign = order?.descending ? -1 : 1;
    const sorted = await turns.sort(keyed, (a, b) => sign * (a.value - b.value) || (a.key < b.key ? -1 : 1));
    return sorted.map(({ row }) => row);
  }

  #rankBy(name: string): (row: AnalyticsRow) => number {
    const selection = METRICS.select([name]);
    return (row) => {
      const parts = selection.read(row);
      const value = selection.show(parts, { code: '', digits: 6 })[name] ?? null;
      // Spend without a result ranks as the most expensive.
      if (value === null) return Object.values(parts)[0] ? Number.POSITIVE_INFINITY : 0;
      return Number(typeof value === 'object' && 'amount' in value ? value.amount : value);
    };
  }

  /** The objects a report is about; undefined when there can be none. */
  #objects(): Promise<Facets | undefined> {
    this.#facets ??= this.#withStatus();
    return this.#facets;
  }

  /** Reports cannot be filtered by status, so the objects with that status are listed and named one by one. */
  async #withStatus(): Promise<Facets | undefined> {
    const facets = givenFacets(this.#args);
    const { status } = this.#args;
    if (!status) return facets;
    const level = levelOf(this.#args);
    const { name, list } = listingOf(this.#client, this.#account, level);
    const params =
      level === 'creative'
        ? { q: 'criteria', intendedStatuses: status }
        : { q: 'search', search: { status: { values: status } } };
    const found = (await list(params)).map(({ id }) => urnOf(name, id));
    const key = ({ campaign_group: 'campaignGroups', campaign: 'campaigns', creative: 'creatives' } as const)[
      level as 'campaign'
    ];
    const wanted = facets[key] ? facets[key].filter((urn) => found.includes(urn)) : found;
    return wanted.length === 0 ? undefined : { ...facets, [key]: wanted };
  }

  /** Rows hold URNs only; names and statuses are read separately. */
  async #learnSubjects(rows: readonly AnalyticsRow[]): Promise<void> {
    const level = levelOf(this.#args);
    if (level === 'account' || rows.length === 0) return;
    const ids = [...new Set(rows.flatMap(({ pivotValues }) => idIn(pivotValues[0] ?? '')))];
    const found = await placedEntities(this.#client, this.#account, level, ids);
    this.#entities = new Map(found.map((entity) => [entity.id, entity]));
  }

  /** Traits come as URNs (`urn:li:seniority:6`); rows show their names. */
  async #learnTraits(rows: readonly AnalyticsRow[]): Promise<void> {
    if (!splitNames(this.#args).some((name) => name.startsWith('member_')) || rows.length === 0) return;
    const urns = [...new Set(rows.flatMap(({ pivotValues }) => pivotValues))];
    const found = await this.#client.found('/adTargetingEntities', TargetingEntity, {
      q: 'urns',
      urns,
      queryVersion: 'QUERY_USES_URNS',
      locale: { language: 'en', country: 'US' },
    });
    this.#traits = new Map(found.map(({ urn, name }) => [urn, name]));
  }
}

function subjectOf(level: Level, id: string, { name = '', status = 'UNKNOWN', objectiveType }: Partial<Named> = {}) {
  return { id, name, status, shown_as: SHOWN_AS[level], ...(objectiveType && { objective: objectiveType }) };
}
