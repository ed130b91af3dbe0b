/** Makes queries by chance: as a structure for the naive reading, and as text for the emulator. */
import type { FieldType, Naive, NaiveCondition, NaiveField, NaiveQuery, Scalar } from './search-naive.ts';
import { periods, plusDays } from './search-naive.ts';
import { flagsOf, isOffered, standTogether } from './search-verdict.ts';

const attribute = (path: string, type: FieldType, dropsZero = false): NaiveField => ({
  path,
  type,
  ...(dropsZero && { dropsZero }),
});

const CUSTOMER = [
  attribute('customer.id', 'INT'),
  attribute('customer.descriptive_name', 'STRING'),
  attribute('customer.currency_code', 'STRING'),
  attribute('customer.manager', 'BOOLEAN'),
];
const BUDGET = [
  attribute('campaign_budget.id', 'INT'),
  attribute('campaign_budget.name', 'STRING'),
  attribute('campaign_budget.amount_micros', 'INT'),
  attribute('campaign_budget.explicitly_shared', 'BOOLEAN'),
  attribute('campaign_budget.status', 'ENUM'),
];
const CAMPAIGN = [
  attribute('campaign.id', 'INT'),
  attribute('campaign.name', 'STRING'),
  attribute('campaign.status', 'ENUM'),
  attribute('campaign.advertising_channel_type', 'ENUM'),
  attribute('campaign.bidding_strategy_type', 'ENUM'),
  attribute('campaign.start_date_time', 'DATE'),
  attribute('campaign.end_date_time', 'DATE'),
  attribute('campaign.campaign_budget', 'NAME'),
  attribute('campaign.network_settings.target_search_network', 'BOOLEAN'),
  attribute('campaign.target_cpa.target_cpa_micros', 'INT'),
  attribute('campaign.optimization_score', 'DOUBLE'),
  attribute('campaign.primary_status_reasons', 'LIST'),
];
const AD_GROUP = [
  attribute('ad_group.id', 'INT'),
  attribute('ad_group.name', 'STRING'),
  attribute('ad_group.status', 'ENUM'),
  attribute('ad_group.type', 'ENUM'),
  attribute('ad_group.cpc_bid_micros', 'INT'),
];
const KEYWORD = [
  attribute('ad_group_criterion.criterion_id', 'INT'),
  attribute('ad_group_criterion.keyword.text', 'STRING'),
  attribute('ad_group_criterion.keyword.match_type', 'ENUM'),
  attribute('ad_group_criterion.status', 'ENUM'),
  attribute('ad_group_criterion.negative', 'BOOLEAN'),
  attribute('ad_group_criterion.cpc_bid_micros', 'INT'),
  attribute('ad_group_criterion.quality_info.quality_score', 'INT32'),
];
const ASSET = [
  attribute('asset.id', 'INT'),
  attribute('asset.name', 'STRING'),
  attribute('asset.type', 'ENUM'),
  attribute('asset.text_asset.text', 'STRING'),
  attribute('asset.image_asset.file_size', 'INT'),
  attribute('asset.image_asset.full_size.width_pixels', 'INT'),
];
const ASSET_GROUP = [
  attribute('asset_group.id', 'INT', true),
  attribute('asset_group.name', 'STRING', true),
  attribute('asset_group.status', 'ENUM'),
  attribute('asset_group.final_urls', 'LIST'),
  attribute('asset_group.path1', 'STRING', true),
];

const WHOLE = ['impressions', 'clicks', 'interactions', 'cost_micros', 'invalid_clicks', 'view_through_conversions'];
const FRACTIONS = [
  'conversions',
  'all_conversions',
  'conversions_value',
  'all_conversions_value',
  'ctr',
  'average_cpc',
  'average_cpm',
  'cost_per_conversion',
  'cost_per_all_conversions',
  'value_per_conversion',
  'conversions_from_interactions_rate',
  'conversions_value_per_cost',
  'top_impression_percentage',
  'absolute_top_impression_percentage',
  'search_impression_share',
  'search_budget_lost_impression_share',
  'search_rank_lost_impression_share',
  'content_impression_share',
  'content_budget_lost_impression_share',
];
const METRICS = [
  ...WHOLE.map((name) => attribute(`metrics.${name}`, 'INT')),
  ...FRACTIONS.map((name) => attribute(`metrics.${name}`, 'DOUBLE')),
];
const DATES: NaiveField[] = ['date', 'week', 'month', 'quarter'].map((name) => attribute(`segments.${name}`, 'DATE'));
const YEAR = attribute('segments.year', 'INT32');
const SEGMENTS = [
  ...DATES,
  YEAR,
  attribute('segments.hour', 'INT32'),
  ...['device', 'ad_network_type', 'day_of_week', 'month_of_year', 'slot', 'click_type'].map((name) =>
    attribute(`segments.${name}`, 'ENUM'),
  ),
  attribute('segments.conversion_action', 'NAME'),
  attribute('segments.conversion_action_name', 'STRING'),
  attribute('segments.conversion_action_category', 'ENUM'),
];

