import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal, walk } = sandboxed('professional');

interface Row {
  segments: Record<string, string>;
  metrics: Record<string, number>;
  campaign?: { name: string; status: string; shown_as: string };
}
const metrics = ['impressions', 'clicks', 'cost', 'conversions'];
const week = { date_range: 'LAST_14_DAYS', metrics };
const sum = (rows: Row[], metric: string) => rows.reduce((total, row) => total + row.metrics[metric]!, 0);

test('ordered by what a conversion costs, what brought none comes first', async () => {
  const asked = { date_range: 'LAST_90_DAYS', segments: ['member_seniority'], order_by: 'cost_per_conversion DESC' };
  const { rows } = await call('get_analytics', asked);
  const costs = rows.map((row: Row) => row.metrics.cost_per_conversion as unknown);
  expect(costs[0]).toBeNull();
  const shown = costs.slice(1).map((one: { amount: string }) => Number(one.amount)) as number[];
  expect(shown).toEqual([...shown].sort((a, b) => b - a));
});

test('pivots agree: creatives, campaigns, groups and days add up to the same totals', async () => {
  const totals = (await call('get_analytics', { ...week, level: 'account' })).totals;
  expect(totals.impressions).toBeGreaterThan(0);
  expect(totals.cost.currency).toBe('USD');
  for (const more of [
    { level: 'creative' },
    { level: 'campaign' },
    { level: 'campaign_group', segments: ['date'] },
    { level: 'campaign', segments: ['impression_device_type', 'objective_type', 'month'] },
    { segments: ['member_seniority'] },
  ]) {
    const report = await call('get_analytics', { ...week, ...more, limit: 1000 });
    for (const metric of ['impressions', 'clicks', 'conversions']) {
      expect(sum(report.rows, metric), JSON.stringify(more)).toBe(totals[metric]);
      expect(report.totals[metric]).toBe(totals[metric]);
    }
    expect(report.period.time_zone).toBe('UTC');
  }
});

test('rows name what they are about, in both vocabularies, and who bids nothing has no row', async () => {
  const { rows, notes } = await call('get_analytics', { ...week, order_by: 'cost DESC' });
  expect(rows[0].campaign).toMatchObject({ shown_as: 'Ad set', status: 'ACTIVE' });
  expect(rows.map((row: Row) => row.campaign?.name)).not.toContain('Bids nothing');
  const costs = rows.map(({ metrics: { cost } }: { metrics: { cost: { amount: string } } }) => Number(cost.amount));
  expect(costs).toEqual(costs.toSorted((a: number, b: number) => b - a));
  expect(notes.join(' ')).toContain('UTC');
  const traits = await call('get_analytics', { ...week, segments: ['member_seniority'] });
  expect(traits.rows[0].segments.member_seniority).toBe('Entry');
});

test('arguments combine, pages follow each other, and euros stay euros', async () => {
  const { campaigns } = await call('list_professional_campaigns', { account_id: '500000002', name: 'Engineers' });
  const args = {
    ...week,
    account_id: '500000002',
    level: 'creative',
    campaign_ids: [campaigns[0].id],
    status: ['ACTIVE'],
  };
  const report = await call('get_analytics', args);
  expect(report.rows).toHaveLength(2);
  expect(report.totals.cost.currency).toBe('EUR');
  const paged = (await walk('get_analytics', 'rows', { ...args, segments: ['date'], limit: 5 })) as Row[];
  expect(sum(paged, 'impressions')).toBe(report.totals.impressions);
  const none = await call('get_analytics', { ...week, status: ['COMPLETED'], campaign_ids: [campaigns[0].id] });
  expect(none).toMatchObject({ rows: [], totals: { impressions: 0 } });
});

test('what the platform cannot give is refused by name', async () => {
  expect(await refusal('get_analytics', { segments: ['date', 'month'] })).toMatchObject({ field: 'segments' });
  expect(await refusal('get_analytics', { level: 'campaign', segments: ['member_industry'] })).toMatchObject({
    field: 'level',
  });
  const long = { start_date: '2026-01-01', end_date: '2026-06-30', metrics: ['reach'] };
  expect(await refusal('get_analytics', long)).toMatchObject({ field: 'metrics' });
});

test('beside the days before', async () => {
  const now = await call('get_analytics', { date_range: 'LAST_7_DAYS', compare_to: 'previous_period' });
  const { start_date, end_date } = now.comparison.period;
  const then = await call('get_analytics', { start_date, end_date });
  expect(now.comparison).toMatchObject({ totals: { before: then.totals } });
  expect(now.rows.some(({ before }: { before: unknown }) => before !== null)).toBe(true);
});

