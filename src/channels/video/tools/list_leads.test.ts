import { expect, test } from 'vitest';
import { DAY_MS } from '../../../ambient.ts';
import { sandboxed } from '../sandboxed.testing.ts';

const { call, walk, advanceClock } = sandboxed();

test('lists leads of every region, the newest first, without what people wrote', async () => {
  const leads = (await walk('list_leads', 'leads', { limit: 7 })) as { submitted_at: string; filled: string[] }[];
  expect(leads.length).toBeGreaterThan(10);
  const times = leads.map(({ submitted_at }) => submitted_at);
  expect(times).toEqual(times.toSorted().reverse());
  expect(leads[0]).toMatchObject({ filled: expect.arrayContaining(['full_name', 'email', 'phone']) });
  expect(JSON.stringify(leads)).not.toContain('@example.com');
});

test('an ad with a form brings leads, and a sale is told back by the lead’s id', async () => {
  const lead = { objective: 'LEAD_GENERATION', campaign_name: 'Sign-ups' };
  const { campaign } = await call('create_campaign', lead);
  const { identities } = await call('get_identities');
  const { lead_forms } = await call('list_lead_forms');
  const group = {
    campaign_id: campaign.id,
    ad_group_name: 'Form',
    optimization_goal: 'LEAD_GENERATION',
    location_ids: ['6252001'],
    budget: 300,
  };
  const { ad_group } = await call('create_ad_group', group);
  const { ad } = await call('create_ad', {
    ad_group_id: ad_group.id,
    ad_name: 'Form',
    ad_text: 'Sign up',
    call_to_action: 'SIGN_UP',
    identity_id: identities.find(({ kind, usable }: { kind: string; usable: boolean }) => kind === 'TT_USER' && usable)
      .id,
    video_id: (await call('list_videos')).videos[0].id,
    image_ids: [(await call('list_images', { name_contains: 'cover' })).images[0].id],
    page_id: lead_forms.find(({ usable }: { usable: boolean }) => usable).id,
  });
  await call('update_campaign', { campaign_id: campaign.id, status: 'ENABLE' });
  await call('update_ad_group', { ad_group_id: ad_group.id, status: 'ENABLE' });
  await call('update_ad', { ad_id: ad.id, status: 'ENABLE' });
  await advanceClock(2 * DAY_MS);
  const { leads } = await call('list_leads', { campaign: campaign.id });
  expect(leads.length).toBeGreaterThan(10);
  expect(leads[0]).toMatchObject({ campaign_id: campaign.id, ad_group_id: ad_group.id, ad_id: ad.id });
  const won = { event: 'won', event_id: 'W-1', happened_at: new Date().toISOString(), lead: leads[0].lead_id };
  expect((await call('send_conversions', { events: [won] })).results).toMatchObject([{ outcome: 'sent' }]);
});
