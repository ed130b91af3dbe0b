import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../../ambient.ts';
import { good, socialForTests, TARGETING, US } from '../calls.testing.ts';

const graph = socialForTests();
const list = { name: 'List', subtype: 'CUSTOM', customer_file_source: 'USER_PROVIDED_ONLY' };
const make = async (params: Record<string, unknown>) =>
  (await graph.post(`${US}/customaudiences`, params)).id as string;
const rule = (pixel: string, retention_seconds = 2_592_000) => ({
  inclusions: {
    operator: 'or',
    rules: [
      {
        event_sources: [{ id: pixel, type: 'pixel' }],
        retention_seconds,
        filter: { operator: 'and', filters: [{ field: 'url', operator: 'i_contains', value: 'shoes' }] },
      },
    ],
  },
});
/** So many people, one hash a row. */
const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, n) => [createHash('sha256').update(String(n)).digest('hex')]);

describe('audiences', () => {
  test('from a rule are gathered on the sandbox clock', async () => {
    const pixel = (await graph.get(`${US}/adspixels`)).data[0].id;
    const id = await make({ name: 'Shoes', rule: rule(pixel) });
    const read = () =>
      graph.get(id, { fields: 'subtype,retention_days,rule,operation_status,approximate_count_lower_bound' });
    expect(await read()).toMatchObject({
      subtype: 'WEBSITE',
      retention_days: 30,
      operation_status: { code: 441 },
      approximate_count_lower_bound: -1,
    });
    graph.advance(HOUR_MS);
    expect(await read()).toMatchObject({ operation_status: { code: 200 }, rule: JSON.stringify(rule(pixel)) });
    await graph.post(id, { retention_days: 60, name: 'Shoes 60' });
    expect(await graph.get(id, { fields: 'name,retention_days' })).toMatchObject({
      name: 'Shoes 60',
      retention_days: 60,
    });
    expect((await graph.refused('POST', id, { retention_days: 181 })).code).toBe(100);
    expect((await graph.refused('POST', id, { subtype: 'CUSTOM' })).code).toBe(2650);
  });

  test('from a list grow by uploads of hashes', async () => {
    const id = await make(list);
    const rows = [...rowsOf(120), ['not hashed']];
    expect(await graph.post(`${id}/users`, { payload: { schema: ['EMAIL_SHA256'], data: rows } })).toMatchObject({
      num_received: 121,
      num_invalid_entries: 1,
    });
    expect((await graph.get(id, { fields: 'delivery_status' })).delivery_status.code).toBe(200);
  });

  test.each([
    ['no source of the list', { name: 'x', subtype: 'CUSTOM' }, 100],
    ['no pixel of ours in the rule', { name: 'x', rule: rule('1') }, 100],
    ['an empty rule', { name: 'x', rule: { inclusions: { operator: 'or', rules: [] } } }, 2654],
    [
      'a rule that looks back too far',
      {
        name: 'x',
        rule: { inclusions: { rules: [{ event_sources: [{ id: '1', type: 'page' }], retention_seconds: 9e7 }] } },
      },
      2654,
    ],
    [
      'a lookalike without country',
      { name: 'x', subtype: 'LOOKALIKE', origin_audience_id: '1', lookalike_spec: { ratio: 0.01 } },
      100,
    ],
  ])('are refused with %s', async (_, params, code) => {
    expect((await graph.refused('POST', `${US}/customaudiences`, params)).code).toBe(code);
  });

  test.each([0.005, 0.21, 0.015, '0.01'])('a lookalike ratio of %j is refused', async (ratio) => {
    const seed = (await graph.get(`${US}/customaudiences`, { fields: 'name' })).data.find(
      ({ name }: { name: string }) => name === 'Customers (CRM)',
    ).id;
    const params = {
      name: 'L',
      subtype: 'LOOKALIKE',
      origin_audience_id: seed,
      lookalike_spec: { ratio, country: 'US' },
    };
    expect((await graph.refused('POST', `${US}/customaudiences`, params)).code).toBe(100);
  });

  test('of fewer than 100 people are refused as a seed', async () => {
    const seed = await make(list);
    const people = (count: number) => ({ schema: ['EMAIL_SHA256'], data: rowsOf(count) });
    const lookalike = {
      name: 'L',
      subtype: 'LOOKALIKE',
      origin_audience_id: seed,
      lookalike_spec: { ratio: 0.01, country: 'US' },
    };
    await graph.post(`${seed}/users`, { payload: people(99) });
    expect((await graph.refused('POST', `${US}/customaudiences`, lookalike)).code).toBe(100);
    await graph.post(`${seed}/users`, { payload: { ...people(100), data: people(100).data.slice(99) } });
    await make(lookalike);
  });

  test('take 10,000 people in one upload and 10 rules, and not one more', async () => {
    const id = await make(list);
    const upload = (count: number) => ({ payload: { schema: ['EMAIL_SHA256'], data: rowsOf(count) } });
    expect((await graph.refused('POST', `${id}/users`, upload(10_001))).code).toBe(100);
    expect(await graph.post(`${id}/users`, upload(10_000))).toMatchObject({ num_received: 10_000 });
    const pixel = (await graph.get(`${US}/adspixels`)).data[0].id;
    const [one] = rule(pixel).inclusions.rules;
    const repeated = (count: number) => ({
      inclusions: { operator: 'or', rules: Array.from({ length: count }, () => one) },
    });
    const eleven = { name: 'x', rule: repeated(11) };
    expect((await graph.refused('POST', `${US}/customaudiences`, eleven)).code).toBe(2654);
    await make({ name: 'x', rule: repeated(10) });
  });

  test('that are deleted stop the ad sets aimed at them for good', async () => {
    const audience = await make(list);
    const campaign = (await graph.post(`${US}/campaigns`, { ...good.campaign, status: 'ACTIVE' })).id;
    const adSet = (
      await graph.post(`${US}/adsets`, {
        ...good.adSet(campaign),
        targeting: { ...TARGETING, custom_audiences: [{ id: audience }] },
      })
    ).id;
    const ad = (
      await graph.post(`${US}/ads`, {
        name: 'A',
        adset_id: adSet,
        creative: { name: 'K', object_story_spec: good.story },
      })
    ).id;
    expect((await graph.get(`${audience}/ads`, { fields: 'adset_id' })).data).toEqual([{ id: ad, adset_id: adSet }]);
    await graph.remove(audience);
    expect(await graph.get(adSet, { fields: 'effective_status,issues_info' })).toMatchObject({
      effective_status: 'WITH_ISSUES',
      issues_info: [{ error_code: 1870065 }],
    });
    expect((await graph.get(ad, { fields: 'effective_status' })).effective_status).toBe('WITH_ISSUES');
    await graph.post(adSet, { status: 'PAUSED' });
    expect((await graph.refused('POST', adSet, { status: 'ACTIVE' })).error_subcode).toBe(1870065);
    await graph.post(adSet, { status: 'ACTIVE', targeting: TARGETING });
  });
});
