import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal, advanceClock } = sandboxed('search');

interface Finding {
  about: string;
  level: string;
  stops: boolean;
  message: string;
  mend?: { tool: string; arguments: Record<string, unknown> };
}

async function campaign(name: string, more = {}) {
  const args = { name, budget: 10, contains_eu_political_advertising: false, ...more };
  return (await call('create_campaign', args)).campaign.id as string;
}

/** Makes every call that the findings name until none is left, as an agent would. */
async function mend(what: Record<string, string>): Promise<void> {
  for (let round = 0; round < 10; round += 1) {
    const { findings, delivers } = await call('diagnose_delivery', what);
    if (delivers) return;
    const first = (findings as Finding[]).find(({ stops, mend: call }) => stops && call)!;
    const extra = {
      create_ad_group: { name: 'Mended', cpc_bid: '1.00' },
      create_responsive_search_ad: {
        headlines: ['One', 'Two', 'Three'],
        descriptions: ['First words', 'Second words'],
        final_urls: ['https://acme.example'],
      },
      add_keywords: { keywords: [{ text: 'mended shoes', match_type: 'EXACT' }] },
    }[first.mend!.tool];
    await call(first.mend!.tool, { ...first.mend!.arguments, ...extra });
  }
}

test('every finding that stops a campaign has the call that mends it, until it delivers', async () => {
  const campaign_id = await campaign('Empty');
  const { object, findings, delivers, parents } = await call('diagnose_delivery', { campaign_id });
  expect(object).toMatchObject({ level: 'campaign', id: campaign_id, name: 'Empty', status: 'PAUSED' });
  expect(parents).toEqual([]);
  expect(delivers).toBe(false);
  expect(findings.map(({ message }: Finding) => message)).toEqual([
    'The campaign is paused',
    'It has no ad group',
    'It has no ad',
    'It has no keyword',
  ]);
  await mend({ campaign_id });
  const after = await call('diagnose_delivery', { campaign_id });
  expect(after.delivers).toBe(true);
  expect(after.recent).toEqual({ impressions: 0, clicks: 0, cost: { amount: '0.00', currency: 'USD' } });
  expect(after.findings).toMatchObject([{ about: 'review', stops: false }]);
});

test('an ad, a keyword and an ad group are seen with what they stand in', async () => {
  const campaign_id = await campaign('Parents');
  await mend({ campaign_id });
  const { ads } = await call('list_ads', { campaign_id });
  const { keywords } = await call('list_keywords', { campaign_id });
  const { ad_group_id } = ads[0];
  await call('update_campaign', { campaign_id, status: 'PAUSED' });
  await call('update_keywords', { ad_group_id, keyword_ids: [keywords[0].id], status: 'PAUSED' });
  const ad = await call('diagnose_delivery', { ad_id: ads[0].id });
  expect(ad.parents.map(({ level }: { level: string }) => level)).toEqual(['ad_group', 'campaign']);
  expect(ad.findings.filter(({ stops }: Finding) => stops).map(({ message }: Finding) => message)).toEqual([
    'The campaign is paused',
    'The keyword is paused',
  ]);
  const keyword = await call('diagnose_delivery', { ad_group_id, keyword_id: keywords[0].id });
  expect(keyword).toMatchObject({
    object: { level: 'keyword', name: 'mended shoes', status: 'PAUSED' },
    delivers: false,
  });
  expect((await call('diagnose_delivery', { ad_group_id })).object.level).toBe('ad_group');
});

