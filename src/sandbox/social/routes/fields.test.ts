import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../ambient.ts';
import { type Body, good, type Params, START, socialForTests, US } from '../calls.testing.ts';
import { type RefusalRow, saidBy, testRefusals } from '../rules/rows.testing.ts';
import { storeAccounts } from '../seed/companies.ts';
import { ACCOUNTS, ACME } from '../seed.ts';
import { OPTIONS } from '../targeting/options.ts';

const graph = socialForTests();
const read = (path: string, fields: string, more: Params = {}): Promise<Body> => graph.get(path, { fields, ...more });
const FORM = '301000000000001';
const asPage = async () => (await read(ACCOUNTS.us.page, 'access_token')).access_token as string;

describe('what is told of', () => {
  test('an account', async () => {
    const fields =
      'timezone_id,timezone_offset_hours_utc,min_campaign_group_spend_cap,business_country_code,owner,is_prepay_account,funding_source_details,capabilities,user_tasks,tos_accepted,age,created_time';
    const told = await read(US, fields);
    expect(told).toMatchObject({
      timezone_offset_hours_utc: -5,
      min_campaign_group_spend_cap: '10000',
      business_country_code: 'US',
      owner: ACME.business,
      is_prepay_account: false,
      funding_source_details: { type: 1, display_string: 'Available balance (0.00 USD)' },
      user_tasks: ['DRAFT', 'ANALYZE', 'ADVERTISE', 'MANAGE'],
      tos_accepted: { custom_audience_tos: 1, web_custom_audience_tos: 1 },
    });
    expect(told.age).toBeCloseTo((START - Date.parse(told.created_time)) / DAY_MS, 3);
    expect(told.timezone_id).not.toBe((await read(ACCOUNTS.europe.id, 'timezone_id')).timezone_id);
    const open = storeAccounts.find(({ termsOpen }) => termsOpen)!.id;
    expect((await read(open, 'tos_accepted')).tos_accepted.custom_audience_tos).toBe(0);
    expect((await read(ACCOUNTS.europe.id, 'timezone_offset_hours_utc')).timezone_offset_hours_utc).toBe(1);
  });

  test('a business and its pages', async () => {
    const business = await read(ACME.business, 'name,verification_status,primary_page{name},created_time');
    expect(business).toMatchObject({ verification_status: 'verified', primary_page: { name: 'Acme Outdoor' } });
    const { data } = await graph.get(`${ACME.business}/owned_ad_accounts`, { limit: 100 });
    expect(data.map(({ id }: Body) => id).sort()).toEqual([...ACME.accounts].sort());
    expect((await graph.get(`${ACME.business}/client_ad_accounts`)).data).toEqual([]);
    const page = await read(
      ACCOUNTS.us.page,
      'fan_count,picture,business{name},instagram_business_account{name,followers_count}',
    );
    expect(page).toMatchObject({
      fan_count: expect.any(Number),
      picture: { data: { is_silhouette: false } },
      business: { name: ACME.name },
      instagram_business_account: { name: 'Acme Outdoor', followers_count: expect.any(Number) },
    });
    const [catalog] = (await graph.get(`${ACME.business}/owned_product_catalogs`, { fields: 'business{name}' })).data;
    expect(catalog.business.name).toBe(ACME.name);
    const [set] = (await graph.get(`${catalog.id}/product_sets`, { fields: 'product_catalog' })).data;
    expect(set.product_catalog).toEqual({ id: catalog.id });
  });

  test('campaigns, ad sets and ads', async () => {
    const { id } = await graph.post(`${US}/campaigns`, {
      ...good.campaign,
      adlabels: [{ name: 'Autumn' }],
      stop_time: (START + DAY_MS) / 1000,
      special_ad_categories: ['HOUSING'],
      special_ad_category_country: ['US'],
    });
    const campaign = await read(
      id,
      'configured_status,special_ad_category,stop_time,pacing_type,can_use_spend_cap,adlabels{name},advantage_state_info',
    );
    expect(campaign).toMatchObject({
      configured_status: 'PAUSED',
      special_ad_category: 'HOUSING',
      pacing_type: ['standard'],
      can_use_spend_cap: true,
      adlabels: [{ name: 'Autumn' }],
      advantage_state_info: { advantage_state: 'DISABLED' },
    });
    expect(Date.parse(campaign.stop_time)).toBe(START + DAY_MS);
    await graph.post(id, { adlabels: [{ name: 'Winter' }] });
    expect((await read(id, 'adlabels{name}')).adlabels).toEqual([{ name: 'Winter' }]);
    const plain = await graph.post(`${US}/campaigns`, good.campaign);
    expect(await read(plain.id, 'special_ad_category,stop_time')).toEqual({
      id: plain.id,
      special_ad_category: 'NONE',
    });
    const [ad] = (
      await graph.get(`${US}/ads`, {
        fields: 'configured_status,status,preview_shareable_link,bid_type,adset{configured_status,status}',
        limit: 1,
      })
    ).data;
    expect([ad.configured_status, ad.adset.configured_status]).toEqual([ad.status, ad.adset.status]);
    expect(ad).toMatchObject({ bid_type: 'ABSOLUTE_OCPM', preview_shareable_link: expect.stringContaining(ad.id) });
    const label = (await graph.get(`${US}/adlabels`, { fields: 'name,created_time,updated_time' })).data[0];
    expect([Date.parse(label.created_time), Date.parse(label.updated_time)]).toEqual([START, START]);
  });

  test('datasets, custom conversions, posts and leads', async () => {
    const { id } = await graph.post(`${US}/adspixels`, { name: 'Told' });
    const fields =
      'creation_time,is_crm,enable_automatic_matching,data_use_setting,owner_ad_account,owner_business{name},code';
    expect(await read(id, fields)).toMatchObject({
      is_crm: false,
      enable_automatic_matching: false,
      data_use_setting: 'ADVERTISING_AND_ANALYTICS',
      owner_ad_account: { id: US },
      owner_business: { name: ACME.name },
      code: expect.stringContaining(`fbq('init', '${id}')`),
    });
    await graph.post(id, { enable_automatic_matching: true, data_use_setting: 'ANALYTICS_ONLY' });
    expect(await read(id, 'enable_automatic_matching,data_use_setting')).toMatchObject({
      enable_automatic_matching: true,
      data_use_setting: 'ANALYTICS_ONLY',
    });
    const odd = await graph.refused('POST', id, { data_use_setting: 'NONE' });
    expect(saidBy(odd)).toEqual([100, undefined, 'data_use_setting']);
    const rule = { event: { eq: 'Lead' } };
    const made = await graph.post(`${US}/customconversions`, { name: 'N', event_source_id: id, rule });
    expect(await read(made.id, 'data_sources,creation_time,is_archived,is_unavailable')).toMatchObject({
      data_sources: [{ id, source_type: 'PIXEL' }],
      is_archived: false,
      is_unavailable: false,
    });
    const [post] = (
      await graph.get(`${ACCOUNTS.us.page}/published_posts`, {
        access_token: await asPage(),
        fields: 'is_published,is_eligible_for_promotion',
      })
    ).data;
    expect(post).toMatchObject({ is_published: true, is_eligible_for_promotion: true });
    const [media] = (await graph.get(`${ACCOUNTS.us.instagram}/media`, { fields: 'owner' })).data;
    expect(media.owner).toEqual({ id: ACCOUNTS.us.instagram });
    const [lead] = (
      await graph.get(`${FORM}/leads`, {
        fields: 'platform,ad_id,ad_name,adset_id,adset_name,campaign_id,campaign_name',
        limit: 1,
      })
    ).data;
    const ad = await read(lead.ad_id, 'name,adset{name},campaign{name}');
    expect(lead).toMatchObject({
      platform: 'fb',
      ad_name: ad.name,
      adset_name: ad.adset.name,
      campaign_name: ad.campaign.name,
    });
    expect((await read(FORM, 'page{name}', { access_token: await asPage() })).page).toMatchObject({
      name: 'Acme Outdoor',
    });
  });
});

