import { expect, test } from 'vitest';
import { HOUR_MS } from '../../../ambient.ts';
import { good, sandboxed } from '../sandboxed.testing.ts';

const { call, refusal, advanceClock, control, fault, clearFaults, morning } = sandboxed();

interface Finding {
  about: string;
  level: string;
  id: string;
  stops: boolean;
  message: string;
  mend?: { tool: string; arguments: Record<string, unknown> };
}

async function launched(more: Record<string, unknown> = {}, name = 'Launch') {
  const { campaign } = await call('create_campaign', { ...good.campaign, campaign_name: name });
  const campaign_id = campaign.id;
  const { ad_group } = await call('create_ad_group', { ...good.adGroup, campaign_id, ...more });
  const { identities } = await call('get_identities');
  const identity = identities.find(
    ({ kind, usable }: { kind: string; usable: boolean }) => kind === 'TT_USER' && usable,
  );
  const video_id = (await call('list_videos')).videos[0].id;
  const image_ids = [(await call('list_images')).images[0].id];
  const ad_group_id = ad_group.id;
  const { ad } = await call('create_ad', { ...good.ad, ad_group_id, identity_id: identity.id, video_id, image_ids });
  return { campaign_id, ad_group_id, ad_id: ad.id };
}

const mend = ({ mend: ready }: Finding) => call(ready!.tool, ready!.arguments);
const messages = (found: { findings: Finding[] }) => found.findings.map(({ message }) => message).join('\n');

test('finds everything between an ad and its first impression, and the calls it names are enough', async () => {
  const { campaign_id, ad_group_id, ad_id } = await launched();
  const found = await call('diagnose_delivery', { ad_id });
  expect(found).toMatchObject({
    object: { level: 'ad', id: ad_id, status: 'DISABLE', effective_status: 'AD_STATUS_AUDIT' },
    parents: [
      { level: 'ad_group', id: ad_group_id, status: 'DISABLE' },
      { level: 'campaign', id: campaign_id, status: 'DISABLE' },
    ],
    delivers: false,
    recent: { impressions: 0, cost: { amount: '0.00', currency: 'USD' } },
  });
  expect(found.findings.map(({ about, level }: Finding) => [about, level])).toEqual([
    ['status', 'campaign'],
    ['status', 'ad_group'],
    ['status', 'ad'],
    ['review', 'ad'],
  ]);
  for (const one of found.findings) if (one.mend) await mend(one);
  await advanceClock(HOUR_MS);
  expect(await call('diagnose_delivery', { ad_id })).toMatchObject({ delivers: true, findings: [] });
  for (const asked of [{ campaign_id }, { ad_group_id }])
    expect(await call('diagnose_delivery', asked)).toMatchObject({ delivers: true });
});

test('one ad group that runs is found among newer ones that do not', async () => {
  const { campaign_id, ad_group_id, ad_id } = await launched({}, 'Many groups');
  await call('bulk_update', { campaign_ids: [campaign_id], status: 'ENABLE' });
  await call('bulk_update', { ad_group_ids: [ad_group_id], status: 'ENABLE' });
  await call('bulk_update', { ad_ids: [ad_id], status: 'ENABLE' });
  for (let at = 0; at < 6; at++)
    await call('create_ad_group', { ...good.adGroup, campaign_id, ad_group_name: `Later ${at}` });
  await advanceClock(HOUR_MS);
  expect(await call('diagnose_delivery', { campaign_id })).toMatchObject({ delivers: true });
  await call('bulk_update', { ad_group_ids: [ad_group_id], status: 'DISABLE' });
  expect(await call('diagnose_delivery', { campaign_id })).toMatchObject({ delivers: false });
});