test('what stands in the way of some ads or keywords is told although others run', async () => {
  const { campaigns } = await call('list_campaigns', { name_contains: 'Search – Shoes' });
  const shoes = await call('diagnose_delivery', { campaign_id: campaigns[0].id });
  expect(shoes.delivers).toBe(true);
  expect(shoes.recent.impressions).toBeGreaterThan(0);
  const rejected = shoes.findings.find(({ message }: Finding) => message.includes('disapproved'));
  expect(rejected).toMatchObject({
    about: 'review',
    level: 'ad',
    stops: false,
    message: expect.stringContaining('UNRELIABLE_CLAIMS'),
  });
  const ad = await call('diagnose_delivery', { ad_id: rejected.id });
  expect(ad.delivers).toBe(false);
  const { campaigns: brand } = await call('list_campaigns', { name_contains: 'Brand' });
  const { ad_groups } = await call('list_ad_groups', { campaign_id: brand[0].id });
  await call('update_ad_group', { ad_group_id: ad_groups[0].id, cpc_bid: '0.05' });
  const { keywords } = await call('list_keywords', { ad_group_id: ad_groups[0].id, negative: false });
  const ids = keywords.map(({ id }: { id: string }) => id);
  await call('update_keywords', { ad_group_id: ad_groups[0].id, keyword_ids: ids, cpc_bid: 'inherit' });
  const cheap = await call('diagnose_delivery', { campaign_id: brand[0].id });
  const bid = cheap.findings.find(({ about, mend: call }: Finding) => about === 'bid' && call);
  expect(bid).toMatchObject({ stops: true, mend: { tool: 'update_keywords' } });
  await call('update_keywords', bid.mend.arguments);
  const dear = await call('diagnose_delivery', { campaign_id: brand[0].id });
  expect(dear.findings.filter(({ about, mend: call }: Finding) => about === 'bid' && call)).toEqual([]);
});

test('a schedule without this hour, dates, strategy and declaration are looked at', async () => {
  const campaign_id = await campaign('Hours', { contains_eu_political_advertising: true });
  await mend({ campaign_id });
  const { customer } = await call('get_customer', {});
  const here = new Intl.DateTimeFormat('en-GB', { hour: 'numeric', hourCycle: 'h23', timeZone: customer.timezone });
  const far = String((Number(here.format()) + 12) % 24).padStart(2, '0');
  const days = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];
  await call('update_campaign_targeting', {
    campaign_id,
    mode: 'replace',
    ad_schedule: days.map((day) => ({ day, from: `${far}:00`, to: `${far}:15` })),
  });
  const { findings, delivers } = await call('diagnose_delivery', { campaign_id });
  expect(delivers).toBe(false);
  const about = findings.map((finding: Finding) => finding.about);
  expect(about).toEqual(expect.arrayContaining(['schedule', 'declaration']));
  const ended = await call('list_campaigns', { name_contains: 'Spring launch' });
  const over = await call('diagnose_delivery', { campaign_id: ended.campaigns[0].id });
  expect(over.findings[0]).toMatchObject({ about: 'schedule', mend: { arguments: { end_date: 'none' } } });
  await advanceClock(1000);
});

test('a Performance Max campaign is made of asset groups', async () => {
  const campaign_id = await campaign('Max', { type: 'PERFORMANCE_MAX' });
  const { findings } = await call('diagnose_delivery', { campaign_id });
  expect(findings[1]).toMatchObject({ about: 'parts', mend: { tool: 'create_asset_group' } });
  const { asset_groups } = await call('list_asset_groups', { limit: 1 });
  const group = await call('diagnose_delivery', { asset_group_id: asset_groups[0].id });
  expect(group.object).toMatchObject({ level: 'asset_group', status: asset_groups[0].status });
});

test('nothing there, or nothing named, is said', async () => {
  expect(await refusal('diagnose_delivery', {})).toMatchObject({ code: 'invalid_arguments' });
  expect(await refusal('diagnose_delivery', { campaign_id: '1' })).toMatchObject({ code: 'not_found' });
  expect(await refusal('diagnose_delivery', { campaign_id: '1', keyword_id: '2' })).toMatchObject({
    field: 'ad_group_id',
  });
});

test('a finding about one ad or ad group has its id', async () => {
  const campaign_id = await campaign('Whose');
  const { ad_group } = await call('create_ad_group', { campaign_id, name: 'Its group', cpc_bid: 1 });
  const { findings } = await call('diagnose_delivery', { campaign_id });
  expect(findings).toContainEqual(
    expect.objectContaining({ level: 'ad_group', id: ad_group.id, message: 'The ad group is paused' }),
  );
});

test('every mend that needs nothing of the caller is taken as it stands', async () => {
  const { campaigns } = await call('list_campaigns', { limit: 1000 });
  const mended = new Set<string>();
  for (const { id } of campaigns) {
    const { findings } = await call('diagnose_delivery', { campaign_id: id });
    for (const { mend } of findings.filter(({ mend: call }: { mend?: { tool: string } }) => call)) {
      if (/^(create|add)_/.test(mend.tool)) continue;
      await call(mend.tool, mend.arguments);
      mended.add(mend.tool);
    }
  }
  expect([...mended]).toEqual(expect.arrayContaining(['update_campaign', 'update_ad_group', 'update_keywords']));
});
