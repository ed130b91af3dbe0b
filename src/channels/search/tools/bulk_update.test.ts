import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';
import bulkUpdate from './bulk_update.ts';

const { call, refusal, requests, fault, clearFaults } = sandboxed('search');

// biome-ignore lint/suspicious/noExplicitAny: a look is asked with some of the arguments
const tool = bulkUpdate as any;

async function campaigns(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const args = { name: `bulk ${Math.random()}`, budget: 10, contains_eu_political_advertising: false };
    ids.push((await call('create_campaign', args)).campaign.id);
  }
  return ids;
}

const outcomes = (reply: { results: { outcome: string }[] }) => reply.results.map(({ outcome }) => outcome);
const changes = async () =>
  (await requests()).filter(
    ({ path, request_body: body }) => path.endsWith(':mutate') && !body?.includes('"validateOnly":true'),
  ).length;

test('campaigns, ad groups and ads change in one request; a refused row does not stop the others', async () => {
  const [one, two] = await campaigns(2);
  const { ad_group } = await call('create_ad_group', { campaign_id: one, name: 'bulk', cpc_bid: 1 });
  const { ad } = await call('create_responsive_search_ad', {
    ad_group_id: ad_group.id,
    headlines: ['One', 'Two', 'Three'],
    descriptions: ['First words', 'Second words'],
    final_urls: ['https://acme.example'],
  });
  await call('update_campaign', { campaign_id: two, status: 'ENABLED' });
  const before = await changes();
  const reply = await call('bulk_update', {
    campaign_ids: [one, two, '1'],
    ad_group_ids: [ad_group.id],
    ad_ids: [ad.id],
    status: 'ENABLED',
  });
  expect(await changes()).toBe(before + 1);
  expect(outcomes(reply)).toEqual(['changed', 'unchanged', 'refused', 'changed', 'changed']);
  expect(reply.results[0]).toMatchObject({ level: 'campaign', applied: { status: { from: 'PAUSED', to: 'ENABLED' } } });
  expect(reply.results[2].error.code).toBe('not_found');
  const gone = await call('bulk_update', { campaign_ids: [one, two], status: 'REMOVED' });
  expect(outcomes(gone)).toEqual(['changed', 'changed']);
  expect(outcomes(await call('bulk_update', { campaign_ids: [one], status: 'PAUSED' }))).toEqual(['refused']);
});

test('budgets change by a percentage or one by one; a shared one is left alone', async () => {
  const [one, two] = await campaigns(2);
  const shared = (await call('list_campaigns', { limit: 1000 })).campaigns.find(
    ({ budget_shared }: { budget_shared: boolean }) => budget_shared,
  );
  const up = await call('bulk_update', { campaign_ids: [one, two, shared.id], percent: 12.5 });
  expect(outcomes(up)).toEqual(['changed', 'changed', 'refused']);
  expect(up.results[0].applied.budget.to).toEqual({ amount: '11.25', currency: 'USD' });
  const each = await call('bulk_update', {
    budgets: [
      { campaign_id: one, budget: '20' },
      { campaign_id: two, budget: '0.001' },
    ],
  });
  expect(outcomes(each)).toEqual(['changed', 'refused']);
  expect(each.results[1].error.message).toContain('0.001');
});

test('what makes no sense together is refused before anything is sent', async () => {
  for (const [args, field] of [
    [{ campaign_ids: ['1'] }, 'status'],
    [{ status: 'PAUSED' }, 'campaign_ids'],
    [{ ad_ids: ['1'], percent: 5 }, 'campaign_ids'],
    [{ campaign_ids: ['1'], percent: 5, status: 'PAUSED' }, 'status'],
    [
      {
        budgets: [
          { campaign_id: '1', budget: 1 },
          { campaign_id: '1', budget: 2 },
        ],
      },
      'budgets.1.campaign_id',
    ],
  ] as const)
    expect(await refusal('bulk_update', args), JSON.stringify(args)).toMatchObject({ field });
});

test('percent changes are rounded to the smallest coin of the currency', async () => {
  const [id] = await campaigns(1);
  await call('update_campaign', { campaign_id: id, budget: '33.33' });
  const { results } = await call('bulk_update', { campaign_ids: [id], percent: 3 });
  expect(results[0].applied.budget.to).toEqual({ amount: '34.33', currency: 'USD' });
  const { campaigns: yen } = await call('list_campaigns', { workspaceId: 'Acme Japan', limit: 1000 });
  const own = yen.filter(({ budget_shared }: { budget_shared: boolean }) => !budget_shared).slice(0, 3);
  const up = await call('bulk_update', {
    workspaceId: 'Acme Japan',
    campaign_ids: own.map(({ id: each }: { id: string }) => each),
    percent: 3.333,
  });
  for (const [at, { applied }] of up.results.entries()) {
    const { amount, currency } = applied.budget.to;
    expect(currency).toBe('JPY');
    expect(amount).toBe(String(Math.round(Number(own[at].budget.amount) * 1.03333)));
  }
});

