import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../ambient.ts';
import { type Params, START, socialForTests, US } from '../calls.testing.ts';
import { ACCOUNTS } from '../seed.ts';
import { type Refusal, type RefusalRow, saidBy, testRefusals } from './rows.testing.ts';

const graph = socialForTests();
const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const field = (name: string): Refusal => [100, undefined, name];
let pixel = '';
beforeAll(async () => {
  pixel = (await graph.get(`${US}/adspixels`)).data[0].id;
});

describe('custom conversions', () => {
  const rule = { event: { eq: 'Lead' } };
  const rows: RefusalRow[] = [
    ['no name', { name: undefined }, field('name'), {}],
    ['no dataset', { event_source_id: undefined }, [100, 1815045, 'event_source_id'], {}],
    ['no rule', { rule: undefined }, field('rule'), {}],
    ['an empty rule', { rule: { and: [] } }, field('rule'), { rule: { and: [rule] } }],
    ['a rule about the weather', { rule: { weather: { eq: 'x' } } }, field('rule'), {}],
    ['an unknown test', { rule: { event: { like: 'x' } } }, field('rule'), { rule: { event: { neq: 'x' } } }],
    ['an unknown type', { custom_event_type: 'DANCE' }, field('custom_event_type'), { custom_event_type: 'LEAD' }],
    [
      'a value below nothing',
      { default_conversion_value: -1 },
      field('default_conversion_value'),
      { default_conversion_value: 0 },
    ],
    ['a value in words', { default_conversion_value: 'much' }, field('default_conversion_value'), {}],
  ];
  testRefusals(graph, rows, (params) => ({
    path: `${US}/customconversions`,
    params: { name: 'N', event_source_id: pixel, rule, ...params },
  }));

  test.each([
    [{ event: { neq: 'Lead' } }, 'Search', 'Lead'],
    [{ URL: { contains: 'Thanks' } }, 'https://acme.example/Thanks', 'https://acme.example/thanks'],
    [{ URL: { not_contains: 'thanks' } }, 'https://acme.example/a', 'https://acme.example/thanks'],
    [{ URL: { i_not_contains: 'THANKS' } }, 'https://acme.example/a', 'https://acme.example/thanks'],
    [{ or: [{ event: { eq: 'A' } }, { event: { eq: 'B' } }] }, 'B', 'C'],
    [{ and: [{ event: { contains: 'A' } }, { event: { contains: 'B' } }] }, 'AB', 'A'],
  ])('of the rule %j count %s and not %s', async (one, counted, other) => {
    const { id: dataset } = await graph.post(`${US}/adspixels`, { name: 'D' });
    const { id } = await graph.post(`${US}/customconversions`, { name: 'N', event_source_id: dataset, rule: one });
    const fired = async (text: string) => {
      const event = {
        event_name: text.startsWith('https') ? 'View' : text,
        event_time: START / 1000 - 60,
        action_source: 'email',
        ...(text.startsWith('https') && { event_source_url: text }),
        user_data: { em: [hash('a')] },
      };
      await graph.post(`${dataset}/events`, { data: [event] });
      return (await graph.get(id, { fields: 'first_fired_time' })).first_fired_time;
    };
    expect(await fired(other)).toBeUndefined();
    expect(await fired(counted)).toBeDefined();
    await graph.remove(id);
  });

  test('are a hundred at most in an account', async () => {
    const path = `${ACCOUNTS.europe.id}/customconversions`;
    const [{ id: dataset }] = (await graph.get(`${ACCOUNTS.europe.id}/adspixels`)).data;
    const params = { name: 'N', event_source_id: dataset, rule };
    const { summary } = await graph.get(path, { summary: 'total_count' });
    for (let count = summary.total_count; count < 100; count++) await graph.post(path, params);
    expect((await graph.refused('POST', path, params)).error_user_title).toBe('Too Many Custom Conversions');
    const [{ id }] = (await graph.get(path)).data;
    await graph.remove(id);
    await graph.post(path, params);
  });
});