interface Source {
  from: string;
  attributes: NaiveField[];
  /** Of those that the plain reading can work out, what the platform offers here. */
  metrics: NaiveField[];
  segments: NaiveField[];
}

const source = (from: string, ...attributes: NaiveField[]): Source => ({
  from,
  attributes,
  metrics: METRICS.filter((field) => isOffered(from, field.path)),
  segments: SEGMENTS.filter((field) => isOffered(from, field.path)),
});

export const SOURCES: readonly Source[] = [
  source('customer', ...CUSTOMER),
  source('campaign', ...CAMPAIGN, ...BUDGET, ...CUSTOMER),
  source('ad_group', ...AD_GROUP, ...CAMPAIGN, ...CUSTOMER),
  source(
    'ad_group_ad',
    attribute('ad_group_ad.ad.id', 'INT'),
    attribute('ad_group_ad.ad.type', 'ENUM'),
    attribute('ad_group_ad.status', 'ENUM'),
    attribute('ad_group_ad.ad_strength', 'ENUM'),
    attribute('ad_group_ad.ad.final_urls', 'LIST'),
    ...AD_GROUP,
    ...CAMPAIGN,
  ),
  source('keyword_view', ...KEYWORD, ...AD_GROUP, ...CAMPAIGN),
  source('campaign_budget', ...BUDGET),
  source('asset_group', ...ASSET_GROUP, ...CAMPAIGN),
  source(
    'asset_group_asset',
    attribute('asset_group_asset.field_type', 'ENUM'),
    attribute('asset_group_asset.status', 'ENUM'),
    ...ASSET,
    ...ASSET_GROUP,
    ...CAMPAIGN,
  ),
  source(
    'conversion_action',
    attribute('conversion_action.id', 'INT'),
    attribute('conversion_action.name', 'STRING'),
    attribute('conversion_action.category', 'ENUM'),
    attribute('conversion_action.status', 'ENUM'),
    attribute('conversion_action.value_settings.default_value', 'DOUBLE'),
  ),
  source('ad_group_criterion', ...KEYWORD, attribute('ad_group_criterion.type', 'ENUM'), ...AD_GROUP, ...CAMPAIGN),
  source(
    'campaign_criterion',
    attribute('campaign_criterion.criterion_id', 'INT'),
    attribute('campaign_criterion.type', 'ENUM'),
    attribute('campaign_criterion.negative', 'BOOLEAN'),
    attribute('campaign_criterion.keyword.text', 'STRING'),
    attribute('campaign_criterion.location.geo_target_constant', 'NAME'),
    ...CAMPAIGN,
  ),
  source('asset', ...ASSET),
  source(
    'geo_target_constant',
    attribute('geo_target_constant.id', 'INT'),
    attribute('geo_target_constant.name', 'STRING'),
    attribute('geo_target_constant.country_code', 'STRING'),
    attribute('geo_target_constant.target_type', 'STRING'),
    attribute('geo_target_constant.parent_geo_target', 'NAME'),
  ),
];

export class Chance {
  #state: number;
  constructor(seed: number) {
    this.#state = seed >>> 0;
  }
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }
  below(count: number): number {
    return Math.floor(this.next() * count);
  }
  is(probability: number): boolean {
    return this.next() < probability;
  }
  one<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }
  some<T>(items: readonly T[], most: number): T[] {
    const left = [...items];
    return Array.from(
      { length: Math.min(left.length, this.below(most + 1)) },
      () => left.splice(this.below(left.length), 1)[0]!,
    );
  }
}

