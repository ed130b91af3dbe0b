import { beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../ambient.ts';
import { type Body, type Params, START, socialForTests, US } from '../calls.testing.ts';
import { ACCOUNTS, ACME } from '../seed.ts';

const graph = socialForTests();
const PAGE = ACCOUNTS.us.page;
const FORM = '301000000000001';
const CLOSED = { page: '101000000000003', form: '301000000000003' };
const seconds = (ms: number) => Math.floor(ms / 1000);

const pageTokens = new Map<string, string>();
beforeAll(async () => {
  for (const { id } of ACME.pages) pageTokens.set(id, (await graph.get(id, { fields: 'access_token' })).access_token);
});
const asPage = (params: Params = {}, page = PAGE) => ({ ...params, access_token: pageTokens.get(page) });

const good = {
  name: 'Webinar',
  questions: [{ type: 'EMAIL' }, { type: 'CUSTOM', label: 'How many?', options: [{ value: 'one' }, { value: 'two' }] }],
  privacy_policy: { url: 'https://acme.example/privacy', link_text: 'Privacy' },
};

describe('forms', () => {
  test('are made by a page and read back', async () => {
    const { id } = await graph.post(`${PAGE}/leadgen_forms`, asPage(good));
    expect(await graph.get(id, asPage())).toEqual({ id, name: 'Webinar', status: 'ACTIVE', locale: 'EN_US' });
    const fields = 'questions,privacy_policy_url,leads_count,page_id';
    expect(await graph.get(id, asPage({ fields }))).toEqual({
      id,
      questions: [
        { id: '1', key: 'email', type: 'EMAIL', label: 'Email' },
        {
          id: '2',
          key: 'how_many?',
          type: 'CUSTOM',
          label: 'How many?',
          options: [
            { key: '0', value: 'one' },
            { key: '1', value: 'two' },
          ],
        },
      ],
      privacy_policy_url: 'https://acme.example/privacy',
      leads_count: 0,
      page_id: PAGE,
    });
    const listed = (await graph.get(`${PAGE}/leadgen_forms`, asPage())).data;
    expect(listed.map((form: Body) => form.id)).toEqual([id, FORM]);
  });

  test.each([
    ['rule 162: without a name', { name: undefined }],
    ['rule 162: without questions', { questions: [] }],
    ['rule 162: of an unknown type', { questions: [{ type: 'SHOE_SIZE' }] }],
    ['rule 162: without privacy', { privacy_policy: { url: 'acme' } }],
    ['rule 163: a label on a known question', { questions: [{ type: 'EMAIL', label: 'Mail' }] }],
    ['rule 163: no label on an own one', { questions: [{ type: 'CUSTOM' }] }],
    ['rule 163: the same key twice', { questions: [{ type: 'EMAIL' }, { type: 'EMAIL' }] }],
    ['rule 163: two national ids', { questions: [{ type: 'ID_CPF' }, { type: 'ID_MX_RFC' }] }],
  ])('%s', async (_, changes) => {
    const error = await graph.refused('POST', `${PAGE}/leadgen_forms`, asPage({ ...good, name: 'Other', ...changes }));
    expect(error.code).toBe(100);
  });

  test('rule 164: change their status only', async () => {
    const { id } = await graph.post(`${PAGE}/leadgen_forms`, asPage({ ...good, name: 'Short-lived' }));
    for (const content of [
      { name: 'New' },
      { custom_disclaimer: {} },
      { follow_up_action_url: 'https://acme.example' },
    ])
      expect(await graph.refused('POST', id, asPage({ status: 'ARCHIVED', ...content }))).toMatchObject({ code: 100 });
    expect(await graph.refused('POST', id, asPage({ status: 'DELETED' }))).toMatchObject({ code: 100 });
    await graph.post(id, asPage({ status: 'ARCHIVED' }));
    expect(await graph.get(id, asPage())).toMatchObject({ status: 'ARCHIVED' });
  });

  test("rule 165: need the page's own token", async () => {
    expect(await graph.refused('POST', `${PAGE}/leadgen_forms`, good)).toMatchObject({ code: 210 });
    expect(await graph.refused('GET', `${PAGE}/leadgen_forms`)).toMatchObject({ code: 210 });
  });
});

describe('leads', () => {
  const all = async (path: string, params: Params = {}) => {
    const found: Body[] = [];
    let after: string | undefined;
    do {
      const { data, paging } = await graph.get(path, { limit: 100, ...params, ...(after && { after }) });
      found.push(...data);
      after = paging?.next && paging.cursors.after;
    } while (after);
    return found;
  };

  test('are as many as the reports count, day by day', async () => {
    const leads = await all(`${FORM}/leads`, { fields: 'created_time,ad_id,campaign_name,field_data,is_organic' });
    const [since, until] = [START - 20 * DAY_MS, START].map((ms) => new Date(ms).toISOString().slice(0, 10));
    const { data: rows } = await graph.get(`${US}/insights`, {
      level: 'campaign',
      fields: 'campaign_name,actions',
      time_range: { since, until },
    });
    const row = rows.find(({ campaign_name }: Body) => campaign_name === 'Newsletter sign-ups');
    const counted = Number(row.actions.find(({ action_type }: Body) => action_type === 'lead').value);
    // The account's days begin at five in the morning UTC.
    const from = Date.parse(`${since}T05:00:00Z`);
    const recent = leads.filter(({ created_time }) => Date.parse(created_time.replace('+0000', 'Z')) >= from);
    expect(counted).toBeGreaterThan(20);
    expect(recent).toHaveLength(counted);
    expect(recent[0]).toMatchObject({
      campaign_name: 'Newsletter sign-ups',
      is_organic: false,
      field_data: expect.arrayContaining([{ name: 'email', values: [expect.stringContaining('@')] }]),
    });
    const ofAd = await all(`${recent[0]!.ad_id}/leads`);
    expect(ofAd.length).toBe(leads.filter(({ ad_id }) => ad_id === recent[0]!.ad_id).length);
  });

  test('rule 166: are filtered by time_created in seconds, and by nothing else', async () => {
    const since = (field: string, value: unknown) => ({ filtering: [{ field, operator: 'GREATER_THAN', value }] });
    const everything = await all(`${FORM}/leads`);
    const late = await all(`${FORM}/leads`, since('time_created', seconds(START - 3 * DAY_MS)));
    expect(late.length).toBeGreaterThan(0);
    expect(late.length).toBeLessThan(everything.length);
    expect(await all(`${FORM}/leads`, since('created_time', seconds(START)))).toHaveLength(everything.length);
  });

  test('rule 167: come in as time passes, and are handed out for 90 days', async () => {
    const before = (await all(`${FORM}/leads`)).map(({ id }) => id);
    const first = await graph.get(`${FORM}/leads`, { limit: 5 });
    graph.advance(2 * DAY_MS);
    const after = (await all(`${FORM}/leads`)).map(({ id }) => id);
    expect(after.filter((id) => !before.includes(id)).length).toBeGreaterThan(0);
    // A cursor goes on from its place, also when leads came in since.
    const second = await graph.get(`${FORM}/leads`, { limit: 5, after: first.paging.cursors.after });
    expect(second.data.map(({ id }: Body) => id)).toEqual(before.slice(5, 10));
    const oldest = before.at(-1)!;
    expect(await graph.refused('GET', oldest)).toMatchObject({ code: 100, error_subcode: 33 });
    expect(after).not.toContain(oldest);
    expect((await graph.get(FORM, { fields: 'expired_leads_count' })).expired_leads_count).toBeGreaterThan(0);
    graph.advance(-2 * DAY_MS);
  });

  test('rule 168: do not exist for others where a business chose who sees them', async () => {
    expect(await graph.refused('GET', `${CLOSED.form}/leads`)).toMatchObject({ code: 100, error_subcode: 33 });
    const { id } = await graph.post(`${CLOSED.form}/test_leads`, asPage({}, CLOSED.page));
    expect(await graph.refused('GET', id)).toMatchObject({ code: 100, error_subcode: 33 });
  });

  test('rule 169: do not tell their ads to callers who may not advertise', async () => {
    const [one] = (await graph.get(`${FORM}/leads`, { limit: 1 })).data;
    const strict = await graph.post(`${ACME.systemUsers[0]!.id}/access_tokens`, await scopesOnly('leads_retrieval'));
    expect(one.ad_id).toBeDefined();
    const seen = await graph.get(one.id, { fields: 'ad_id,form_id', access_token: strict.access_token });
    expect(seen).toEqual({ id: one.id, form_id: FORM });
  });

  test('rule 170: a form has one test lead, marked by its values alone', async () => {
    const count = async () => (await graph.get(FORM, { fields: 'leads_count' })).leads_count;
    const before = await count();
    const { id } = await graph.post(`${FORM}/test_leads`, asPage());
    expect(await count()).toBe(before + 1);
    const names = ['ad_id', 'ad_name', 'adset_id', 'adset_name', 'campaign_id', 'campaign_name'];
    const lead = await graph.get(id, { fields: ['field_data', 'custom_disclaimer_responses', ...names].join() });
    expect(names.filter((name) => name in lead)).toEqual([]);
    expect(lead.field_data).toContainEqual({ name: 'email', values: ['test@meta.com'] });
    expect(lead.field_data).toContainEqual({ name: 'full_name', values: ['<test lead: dummy data for full_name>'] });
    expect(lead.custom_disclaimer_responses).toEqual([{ checkbox_key: 'newsletter', is_checked: '1' }]);
    expect(await graph.refused('POST', `${FORM}/test_leads`, asPage())).toMatchObject({ code: 100 });
    await graph.remove(id, asPage());
    expect((await graph.get(`${FORM}/test_leads`)).data).toEqual([]);
    expect(await count()).toBe(before);
    await graph.post(`${FORM}/test_leads`, asPage());
  });
});

async function scopesOnly(scope: string): Promise<Params> {
  const { createHmac } = await import('node:crypto');
  const secret = '5e0c9a7d41f24b8e9b6a2f1d3c7e8a90';
  return {
    business_app: '1730000000000001',
    scope,
    appsecret_proof: createHmac('sha256', secret).update(ACME.token).digest('hex'),
  };
}

test('a jump of the clock brings the leads of that time at once', async () => {
  graph.advance(HOUR_MS);
  await graph.timePassed();
  expect((await graph.get(`${FORM}/leads`, { limit: 1 })).data).toHaveLength(1);
  graph.advance(-HOUR_MS);
});
