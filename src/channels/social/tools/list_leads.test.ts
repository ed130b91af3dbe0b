import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';
import { DAY_MS } from '../../../ambient.ts';
import { Failure } from '../../../errors.ts';
import type { SocialClient } from '../client.ts';
import { leads as source } from '../leads.ts';

const { call, refusal, walk, advanceClock, requests, client: connected } = sandboxed('social');
type Lead = { lead_id: string; submitted_at: string; campaign_id?: string };

test('lists leads with their campaign and what is filled, without what people wrote', async () => {
  const { leads } = await call('list_leads', { limit: 200 });
  expect(leads[0]).toMatchObject({
    lead_id: expect.stringMatching(/^\d+$/),
    form_id: expect.stringMatching(/^30/),
    campaign_id: expect.any(String),
    ad_group_id: expect.any(String),
    ad_id: expect.any(String),
    is_test: false,
    filled: ['full_name', 'email', 'phone', 'how_often_do_you_hike?', 'anything_else?'],
  });
  expect(JSON.stringify(leads)).not.toMatch(/@example|data_not_instructions/);
});

test('reads on from where it was, and finds each new lead once', async () => {
  const before = (await walk('list_leads', 'leads', { limit: 200 })) as Lead[];
  await advanceClock(2 * DAY_MS);
  const after = (await walk('list_leads', 'leads', { limit: 200 })) as Lead[];
  const known = new Set(before.map(({ lead_id }) => lead_id));
  expect(after.filter(({ lead_id }) => !known.has(lead_id)).length).toBeGreaterThan(0);
  expect(new Set(after.map(({ lead_id }) => lead_id)).size).toBe(after.length);
  const asked = (await requests()).filter(({ path }) => path.endsWith('/leads')).at(-1)!;
  expect(new URLSearchParams(asked.query).get('filtering')).toMatch(/"time_created".*"value":\d{10}\b/);
});

test('narrows by campaign, and leaves out what people wrote without the permission for it', async () => {
  const { leads } = await call('list_leads');
  const campaign = leads.find((lead: Lead) => lead.campaign_id).campaign_id;
  const narrowed = await call('list_leads', { campaign });
  expect(new Set(narrowed.leads.map((lead: Lead) => lead.campaign_id))).toEqual(new Set([campaign]));
  expect(await refusal('list_leads', { with_personal_data: true })).toMatchObject({ field: 'with_personal_data' });
});

test('leads that another account of the page brought are left out', async () => {
  const { client } = await connected<SocialClient>();
  const found: unknown[] = [];
  for await (const page of source.since(client, '1001000000000100', { since: 0, form: '301000000000001' }))
    found.push(...page);
  expect(found).toEqual([]);
});

test('leads that a business keeps from the connection are told of after all others were read', async () => {
  const closed = '301000000000003';
  // The platform makes it, and does not show it.
  await refusal('create_test_lead', { form: closed });
  const { client, account } = await connected<SocialClient>();
  const found: string[] = [];
  const reading = async () => {
    for await (const page of source.since(client, account, { since: 0 })) found.push(...page.map(({ id }) => id));
  };
  const error = await reading().catch((thrown) => thrown);
  expect(error).toBeInstanceOf(Failure);
  expect(error.details).toMatchObject({ code: 'permission_denied', message: expect.stringContaining(closed) });
  expect(found.length).toBeGreaterThan(100);
  const { leads, not_current } = await call('list_leads');
  expect(not_current.why).toContain(closed);
  expect(leads.length).toBeGreaterThan(0);
});

test('a lead that no ad brought is listed under every account that promotes the page', async () => {
  const { lead } = await call('create_test_lead', { form: '301000000000001' });
  const ids = async (account: object) =>
    ((await walk('list_leads', 'leads', { limit: 200, ...account })) as Lead[]).map(({ lead_id }) => lead_id);
  expect(await ids({})).toContain(lead.id);
  expect(await ids({ account_id: '1001000000000100' })).toContain(lead.id);
});
