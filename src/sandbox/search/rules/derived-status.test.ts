import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../ambient.ts';
import { CUSTOMER, changesForTests, fresh, goodAd } from '../changes.testing.ts';

const { created, mutate, newAdGroup, newBudget, newCampaign, sandbox } = changesForTests();

describe('what a change does to traffic', () => {
  async function spentPerDay(campaign: string): Promise<Map<string, number>> {
    const authorization = `Bearer ${await sandbox.token()}`;
    const query = `SELECT segments.date, metrics.cost_micros FROM campaign WHERE campaign.resource_name = '${campaign}' AND segments.date DURING LAST_30_DAYS`;
    const { body } = await sandbox.call('POST', `${CUSTOMER}/googleAds:search`, { query }, { authorization });
    return new Map(
      (body.results ?? []).map((row: { segments: { date: string }; metrics: { costMicros: string } }) => [
        row.segments.date,
        Number(row.metrics.costMicros) / 1e6,
      ]),
    );
  }

  test('a campaign earns from the day everything in it is on, by the budget of the day, until it is paused', async () => {
    const start = sandbox.world.now();
    const budget = await newBudget({ amountMicros: '100000000' });
    const campaign = await newCampaign({ campaignBudget: budget });
    const adGroup = await newAdGroup(campaign);
    await created('adGroupAds', { adGroup, ad: goodAd });
    await created('adGroupCriteria', { adGroup, keyword: { text: 'traffic', matchType: 'EXACT' } });
    const later = async (days: number, change: () => Promise<unknown>) => {
      sandbox.setNow(start + days * DAY_MS);
      const authorization = `Bearer ${await sandbox.token()}`;
      await change();
      return authorization;
    };
    const call = async (days: number, collection: string, operation: object) =>
      later(days, async () => {
        const authorization = `Bearer ${await sandbox.token()}`;
        const reply = await sandbox.call(
          'POST',
          `${CUSTOMER}/${collection}:mutate`,
          { operations: [operation] },
          { authorization },
        );
        expect(reply.status, JSON.stringify(reply.body)).toBe(200);
      });
    try {
      await call(5, 'campaigns', { update: { resourceName: campaign, status: 'ENABLED' }, updateMask: 'status' });
      await call(10, 'campaignBudgets', {
        update: { resourceName: budget, amountMicros: '400000000' },
        updateMask: 'amountMicros',
      });
      await call(15, 'campaigns', { update: { resourceName: campaign, status: 'PAUSED' }, updateMask: 'status' });
      sandbox.setNow(start + 20 * DAY_MS);
      const spent = await spentPerDay(campaign);
      expect([...spent.keys()].sort()).toEqual(
        Array.from({ length: 10 }, (_, i) => new Date(start + (5 + i) * DAY_MS).toISOString().slice(0, 10)),
      );
      const values = [...spent].sort().map(([, cost]) => cost);
      expect(Math.min(...values.slice(5))).toBeGreaterThan(Math.max(...values.slice(0, 5)));
    } finally {
      sandbox.setNow(start);
    }
  });

  test('a campaign begins and ends by its dates, whether or not anybody looks', async () => {
    const start = sandbox.world.now();
    const dates = { startDateTime: '2026-11-20 00:00:00', endDateTime: '2026-11-22 23:59:59' };
    const campaign = await newCampaign({
      status: 'ENABLED',
      campaignBudget: await newBudget({ amountMicros: '300000000' }),
      ...dates,
    });
    const adGroup = await newAdGroup(campaign);
    await created('adGroupAds', { adGroup, ad: goodAd });
    await created('adGroupCriteria', { adGroup, keyword: { text: 'dated', matchType: 'EXACT' } });
    const statusOn = async (day: number) => {
      sandbox.setNow(start + day * DAY_MS);
      const authorization = `Bearer ${await sandbox.token()}`;
      const query = `SELECT campaign.serving_status, campaign.primary_status FROM campaign WHERE campaign.resource_name = '${campaign}'`;
      const { body } = await sandbox.call('POST', `${CUSTOMER}/googleAds:search`, { query }, { authorization });
      return body.results[0].campaign;
    };
    try {
      expect(await statusOn(1)).toMatchObject({ servingStatus: 'PENDING', primaryStatus: 'PENDING' });
      expect(await statusOn(6)).toMatchObject({ servingStatus: 'SERVING', primaryStatus: 'ELIGIBLE' });
      expect(await statusOn(9)).toMatchObject({ servingStatus: 'ENDED', primaryStatus: 'ENDED' });
      expect([...(await spentPerDay(campaign)).keys()].sort()).toEqual(['2026-11-20', '2026-11-21', '2026-11-22']);
    } finally {
      sandbox.setNow(start);
    }
  });

  test('what was changed can be read back from the history', async () => {
    const campaign = await newCampaign();
    await mutate('campaigns', [{ update: { resourceName: campaign, name: fresh('In history') }, updateMask: 'name' }]);
    const query = `SELECT change_event.resource_change_operation, change_event.changed_fields, change_event.old_resource, change_event.new_resource, change_event.user_email FROM change_event WHERE change_event.change_date_time DURING TODAY AND change_event.campaign = '${campaign}' ORDER BY change_event.change_date_time LIMIT 10`;
    const { body } = await sandbox.search(query);
    expect(
      body.results
        .map((row: { changeEvent: { resourceChangeOperation: string } }) => row.changeEvent.resourceChangeOperation)
        .sort(),
    ).toEqual(['CREATE', 'UPDATE']);
    const update = body.results.find(
      (row: { changeEvent: { resourceChangeOperation: string } }) =>
        row.changeEvent.resourceChangeOperation === 'UPDATE',
    ).changeEvent;
    expect(update).toMatchObject({
      changedFields: 'name',
      userEmail: 'marketing@acme.example',
      newResource: { campaign: { name: expect.stringMatching(/^In history/) } },
    });
  });
});

test('a campaign with an enabled ad and no keyword lacks keywords, not ads', async () => {
  const campaign = await newCampaign({ status: 'ENABLED' });
  const adGroup = await newAdGroup(campaign);
  const reasons = async () =>
    (
      await sandbox.search(
        `SELECT campaign.primary_status_reasons FROM campaign WHERE campaign.resource_name = '${campaign}'`,
      )
    ).body.results[0].campaign.primaryStatusReasons;
  expect(await reasons()).toEqual(['NO_AD_GROUP_ADS']);
  await created('adGroupAds', { adGroup, ad: goodAd });
  expect(await reasons()).toEqual(['NO_KEYWORDS']);
});

test('a budget counts its campaigns, also when one leaves it', async () => {
  const [budget, other] = [await newBudget(), await newBudget()];
  const [first] = [await newCampaign({ campaignBudget: budget }), await newCampaign({ campaignBudget: budget })];
  const users = async (name: string) =>
    Number(
      (
        await sandbox.search(
          `SELECT campaign_budget.reference_count FROM campaign_budget WHERE campaign_budget.resource_name = '${name}'`,
        )
      ).body.results[0].campaignBudget.referenceCount,
    );
  expect(await users(budget)).toBe(2);
  await mutate('campaigns', [{ update: { resourceName: first, campaignBudget: other }, updateMask: 'campaignBudget' }]);
  expect([await users(budget), await users(other)]).toEqual([1, 1]);
});
