import { gather } from '../../../tools/listing.ts';
import { chosenMetrics } from '../../../tools/report/arguments.ts';
import { type Days, lengthOf } from '../../../tools/report/period.ts';
import type { ReportSource, When } from '../../../tools/report/read-report.ts';
import type { VideoClient } from '../client.ts';
import { digitsOf } from '../money.ts';
import { ReportPage, type ReportRow } from '../wire.ts';
import { entitiesOf } from './entities.ts';
import { METRICS } from './metrics.ts';
import { LEVELS, longestDays, rowsQuery, SEGMENTS, totalsQuery, type VideoReport } from './request.ts';

const PAGE = 200;
const DAY_MS = 86_400_000;

/** An integrated report for the engine. */
export class IntegratedReport implements ReportSource<ReportRow> {
  readonly selection;
  readonly scope;
  readonly #client: VideoClient;
  readonly #account: string;
  readonly #args: VideoReport;
  #statuses: ReadonlyMap<string, string> = new Map();

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

  /** A position is the part of the span and the place in it: the platform takes some thirty days at once. */
  async rows({ days }: When, position: string | undefined) {
    const parts = partsOf(days!, longestDays(this.#args));
    return gather({ position, limit: this.#args.limit, pageMax: PAGE }, async (at = '0:0', size) => {
      const [part = 0, offset = 0] = at.split(':').map(Number);
      const page = Math.floor(offset / PAGE) + 1;
      const query = { ...rowsQuery(this.#args, this.selection.fields, parts[part]!), page, page_size: PAGE };
      const { list, page_info } = await this.#client.get('report/integrated/get', query, ReportPage, this.#account);
      const items = list.slice(offset % PAGE, (offset % PAGE) + size);
      const after = offset + items.length;
      if (items.length > 0 && after < page_info.total_number) return { items, next: `${part}:${after}` };
      return { items, next: part + 1 < parts.length ? `${part + 1}:0` : undefined };
    });
  }

  async totals({ days }: When): Promise<ReportRow | undefined> {
    const parts = partsOf(days!, 365);
    const query = (part: Days) => totalsQuery(this.#args, this.selection.fields, part);
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

  about = ({ dimensions, metrics }: ReportRow) => {
    const { level, segments = [] } = this.#args;
    const at = (name: 'campaign_id' | 'adgroup_id' | 'ad_id') => String(dimensions[name] ?? metrics[name] ?? '');
    const depth = Object.keys(LEVELS).indexOf(level);
    return {
      ...(depth >= 1 && { campaign: this.#subject(at('campaign_id'), metrics.campaign_name) }),
      ...(depth >= 2 && { ad_group: this.#subject(at('adgroup_id'), metrics.adgroup_name) }),
      ...(depth >= 3 && { ad: this.#subject(at('ad_id'), metrics.ad_name) }),
      segments: Object.fromEntries(
        segments.map((name) => [name, shownSegment(name, dimensions[SEGMENTS[name as keyof typeof SEGMENTS]])]),
      ),
    };
  };

  #subject(id: string, name: unknown) {
    return { id, name: String(name ?? ''), status: this.#statuses.get(id) ?? 'UNKNOWN' };
  }

  /** Reports tell no status, and a reader should not have to ask for it row by row. */
  async learn(rows: readonly ReportRow[]): Promise<void> {
    const found = await Promise.all(
      (['campaign', 'ad_group', 'ad'] as const).map((level) => {
        const name = level === 'ad_group' ? 'adgroup_id' : `${level}_id`;
        const ids = rows.flatMap(({ dimensions, metrics }) => [dimensions[name] ?? metrics[name] ?? []].flat());
        return entitiesOf(this.#client, this.#account, level, [...new Set(ids.map(String))]);
      }),
    );
    this.#statuses = new Map(found.flat().map(({ id, status }) => [id, status]));
  }
}

/** A span in parts of so many days. */
function partsOf({ start_date, end_date }: Days, most: number): Days[] {
  const length = lengthOf({ start_date, end_date });
  const day = (offset: number) => new Date(Date.parse(start_date) + offset * DAY_MS).toISOString().slice(0, 10);
  return Array.from({ length: Math.ceil(length / most) }, (_, part) => ({
    start_date: day(part * most),
    end_date: day(Math.min(length, (part + 1) * most) - 1),
  }));
}

/** Days come with a time of day that means nothing. */
function shownSegment(name: string, value: string | undefined): string | null {
  if (value === undefined) return null;
  return name === 'date' ? value.slice(0, 10) : value;
}