const WORDS = [
  'TODAY',
  'YESTERDAY',
  'LAST_7_DAYS',
  'LAST_14_DAYS',
  'LAST_30_DAYS',
  'THIS_WEEK_SUN_TODAY',
  'THIS_WEEK_MON_TODAY',
  'LAST_WEEK_SUN_SAT',
  'LAST_WEEK_MON_SUN',
  'LAST_BUSINESS_WEEK',
  'THIS_MONTH',
  'LAST_MONTH',
];

const OPERATORS: Record<FieldType, readonly string[]> = {
  INT: ['=', '!=', '>', '>=', '<', '<=', 'IN', 'NOT IN', 'BETWEEN', 'IS NULL', 'IS NOT NULL'],
  INT32: ['=', '!=', '>', '>=', '<', '<=', 'IN', 'NOT IN', 'BETWEEN', 'IS NOT NULL'],
  DOUBLE: ['>', '>=', '<', '<=', 'BETWEEN', 'IS NULL', 'IS NOT NULL'],
  STRING: ['=', '!=', 'IN', 'NOT IN', 'LIKE', 'NOT LIKE', 'REGEXP_MATCH', 'NOT REGEXP_MATCH', 'IS NULL', 'IS NOT NULL'],
  ENUM: ['=', '!=', 'IN', 'NOT IN', 'IS NULL'],
  BOOLEAN: ['=', '!=', 'IS NULL'],
  NAME: ['=', '!=', 'IN', 'NOT IN', 'IS NOT NULL'],
  DATE: ['=', '!=', '>', '>=', '<', '<=', 'BETWEEN', 'DURING', 'IS NULL'],
  LIST: ['CONTAINS ANY', 'CONTAINS ALL', 'CONTAINS NONE', 'IS NULL', 'IS NOT NULL'],
};

export class QueryMaker {
  readonly #chance: Chance;
  readonly #naive: Naive;
  readonly #today: string;

  constructor(chance: Chance, naive: Naive, today: string) {
    this.#chance = chance;
    this.#naive = naive;
    this.#today = today;
  }

