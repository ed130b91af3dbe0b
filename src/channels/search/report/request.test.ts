import { expect, test } from 'vitest';
import type { SearchClient } from '../client.ts';
import { queryText } from '../resources/wire/gaql.ts';
import { type CampaignReport, campaignReportProblems, reportQuery } from './request.ts';
import { sourceOf } from './source.ts';

const days = { start_date: '2026-01-01', end_date: '2026-01-31' };
const args = (more: Partial<CampaignReport> = {}): CampaignReport => ({ limit: 10, ...more });
const textOf = (more: Partial<CampaignReport>) => queryText(reportQuery(args(more), ['metrics.clicks'], { days }));

test('wasted spend is cost without a conversion', () => {
  const text = textOf({ without_conversions: true });
  expect(text).toContain('metrics.conversions = 0');
  expect(text).toContain('metrics.cost_micros > 0');
  expect(textOf({})).not.toContain('metrics.conversions =');
});

test('rows are ordered to the last id and segment, so that no page shows a row of another twice', () => {
  const [, order] = textOf({ level: 'keyword', segments: ['device'], order_by: 'clicks DESC' }).split('ORDER BY ');
  expect(order).toBe('metrics.clicks DESC, ad_group.id, ad_group_criterion.criterion_id, segments.device');
});

test('people are counted over 92 days at most', () => {
  const fields = (start_date: string, end_date: string) =>
    campaignReportProblems(args({ metrics: ['unique_users'], start_date, end_date })).map(({ field }) => field);
  expect(fields('2026-01-01', '2026-04-02')).toEqual([]);
  expect(fields('2026-01-01', '2026-04-03')).toEqual(['end_date']);
});

test('a cursor is good for one selection only: every argument that narrows rows is part of what it is for', () => {
  const scope = (more: Partial<CampaignReport>) => JSON.stringify(sourceOf({} as SearchClient, '1', args(more)).scope);
  const narrowed: Partial<CampaignReport>[] = [
    {},
    { level: 'ad_group' },
    { campaign_ids: ['1'] },
    { ad_group_ids: ['1'] },
    { status: ['PAUSED'] },
    { without_conversions: true },
    { segments: ['device'] },
    { order_by: 'clicks' },
  ];
  expect(new Set(narrowed.map(scope)).size).toBe(narrowed.length);
});
