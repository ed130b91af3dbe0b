import { expect, test } from 'vitest';
import type { SearchClient } from '../client.ts';
import { Row } from '../resources/wire/row.ts';
import { lossFindings } from './deeper-findings.ts';

/** The emulator's campaigns lose little for want of budget, so the platform's answer is given here. */
const client = {
  row: async () => Row.parse({ metrics: { searchBudgetLostImpressionShare: 0.5 } }),
} as unknown as SearchClient;

function mendOf(budget: Record<string, unknown>) {
  const campaign = Row.parse({
    campaign: { resourceName: 'c', id: '7', advertisingChannelType: 'SEARCH' },
    campaignBudget: { resourceName: 'b', id: '8', amountMicros: '10000000', ...budget },
    customer: { resourceName: 'a', currencyCode: 'USD' },
  });
  const subject = { level: 'campaign', campaignId: '7' } as const;
  const around = { subject, campaign, adGroups: [], ads: [], keywords: [], assetGroups: [] };
  return lossFindings(client, '1', around).then(([finding]) => finding?.mend);
}

test('a budget that is too small is raised on the campaign, and a shared one where it is shared', async () => {
  expect(await mendOf({})).toEqual({ tool: 'update_campaign', arguments: { campaign_id: '7', budget: '20.00' } });
  expect(await mendOf({ explicitlyShared: true })).toEqual({
    tool: 'update_campaign_budget',
    arguments: { budget_id: '8', budget: '20.00' },
  });
});
