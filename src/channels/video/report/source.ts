import { invalidArguments } from '../../../errors.ts';
import { plusDays } from '../../../tools/days.ts';
import { gather, pageOf } from '../../../tools/listing.ts';
import { chosenMetrics } from '../../../tools/report/arguments.ts';
import { type Days, lengthOf } from '../../../tools/report/period.ts';
import type { ReportSource, When } from '../../../tools/report/read-report.ts';
import type { VideoClient } from '../client.ts';
import { digitsOf } from '../money.ts';
import { ReportPage, type ReportRow } from '../wire.ts';
import { entitiesOf, type Named } from './entities.ts';
import { METRICS } from './metrics.ts';
import {
  isAddedHere,
  LEVELS,
  longestDays,
  rowsQuery,
  SEGMENTS,
  spanProblems,
  totalsQuery,
  type VideoReport,
} from './request.ts';
import { addedByAd, withCreatives } from './smart-ads.ts';

const PAGE = 200;

/** The most rows that are added up here into one page. */
const ADDED_ROWS_MAX = 10_000;
const TOO_MANY_ROWS = {
  field: 'segments',
  message: `make more than ${ADDED_ROWS_MAX} rows of creatives, the most that are added up into ads: ask for fewer segments, days or objects`,
};

/** The platform's integrated report as a source of the report engine. */
export class IntegratedReport implements ReportSource<ReportRow> {
  readonly selection;
  readonly scope;
  readonly #client: VideoClient;
  readonly #account: string;
  readonly #args: VideoReport;
  #found: ReadonlyMap<string, Named> = new Map();
  #inPlatformIds: Promise<VideoReport> | undefined;

  constructor(client: VideoClient, account: string, args: VideoReport) {
    const { limit: _, cursor: __, ...asked } = args;
    this.#client = client;
    this.#account = account;
    this.#args = args;
    this.selection = METRICS.select(chosenMetrics(args, METRICS));
    this.scope = [account, asked];
  }

  platformNow = () => this.#client.session.platformNow();

  account = async () => {
    const { currency, timezone } = await this.#client.advertiser(this.#account);
    return { currency: { code: currency, digits: digitsOf(currency) }, timeZone: timezone };
  };

