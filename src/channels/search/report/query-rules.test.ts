import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { times } from '../../../../test/seed.ts';
import { queryProblems } from './query-rules.ts';

test.each([
  ['SELECT campain.id FROM campain', /FROM campain: there is no such resource; did you mean campaign\?/],
  ['SELECT campaign.staus FROM campaign', /campaign.staus: there is no such field; did you mean campaign.status\?/],
  ['SELECT campaign.start_date FROM campaign', /did you mean campaign.start_date_time\?/],
  ['SELECT campaign.network_settings FROM campaign', /group of fields.*campaign.network_settings\.target/],
  ['SELECT ad_group.id FROM campaign', /ad_group.id cannot be asked for FROM campaign; ask FROM ad_group/],
  ['SELECT metrics.conversions_value_per_cost FROM campaign', /cannot be asked for FROM campaign; a metric of /],
  ['SELECT segments.product_item_id FROM campaign', /cannot be asked for FROM campaign; a segment of .*shopping/],
  ["SELECT campaign.id FROM campaign WHERE campaign.status = 'ACTIVE'", /ACTIVE is no value of it; .*ENABLED/],
  ['SELECT campaign.id FROM campaign WHERE campaign.url_custom_parameters IS NULL', /cannot be filtered by/],
  ['SELECT campaign.labels FROM campaign ORDER BY campaign.labels', /cannot be sorted by/],
  ['SELECT segments.device, metrics.phone_calls FROM campaign', /phone_calls cannot be split by segments.device/],
  ['SELECT segments.device FROM campaign WHERE metrics.phone_calls > 1', /phone_calls cannot be split/],
  ['SELECT segments.hour, segments.slot FROM campaign', /segments.hour and segments.slot cannot be selected together/],
  ["SELECT campaign.id FROM campaign WHERE segments.device = 'MOBILE'", /segments.device: has to be selected too/],
  ['SELECT campaign.id FROM campaign ORDER BY metrics.clicks', /metrics.clicks: has to be selected too/],
  ['SELECT segments.date FROM campaign', /WHERE has to bound the days/],
  ["SELECT segments.date FROM campaign WHERE segments.date > '2026-01-01'", /WHERE has to bound the days/],
  ['SELECT campaign.id FROM campaign WHERE segments.date DURING LAST_90_DAYS', /LAST_90_DAYS: is none of TODAY/],
  ['SELECT segments.ad_sub_network_type FROM campaign', /only be selected together with segments.ad_network_type/],
  ['SELECT click_view.gclid FROM click_view WHERE segments.date DURING LAST_7_DAYS', /exactly one day/],
  ['SELECT change_event.user_email FROM change_event LIMIT 5', /change_date_time bounded on both sides/],
  [
    'SELECT change_event.user_email FROM change_event WHERE change_event.change_date_time DURING LAST_7_DAYS',
    /LIMIT 1 to 10000/,
  ],
  [
    'SELECT change_event.user_email FROM change_event WHERE change_event.change_date_time DURING LAST_7_DAYS LIMIT 10001',
    /LIMIT 1 to 10000/,
  ],
  [
    'SELECT campaign_search_term_insight.id FROM campaign_search_term_insight',
    /one campaign_search_term_insight.campaign/,
  ],
])('%s', (query, problem) => {
  expect(queryProblems(query).join('\n')).toMatch(problem);
});

/** Its flags were inferred, not published. */
const PARTNERS = 'campaign.third_party_integration_partners.conversion_attribution_integration_partners';

test('what is not certain is let through', () => {
  for (const query of [
    'SELECT campaign.id FROM campaign WHERE campaign.aca_migration_date_time = "x" ORDER BY campaign.aca_migration_date_time',
    `SELECT campaign.id FROM campaign WHERE ${PARTNERS} IS NULL ORDER BY ${PARTNERS}`,
    "SELECT click_view.gclid FROM click_view WHERE segments.date >= '2026-01-01' AND segments.date <= '2026-01-01'",
    "SELECT campaign.id FROM campaign WHERE campaign.status IN ('enabled', UNKNOWN)",
    'SELECT segments.month, metrics.clicks FROM campaign WHERE segments.year = 2026',
  ]) {
    expect(queryProblems(query), query).toEqual([]);
  }
});

test('a long query full of nonsense is answered quickly and shortly', () => {
  const fields = Array.from({ length: 2500 }, (_, at) => `a.b${at}`).join(',');
  const startedAt = performance.now();
  expect(queryProblems(`SELECT ${fields} FROM campaign`).length).toBeLessThanOrEqual(5);
  expect(performance.now() - startedAt).toBeLessThan(1000);
});

test('of many things that are wrong the first dozen is told', () => {
  const conditions = Array.from({ length: 30 }, () => 'segments.date DURING NEVER').join(' AND ');
  expect(queryProblems(`SELECT campaign.id FROM campaign WHERE ${conditions}`)).toHaveLength(12);
});

test('pairs are judged as the published file says, whatever is drawn from it', () => {
  const published = JSON.parse(readFileSync(new URL('../../../facts/search-fields.json', import.meta.url), 'utf8'));
  const untold: string[] = [...published.noPairData.metrics, ...published.noPairData.segments];
  const splits = (segment: string, metric: string) =>
    untold.includes(segment) ||
    untold.includes(metric) ||
    published.segmentMetrics.some(
      (group: { segments: string[]; metrics: string[] }) =>
        group.segments.includes(segment) && group.metrics.includes(metric),
    );
  const allows = (one: string, other: string) => published.segmentSegments[one]?.includes(other) ?? true;
  const rich = Object.entries<{ metrics?: string[]; segments?: string[] }>(published.resources).filter(
    ([, { metrics = [], segments = [] }]) => metrics.length > 4 && segments.includes('date') && segments.length > 2,
  );
  const drawn = fc.constantFrom(...rich).chain(([from, { metrics = [], segments = [] }]) =>
    fc.record({
      from: fc.constant(from),
      metrics: fc.subarray(metrics, { minLength: 1, maxLength: 3 }),
      segments: fc.subarray(segments, { maxLength: 2 }),
    }),
  );
  fc.assert(
    fc.property(drawn, ({ from, metrics, segments }) => {
      const select = [...metrics.map((name) => `metrics.${name}`), ...segments.map((name) => `segments.${name}`)];
      const query = `SELECT ${select.join(', ')} FROM ${from} WHERE segments.date DURING LAST_7_DAYS`;
      const [one = '', other = ''] = segments;
      const fit =
        segments.every((segment) => metrics.every((metric) => splits(segment, metric))) &&
        (segments.length < 2 || (allows(one, other) && allows(other, one)));
      const pairs = queryProblems(query).filter((problem) => /split by|cannot be selected together/.test(problem));
      expect(pairs.length === 0, query).toBe(fit);
      expect(queryProblems(query.replace('FROM', ', metrics.nonsense_x FROM'))[0]).toContain('metrics.nonsense_x');
    }),
    { numRuns: times(150) },
  );
});