describe('a lead form', () => {
  const custom = (options: unknown) => ({ questions: [{ type: 'CUSTOM', label: 'How many?', options }] });
  const whole = { questions: [{ type: 'EMAIL' }], privacy_policy: { url: 'https://acme.example' } };
  const policy = (link_text: unknown) => ({ privacy_policy: { url: 'https://acme.example', link_text } });
  const box = (text: unknown) => ({ custom_disclaimer: { checkboxes: [{ text }] } });
  const QUESTIONS: [number, undefined, string] = [100, undefined, 'questions'];
  const rows: RefusalRow[] = [
    [
      'options of a known question',
      { questions: [{ type: 'EMAIL', options: [{ value: 'a' }, { value: 'b' }] }] },
      QUESTIONS,
      {},
    ],
    ['one option', custom([{ value: 'a' }]), QUESTIONS, custom([{ value: 'a' }, { value: 'b' }])],
    ['options in words', custom('many'), QUESTIONS, custom([{ value: 'a' }, { value: 'b' }])],
    [
      'an option without a value',
      custom([{ value: 'a' }, { key: 'b' }]),
      QUESTIONS,
      custom([{ value: 'a' }, { key: 'b', value: 'c' }]),
    ],
    ['a question in words', { questions: ['EMAIL'] }, QUESTIONS, {}],
    [
      'the words of a link of 71 letters',
      policy('x'.repeat(71)),
      [100, undefined, 'privacy_policy'],
      policy('x'.repeat(70)),
    ],
    ['a policy at an address of another kind', { privacy_policy: { url: 'ftp://acme.example' } }, [100], {}],
    ['a box without its text', box(undefined), [100, undefined, 'custom_disclaimer'], box('I agree')],
    ['an unknown language', { locale: 'XX_XX' }, [100, undefined, 'locale'], { locale: 'DE_DE' }],
  ];
  let made = 0;
  testRefusals(graph, rows, async (params) => ({
    path: `${ACCOUNTS.us.page}/leadgen_forms`,
    params: { name: `Form ${made++}`, ...whole, ...params, access_token: await asPage() },
  }));

  test('has a name of its own, its keys, and boxes that must be ticked', async () => {
    const path = `${ACCOUNTS.us.page}/leadgen_forms`;
    const params = {
      ...whole,
      name: 'Keys',
      questions: [{ type: 'EMAIL', key: 'mail' }],
      custom_disclaimer: { checkboxes: [{ text: 'I agree' }] },
      access_token: await asPage(),
    };
    const { id } = await graph.post(path, params);
    expect((await graph.refused('POST', path, params)).error_user_title).toBe('Form Name Is Taken');
    const told = await read(id, 'questions,legal_content', { access_token: params.access_token });
    expect(told.questions[0].key).toBe('mail');
    expect(told.legal_content).toMatchObject({
      privacy_policy: { link_text: 'Privacy Policy' },
      custom_disclaimer: { checkboxes: [{ key: 'checkbox_1', is_required: true, is_checked_by_default: false }] },
    });
    const access = { access_token: params.access_token };
    expect(saidBy(await graph.refused('POST', id, access))).toEqual([100, undefined, 'status']);
    expect(saidBy(await graph.refused('POST', id, { ...access, status: 'GONE' }))).toEqual([100, undefined, 'status']);
    const answers = { ...access, field_data: [{ name: 'mail' }] };
    expect(saidBy(await graph.refused('POST', `${id}/test_leads`, answers))).toEqual([100, undefined, 'field_data']);
    const lead = await graph.post(`${id}/test_leads`, {
      ...access,
      field_data: [{ name: 'mail', values: ['a@b.example'] }],
    });
    expect((await read(lead.id, 'field_data')).field_data).toEqual([{ name: 'mail', values: ['a@b.example'] }]);
  });
});