  make(): NaiveQuery {
    const chance = this.#chance;
    const source = chance.one(SOURCES);
    const isReport = source.metrics.length > 0 && chance.is(0.75);
    const segments = isReport ? this.#together(chance.some(source.segments, 3)) : [];
    const usable = source.metrics.filter((metric) =>
      segments.every((segment) => standTogether(segment.path, metric.path)),
    );
    const selectedMetrics = isReport ? chance.some(usable, 4) : [];
    const attributes = chance.some(source.attributes, 4);
    const select = [...attributes, ...segments, ...selectedMetrics];
    if (select.length === 0) select.push(source.attributes[0]!);
    if (source.from === 'campaign_budget' && chance.is(0.4)) select.push(CAMPAIGN[1]!, CAMPAIGN[2]!);
    const filterable = source.attributes.filter(({ path }) => flagsOf(path).includes('f'));
    const conditions = [
      ...chance.some(filterable, 3).map((field) => this.#condition(field, this.#pool(field))),
      ...(isReport ? this.#dates(source) : []),
      ...segments
        .filter((field) => !isCore(field) && chance.is(0.3))
        .map((field) => this.#condition(field, this.#segmentPool(field))),
      ...(isReport ? chance.some(usable, 1).map((field) => this.#metricCondition(field)) : []),
    ];
    const sortable = select.filter(({ path }) => flagsOf(path).includes('o'));
    const orders = chance.is(0.6)
      ? chance.some(sortable, 2).map((field) => ({ field, descending: chance.is(0.5) }))
      : [];
    return {
      from: source.from,
      select: shuffled(select, chance),
      conditions,
      orders,
      ...(chance.is(0.3) && { limit: 1 + chance.below(30) }),
    };
  }

  /** Of some segments, as many as the platform shows at once. */
  #together(chosen: readonly NaiveField[]): NaiveField[] {
    const kept: NaiveField[] = [];
    for (const field of chosen) if (kept.every(({ path }) => standTogether(path, field.path))) kept.push(field);
    return kept;
  }

  /** A bounded stretch of days, in one of the ways there are to write it. */
  #dates({ segments }: Source): NaiveCondition[] {
    const chance = this.#chance;
    const dateField = DATES[0]!;
    const extra: NaiveCondition[] = [];
    if (chance.is(0.15))
      extra.push({ field: dateField, operator: '!=', values: [plusDays(this.#today, -1 - chance.below(20))] });
    if (segments.includes(YEAR) && chance.is(0.1)) extra.push({ field: YEAR, operator: '>=', values: [2025] });
    const start = plusDays(this.#today, -2 - chance.below(90));
    const end = plusDays(start, chance.below(35));
    const ways: NaiveCondition[][] = [
      [{ field: dateField, operator: 'DURING', values: [chance.one(WORDS)] }],
      [{ field: dateField, operator: 'DURING', values: [chance.one(WORDS)] }],
      [{ field: dateField, operator: 'BETWEEN', values: [start, end] }],
      [
        { field: dateField, operator: '>=', values: [start] },
        { field: dateField, operator: '<=', values: [end] },
      ],
      [
        { field: dateField, operator: '>', values: [start] },
        { field: dateField, operator: '<', values: [plusDays(end, 2)] },
      ],
      [{ field: dateField, operator: '=', values: [start] }],
    ];
    for (const field of DATES.slice(1).filter((each) => segments.includes(each)))
      ways.push(
        [{ field, operator: '=', values: [periods(start)[field.path]!] }],
        [{ field, operator: 'BETWEEN', values: [periods(start)[field.path]!, periods(end)[field.path]!] }],
      );
    return [...chance.one(ways), ...extra];
  }

  #condition(field: NaiveField, pool: Scalar[]): NaiveCondition {
    const chance = this.#chance;
    const operator = pool.length === 0 ? 'IS NULL' : chance.one(OPERATORS[field.type]);
    const pick = () => (field.type === 'DATE' ? String(chance.one(pool)).slice(0, 10) : chance.one(pool));
    switch (operator) {
      case 'IS NULL':
      case 'IS NOT NULL':
        return { field, operator, values: [] };
      case 'IN':
      case 'NOT IN':
      case 'CONTAINS ANY':
      case 'CONTAINS ALL':
      case 'CONTAINS NONE':
        return { field, operator, values: Array.from({ length: 1 + chance.below(3) }, pick) };
      case 'BETWEEN': {
        const [a, b] = [pick(), pick()];
        return { field, operator, values: a <= b ? [a, b] : [b, a] };
      }
      case 'DURING':
        return { field, operator, values: [chance.one(WORDS)] };
      case 'LIKE':
      case 'NOT LIKE':
        return { field, operator, values: [this.#likePattern(String(pick()))] };
      case 'REGEXP_MATCH':
      case 'NOT REGEXP_MATCH':
        return { field, operator, values: [this.#pattern(String(pick()))] };
      default:
        return { field, operator, values: [pick()] };
    }
  }

  #likePattern(text: string): string {
    const chance = this.#chance;
    const letters = [...text].map((letter) =>
      '[]%_'.includes(letter) ? `[${letter}]` : chance.is(0.1) ? '_' : chance.is(0.2) ? letter.toUpperCase() : letter,
    );
    const from = chance.below(letters.length);
    return chance.is(0.3)
      ? letters.join('')
      : `${chance.is(0.7) ? '%' : ''}${letters.slice(from, from + 1 + chance.below(6)).join('')}%`;
  }

  #pattern(text: string): string {
    const chance = this.#chance;
    const quoted = (part: string) => part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
    const at = chance.below(text.length);
    return chance.one([
      quoted(text),
      `.*${quoted(text.slice(at, at + 4))}.*`,
      `${quoted(text.slice(0, at))}.+`,
      '[A-Z].*',
      '.*[0-9]+',
      `(${quoted(text)}|nothing)`,
    ]);
  }

  #metricCondition(field: NaiveField): NaiveCondition {
    const chance = this.#chance;
    const scale = field.path === 'metrics.cost_micros' ? 1e8 : field.type === 'DOUBLE' ? 1 : 50;
    const value = () => Math.round(chance.next() * scale * (chance.is(0.2) ? 0 : 1) * 100) / 100;
    const rounded = () => (field.type === 'INT' ? Math.round(value()) : value());
    const operator = chance.one(['>', '>=', '<', '<=', '>', 'BETWEEN']);
    const [a, b] = [rounded(), rounded()];
    return { field, operator, values: operator === 'BETWEEN' ? [Math.min(a, b), Math.max(a, b)] : [a] };
  }

  /** Values that the data has, so that conditions find something. */
  #pool(field: NaiveField): Scalar[] {
    const [owner, ...steps] = field.path.split('.');
    const kind = owner!;
    const values = this.#naive
      .docs(kind)
      .flatMap((doc) => steps.reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], doc))
      .filter((value): value is Scalar => value !== undefined && value !== null);
    return [...new Set(values)];
  }

  #segmentPool(field: NaiveField): Scalar[] {
    switch (field.path) {
      case 'segments.device':
        return ['MOBILE', 'DESKTOP', 'TABLET'];
      case 'segments.ad_network_type':
        return ['SEARCH', 'SEARCH_PARTNERS', 'CONTENT', 'YOUTUBE'];
      case 'segments.slot':
        return ['SEARCH_TOP', 'SEARCH_OTHER', 'CONTENT'];
      case 'segments.click_type':
        return ['URL_CLICKS', 'CALLS'];
      case 'segments.month_of_year':
        return ['OCTOBER', 'NOVEMBER'];
      case 'segments.day_of_week':
        return ['MONDAY', 'SUNDAY', 'FRIDAY'];
      case 'segments.hour':
        return [0, 8, 9, 12, 20];
      default:
        return this.#pool({
          ...field,
          path: `conversion_action.${field.path.slice('segments.conversion_action_'.length) || 'resource_name'}`,
        });
    }
  }
}

function isCore({ path }: NaiveField): boolean {
  return /^segments\.(date|week|month|quarter|year)$/.test(path);
}

function shuffled<T>(items: readonly T[], chance: Chance): T[] {
  return chance.some(items, 0).length > 0
    ? []
    : items
        .map((item) => ({ item, at: chance.next() }))
        .sort((a, b) => a.at - b.at)
        .map(({ item }) => item);
}

/** The query as text: values quoted in every way that is allowed. */
export function render(query: NaiveQuery, chance: Chance): string {
  const keyword = (word: string) => (chance.is(0.15) ? word.toLowerCase() : word);
  const gap = () => (chance.is(0.1) ? '\n  ' : ' ');
  const condition = ({ field, operator, values }: NaiveCondition): string => {
    const written = values.map((value) => literal(value, field, operator, chance));
    if (/IN$|^CONTAINS/.test(operator)) return `${field.path} ${keyword(operator)} (${written.join(', ')})`;
    if (operator === 'BETWEEN')
      return `${field.path} ${keyword('BETWEEN')} ${written[0]} ${keyword('AND')} ${written[1]}`;
    return [field.path, keyword(operator), ...written].join(' ');
  };
  const parts = [
    `${keyword('SELECT')} ${query.select.map(({ path }) => path).join(chance.is(0.5) ? ', ' : ',')}`,
    `${keyword('FROM')} ${query.from}`,
  ];
  if (query.conditions.length > 0)
    parts.push(`${keyword('WHERE')} ${query.conditions.map(condition).join(` ${keyword('AND')} `)}`);
  if (query.orders.length > 0)
    parts.push(
      `${keyword('ORDER BY')} ${query.orders.map(({ field, descending }) => `${field.path}${descending ? ' DESC' : chance.is(0.5) ? ' ASC' : ''}`).join(', ')}`,
    );
  if (query.limit !== undefined) parts.push(`${keyword('LIMIT')} ${query.limit}`);
  return parts.join(gap());
}

function literal(value: Scalar, field: NaiveField, operator: string, chance: Chance): string {
  if (operator === 'DURING') return String(value);
  if (typeof value === 'boolean') return chance.is(0.5) ? String(value).toUpperCase() : String(value);
  if (typeof value === 'number') return chance.is(0.2) ? `'${value}'` : String(value);
  if (field.type === 'ENUM' && chance.is(0.6)) return value;
  const text = field.type === 'DATE' && chance.is(0.2) ? value.replaceAll('-', '') : value;
  const quote = chance.is(0.5) ? "'" : '"';
  return `${quote}${text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`)}${quote}`;
}
