import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';
import { DAY_MS, HOUR_MS } from '../../../ambient.ts';

const { call, refusal, fault, clearFaults, advanceClock } = sandboxed('professional');

interface Finding {
  about: string;
  level: string;
  id: string;
  stops: boolean;
  message: string;
  mend?: { tool: string; arguments: Record<string, unknown> };
}

const campaignNamed = async (name: string) =>
  (await call('list_professional_campaigns', { name })).campaigns[0].id as string;
const mend = ({ mend: ready }: Finding) => call(ready!.tool, ready!.arguments);
const aimed = { include: { locations: ['United States'] } };

async function launched(more: Record<string, unknown> = {}) {
  const group = (await call('create_campaign_group', { name: 'g' })).campaign_group.id as string;
  const { campaign } = await call('create_professional_campaign', {
    campaign_group_id: group,
    name: 'c',
    format: 'TEXT_AD',
    unit_cost_amount: '9.00',
    daily_budget_amount: '50',
    targeting: aimed,
    ...more,
  });
  const { creative } = await call('create_creative', {
    campaign_id: campaign.id,
    kind: 'TEXT',
    headline: 'One',
    description: 'Two',
    landing_page_url: 'https://acme.example',
  });
  return { campaign_group_id: group, campaign_id: campaign.id as string, creative_id: creative.id as string };
}

test('finds everything between a draft and its first impression, and the calls it names are enough', async () => {
  const { campaign_group_id, campaign_id, creative_id } = await launched();
  const found = await call('diagnose_delivery', { creative_id });
  expect(found).toMatchObject({
    object: { level: 'creative', id: creative_id, status: 'DRAFT' },
    parents: [
      { level: 'campaign', id: campaign_id, status: 'DRAFT' },
      { level: 'campaign_group', id: campaign_group_id, status: 'DRAFT' },
    ],
    delivers: false,
    recent: { impressions: 0, cost: { amount: '0.00', currency: 'USD' } },
  });
  expect(found.findings.map(({ about, level }: Finding) => [about, level])).toEqual([
    ['status', 'campaign_group'],
    ['schedule', 'campaign_group'],
    ['status', 'campaign'],
    ['schedule', 'campaign'],
    ['status', 'creative'],
  ]);
  for (const one of found.findings as Finding[]) await mend(one);
  const reviewing = await call('diagnose_delivery', { campaign_id });
  expect(reviewing.findings.map(({ about }: Finding) => about)).toContain('review');
  await advanceClock(2 * HOUR_MS);
  for (const one of [{ creative_id }, { campaign_id }, { campaign_group_id }]) {
    const { delivers, findings } = await call('diagnose_delivery', one);
    expect(delivers, JSON.stringify(findings)).toBe(true);
  }
});

test('what switches something on tells what is left, in the same words', async () => {
  const { campaign_group_id, campaign_id, creative_id } = await launched();
  const on = await call('update_campaign_group', { campaign_group_id, status: 'ACTIVE' });
  const { findings } = await call('diagnose_delivery', { campaign_group_id });
  expect(on.keeps_from_serving).toHaveLength(findings.length);
  expect(on.keeps_from_serving.join()).toContain(`update_creative {"creative_id":"${creative_id}","status":"ACTIVE"}`);
  const renamed = await call('update_professional_campaign', { campaign_id, name: 'd' });
  expect(renamed).not.toHaveProperty('keeps_from_serving');
});

test('a bid of nothing, or too low to win, is named with the usual one', async () => {
  const campaign_id = await campaignNamed('Bids nothing');
  const nothing = await call('diagnose_delivery', { campaign_id });
  expect(nothing).toMatchObject({ delivers: false, object: { effective_status: 'RUNNABLE' } });
  expect(nothing.findings[0]).toMatchObject({ about: 'bid', stops: true, message: expect.stringContaining('is 0') });
  await mend(nothing.findings[0]);
  expect((await call('diagnose_delivery', { campaign_id })).findings).toEqual([]);
  const outbid = await campaignNamed('Bids too little');
  const little = await call('diagnose_delivery', { campaign_id: outbid });
  expect(little).toMatchObject({ delivers: false, recent: { impressions: 0 } });
  expect(little.findings).toMatchObject([
    { about: 'bid', stops: true, message: expect.stringMatching(/2\.50 USD wins nothing.*at least 6\.40 USD/) },
  ]);
  await mend(little.findings[0]);
  await advanceClock(DAY_MS);
  const mended = await call('diagnose_delivery', { campaign_id: outbid });
  expect(mended.delivers).toBe(true);
  expect(mended.recent.impressions).toBeGreaterThan(0);
});

