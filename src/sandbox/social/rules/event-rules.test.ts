import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../ambient.ts';
import { type Body, START, socialForTests, US } from '../calls.testing.ts';
import { ACCOUNTS } from '../seed.ts';

const graph = socialForTests();
const EMAIL = createHash('sha256').update('john_smith@gmail.com').digest('hex');
const NOW = Math.floor(START / 1000);

let dataset = '';
beforeAll(async () => {
  dataset = (await graph.get(`${US}/adspixels`)).data[0].id;
});

const good = {
  event_name: 'Lead',
  event_time: NOW - 60,
  action_source: 'system_generated',
  user_data: { em: [EMAIL] },
};
const website = {
  ...good,
  action_source: 'website',
  event_source_url: 'https://acme.example/thanks',
  user_data: { em: EMAIL, client_user_agent: 'Mozilla/5.0' },
};

const send = (events: unknown[], more = {}): Promise<Body> =>
  graph.post(`${dataset}/events`, { data: events, ...more });
const refused = (event: unknown) => graph.refused('POST', `${dataset}/events`, { data: [good, event] });
const countOf = async (name: string): Promise<number> => {
  const rows = (await graph.get(`${dataset}/stats`, { aggregation: 'event' })).data;
  const counts = rows.flatMap(({ data }: Body) => data).filter(({ value }: Body) => value === name);
  return counts.reduce((sum: number, { count }: Body) => sum + count, 0);
};

describe('events', () => {
  test('are taken by number, as JSON text or list, with the keys the official SDK leaves empty', async () => {
    const nothing = { namespace_id: null, upload_id: null, upload_tag: null, upload_source: null };
    const init = {
      body: JSON.stringify({ data: [good, website], id: dataset, ...nothing }),
      headers: { 'content-type': 'application/json' },
    };
    const { body } = await graph.send('POST', `${dataset}/events`, {}, init);
    expect(body).toMatchObject({ events_received: 2, messages: [], fbtrace_id: expect.any(String) });
  });

  test('rule 149: one bad event refuses the good ones with it', async () => {
    const named = { ...good, event_name: 'Whole batch' };
    await graph.refused('POST', `${dataset}/events`, { data: [named, { ...good, action_source: 'fax' }] });
    expect(await countOf('Whole batch')).toBe(0);
  });

  test('rule 148: none or more than 1,000', async () => {
    const of = (length: number) =>
      graph.refused('POST', `${dataset}/events`, { data: Array.from({ length }, () => good) });
    expect(await of(0)).toMatchObject({ code: 100 });
    expect(await of(1001)).toMatchObject({ code: 100 });
  });

  test.each([
    ['rule 150: eight days old', { ...good, event_time: NOW - 8 * 86_400 }, 2804003],
    [
      'rule 150: 63 days old in a store',
      { ...good, action_source: 'physical_store', event_time: NOW - 63 * 86_400 },
      2804003,
    ],
    ['rule 151: no name', { ...good, event_name: '' }, undefined],
    ['rule 151: an unknown source', { ...good, action_source: 'web' }, undefined],
    ['rule 152: a website without its address', { ...website, event_source_url: undefined }, undefined],
    ['rule 152: a website without the browser', { ...website, user_data: { em: EMAIL } }, undefined],
    ['rule 153: an event without a person', { ...good, user_data: {} }, 2804050],
    ['rule 153: a country and a city', { ...good, user_data: { country: EMAIL, ct: EMAIL } }, 2804050],
    ['rule 153: a birthday', { ...good, user_data: { db: EMAIL, client_user_agent: 'x' } }, 2804050],
    ['rule 153: a first name', { ...good, user_data: { fn: EMAIL, ge: EMAIL } }, 2804050],
    ['rule 154: a plain address', { ...good, user_data: { em: 'john_smith@gmail.com' } }, 2804016],
    ['rule 154: one of two is plain', { ...good, user_data: { ph: [EMAIL, '16505551212'] } }, 2804016],
    ['rule 155: a purchase for nothing', { ...good, event_name: 'Purchase' }, 2804009],
  ])('%s', async (_, event, subcode) => {
    const error = await refused(event);
    expect(error).toMatchObject({ code: 100, ...(subcode && { error_subcode: subcode }) });
    expect(JSON.stringify(error)).not.toMatch(/john_smith|16505551212/);
  });

  test.each([
    ['61 days old in a store', { ...good, action_source: 'physical_store', event_time: NOW - 61 * 86_400 }],
    ['a first and a last name', { ...good, user_data: { fn: EMAIL, ln: EMAIL } }],
    ['a hash with the mark of the parameter builder', { ...good, user_data: { em: `${EMAIL}.AQECAQIA` } }],
    ['a purchase', { ...good, event_name: 'Purchase', custom_data: { value: 19.9, currency: 'EUR' } }],
  ])('are taken: %s', async (_, event) => {
    expect(await send([event])).toMatchObject({ events_received: 1 });
  });

  test('rule 156: a repeat within 48 hours counts once, after them again', async () => {
    const event = { ...good, event_name: 'Repeated', event_id: 'order-1' };
    await send([event]);
    expect(await send([event, { ...event, event_id: 'order-2' }])).toMatchObject({ events_received: 2 });
    expect(await countOf('Repeated')).toBe(2);
    graph.advance(49 * HOUR_MS);
    await send([event]);
    expect(await countOf('Repeated')).toBe(3);
    graph.advance(-49 * HOUR_MS);
  });

  test('rule 157: a test event counts', async () => {
    await send([{ ...good, event_name: 'Tried' }], { test_event_code: 'TEST123' });
    expect(await countOf('Tried')).toBe(1);
  });

  test('rule 158: a dataset of another company is not found', async () => {
    const theirs = await graph.refused('GET', `${ACCOUNTS.japan.id}/adspixels`);
    expect(theirs).toMatchObject({ code: 100, error_subcode: 33 });
    expect(await graph.refused('POST', '999/events', { data: [good] })).toMatchObject({ code: 100, error_subcode: 33 });
  });
});