describe('events', () => {
  const event = {
    event_name: 'Lead',
    event_time: START / 1000 - 60,
    action_source: 'email',
    user_data: { em: [hash('a')] },
  };
  const sent = (change: Params) => ({ data: [{ ...event, ...change }] });
  const worth = (custom_data: Params) => sent({ custom_data });
  const rows: RefusalRow[] = [
    ['an event in words', { data: ['Lead'] }, field('data'), {}],
    ['no time', sent({ event_time: undefined }), field('event_time'), {}],
    ['half a second', sent({ event_time: START / 1000 - 0.5 }), field('event_time'), {}],
    ['the time zero', sent({ event_time: 0 }), field('event_time'), {}],
    [
      'seven days and a second',
      sent({ event_time: START / 1000 - 7 * 86_400 - 1 }),
      [100, 2804003],
      sent({ event_time: START / 1000 - 7 * 86_400 }),
    ],
    [
      'an agent of 23 letters',
      { partner_agent: 'a'.repeat(23) },
      field('partner_agent'),
      { partner_agent: 'a'.repeat(22) },
    ],
    ['an agent of one letter', { partner_agent: 'a-1.0' }, field('partner_agent'), { partner_agent: 'ab-1.0' }],
    ['a value in words', worth({ value: 'much' }), field('custom_data'), worth({ value: '19.9' })],
    ['a value without end', worth({ value: 'Infinity' }), field('custom_data'), worth({ value: 0 })],
    [
      'a currency of two letters',
      worth({ value: 1, currency: 'EU' }),
      field('custom_data'),
      worth({ value: 1, currency: 'eur' }),
    ],
    [
      'a last name and a gender',
      sent({ user_data: { ln: hash('a'), ge: hash('f') } }),
      [100, 2804050],
      sent({ user_data: { ln: hash('a'), fn: hash('f') } }),
    ],
  ];
  testRefusals(graph, rows, (params) => ({ path: `${pixel}/events`, params: { ...sent({}), ...params } }));

  test('are told by hour, by where they came from and by whether they named a person', async () => {
    const { id } = await graph.post(`${US}/adspixels`, { name: 'Told' });
    const stats = (params: Params) => graph.get(`${id}/stats`, params);
    await graph.post(`${id}/events`, { data: [event, { ...event, user_data: { external_id: ['x'] } }] });
    expect((await stats({ aggregation: 'event_source' })).data[0].data).toEqual([{ value: 'SERVER', count: 2 }]);
    expect((await stats({ aggregation: 'had_pii' })).data[0].data).toEqual([
      { value: 'true', count: 1 },
      { value: 'false', count: 1 },
    ]);
    expect((await stats({ end_time: (START - HOUR_MS) / 1000 })).data).toEqual([]);
    expect((await stats({ start_time: (START + 1000) / 1000 })).data).toEqual([]);
    expect(saidBy(await graph.refused('GET', `${id}/stats`, { aggregation: 'mood' }))).toEqual(field('aggregation'));
    expect((await graph.send('GET', `${id}/stats`, { aggregation: 'pixel_fire' })).status).toBe(501);
  });

  test('of a dataset say how good they are, a day later', async () => {
    const { id } = await graph.post(`${US}/adspixels`, { name: 'Quality' });
    const web = {
      ...event,
      action_source: 'website',
      event_source_url: 'https://acme.example',
      user_data: { em: hash('a'), client_user_agent: 'Mozilla' },
    };
    await graph.post(`${id}/events`, { data: [web, { ...web, event_time: START / 1000 - 2 * 3600 }] });
    const ask = (fields: string, dataset_id = id) => ({ dataset_id, fields });
    expect((await graph.get('dataset_quality', ask('web'))).web).toEqual([]);
    graph.advance(DAY_MS + HOUR_MS);
    const [told] = (await graph.get('dataset_quality', ask('web'))).web;
    expect(told).toMatchObject({
      event_name: 'Lead',
      event_match_quality: {
        composite_score: 3.5,
        match_key_feedback: [
          { identifier: 'email', coverage: { percentage: 100 } },
          { identifier: 'user_agent', coverage: { percentage: 100 } },
        ],
        diagnostics: [{ percentage: 50, affected_event_count: 1, total_event_count: 2 }],
      },
      data_freshness: { upload_frequency: 'daily' },
    });
    const refused = async (params: Params) => saidBy(await graph.refused('GET', 'dataset_quality', params));
    expect(await refused(ask('offline'))).toEqual(field('fields'));
    expect(await refused(ask('web{luck}'))).toEqual([100]);
    expect(await refused(ask('web', '1'))).toEqual([100, 33]);
    graph.setNow(START);
  });
});
