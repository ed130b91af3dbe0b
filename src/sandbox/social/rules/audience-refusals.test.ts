import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Body, type Params, START, socialForTests, US } from '../calls.testing.ts';
import { storeAccounts } from '../seed/companies.ts';
import { ACCOUNTS } from '../seed.ts';
import { type Refusal, type RefusalRow, saidBy, testRefusals } from './rows.testing.ts';

const graph = socialForTests();
const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const known: Record<string, string> = {};
let pixel = '';
beforeAll(async () => {
  for (const { id, name } of (await graph.get(`${US}/customaudiences`, { fields: 'name', limit: 100 })).data)
    known[name] = id;
  pixel = (await graph.get(`${US}/adspixels`)).data[0].id;
});

const INVALID: Refusal = [2654, 1713098, 'rule'];
const source = (change: Params = {}, more: Params = {}) => ({
  rule: {
    inclusions: {
      operator: 'or',
      rules: [{ event_sources: [{ id: '1', type: 'page', ...change }], retention_seconds: 86_400, ...more }],
    },
  },
});
const field = (name: string): Refusal => [100, undefined, name];

describe('a new audience', () => {
  const list = { subtype: 'CUSTOM', customer_file_source: 'USER_PROVIDED_ONLY' };
  const kept = (type: string, days: number) =>
    source({ type, id: type === 'pixel' ? pixel : '1' }, { retention_seconds: days * 86_400 });
  const rows: RefusalRow[] = [
    ['no name', { ...list, name: undefined }, field('name'), list],
    ['an unknown kind', { ...list, subtype: 'FRIENDS' }, field('subtype'), list],
    ['no rule for visitors', { subtype: 'WEBSITE' }, field('rule'), { subtype: 'WEBSITE', ...source() }],
    ['a list of unknown origin', { ...list, customer_file_source: 'FOUND' }, field('customer_file_source'), list],
    ['a list without its origin', { subtype: 'CUSTOM' }, field('customer_file_source'), list],
    ['a rule in words', { rule: '"all"' }, field('rule'), source()],
    ['a rule without inclusions', { rule: { exclusions: source().rule.inclusions } }, INVALID, source()],
    ['a rule without sources', source({}, { event_sources: [] }), INVALID, source()],
    ['a source of an unknown type', source({ type: 'radio' }), INVALID, source({ type: 'video' })],
    ['a time below nothing', source({}, { retention_seconds: -1 }), INVALID, source({}, { retention_seconds: 0 })],
    ['half a second', source({}, { retention_seconds: 0.5 }), INVALID, source()],
    ['no time', source({}, { retention_seconds: undefined }), INVALID, source()],
    ...Object.entries({ page: 730, ig_business: 730, canvas: 730, lead: 90, shopping_page: 365, video: 365 }).map(
      ([type, days]): RefusalRow => [
        `a ${type} longer than ${days} days`,
        kept(type, days + 1),
        INVALID,
        kept(type, days),
      ],
    ),
    ['no days at all', { ...source(), retention_days: 0 }, field('retention_days'), { ...source(), retention_days: 1 }],
    [
      'more than 730 days',
      { ...source(), retention_days: 731 },
      field('retention_days'),
      { ...source(), retention_days: 730 },
    ],
  ];
  testRefusals(graph, rows, (params) => ({ path: `${US}/customaudiences`, params: { name: 'N', ...params } }));

  test('of a pixel that is not there names the pixel', async () => {
    const params = { name: 'N', ...source({ type: 'pixel' }) };
    expect(saidBy(await graph.refused('POST', `${US}/customaudiences`, params))).toEqual([100, 1815045, 'rule']);
  });

  test.each([
    ['pixel', 'WEBSITE', 'EVENT_BASED', 'WEB_PIXEL_COMBINATION_EVENTS'],
    ['app', 'APP', 'EVENT_BASED', 'ENGAGEMENT_EVENT_USERS'],
    ['offline_events', 'OFFLINE_CONVERSION', 'EVENT_BASED', 'ENGAGEMENT_EVENT_USERS'],
    ['ig_business', 'ENGAGEMENT', 'EVENT_BASED', 'ENGAGEMENT_EVENT_USERS'],
  ])('of the source %s is of the kind %s', async (type, subtype, kind, sub_type) => {
    const rule = source({ type, id: type === 'pixel' ? pixel : '1' });
    const { id } = await graph.post(`${US}/customaudiences`, { name: 'N', ...rule });
    expect(await graph.get(id, { fields: 'subtype,data_source' })).toMatchObject({
      subtype,
      data_source: { type: kind, sub_type },
    });
  });
});