describe('custom conversions', () => {
  const rule = { and: [{ event: { eq: 'Lead' } }, { or: [{ URL: { i_contains: 'Thanks' } }] }] };
  const fields = 'name,rule,custom_event_type,default_conversion_value,first_fired_time,pixel';

  test('rule 159: belong to a dataset and have a rule', async () => {
    const make = (params: object) => graph.refused('POST', `${US}/customconversions`, { name: 'Thanks', ...params });
    expect(await make({ event_source_id: '1', rule })).toMatchObject({ error_subcode: 1815045 });
    expect(await make({ event_source_id: dataset })).toMatchObject({ code: 100 });
    expect(await make({ event_source_id: dataset, rule: { eq: 1 } })).toMatchObject({ code: 100 });
  });

  test('rule 160: keep their rule, and know when an event first fell under it', async () => {
    const { id } = await graph.post(`${US}/customconversions`, {
      name: 'Thanks',
      event_source_id: dataset,
      rule: JSON.stringify(rule),
      custom_event_type: 'LEAD',
    });
    await send([good]);
    expect(await graph.get(id, { fields })).toEqual({
      id,
      name: 'Thanks',
      rule: JSON.stringify(rule),
      custom_event_type: 'LEAD',
      default_conversion_value: 0,
      pixel: { id: dataset },
    });
    await send([website]);
    expect((await graph.get(id, { fields })).first_fired_time).toBeDefined();
    expect(await graph.refused('POST', id, { rule })).toMatchObject({ code: 100 });
    await graph.post(id, { name: 'Thank you', default_conversion_value: 5 });
    expect(await graph.get(id, { fields })).toMatchObject({ name: 'Thank you', default_conversion_value: 5 });
    await graph.remove(id);
    expect(await graph.refused('GET', id)).toMatchObject({ error_subcode: 33 });
  });
});

test('statistics count events by what they were told with', async () => {
  const { id } = await graph.post(`${US}/adspixels`, { name: 'Second' });
  expect(await graph.get(id, { fields: 'name,last_fired_time' })).toEqual({ id, name: 'Second' });
  await graph.post(`${id}/events`, { data: [website, good] });
  const by = async (aggregation: string) => (await graph.get(`${id}/stats`, { aggregation })).data[0].data;
  expect(await by('match_keys')).toEqual([
    { value: 'em', count: 2 },
    { value: 'client_user_agent', count: 1 },
  ]);
  expect(await by('host')).toEqual([{ value: 'acme.example', count: 1 }]);
  expect((await graph.get(id, { fields: 'last_fired_time' })).last_fired_time).toBeDefined();
  graph.advance(8 * DAY_MS);
  expect((await graph.get(`${id}/stats`)).data).toEqual([]);
  graph.advance(-8 * DAY_MS);
});