describe('the search for targeting', () => {
  const interests = OPTIONS.interests!;
  const search = async (type: string, params: Params = {}): Promise<Body[]> =>
    (await graph.get('search', { type, limit: 1000, ...params })).data;
  const names = async (type: string, params: Params = {}) => (await search(type, params)).map(({ name }) => name);
  const field = (name: string): [number, undefined, string] => [100, undefined, name];
  const rows: RefusalRow[] = [
    ['no type', { type: undefined }, field('type'), {}],
    ['an unknown type', { type: 'adweather' }, field('type'), {}],
    ['no word', { q: undefined }, field('q'), {}],
    [
      'suggestions to nothing',
      { type: 'adinterestsuggestion' },
      field('interest_list'),
      { type: 'adinterestsuggestion', interest_list: ['Running'] },
    ],
    [
      'no options',
      { type: 'targetingoptionstatus' },
      field('targeting_option_list'),
      { type: 'targetingoptionstatus', targeting_option_list: ['1'] },
    ],
    [
      'an unknown class',
      { type: 'adTargetingCategory', class: 'moods' },
      field('class'),
      { type: 'adTargetingCategory', class: 'income' },
    ],
  ];
  testRefusals(graph, rows, (params) => ({
    method: 'GET',
    path: 'search',
    params: { type: 'adinterest', q: 'run', ...params },
  }));

  test.each([
    ['adlocale', 'german', 'German'],
    ['adworkemployer', 'bahn', 'Deutsche Bahn'],
    ['adworkposition', 'nurse', 'Registered Nurse'],
    ['adeducationschool', 'harvard', 'Harvard University'],
    ['adeducationmajor', 'econ', 'Economics'],
  ])('of %s finds by a part of the name', async (type, q, name) => {
    expect(await names(type, { q })).toContain(name);
    expect((await names(type, { q })).length).toBeLessThan((await names(type)).length);
  });

  test('suggests what is near and not what was said', async () => {
    const suggested = await names('adinterestsuggestion', { interest_list: ['Running'] });
    expect(suggested).toContain('Marathons');
    expect(suggested).not.toContain('Running');
    expect(suggested).not.toContain('Baking');
    const targeting_list = [{ type: 'interests', id: interests.find(({ name }) => name === 'Running')!.id }];
    const { data } = await graph.get(`${US}/targetingsuggestions`, { targeting_list, limit: 1000 });
    expect(data.map(({ name }: Body) => name)).toEqual(suggested);
    expect(await search('adradiussuggestion')).toEqual([{ suggested_radius: 25, distance_unit: 'mile' }]);
  });

  test('tells what is valid and what is gone', async () => {
    const { id, name } = interests[0]!;
    const valid = await search('adinterestvalid', { interest_list: [name, 'Luck'], interest_fbid_list: [id, '1'] });
    expect(valid.map((row) => [row.name, row.id, row.valid])).toEqual([
      [name, id, true],
      ['Luck', undefined, false],
      [name, id, true],
      [undefined, '1', false],
    ]);
    expect(await search('targetingoptionstatus', { targeting_option_list: [id, '1'] })).toEqual([
      { id, current_status: 'NORMAL' },
      { id: '1', current_status: 'NON-DELIVERABLE' },
    ]);
    const { data } = await graph.get(`${US}/targetingvalidation`, {
      id_list: [id, '1'],
      targeting_list: [{ type: 'interests', id }],
      name_list: [name, 'Luck'],
    });
    expect(data.map((row: Body) => row.valid)).toEqual([true, false, true, true, false]);
  });

  test('knows its classes, devices and places', async () => {
    const income = await names('adTargetingCategory', { class: 'income' });
    expect(income).toEqual(OPTIONS.income!.map(({ name }) => name));
    expect((await names('adTargetingCategory')).length).toBeGreaterThan(income.length);
    const device = (await search('adTargetingCategory', { class: 'user_device' })).map((row) => [
      row.name,
      row.platform,
    ]);
    expect(device).toContainEqual(['iPhone', 'iOS']);
    expect(device).toContainEqual(['Pixel 8', 'Android']);
    const systems = (await search('adTargetingCategory', { class: 'user_os' })).map((row) => [row.name, row.platform]);
    expect(systems).toContainEqual(['iOS', 'iOS']);
    expect(systems).toContainEqual(['Android', 'Android']);
    const [texas] = await search('adgeolocation', { q: 'texas', location_types: ['region'] });
    const cities = await search('adgeolocation', { location_types: ['city'], region_id: texas.key });
    expect(cities.map(({ name }) => name)).toContain('Austin');
    expect(new Set(cities.map(({ region_id }) => String(region_id)))).toEqual(new Set([String(texas.key)]));
    expect(new Set((await search('adgeolocation', { country_code: 'DE' })).map((row) => row.country_code))).toEqual(
      new Set(['DE']),
    );
  });

  test('estimates people by what is chosen', async () => {
    const reach = async (spec: Params) =>
      (await graph.get(`${US}/reachestimate`, { targeting_spec: spec })).data.users_lower_bound;
    const geo_locations = { countries: ['US'] };
    const all = await reach({ geo_locations });
    const [{ id }] = (
      await graph.get(`${US}/customaudiences`, {
        limit: 1,
        filtering: [{ field: 'name', operator: 'EQUAL', value: 'Customers (CRM)' }],
      })
    ).data;
    expect(await reach({ geo_locations, custom_audiences: [{ id }] })).toBe(18_000);
    expect(await reach({ geo_locations, flexible_spec: [{ interests: [{ id: interests[0]!.id }] }] })).toBeLessThan(
      all,
    );
    expect(await reach({ geo_locations, interests: [interests[0]!.id] })).toBeLessThan(all);
    expect(await reach({ geo_locations: { zips: [{ key: 'US:94304' }] } })).toBe(30_000);
    const refused = async (path: string, params: Params) => saidBy(await graph.refused('GET', `${US}/${path}`, params));
    expect(await refused('reachestimate', {})).toEqual(field('targeting_spec'));
    expect(await refused('delivery_estimate', { targeting_spec: { geo_locations } })).toEqual(
      field('optimization_goal'),
    );
    expect(await refused('reachestimate', { targeting_spec: { geo_locations: { countries: ['ZZ'] } } })).toEqual([
      100,
      1487079,
      'targeting',
      'geo_locations',
      'countries',
    ]);
  });
});
