import { expect, test } from 'vitest';
import { DAY_MS } from '../../src/ambient.ts';
import { journey } from './mcp-journey.ts';

const { call, client, service } = journey('professional');

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const control = async (path: string, method: string, body: unknown) =>
  fetch(service().sandbox.controlOrigin + path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

test('an agent builds a group, an ad set aimed by names and an ad, runs them for days and reads two pivots that agree', async () => {
  const { ad_accounts } = await call('list_ad_accounts');
  const { id: account_id } = ad_accounts.find(({ currency }: { currency: string }) => currency === 'EUR');
  const { organizations } = await call('list_organizations');
  const organization_id = organizations[0].id;
  const { entities } = await call('search_targeting_entities', { facet: 'locations', query: 'germ' });
  const { campaign_group } = await call('create_campaign_group', { account_id, name: 'Journey' });
  const targeting = { include: { locations: [entities[0].urn], seniorities: ['Director', 'VP'] } };
  const { audience } = await call('estimate_audience', { targeting });
  expect(audience.large_enough).toBe(true);
  const { campaign } = await call('create_professional_campaign', {
    account_id,
    campaign_group_id: campaign_group.id,
    name: 'Deciders',
    daily_budget_amount: '40',
    daily_budget_currency: 'EUR',
    associated_entity: organization_id,
    political_intent: 'NOT_POLITICAL',
    targeting,
  });
  const { image } = await call('upload_professional_image', { organization_id, image_base64: PIXEL });
  const { creative } = await call('create_creative', {
    account_id,
    campaign_id: campaign.id,
    kind: 'IMAGE',
    name: 'Hero',
    image_id: image.id,
    intro_text: 'Decide faster',
    headline: 'Faster',
    landing_page_url: 'https://acme.example/decide',
    button: 'LEARN_MORE',
  });
  expect([campaign_group.status, campaign.status, creative.status]).toEqual(['DRAFT', 'DRAFT', 'DRAFT']);

  await call('update_campaign_group', { account_id, campaign_group_id: campaign_group.id, status: 'ACTIVE' });
  const started = await call('update_professional_campaign', {
    account_id,
    campaign_id: campaign.id,
    status: 'ACTIVE',
  });
  expect(started.applied.status).toEqual({ from: 'DRAFT', to: 'ACTIVE' });
  const review = await call('update_creative', { account_id, creative_id: creative.id, status: 'ACTIVE' });
  expect(review.creative.review_status).toBe('PENDING');

  await control('/clock', 'PUT', { advanceMs: 5 * DAY_MS });
  const [running] = (await call('list_creatives', { account_id, creative_ids: [creative.id] })).creatives;
  expect(running).toMatchObject({ review_status: 'APPROVED', is_serving: true });
  const asked = { account_id, campaign_group_ids: [campaign_group.id], date_range: 'LAST_7_DAYS' };
  const byCampaign = await call('get_analytics', { ...asked, level: 'campaign' });
  const byCreative = await call('get_analytics', { ...asked, level: 'creative', segments: ['date'] });
  expect(byCampaign.rows[0].metrics.impressions).toBeGreaterThan(0);
  expect(byCreative.totals).toEqual(byCampaign.totals);
  const daily = byCreative.rows.map(({ metrics }: { metrics: { impressions: number } }) => metrics.impressions);
  expect(daily.reduce((sum: number, one: number) => sum + one, 0)).toBe(byCampaign.rows[0].metrics.impressions);
  expect(byCampaign.totals.cost.currency).toBe('EUR');

  const before = byCampaign.totals;
  const stopped = await call('update_professional_campaign', {
    account_id,
    campaign_id: campaign.id,
    status: 'PAUSED',
  });
  expect(stopped.campaign).toMatchObject({ status: 'PAUSED', serving_statuses: ['STOPPED'] });
  await call('update_professional_campaign', { account_id, campaign_id: campaign.id, daily_budget_amount: '90' });
  expect((await call('get_analytics', { ...asked, level: 'campaign' })).totals).toEqual(before);
  const removed = await call('update_campaign_group', {
    account_id,
    campaign_group_id: campaign_group.id,
    status: 'REMOVED',
  });
  expect(removed.applied.status.to).toBe('PENDING_DELETION');
});

const CREATES: [string, string, () => Promise<Record<string, unknown>>][] = [
  ['create_campaign_group', 'POST .*/adCampaignGroups$', async () => ({ name: 'Cut' })],
  [
    'create_professional_campaign',
    'POST .*/adCampaigns$',
    async () => {
      const { campaign_groups } = await call('list_campaign_groups', { name: 'Always on' });
      return { campaign_group_id: campaign_groups[0].id, name: 'Cut', daily_budget_amount: '25' };
    },
  ],
  [
    'create_creative',
    'POST .*/creatives$',
    async () => {
      const { campaigns } = await call('list_professional_campaigns', { name: 'Text in the margin' });
      const ad = { headline: 'Cut', description: 'Off', landing_page_url: 'https://acme.example' };
      return { campaign_id: campaigns[0].id, kind: 'TEXT', ...ad };
    },
  ],
  ['upload_professional_image', 'POST .*/images$', async () => ({ organization_id: '3000001', image_base64: PIXEL })],
];

test.each(CREATES)('%s, cut off after it arrived, is called unknown and happens once', async (tool, match, given) => {
  const args = await given();
  const creates = async () => {
    const reply = await fetch(
      `${service().sandbox.controlOrigin}/ledger?platform=professional&kind=create&limit=10000`,
    );
    return ((await reply.json()) as { effects: unknown[] }).effects.length;
  };
  const before = await creates();
  await control('/faults', 'POST', { platform: 'professional', kind: 'cut_after', match });
  const { isError, content } = await client().call(tool, args);
  expect(isError).toBe(true);
  expect(JSON.parse(content[0]!.text!).error).toMatchObject({
    code: 'outcome_unknown',
    outcome: 'unknown',
    retryable: false,
  });
  expect(await creates()).toBe(before + 1);
});

test('the company without a connection is told to connect', async () => {
  const workspaceId = await service().workspaceId('Acme Japan');
  await expect(client().call('list_campaign_groups', { workspaceId })).rejects.toThrow('is not connected');
});