describe('a lookalike', () => {
  const spec = (change: Params) => ({ lookalike_spec: { country: 'US', ratio: 0.01, ...change } });
  const place = (geo: unknown) => spec({ country: undefined, location_spec: geo });
  const SPEC = field('lookalike_spec');
  const rows: RefusalRow[] = [
    ['no spec', { lookalike_spec: undefined }, SPEC, {}],
    ['no seed', { origin_audience_id: undefined }, field('origin_audience_id'), {}],
    ['a seed that does not exist', { origin_audience_id: '1' }, field('origin_audience_id'), {}],
    ['a ratio beside a type', spec({ type: 'similarity' }), SPEC, spec({ ratio: undefined, type: 'similarity' })],
    ['an unknown type', spec({ ratio: undefined, type: 'closest' }), SPEC, spec({ ratio: undefined, type: 'reach' })],
    [
      'a start above the ratio',
      spec({ ratio: 0.02, starting_ratio: 0.03 }),
      SPEC,
      spec({ ratio: 0.03, starting_ratio: 0.02 }),
    ],
    [
      'a start at the ratio',
      spec({ ratio: 0.02, starting_ratio: 0.02 }),
      SPEC,
      spec({ ratio: 0.02, starting_ratio: 0 }),
    ],
    ['a start in words', spec({ ratio: 0.03, starting_ratio: '0.01' }), SPEC, {}],
    ['a ratio above 0.20', spec({ ratio: 0.21 }), SPEC, spec({ ratio: 0.2 })],
    ['no country', spec({ country: undefined }), SPEC, place({ geo_locations: { countries: ['US', 'CA'] } })],
    ['an unknown country', spec({ country: 'ZZ' }), SPEC, spec({ country: 'CA' })],
    ['places without countries', place({ geo_locations: { regions: ['1'] } }), SPEC, {}],
    ['a country beside places', spec({ location_spec: { geo_locations: { countries: ['US'] } } }), SPEC, {}],
  ];
  testRefusals(graph, rows, (params) => ({
    path: `${US}/customaudiences`,
    params: { name: 'L', subtype: 'LOOKALIKE', origin_audience_id: known['Customers (CRM)'], ...spec({}), ...params },
  }));

  const like = (origin: string, change: Params = {}) => ({
    name: 'L',
    subtype: 'LOOKALIKE',
    origin_audience_id: origin,
    ...spec(change),
  });

  test('is not the seed of another, and needs a seed of its own account', async () => {
    const { id } = await graph.post(`${US}/customaudiences`, like(known['Customers (CRM)']!));
    const refused = async (path: string, origin: string) => saidBy(await graph.refused('POST', path, like(origin)));
    expect(await refused(`${US}/customaudiences`, id)).toEqual([100, 1713232, 'origin_audience_id']);
    expect(await refused(`${ACCOUNTS.europe.id}/customaudiences`, known['Customers (CRM)']!)).toEqual(
      field('origin_audience_id'),
    );
  });

  test('tells its seed, its ratio and its countries, and is the reason that its seed stays', async () => {
    const list = { name: 'S', subtype: 'CUSTOM', customer_file_source: 'USER_PROVIDED_ONLY' };
    const seed = (await graph.post(`${US}/customaudiences`, list)).id;
    const data = Array.from({ length: 100 }, (_, n) => [hash(String(n))]);
    await graph.post(`${seed}/users`, { payload: { schema: ['EMAIL'], data } });
    const made = async (change: Params) => {
      const { id } = await graph.post(`${US}/customaudiences`, like(seed, change));
      return [id, await graph.get(id, { fields: 'lookalike_spec,data_source' })] as const;
    };
    const [reach, told] = await made({ ratio: undefined, type: 'reach' });
    expect(told).toMatchObject({
      data_source: { type: 'THIRD_PARTY_IMPORTED' },
      lookalike_spec: {
        type: 'custom_ratio',
        ratio: 0.05,
        country: 'US',
        target_countries: ['US'],
        origin: [{ id: seed, name: 'S', type: 'custom_audience' }],
      },
    });
    const [similar, other] = await made({ ratio: undefined, type: 'similarity' });
    expect(other.lookalike_spec.ratio).toBe(0.01);
    expect((await graph.get(seed, { fields: 'lookalike_audience_ids' })).lookalike_audience_ids.sort()).toEqual(
      [reach, similar].sort(),
    );
    expect((await graph.refused('DELETE', seed)).code).toBe(2656);
    await graph.remove(reach);
    expect((await graph.refused('DELETE', seed)).code).toBe(2656);
    await graph.remove(similar);
    await graph.remove(seed);
    expect(saidBy(await graph.refused('POST', `${US}/customaudiences`, like(seed)))).toEqual(
      field('origin_audience_id'),
    );
  });
});