test('a change by percent whose answer is lost is never called repeatable; the same amount is', async () => {
  const [id] = await campaigns(1);
  const lost = async (args: Record<string, unknown>) => {
    await fault('cut_after', 'googleAds:mutate', { times: 9 });
    await fault('expired_token', 'googleAds:search', { skip: 1, times: 9 });
    const error = await refusal('bulk_update', args);
    await clearFaults();
    return error;
  };
  const relative = await lost({ campaign_ids: [id], percent: 10 });
  expect(relative).toMatchObject({ outcome: 'unknown', retryable: false });
  expect(relative.next_step).toMatch(
    /^Do not repeat it yet: look with list_campaigns .* would count from the new value/,
  );
  const [{ budget }] = (await call('list_campaigns', { campaign_ids: [id] })).campaigns;
  expect(budget.amount).toBe('11.00');
  expect(await lost({ budgets: [{ campaign_id: id, budget: '12' }] })).toMatchObject({ retryable: true });
});

test('two percentages that come at the same time both count', async () => {
  const ids = await campaigns(2);
  await Promise.all([10, 20].map((percent) => call('bulk_update', { campaign_ids: ids, percent })));
  for (const { budget } of (await call('list_campaigns', { campaign_ids: ids })).campaigns)
    expect(budget.amount).toBe('13.20');
});

test('end dates change for many, and campaigns are found by when they end', async () => {
  const [one, two, three] = await campaigns(3);
  const reply = await call('bulk_update', { campaign_ids: [one, two, '1'], end_date: '2031-05-10' });
  expect(outcomes(reply)).toEqual(['changed', 'changed', 'refused']);
  expect(reply.results[0].applied).toEqual({ end_date: { from: null, to: '2031-05-10' } });
  const ending = async (args: object) =>
    (await call('list_campaigns', { campaign_ids: [one, two, three], ...args })).campaigns.map(
      ({ id }: { id: string }) => id,
    );
  expect(await ending({ ends_from: '2031-05-10', ends_to: '2031-05-10' })).toEqual([one, two]);
  expect(await ending({ ends_from: '2031-05-11' })).toEqual([]);
  expect(await ending({ ends_to: '2031-05-09' })).toEqual([]);
  expect(await ending({ ends_to: '2031-05-11' })).toEqual([one, two]);
  const none = await call('bulk_update', { campaign_ids: [two], end_date: 'none' });
  expect(none.results[0].applied).toEqual({ end_date: { from: '2031-05-10', to: null } });
  expect(await ending({ ends_from: '2031-05-10' })).toEqual([one]);
  const past = await call('bulk_update', { campaign_ids: [one], end_date: '2020-01-01' });
  expect(outcomes(past)).toEqual(['refused']);
  for (const [args, field] of [
    [{ ad_ids: ['1'], end_date: 'none' }, 'campaign_ids'],
    [{ campaign_ids: [one], end_date: 'none', percent: 3 }, 'percent'],
  ] as const)
    expect(await refusal('bulk_update', args)).toMatchObject({ field });
});

test('a campaign that was removed is refused before anything is sent, and keeps no other one from changing', async () => {
  const [gone, living] = await campaigns(2);
  await call('update_campaign', { campaign_id: gone, status: 'REMOVED' });
  const reply = await call('bulk_update', { campaign_ids: [gone, living], status: 'ENABLED' });
  expect(outcomes(reply)).toEqual(['refused', 'changed']);
  expect(reply.results[0].error).toMatchObject({ message: expect.stringContaining('removal is final') });
  const sent = (await requests()).findLast(({ path }) => path.endsWith(':mutate'))!;
  expect(sent.request_body).not.toContain(`campaigns/${gone}`);
});

test('a lost answer is looked up in the list of the highest level that was named', () => {
  const ids = { campaign_ids: ['1'], ad_group_ids: ['2'], ad_ids: ['3'] };
  const { campaign_ids, ad_group_ids, ad_ids } = ids;
  expect(tool.look({ ...ids, status: 'PAUSED' })).toEqual({ tool: 'list_campaigns', arguments: { campaign_ids } });
  expect(tool.look({ ad_group_ids, ad_ids })).toEqual({ tool: 'list_ad_groups', arguments: { ad_group_ids } });
  expect(tool.look({ ad_ids })).toEqual({ tool: 'list_ads', arguments: { ad_ids } });
  const budgets = [{ campaign_id: '4', budget: '5' }];
  expect(tool.look({ budgets })).toEqual({ tool: 'list_campaigns', arguments: { campaign_ids: ['4'] } });
});
