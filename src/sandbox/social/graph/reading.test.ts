import { describe, expect, test } from 'vitest';
import { socialForTests, US } from '../calls.testing.ts';
import { ACCOUNTS, ACME } from '../seed.ts';

const graph = socialForTests();

describe('reading', () => {
  test('gives what was asked for, the id, and nothing more', async () => {
    const account = await graph.get(US, { fields: 'name,currency' });
    expect(account).toEqual({ id: US, name: 'Acme US', currency: 'USD' });
    expect(await graph.get(US)).toEqual({ id: US, account_id: US.slice(4) });
  });

  test('expands fields three levels deep, each level with its own limit and paging', async () => {
    const { campaigns } = await graph.get(US, {
      fields: 'campaigns.limit(3){name,adsets.limit(1){id,ads.limit(2){id,creative{name}}}}',
    });
    expect(campaigns.data).toHaveLength(3);
    expect(campaigns.paging.next).toContain(`${graph.origin}/v26.0/${US}/campaigns?`);
    const ads = campaigns.data[1].adsets.data[0].ads;
    expect(ads.data.length).toBeLessThanOrEqual(2);
    expect(ads.data[0].creative.name).toEqual(expect.any(String));
  });

  test('next links carry the token and lead through every row once', async () => {
    const seen: string[] = [];
    let page = await graph.get(`${US}/adcreatives`, { fields: 'name', limit: 7 });
    for (;;) {
      seen.push(...page.data.map(({ id }: { id: string }) => id));
      if (!page.paging.next) break;
      expect(new URL(page.paging.next).searchParams.get('access_token')).toBe(ACME.token);
      page = await (await fetch(page.paging.next)).json();
    }
    const { summary } = await graph.get(`${US}/adcreatives`, { summary: 'total_count', limit: 1 });
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBe(summary.total_count);
    expect(seen.length).toBeGreaterThanOrEqual(60);
  });

  test('a page that was read stays the same when rows are added before it', async () => {
    const first = await graph.get(`${US}/adlabels`, { limit: 5 });
    expect(first.data).toEqual([]);
    for (const name of ['a', 'b', 'c', 'd']) await graph.post(`${US}/adlabels`, { name });
    const page = await graph.get(`${US}/adlabels`, { fields: 'name', limit: 2 });
    expect(page.data.map(({ name }: { name: string }) => name)).toEqual(['d', 'c']);
    await graph.post(`${US}/adlabels`, { name: 'e' });
    const next = await (await fetch(page.paging.next)).json();
    expect((next as typeof page).data.map(({ name }: { name: string }) => name)).toEqual(['b', 'a']);
  });

  test.each([
    ['an unknown field', US, { fields: 'nothing' }, 100, undefined],
    ['an unknown edge', `${US}/nothing`, {}, 2500, undefined],
    ['an unknown object', '123', {}, 100, 33],
    ["another company's account", ACCOUNTS.japan.id, {}, 100, 33],
    ['a foreign cursor', `${US}/ads`, { after: 'AAAA' }, 100, undefined],
    ['too large a page', `${US}/ads`, { limit: 501 }, 1, undefined],
    ['too large a page of campaigns', `${US}/campaigns`, { limit: 501 }, 1, undefined],
    ['too large a page of ad sets', `${US}/adsets`, { limit: 501 }, 1, undefined],
    ['deleted objects in a list', `${US}/ads`, { effective_status: ['DELETED'] }, 100, 1815001],
    ['a removed parameter', US, { date_format: 'U' }, 100, undefined],
  ])('refuses %s', async (_, path, params, code, subcode) => {
    const error = await graph.refused('GET', path, params);
    expect(error).toMatchObject({ code, ...(subcode && { error_subcode: subcode }) });
    expect(error.fbtrace_id).toMatch(/^A/);
  });

  test('leaves archived campaigns out until they are asked for, and deleted ones altogether', async () => {
    const names = async (params = {}) =>
      (await graph.get(`${US}/campaigns`, { fields: 'name', ...params })).data.map(
        ({ name }: { name: string }) => name,
      );
    expect(await names()).not.toContain('Winter clearance');
    expect(await names({ effective_status: ['ARCHIVED'] })).toEqual(['Winter clearance']);
    expect(await names({ effective_status: ['ACTIVE', 'ARCHIVED', 'PAUSED'] })).not.toContain('Old trial');
  });

  test('filters by fields of the object and of its parents', async () => {
    const found = await graph.get(`${US}/ads`, {
      fields: 'campaign{name}',
      filtering: [{ field: 'campaign.name', operator: 'CONTAIN', value: 'brand' }],
      limit: 100,
    });
    expect(found.data.length).toBeGreaterThan(0);
    expect(new Set(found.data.map((ad: { campaign: { name: string } }) => ad.campaign.name))).toEqual(
      new Set(['Brand film']),
    );
    expect(
      (await graph.refused('GET', `${US}/ads`, { filtering: [{ field: 'shoe_size', operator: 'EQUAL', value: 1 }] }))
        .code,
    ).toBe(100);
  });

  test('shows ads in every state of review and of their parents', async () => {
    const statuses = [
      'ACTIVE',
      'PAUSED',
      'PENDING_REVIEW',
      'DISAPPROVED',
      'CAMPAIGN_PAUSED',
      'ADSET_PAUSED',
      'ARCHIVED',
    ];
    for (const status of statuses) {
      const { data } = await graph.get(`${US}/ads`, { fields: 'effective_status', effective_status: [status] });
      expect(data.length, status).toBeGreaterThan(0);
    }
  });

  test('answers an old version with a warning and refuses unknown and dead ones', async () => {
    const old = await fetch(`${graph.origin}/v23.0/${US}?access_token=${ACME.token}`);
    expect(old.headers.get('x-ad-api-version-warning')).toContain('v23.0');
    const code = async (version: string) =>
      (
        (await (await fetch(`${graph.origin}/${version}/${US}?access_token=${ACME.token}`)).json()) as {
          error: { code: number };
        }
      ).error.code;
    expect(await code('v99.0')).toBe(2500);
    expect(await code('v12.0')).toBe(2635);
  });

  test('honours the method override', async () => {
    const { body } = await graph.send('POST', `${US}/campaigns`, { method: 'GET', fields: 'name', limit: 1 });
    expect(body.data).toHaveLength(1);
  });

  test('pages through more than a hundred behaviours', async () => {
    const { data, paging } = await graph.get('search', { type: 'adTargetingCategory', class: 'behaviors', limit: 100 });
    expect(data).toHaveLength(100);
    expect(paging.next).toContain('/v26.0/search?');
    expect((await graph.get('search', { type: 'adinterest', q: 'run' })).data.length).toBeGreaterThan(0);
    expect(
      (await graph.get('search', { type: 'adgeolocation', q: 'springfield', location_types: ['city'] })).data.length,
    ).toBe(3);
    expect((await graph.refused('GET', 'search', { type: 'nothing' })).code).toBe(100);
  });

  test('a narrower audience is never estimated larger', async () => {
    const reach = async (spec: unknown) =>
      (await graph.get(`${US}/reachestimate`, { targeting_spec: spec })).data.users_lower_bound;
    const wide = await reach({ geo_locations: { countries: ['US'] } });
    const narrow = await reach({ geo_locations: { countries: ['US'] }, genders: [1], age_max: 30 });
    expect(narrow).toBeLessThan(wide);
  });
});