test('practice shows where money is wasted: a weak creative, a segment without conversions, a bid that wins nothing', async () => {
  const quarter = { date_range: 'LAST_90_DAYS', metrics, order_by: 'cost DESC' };
  const { campaigns } = await call('list_professional_campaigns', { name: 'Engineers' });
  const byCreative = await call('get_analytics', { ...quarter, level: 'creative', campaign_ids: [campaigns[0].id] });
  const weak = byCreative.rows.find(({ creative }: { creative: { name: string } }) => creative.name === 'Red picture');
  const share = ({ metrics: { cost } }: { metrics: { cost: { amount: string } } }, all: { cost: { amount: string } }) =>
    Number(cost.amount) / Number(all.cost.amount);
  expect(weak.metrics.conversions).toBe(0);
  expect(share(weak, byCreative.totals)).toBeGreaterThan(0.25);
  for (const [segment, value] of [
    ['member_seniority', 'Entry'],
    ['member_job_function', 'Human Resources'],
    ['member_industry', 'Hospitals and Health Care'],
    ['member_company_size', '2-10 employees'],
  ] as const) {
    const { rows, totals } = await call('get_analytics', { ...quarter, segments: [segment] });
    const waste = rows.find((row: Row) => row.segments[segment] === value);
    expect(waste.metrics.conversions, segment).toBe(0);
    expect(share(waste, totals), segment).toBeGreaterThan(0.09);
    for (const { metrics: numbers } of rows as Row[]) {
      expect(numbers.clicks).toBeLessThanOrEqual(numbers.impressions!);
      expect(numbers.conversions).toBeLessThanOrEqual(numbers.clicks!);
    }
    expect(sum(rows, 'conversions')).toBe(totals.conversions);
  }
  const regions = await call('get_analytics', { ...quarter, segments: ['member_region'] });
  const far = regions.rows.find((row: Row) => String(row.segments.member_region).startsWith('Texas'));
  expect(far.metrics.conversions).toBe(0);
  expect(sum(regions.rows, 'conversions')).toBe(regions.totals.conversions);
  const countries = await call('get_analytics', { ...quarter, segments: ['member_country'] });
  expect(countries.rows.map((row: Row) => row.segments.member_country)).toEqual(['United States', 'Canada']);
  expect(countries.rows[1].metrics.conversions).toBeLessThan(countries.rows[0].metrics.conversions / 10);
});

test('traits that cannot stand together are told apart in one call', async () => {
  const asked = {
    ...week,
    segments: ['member_seniority', 'member_industry', 'impression_device_type'],
    level: 'account',
  };
  const { tables, totals, rows } = await call('get_analytics', { ...asked, segments_separately: true });
  expect(rows).toEqual([]);
  expect(Object.keys(tables)).toEqual(asked.segments);
  for (const table of Object.values(tables) as Row[][]) expect(sum(table, 'clicks')).toBe(totals.clicks);
  expect(await refusal('get_analytics', asked)).toMatchObject({ code: 'invalid_arguments', field: 'segments' });
});

test('what is shown outside the network is told apart, and can be switched off by what is seen', async () => {
  const { rows } = await call('get_analytics', {
    level: 'account',
    segments: ['serving_location'],
    metrics: ['cost', 'conversions'],
  });
  const of = (value: string) => rows.find((row: Row) => row.segments.serving_location === value).metrics;
  expect(Number(of('OFFSITE').cost.amount)).toBeGreaterThan(100);
  expect(of('OFFSITE').conversions).toBe(0);
  expect(of('ONSITE').conversions).toBeGreaterThan(0);
  const three = { segments: ['serving_location', 'impression_device_type', 'objective_type'] };
  expect((await refusal('get_analytics', three)).message).toContain('segments_separately');
});

test('what breakdowns show can be excluded by the same name', async () => {
  const facets = { member_region: 'locations', member_country: 'locations', member_industry: 'industries' };
  const { tables } = await call('get_analytics', { segments: Object.keys(facets), segments_separately: true });
  for (const [segment, facet] of Object.entries(facets)) {
    const values = tables[segment].map((row: Row) => row.segments[segment]);
    expect(values.length, segment).toBeGreaterThan(1);
    const targeting = { include: { locations: ['United States'] }, exclude: { [facet]: values.slice(-1) } };
    expect((await call('estimate_audience', { targeting })).targeting.exclude[facet], segment).toHaveLength(1);
  }
});