test('a rejected creative tells why, and that another is needed', async () => {
  const { creatives } = await call('list_creatives', { campaign_ids: [await campaignNamed('Engineers')] });
  const rejected = creatives.find(({ name }: { name: string }) => name === 'Miracle picture');
  expect(rejected.rejection_reasons[0]).toBe('misleading claim (MISLEADING_CLAIM)');
  const { findings } = await call('diagnose_delivery', { creative_id: rejected.id });
  expect(findings).toMatchObject([
    { about: 'review', message: expect.stringContaining('misleading claim'), mend: { tool: 'create_creative' } },
  ]);
});

test('missing parts come before the switch that needs them', async () => {
  const { campaign_groups } = await call('list_campaign_groups', { name: 'Always on' });
  const { campaign } = await call('create_professional_campaign', {
    campaign_group_id: campaign_groups[0].id,
    name: 'Bare',
    daily_budget_amount: '50',
    objective_type: 'WEBSITE_CONVERSION',
    optimization_target_type: 'MAX_CONVERSION',
    cost_type: 'CPM',
  });
  const { findings } = await call('diagnose_delivery', { campaign_id: campaign.id });
  expect((findings as Finding[]).map(({ message }) => message).join('\n')).toMatch(
    /no targeting.*no page.*none is attached.*is DRAFT.*begins only.*no creative/s,
  );
  expect(await refusal('update_professional_campaign', { campaign_id: campaign.id, status: 'ACTIVE' })).toBeDefined();
});

test('what is over is final; what a paused parent holds is mended there', async () => {
  const over = await call('diagnose_delivery', { campaign_id: await campaignNamed('Stopped for good') });
  expect(over.findings[0]).toMatchObject({ about: 'status', message: expect.stringContaining('final') });
  expect(over.findings[0]).not.toHaveProperty('mend');
  const beach = await call('diagnose_delivery', { campaign_id: await campaignNamed('Beach') });
  expect(beach.findings).toMatchObject([{ level: 'campaign_group', mend: { tool: 'update_campaign_group' } }]);
  expect((await call('diagnose_delivery', { campaign_id: await campaignNamed('Engineers') })).delivers).toBe(true);
});

test('what cannot be read is said; exactly one object is asked for, and it has to exist', async () => {
  const campaign_id = await campaignNamed('Engineers');
  await fault('expired_token', 'GET .*adAnalytics', { times: 3 });
  expect((await call('diagnose_delivery', { campaign_id })).unchecked).toEqual(['recent numbers']);
  await clearFaults();
  expect(await refusal('diagnose_delivery', {})).toMatchObject({ code: 'invalid_arguments' });
  expect(await refusal('diagnose_delivery', { campaign_id, creative_id: '1' })).toMatchObject({
    code: 'invalid_arguments',
  });
  expect(await refusal('diagnose_delivery', { creative_id: '1' })).toMatchObject({
    code: 'not_found',
    field: 'creative_id',
  });
});

test('drafts of one campaign are switched on together, and a page that is missing is named', async () => {
  const { campaign_groups } = await call('list_campaign_groups', { name: 'Always on' });
  const { campaign, keeps_from_serving } = await call('create_professional_campaign', {
    campaign_group_id: campaign_groups[0].id,
    name: 'Two drafts',
    daily_budget_amount: '40',
  });
  expect(keeps_from_serving.join()).toContain('"associated_entity":"3000001"');
  const [source] = (await call('list_professional_campaigns', { name: 'Directors' })).campaigns;
  const asked = { campaign_id: source.id, into_campaign_id: campaign.id };
  const ids = [await call('duplicate_creatives', asked), await call('duplicate_creatives', asked)].map(
    ({ results }) => results[0].id,
  );
  const { findings } = await call('diagnose_delivery', { campaign_id: campaign.id });
  const drafts = findings.find(({ mend }: { mend?: { tool: string } }) => mend?.tool === 'bulk_update');
  expect(drafts.mend.arguments).toEqual({ creative_ids: ids, status: 'ACTIVE' });
  await call(drafts.mend.tool, drafts.mend.arguments);
  const after = await call('diagnose_delivery', { campaign_id: campaign.id });
  expect(JSON.stringify(after.findings)).not.toContain('bulk_update');
});
