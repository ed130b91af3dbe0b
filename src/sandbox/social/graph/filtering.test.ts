import { beforeAll, describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../../ambient.ts';
import { type Body, good, type Params, START, socialForTests, US } from '../calls.testing.ts';
import { type RefusalRow, saidBy, testRefusals } from '../rules/rows.testing.ts';

const graph = socialForTests();
const SECONDS = START / 1000;
const ids: Record<string, string> = {};

/** Three campaigns, an hour apart, each with an ad set; the first one with an ad. */
beforeAll(async () => {
  for (const [index, name] of ['Red apple', 'Green apple', 'Green pear'].entries()) {
    const { id } = await graph.post(`${US}/campaigns`, {
      ...good.campaign,
      name: `Fruit ${name}`,
      status: index === 2 ? 'PAUSED' : 'ACTIVE',
      spend_cap: 10_000 * (index + 1),
    });
    const set = await graph.post(`${US}/adsets`, {
      ...good.adSet(id),
      name: `Fruit ${name}`,
      daily_budget: 1000 * (index + 1),
    });
    ids[name] = id;
    if (index === 0) {
      const creative = { name: 'K', object_story_spec: good.story };
      await graph.post(`${US}/ads`, { name: 'Fruit ad', adset_id: set.id, creative });
    }
    graph.advance(HOUR_MS);
  }
  graph.setNow(START + 4 * HOUR_MS);
});

const FRUIT = { field: 'name', operator: 'STARTS_WITH', value: 'fruit ' };
async function found(edge: string, ...filters: Params[]): Promise<string[]> {
  const { data } = await graph.get(`${US}/${edge}`, { fields: 'name', filtering: [FRUIT, ...filters], limit: 100 });
  return data.map(({ name }: Body) => name.replace('Fruit ', '')).sort();
}

const ALL = ['Green apple', 'Green pear', 'Red apple'];
const [RED, GREEN, PEAR] = ['Red apple', 'Green apple', 'Green pear'];
const APPLES = [GREEN, RED];

describe('filters', () => {
  test.each([
    ['name', 'EQUAL', 'fruit red apple', [RED]],
    ['name', 'NOT_EQUAL', 'Fruit red apple', [GREEN, PEAR]],
    ['name', 'IN', ['Fruit Red apple', 'Fruit Green pear'], [PEAR, RED]],
    ['name', 'ANY', ['Fruit Red apple', 'Fruit Green pear'], [PEAR, RED]],
    ['name', 'NOT_IN', ['Fruit Red apple', 'Fruit Green pear'], [GREEN]],
    ['name', 'NONE', ['Fruit Red apple'], [GREEN, PEAR]],
    ['name', 'ALL', ['Fruit Red apple', 'Fruit Green pear'], []],
    ['name', 'ALL', ['Fruit Red apple'], [RED]],
    ['name', 'CONTAIN', 'APPLE', APPLES],
    ['name', 'CONTAINS_ANY', ['red', 'pear'], [PEAR, RED]],
    ['name', 'STEM_MATCH', 'pear', [PEAR]],
    ['name', 'NOT_CONTAIN', 'apple', [PEAR]],
    ['name', 'NOT_CONTAINS_ANY', ['red', 'pear'], [GREEN]],
    ['name', 'CONTAINS_ALL', ['green', 'apple'], [GREEN]],
    ['name', 'STARTS_WITH', 'fruit green', [GREEN, PEAR]],
    ['name', 'ENDS_WITH', 'apple', APPLES],
    ['spend_cap', 'GREATER_THAN', 20_000, [PEAR]],
    ['spend_cap', 'GREATER_THAN_OR_EQUAL', 20_000, [GREEN, PEAR]],
    ['spend_cap', 'LESS_THAN', 20_000, [RED]],
    ['spend_cap', 'LESS_THAN_OR_EQUAL', 20_000, APPLES],
    ['spend_cap', 'IN_RANGE', [10_000, 20_000], APPLES],
    ['spend_cap', 'NOT_IN_RANGE', [10_000, 20_000], [PEAR]],
    ['created_time', 'AFTER', SECONDS + 3600, [PEAR]],
    ['created_time', 'ON_OR_AFTER', SECONDS + 3600, [GREEN, PEAR]],
    ['created_time', 'BEFORE', SECONDS + 3600, [RED]],
    ['created_time', 'ON_OR_BEFORE', SECONDS + 3600, APPLES],
    ['updated_time', 'GREATER_THAN', SECONDS, [GREEN, PEAR]],
    ['configured_status', 'EQUAL', 'PAUSED', [PEAR]],
    ['effective_status', 'NOT_EQUAL', 'PAUSED', APPLES],
    ['campaign.effective_status', 'IN', ['PAUSED'], [PEAR]],
    ['campaign.name', 'CONTAIN', 'pear', [PEAR]],
    ['adset.name', 'CONTAIN', 'pear', []],
  ])('of campaigns: %s %s %j', async (field, operator, value, names) => {
    expect(await found('campaigns')).toEqual(ALL);
    expect(await found('campaigns', { field, operator, value })).toEqual(names);
  });

  test.each([
    ['campaign.configured_status', 'EQUAL', 'PAUSED', [PEAR]],
    ['campaign.effective_status', 'EQUAL', 'PAUSED', [PEAR]],
    ['effective_status', 'IN', ['CAMPAIGN_PAUSED'], [PEAR]],
    ['daily_budget', 'LESS_THAN', 2000, [RED]],
    ['start_time', 'AFTER', SECONDS + 3600, [PEAR]],
    ['campaign.spend_cap', 'GREATER_THAN', 20_000, [PEAR]],
  ])('of ad sets: %s %s %j', async (field, operator, value, names) => {
    expect(await found('adsets', { field, operator, value })).toEqual(names);
  });

  test('look at parents by their ids', async () => {
    expect(await found('adsets', { field: 'campaign.id', operator: 'IN', value: [ids[RED!]] })).toEqual([RED]);
    expect(await found('campaigns', { field: 'id', operator: 'NOT_IN', value: [ids[RED!]] })).toEqual([GREEN, PEAR]);
  });

  test('of ads look at the ad set', async () => {
    const named = (value: string) => found('ads', { field: 'adset.name', operator: 'EQUAL', value });
    expect(await named('Fruit Red apple')).toEqual(['ad']);
    expect(await named('Fruit Green pear')).toEqual([]);
  });

  test('updated_since leaves out what is older', async () => {
    const since = async (seconds: number) => {
      const params = { fields: 'name', filtering: [FRUIT], updated_since: seconds };
      return (await graph.get(`${US}/campaigns`, params)).data.map(({ name }: Body) => name).sort();
    };
    expect(await since(SECONDS)).toHaveLength(3);
    expect(await since(SECONDS + 7200)).toEqual(['Fruit Green pear']);
    expect(await since(SECONDS + 7201)).toEqual([]);
  });
});

describe('a list', () => {
  const rows: RefusalRow[] = [
    ['a filter without a field', { filtering: [{ operator: 'EQUAL', value: 1 }] }, [100, undefined, 'filtering'], {}],
    [
      'a filter without an operator',
      { filtering: [{ field: 'name', value: 1 }] },
      [100, undefined, 'filtering'],
      { filtering: [FRUIT] },
    ],
    ['a filter in words', { filtering: ['name'] }, [100, undefined, 'filtering'], {}],
    ['filters that are no list', { filtering: FRUIT }, [100, undefined, 'filtering'], { filtering: [FRUIT] }],
    ['filters that are no JSON', { filtering: '[' }, [100, undefined, 'filtering'], {}],
    [
      'an operator that is inherited',
      { filtering: [{ ...FRUIT, operator: 'constructor' }] },
      [100, undefined, 'filtering'],
      {},
    ],
    ...['IN', 'NOT_IN', 'IN_RANGE', 'NOT_IN_RANGE', 'ANY', 'ALL', 'NONE'].map(
      (operator): RefusalRow => [
        `${operator} without a list`,
        { filtering: [{ field: 'name', operator, value: 'x' }] },
        [100, undefined, 'filtering'],
        { filtering: [{ field: 'name', operator, value: ['x'] }] },
      ],
    ),
    [
      'a field of another level',
      { filtering: [{ ...FRUIT, field: 'page.name' }] },
      [100, undefined, 'filtering'],
      { filtering: [{ ...FRUIT, field: 'adset.name' }] },
    ],
    ['an unknown status', { effective_status: ['GONE'] }, [100, undefined, 'effective_status'], {}],
    [
      'deleted ones by a filter',
      { filtering: [{ field: 'effective_status', operator: 'IN', value: ['DELETED'] }] },
      [100, 1815001],
      { filtering: [{ field: 'effective_status', operator: 'IN', value: ['ARCHIVED'] }] },
    ],
    [
      'ads of deleted campaigns',
      { filtering: [{ field: 'campaign.effective_status', operator: 'IN', value: ['DELETED'] }] },
      [100, 1815001],
      { filtering: [{ field: 'campaign.effective_status', operator: 'IN', value: ['PAUSED'] }] },
    ],
    ['a page of nothing', { limit: 0 }, [100, undefined, 'limit'], { limit: 1 }],
    ['a page of less than nothing', { limit: -1 }, [100, undefined, 'limit'], { limit: 500 }],
    ['a page of half a row', { limit: '1.5' }, [100, undefined, 'limit'], {}],
    ['a time in words', { updated_since: 'lately' }, [100, undefined, 'updated_since'], {}],
    ['a removed format of dates', { date_format: 'U' }, [100], {}],
  ];
  testRefusals(graph, rows, (params) => ({ method: 'GET', path: `${US}/ads`, params }));

  test('takes its fields as a list too, and an empty choice as none', async () => {
    const [id] = Object.values(ids);
    expect(await graph.get(id!, { fields: ['name', 'objective'] })).toEqual({
      id,
      name: 'Fruit Red apple',
      objective: 'OUTCOME_TRAFFIC',
    });
    expect(await graph.get(id!, { fields: '' })).toEqual({ id });
  });

  test('turns pages backwards too, and keeps what was asked in its links', async () => {
    const first = await graph.get(`${US}/campaigns`, { fields: 'name', filtering: [FRUIT], limit: 2 });
    expect(first.paging.previous).toBeUndefined();
    const second = await (await fetch(first.paging.next)).json();
    expect((second as Body).data).toHaveLength(1);
    expect((second as Body).paging.next).toBeUndefined();
    const back = (await (await fetch((second as Body).paging.previous)).json()) as Body;
    expect(back.data).toEqual(first.data);
    expect(back.paging.previous).toBeUndefined();
  });

  test('asked for by a JSON body has links that ask the same', async () => {
    const body = JSON.stringify({ method: 'GET', fields: 'name', filtering: [FRUIT], limit: 1 });
    const init = { method: 'POST', body, headers: { 'content-type': 'application/json' } };
    const address = new URLSearchParams({
      access_token: new URL((await graph.get(`${US}/ads`, { limit: 1 })).paging.next).searchParams.get('access_token')!,
    });
    const page = (await (await fetch(`${graph.origin}/v26.0/${US}/campaigns?${address}`, init)).json()) as Body;
    const next = (await (await fetch(page.paging.next)).json()) as Body;
    expect([...page.data, ...next.data].map(({ name }: Body) => name)).toEqual([
      'Fruit Green pear',
      'Fruit Green apple',
    ]);
  });
});

describe('a call', () => {
  const code = async (method: string, path: string, params: Params = {}) => {
    const error = await graph.refused(method, path, params);
    return [error.code, error.error_subcode, error.type];
  };

  test('of no node, of no edge and of no such method', async () => {
    expect(await code('GET', '')).toEqual([100, undefined, 'GraphMethodException']);
    expect(await code('GET', '', { ids: US })).toEqual([100, undefined, 'OAuthException']);
    expect(await code('DELETE', US)).toEqual([100, 33, 'GraphMethodException']);
    expect(await code('POST', `${US}/nothing`)).toEqual([2500, undefined, 'OAuthException']);
    expect(await code('POST', US, { method: 'PATCH' })).toEqual([100, undefined, 'OAuthException']);
  });

  test('with an object in place of a text is told so', async () => {
    const init = {
      body: JSON.stringify({ ...good.campaign, name: { en: 'C' } }),
      headers: { 'content-type': 'application/json' },
    };
    const { body } = await graph.send('POST', `${US}/campaigns`, {}, init);
    expect(saidBy(body.error)).toEqual([100, undefined, 'name']);
  });

  test('that changes something gives it back as asked', async () => {
    const made = await graph.post(`${US}/campaigns`, { ...good.campaign, name: 'Told', fields: 'name,status' });
    expect(made).toEqual({ id: expect.any(String), name: 'Told', status: 'PAUSED' });
    expect(await graph.post(made.id, { name: 'Again', fields: 'name' })).toEqual({
      id: made.id,
      success: true,
      name: 'Again',
    });
  });
});