describe('a change of an audience', () => {
  const ids: Record<string, string> = {};
  const rows: RefusalRow[] = [
    ['another kind', { subtype: 'WEBSITE' }, [2650, undefined, 'subtype'], { name: 'Other' }],
    ['another pixel', { pixel_id: '1' }, [2650, undefined, 'pixel_id'], {}],
    ['another seed', { origin_audience_id: '1' }, [2650, undefined, 'origin_audience_id'], {}],
    ['an empty name', { name: '' }, field('name'), { name: 'N' }],
    ['days of a list', { of: 'list', retention_days: 30 }, field('retention_days'), { retention_days: 30 }],
    ['a rule of a list', { of: 'list', ...source() }, field('rule'), { of: 'page', ...source() }],
    ['no days at all', { retention_days: 0 }, field('retention_days'), { retention_days: 1 }],
    ['181 days of visitors', { retention_days: 181 }, field('retention_days'), { retention_days: 180 }],
    [
      '731 days of engagement',
      { of: 'page', retention_days: 731 },
      field('retention_days'),
      { of: 'page', retention_days: 730 },
    ],
    ['a broken rule', { rule: { inclusions: {} } }, INVALID, {}],
    ['an unknown origin of the list', { of: 'list', customer_file_source: 'FOUND' }, field('customer_file_source'), {}],
  ];
  const kinds: Record<string, () => Params> = {
    visitors: () => source({ type: 'pixel', id: pixel }),
    page: () => source(),
    list: () => ({ subtype: 'CUSTOM', customer_file_source: 'USER_PROVIDED_ONLY' }),
  };
  testRefusals(graph, rows, async ({ of = 'visitors', ...params }) => {
    const kind = String(of);
    ids[kind] ??= (await graph.post(`${US}/customaudiences`, { name: 'N', ...kinds[kind]!() })).id;
    return { path: ids[kind]!, params };
  });
});

describe('the people of a customer list', () => {
  let list = '';
  const people = (schema: unknown, ...data: unknown[]) => ({ schema, data });
  const one = people(['EMAIL'], [hash('a')]);
  const rows: RefusalRow[] = [
    ['no payload', { payload: undefined }, field('payload'), {}],
    ['no schema', { payload: { data: one.data } }, field('payload'), {}],
    ['no rows', { payload: { schema: ['EMAIL'] } }, field('payload'), {}],
    ['an unknown key', { payload: people(['SHOE_SIZE'], ['9']) }, field('payload'), {}],
    [
      'a key that is no word',
      { payload: people([7], ['9']) },
      field('payload'),
      { payload: people('EMAIL', hash('a')) },
    ],
    ['people of a page', { of: 'page' }, field('payload'), {}],
  ];
  let engaged = '';
  testRefusals(graph, rows, async ({ of, ...params }) => {
    list ||= (
      await graph.post(`${US}/customaudiences`, {
        name: 'N',
        subtype: 'CUSTOM',
        customer_file_source: 'USER_PROVIDED_ONLY',
      })
    ).id;
    engaged ||= (await graph.post(`${US}/customaudiences`, { name: 'N', ...source() })).id;
    return { path: `${of === 'page' ? engaged : list}/users`, params: { payload: one, ...params } };
  });

  test.each([
    ['a row of one column less', people(['EMAIL', 'FN'], [hash('a')]), 1],
    ['a plain address', people(['EMAIL'], ['a@acme.example']), 1],
    ['a number', people(['EMAIL'], [7]), 1],
    ['a row of nothing', people(['EMAIL'], ['']), 1],
    ['a plain id', people(['EXTERN_ID'], ['77']), 0],
    ['a hash beside nothing', people(['EMAIL', 'PHONE'], [hash('a'), '']), 0],
    ['a plain address said to be raw', { ...people(['EMAIL'], ['a@acme.example']), is_raw: true }, 0],
  ])('count %s as it is', async (_, payload, invalid) => {
    const told = await graph.post(`${list}/users`, { payload });
    expect(told).toMatchObject({ num_received: 1, num_invalid_entries: invalid });
    expect(Object.keys(told.invalid_entry_samples)).toHaveLength(invalid);
  });

  test('need the terms of the account, and leave as they came', async () => {
    const open = storeAccounts.find(({ termsOpen }) => termsOpen)!.id;
    const params = { name: 'N', subtype: 'CUSTOM', customer_file_source: 'USER_PROVIDED_ONLY' };
    expect(saidBy(await graph.refused('POST', `${open}/customaudiences`, params))).toEqual([200, 1870034]);
    const { id } = await graph.post(`${US}/customaudiences`, params);
    const data = Array.from({ length: 100 }, (_, n) => [hash(`p${n}`)]);
    const status = async () => (await graph.get(id, { fields: 'delivery_status,operation_status' })) as Body;
    expect((await status()).operation_status.code).toBe(410);
    await graph.post(`${id}/users`, { payload: people(['EMAIL'], ...data) });
    expect(await status()).toMatchObject({ delivery_status: { code: 200 }, operation_status: { code: 200 } });
    await graph.remove(`${id}/users`, { payload: people(['EMAIL'], data[0]) });
    expect(await status()).toMatchObject({ delivery_status: { code: 300 } });
  });
});

test('audiences are filtered by their fields and shown with what may be done with them', async () => {
  const [first] = (
    await graph.get(`${US}/customaudiences`, {
      fields: 'name,permission_for_actions,time_created,time_content_updated',
      filtering: [{ field: 'name', operator: 'EQUAL', value: 'Customers (CRM)' }],
    })
  ).data;
  expect(first).toMatchObject({ name: 'Customers (CRM)', permission_for_actions: { can_edit: true, can_share: true } });
  expect(first.time_created * 1000).toBeLessThanOrEqual(START);
  expect(first.time_content_updated).toBeLessThanOrEqual(START / 1000);
  expect((await graph.get(`${first.id}/adaccounts`)).data).toEqual([{ id: US, account_id: US.slice(4) }]);
});
