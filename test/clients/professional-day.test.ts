import { expect, test } from 'vitest';
import { PIXEL } from '../../src/channels/professional/resources/file.testing.ts';
import { sandboxed } from '../sandboxed.ts';

/** A marketer's day on the professional channel, each task by as few calls as the tool list allows. */

const { call } = sandboxed('professional');

interface Row {
  segments: Record<string, string>;
  metrics: { cost: { amount: string }; conversions: number };
}

const group = async (name: string) => (await call('list_campaign_groups', { name })).campaign_groups[0].id as string;
const campaign = async (name: string) =>
  (await call('list_professional_campaigns', { name })).campaigns[0].id as string;

test('waste is found in one call and taken out of the targeting by the names it was shown with', async () => {
  const segments = ['member_seniority', 'member_job_function', 'member_industry', 'member_company_size'];
  const { tables } = await call('get_analytics', {
    segments,
    segments_separately: true,
    metrics: ['cost', 'conversions'],
  });
  const wasted = (segment: string) =>
    tables[segment].filter((row: Row) => row.metrics.conversions === 0).map((row: Row) => row.segments[segment]);
  expect(segments.map((segment) => wasted(segment).length)).toEqual([1, 1, 1, 1]);
  const { applied, not_applied } = await call('update_professional_campaign', {
    campaign_id: await campaign('Engineers'),
    targeting: { exclude: { seniorities: wasted('member_seniority'), company_sizes: wasted('member_company_size') } },
  });
  expect(Object.keys(applied.targeting.to.exclude)).toEqual(['seniorities', 'staffCountRanges']);
  expect(not_applied).toEqual([]);
});

test('visitors who did not buy are aimed at in one call', async () => {
  const { campaign: made } = await call('create_professional_campaign', {
    campaign_group_id: await group('Always on'),
    name: 'Back again',
    daily_budget_amount: '40',
    associated_entity: '3000001',
    targeting: {
      include: { locations: ['Germany'], audiences: ['Website visitors'] },
      exclude: { audiences: ['Customers'] },
    },
  });
  expect(Object.keys(made.targeting.include)).toContain('dynamicSegments');
  expect(Object.keys(made.targeting.exclude)).toEqual(['audienceMatchingSegments']);
});

test('a campaign with two ads and their button is launched by the calls its replies name', async () => {
  const run_schedule_start = new Date(Date.now() + 3_600_000).toISOString();
  const { campaign_group } = await call('create_campaign_group', {
    name: 'Autumn',
    status: 'ACTIVE',
    run_schedule_start,
  });
  const { campaign: made } = await call('create_professional_campaign', {
    campaign_group_id: campaign_group.id,
    name: 'Leaders',
    daily_budget_amount: '50',
    associated_entity: '3000001',
    targeting: { include: { countries: ['Germany'], seniorities: ['Director', 'VP'] } },
    political_intent: 'NOT_POLITICAL',
    run_schedule_start,
  });
  const { image } = await call('upload_professional_image', { organization_id: '3000001', image_base64: PIXEL });
  for (const name of ['A', 'B']) {
    const { creative } = await call('create_creative', {
      campaign_id: made.id,
      kind: 'IMAGE',
      name,
      intro_text: `Text ${name}`,
      headline: 'Try it',
      landing_page_url: 'https://acme.example/',
      image_id: image.id,
      button: 'SIGN_UP',
    });
    expect(creative.post).toMatchObject({ intro_text: `Text ${name}`, button: 'SIGN_UP' });
  }
  await call('update_professional_campaign', { campaign_id: made.id, status: 'ACTIVE' });
  const { findings } = await call('diagnose_delivery', { campaign_id: made.id });
  const { mend } = findings.find(({ about }: { about: string }) => about === 'status');
  expect(await call(mend.tool, mend.arguments)).toMatchObject({ changed: 2, refused: 0 });
});

test('the plan has a campaign here, and what it has spent is told', async () => {
  const { rows } = await call('get_analytics', {
    campaign_group_ids: [await group('Team wear for companies')],
    date_range: 'LAST_7_DAYS',
    metrics: ['cost'],
  });
  expect(Number(rows[0].metrics.cost.amount)).toBeGreaterThan(0);
});