test('tells of schedules, missing parts, and audiences that cannot be used', async () => {
  const day = (days: number) => new Date(Date.now() + days * 24 * HOUR_MS).toISOString();
  const { ad_group_id } = await launched({ start_time: day(3), end_time: day(9) }, 'Later');
  expect(messages(await call('diagnose_delivery', { ad_group_id }))).toMatch(/begins only on/);
  const { campaign } = await call('create_campaign', { ...good.campaign, campaign_name: 'Empty' });
  const empty = await call('diagnose_delivery', { campaign_id: campaign.id });
  expect(empty.findings.at(-1)).toMatchObject({ about: 'parts', mend: { tool: 'create_ad_group' } });
  const { ad_group } = await call('create_ad_group', { ...good.adGroup, campaign_id: campaign.id });
  const bare = await call('diagnose_delivery', { ad_group_id: ad_group.id });
  expect(bare.findings.at(-1)).toMatchObject({ about: 'parts', mend: { tool: 'create_ad' } });
  const customers = (await call('list_audiences')).audiences.find(({ name }: { name: string }) => name === 'Customers');
  await call('update_ad_group', { ad_group_id, audience_ids: [customers.id] });
  await call('delete_audience', { audience_id: customers.id, although_used: true });
  const lost = await call('diagnose_delivery', { ad_group_id });
  expect(lost.findings.find(({ about }: Finding) => about === 'audience')).toMatchObject({ stops: true });
});

test('a rejected ad is told with what the review found, and mended by another text', async () => {
  await morning();
  const [group] = (await call('list_ad_groups', { name_contains: '25 to 34' })).ad_groups;
  const { ads } = await call('list_ads', { ad_group_id: group.id, status: 'NOT_DELIVERING' });
  expect(ads).toMatchObject([{ delivery_status: 'AD_STATUS_AUDIT_DENY', ad_text: 'Guaranteed 100% faster' }]);
  const found = await call('diagnose_delivery', { ad_id: ads[0].id });
  const review = found.findings.find(({ about }: Finding) => about === 'review');
  expect(review).toMatchObject({ stops: true, mend: { tool: 'update_ad', arguments: { ad_id: ads[0].id } } });
  expect(review.message).toMatch(/"Store traffic 2.3".*Exaggerated claims.*Remove absolute claims/);
  const whole = await call('diagnose_delivery', { ad_group_id: group.id });
  expect(whole.findings.find(({ about }: Finding) => about === 'review')).toMatchObject({ level: 'ad', stops: false });
  expect(whole.delivers).toBe(true);

  await call('update_ad', { ad_id: ads[0].id, ad_text: 'Made to run further' });
  await advanceClock(HOUR_MS);
  const after = await call('diagnose_delivery', { ad_id: ads[0].id });
  expect(after.findings.filter(({ about }: Finding) => about === 'review')).toEqual([]);
});

test('a spent day is told and does not stop for good; Smart+ ads and what cannot be read are told too', async () => {
  const [group] = (await call('list_ad_groups', { name_contains: 'All ages' })).ad_groups;
  const { now } = await control('/clock');
  const evening = Date.parse(`${String(now).slice(0, 10)}T04:30:00Z`) + 24 * HOUR_MS;
  await control('/clock', 'PUT', { now: new Date(evening).toISOString() });
  const spent = await call('diagnose_delivery', { ad_group_id: group.id });
  expect(spent.findings).toMatchObject([{ about: 'budget', stops: false, mend: { tool: 'update_ad_group' } }]);
  const [smart] = (await call('list_ads', { name_contains: 'Always on' })).ads;
  const whole = await call('diagnose_delivery', { ad_id: smart.id });
  expect(whole.object).toMatchObject({ level: 'ad', id: smart.id, name: 'Always on 1' });
  expect(whole.recent.impressions).toBeGreaterThan(0);
  await fault('expired_token', 'POST .*audience_size', { times: 5 });
  expect((await call('diagnose_delivery', { ad_group_id: group.id })).unchecked).toEqual(['audience']);
  await clearFaults();
  expect((await refusal('diagnose_delivery', {})).field).toBe('campaign_id');
  expect((await refusal('diagnose_delivery', { ad_id: '42' })).code).toBe('not_found');
});