  /** A position is `part:offset`: the platform takes about thirty days in one request, so a longer span is read in parts. */
  async rows({ days }: When, position: string | undefined) {
    const problems = spanProblems(this.#args, days!);
    if (problems.length > 0) throw invalidArguments(problems);
    return isAddedHere(this.#args)
      ? this.#addedRows(days!, position)
      : this.#platformRows(days!, position, this.#args.limit);
  }

  /** Reads all pages first: a creative on the last page may belong to an ad on the first. */
  async #addedRows(days: Days, position: string | undefined) {
    const { items, next } = await this.#platformRows(days, undefined, ADDED_ROWS_MAX);
    if (next !== undefined) throw invalidArguments([TOO_MANY_ROWS]);
    const rows = await addedByAd(this.#client, this.#account, this.#args, this.selection, items);
    return pageOf(rows, position, this.#args.limit);
  }

  async #platformRows(days: Days, position: string | undefined, limit: number) {
    const parts = partsOf(days, longestDays(this.#args));
    const args = await this.#asked();
    return gather({ position, limit, pageMax: PAGE }, async (at = '0:0', size) => {
      const [part = 0, offset = 0] = at.split(':').map(Number);
      const page = Math.floor(offset / PAGE) + 1;
      const query = { ...rowsQuery(args, this.selection.fields, parts[part]!), page, page_size: PAGE };
      const { list, page_info } = await this.#client.get('report/integrated/get', query, ReportPage, this.#account);
      const items = list.slice(offset % PAGE, (offset % PAGE) + size);
      const after = offset + items.length;
      if (items.length > 0 && after < page_info.total_number) return { items, next: `${part}:${after}` };
      return { items, next: part + 1 < parts.length ? `${part + 1}:0` : undefined };
    });
  }

  /** The arguments with the ids of Smart+ ads replaced by those of their creatives. */
  #asked(): Promise<VideoReport> {
    this.#inPlatformIds ??= withCreatives(this.#client, this.#account, this.#args);
    return this.#inPlatformIds;
  }

  async totals({ days }: When): Promise<ReportRow | undefined> {
    const parts = partsOf(days!, 365);
    const args = await this.#asked();
    const query = (part: Days) => totalsQuery(args, this.selection.fields, part);
    const sums = await Promise.all(
      parts.map((part) => this.#client.get('report/integrated/get', query(part), ReportPage, this.#account)),
    );
    const [first] = sums;
    if (sums.length === 1) return first?.total_metrics ? { dimensions: {}, metrics: first.total_metrics } : undefined;
    const rows = sums.map(({ total_metrics }) => this.selection.read({ dimensions: {}, metrics: total_metrics ?? {} }));
    const added = this.selection.addUp(rows);
    const byField = Object.entries(added).flatMap(([name, value]) =>
      METRICS.select([name]).fields.map(
        (field) => [field, value === null ? '-' : String(Number(value) / 1e6)] as const,
      ),
    );
    return { dimensions: {}, metrics: Object.fromEntries(byField) };
  }

  about = (row: ReportRow) => {
    const { level, segments = [] } = this.#args;
    const { dimensions, metrics } = row;
    const depth = Object.keys(LEVELS).indexOf(level);
    return {
      ...(depth >= 1 && { campaign: this.#subject(idIn(row, 'campaign'), metrics.campaign_name) }),
      ...(depth >= 2 && { ad_group: this.#subject(idIn(row, 'ad_group'), metrics.adgroup_name) }),
      ...(depth >= 3 && { ad: this.#subject(idIn(row, 'ad'), metrics.ad_name) }),
      segments: Object.fromEntries(
        segments.map((name) => [name, shownSegment(name, dimensions[SEGMENTS[name as keyof typeof SEGMENTS]])]),
      ),
    };
  };

  #subject(id: string, name: unknown) {
    const found = this.#found.get(id);
    return {
      id,
      name: found?.name ?? String(name ?? ''),
      status: found?.status ?? 'UNKNOWN',
      ...(found?.objective && { objective: found.objective }),
    };
  }

  /** Report rows have no status, so it is read here for all rows together. */
  async learn(rows: readonly ReportRow[]): Promise<void> {
    const found = await Promise.all(
      (['campaign', 'ad_group', 'ad'] as const).map((level) => {
        const ids = rows.map((row) => idIn(row, level)).filter(Boolean);
        return entitiesOf(this.#client, this.#account, level, [...new Set(ids)]);
      }),
    );
    this.#found = new Map(found.flat().map((one) => [one.id, one]));
  }
}

const ID_FIELDS = { campaign: ['campaign_id'], ad_group: ['adgroup_id'], ad: ['ad_id_v2', 'ad_id'] } as const;

/** The id a row has for a level; empty when it has none. */
function idIn({ dimensions, metrics }: ReportRow, level: keyof typeof ID_FIELDS): string {
  return String(ID_FIELDS[level].map((name) => dimensions[name] ?? metrics[name]).find(Boolean) ?? '');
}

/** Splits a span into parts of at most `most` days. */
function partsOf({ start_date, end_date }: Days, most: number): Days[] {
  const length = lengthOf({ start_date, end_date });
  const day = (offset: number) => plusDays(start_date, offset);
  return Array.from({ length: Math.ceil(length / most) }, (_, part) => ({
    start_date: day(part * most),
    end_date: day(Math.min(length, (part + 1) * most) - 1),
  }));
}

/** The platform writes days as `2026-11-15 00:00:00`. */
function shownSegment(name: string, value: string | undefined): string | null {
  if (value === undefined) return null;
  return name === 'date' ? value.slice(0, 10) : value;
}
