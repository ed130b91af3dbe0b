import { expect, test } from 'vitest';
import { DAY_MS } from '../../../ambient.ts';
import { ACCOUNT_URN, professionalForTests, START } from '../calls.testing.ts';

const sandbox = professionalForTests();
const HAPPENED = START - DAY_MS;

const ruleNamed = async (name: string): Promise<string> => {
  const { elements } = await sandbox.get(`conversions?q=account&account=${ACCOUNT_URN}&count=50`);
  return `urn:lla:llaPartnerConversion:${elements.find((one: { name: string }) => one.name === name).id}`;
};
/** Conversions and their value by campaign on the day of the events. */
async function report(): Promise<Map<string, { conversions: number; value: number }>> {
  const at = new Date(HAPPENED);
  const day = `(year:${at.getUTCFullYear()},month:${at.getUTCMonth() + 1},day:${at.getUTCDate()})`;
  const fields = 'externalWebsiteConversions,conversionValueInLocalCurrency,pivotValues';
  const { elements } = await sandbox.get(
    `adAnalytics?q=analytics&pivot=CAMPAIGN&timeGranularity=DAILY&dateRange=(start:${day},end:${day})&accounts=List(${ACCOUNT_URN})&fields=${fields}`,
  );
  return new Map(
    elements.map((row: Record<string, unknown>) => [
      String((row.pivotValues as string[])[0]),
      { conversions: row.externalWebsiteConversions, value: Number(row.conversionValueInLocalCurrency) },
    ]),
  );
}
async function send(rule: string, id: string, user: Record<string, unknown> = {}): Promise<void> {
  const { status } = await sandbox.send('POST', 'conversionEvents', {
    body: {
      conversion: await ruleNamed(rule),
      conversionHappenedAt: HAPPENED,
      eventId: id,
      conversionValue: { currencyCode: 'USD', amount: '100' },
      user: { userIds: [{ idType: 'LINKEDIN_FIRST_PARTY_ADS_TRACKING_UUID', idValue: 'f-1' }], ...user },
    },
  });
  expect(status).toBe(201);
}

test('events raise what reports show a day later, on the day they happened, for the campaigns that count the rule', async () => {
  const before = await report();
  await send('Sale', 'A');
  await send('Sale', 'A');
  await send('Sign-up', 'B');
  expect(await report()).toEqual(before);
  sandbox.advance(DAY_MS);
  const after = await report();
  const risen = [...after].filter(([campaign, { conversions }]) => conversions !== before.get(campaign)?.conversions);
  expect(risen).toHaveLength(1);
  const [[campaign, now]] = risen as [[string, { conversions: number; value: number }]];
  // Purchases count every time, also with the same id.
  expect(now.conversions - before.get(campaign)!.conversions).toBe(2);
  expect(now.value - before.get(campaign)!.value).toBeCloseTo(200);
});

test('a lead that became something counts once for its campaign, and a rule that is joined later never for the past', async () => {
  const owner = `(sponsoredAccount:${ACCOUNT_URN})`;
  const { elements } = await sandbox.get(
    `leadFormResponses?q=owner&owner=${owner}&leadType=(leadType:SPONSORED)&submittedAtTimeRange=(start:0,end:${HAPPENED})&count=1`,
  );
  const [{ id, leadMetadata }] = elements;
  const { campaign } = leadMetadata.sponsoredLeadMetadata;
  const before = await report();
  const user = { userIds: [], lead: `urn:li:leadGenFormResponse:${id}` };
  await send('Qualified lead', 'C', user);
  await send('Qualified lead', 'C again', user);
  const joined = encodeURIComponent(campaign);
  const rule = await ruleNamed('Sign-up');
  await sandbox.send('PUT', `campaignConversions/(campaign:${joined},conversion:${encodeURIComponent(rule)})`, {
    body: { campaign, conversion: rule },
  });
  sandbox.advance(DAY_MS);
  const after = await report();
  expect(after.get(campaign)!.conversions - before.get(campaign)!.conversions).toBe(1);
});