/** Every metric name of the platform's reference, family by family. */
const REFERENCE = `
  impressions clicks costInLocalCurrency costInUsd approximateMemberReach audiencePenetration averageDwellTime landingPageClicks
  companyPageClicks textUrlClicks actionClicks adUnitClicks cardClicks cardImpressions headlineClicks headlineImpressions
  subscriptionClicks downloadClicks approximateUniqueImpressions
  totalEngagements otherEngagements likes reactions comments commentLikes shares follows opens sends
  oneClickLeads oneClickLeadFormOpens qualifiedLeads costPerQualifiedLead validWorkEmailLeads externalWebsiteConversions
  externalWebsitePostClickConversions externalWebsitePostViewConversions conversionValueInLocalCurrency
  leadGenerationMailContactInfoShares leadGenerationMailInterestedClicks talentLeads jobApplications jobApplyClicks registrations
  postClickJobApplications postClickJobApplyClicks postViewJobApplications postViewJobApplyClicks postClickRegistrations
  postViewRegistrations appointmentsScheduled
  videoStarts videoViews videoFirstQuartileCompletions videoMidpointCompletions videoThirdQuartileCompletions videoCompletions
  fullScreenPlays videoWatchTime averageVideoWatchTime
  documentFirstQuartileCompletions documentMidpointCompletions documentThirdQuartileCompletions documentCompletions eventViews
  eventViewsOver15Seconds eventViewsOver30Seconds eventViewsOver2Minutes eventWatchTime costPerEventView
  viralClicks viralImpressions viralLikes viralComments viralShares viralFollows viralLandingPageClicks viralVideoViews
  viralVideoCompletions viralOneClickLeads viralExternalWebsiteConversions viralTotalEngagements viralCardClicks
  viralCardImpressions`
  .trim()
  .split(/\s+/);
const REFUSED = ['costInUsd', 'approximateUniqueImpressions'];

test('every metric of the platform is taken by its own name, or refused with the reason', async () => {
  const taken = REFERENCE.filter((name) => !REFUSED.includes(name));
  const asked = { level: 'account', date_range: 'LAST_14_DAYS' };
  for (let at = 0; at < taken.length; at += 16) {
    const names = taken.slice(at, at + 16);
    const { rows } = await call('get_analytics', { ...asked, metrics: names });
    expect(Object.keys(rows[0].metrics)).toEqual(names);
  }
  const usd = await refusal('get_analytics', { ...asked, metrics: ['costInUsd'] });
  expect(usd).toMatchObject({ field: 'metrics', message: expect.stringContaining('cost') });
  const unique = await refusal('get_analytics', { ...asked, metrics: ['approximateUniqueImpressions'] });
  expect(unique).toMatchObject({ field: 'metrics', message: expect.stringContaining('reach') });
});

test('what cannot be added up is unknown where the platform does not tell it', async () => {
  const people = ['audiencePenetration', 'averageDwellTime', 'reach'];
  const asked = { date_range: 'LAST_14_DAYS', metrics: people };
  const [campaign] = (await call('get_analytics', { ...asked, level: 'campaign' })).rows;
  expect(campaign.metrics.audiencePenetration).toBeGreaterThan(0);
  const [creative] = (await call('get_analytics', { ...asked, level: 'creative' })).rows;
  expect(creative.metrics).toMatchObject({ audiencePenetration: null, averageDwellTime: expect.any(Number) });
});

test('weeks begin on Mondays, add up to the days, and tell when the range cuts them', async () => {
  const span = { level: 'account', start_date: '2026-10-07', end_date: '2026-10-25', metrics: [...metrics, 'reach'] };
  const weeks = (await call('get_analytics', { ...span, segments: ['week'] })).rows;
  expect(weeks.map(({ segments }: Row) => segments)).toEqual([
    { week: '2026-10-05', cut: { start_date: '2026-10-07', end_date: '2026-10-11' } },
    { week: '2026-10-12' },
    { week: '2026-10-19' },
  ]);
  const days = (await call('get_analytics', { ...span, segments: ['date'] })).rows;
  for (const name of ['impressions', 'clicks', 'conversions']) expect(sum(weeks, name)).toBe(sum(days, name));
  const months = (await call('get_analytics', { ...span, segments: ['month'] })).rows;
  const cut = { start_date: '2026-10-07', end_date: '2026-10-25' };
  expect(months.map(({ segments }: Row) => segments)).toEqual([{ month: '2026-10-01', cut }]);
  expect(weeks[0].metrics.reach).toBeNull();
  expect(days[0].metrics.reach).toBeGreaterThan(0);
});
