import { beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../src/ambient.ts';
import { START, socialForTests } from '../../src/sandbox/social/calls.testing.ts';
import { ACCOUNTS, ACME } from '../../src/sandbox/social/seed.ts';
import { officialSdk, type Sdk, type SdkCursor, type SdkObject } from './social-official-sdk.ts';

const graph = socialForTests();
const FORM = '301000000000001';
const seconds = (ms: number) => Math.floor(ms / 1000);
let sdk: Sdk;
let account: SdkObject;
let dataset: string;

beforeAll(async () => {
  sdk = officialSdk(graph.origin);
  sdk.FacebookAdsApi.init(ACME.token, 'en_US', false);
  account = new sdk.AdAccount(ACCOUNTS.us.id);
  dataset = (await account.getAdsPixels(['id']))[0]!.id;
});

function purchase(id: string) {
  const person = new sdk.UserData()
    .setEmail(' John_Smith@gmail.com ')
    .setPhone('+1 (650) 555-1212')
    .setClientUserAgent('Mozilla/5.0');
  return new sdk.ServerEvent()
    .setEventName('Purchase')
    .setEventTime(seconds(START) - 60)
    .setEventId(id)
    .setActionSource('website')
    .setEventSourceUrl('https://acme.example/thanks')
    .setUserData(person)
    .setCustomData(new sdk.CustomData().setValue(19.9).setCurrency('usd'));
}

const send = (...events: ReturnType<typeof purchase>[]) => new sdk.EventRequest(ACME.token, dataset, events);

describe("the official SDK's server events", () => {
  test('are taken as it builds and hashes them', async () => {
    const answer = await send(purchase('sdk-1'), purchase('sdk-2')).setTestEventCode('TEST1').execute();
    expect(answer).toMatchObject({ events_received: 2, messages: [] });
    const [row] = await new sdk.AdsPixel(dataset).getStats([], { aggregation: 'event' });
    expect(row!._data).toMatchObject({ aggregation: 'event', data: [{ value: 'Purchase', count: 2 }] });
    const keys = (await new sdk.AdsPixel(dataset).getStats([], { aggregation: 'match_keys' }))[0]!._data.data;
    expect(keys).toEqual([
      { value: 'em', count: 2 },
      { value: 'ph', count: 2 },
      { value: 'client_user_agent', count: 2 },
    ]);
  });

  test('are refused together, in words that the SDK reads', async () => {
    const old = purchase('sdk-3').setEventTime(seconds(START - 8 * DAY_MS));
    const error = await send(purchase('sdk-4'), old)
      .execute()
      .catch((thrown) => thrown);
    expect(error).toMatchObject({ status: 400, response: { code: 100, error_subcode: 2804003 } });
  });
});

test('custom conversions are made, listed, renamed and deleted', async () => {
  const made = await account.createCustomConversion([], {
    name: 'Leads',
    event_source_id: dataset,
    rule: JSON.stringify({ and: [{ event: { eq: 'Lead' } }] }),
    custom_event_type: 'LEAD',
  });
  await new sdk.CustomConversion(made.id).update([], { name: 'All leads' });
  const listed = await account.getCustomConversions(['name', 'custom_event_type']);
  expect(listed.map(({ _data }) => _data)).toEqual([{ id: made.id, name: 'All leads', custom_event_type: 'LEAD' }]);
  await new sdk.CustomConversion(made.id).delete([]);
  expect(await account.getCustomConversions(['name'])).toHaveLength(0);
});

describe('leads', () => {
  async function everyPage(first: SdkCursor): Promise<SdkObject[]> {
    const all = [...first];
    let page = first;
    while (page.hasNext()) {
      page = await page.next();
      all.push(...page);
    }
    return all;
  }

  test('are walked by cursors, filtered by time, and read one by one', async () => {
    const form = new sdk.LeadgenForm(FORM);
    const all = await everyPage(await form.getLeads(['id', 'created_time'], { limit: 50 }));
    expect(all.length).toBeGreaterThan(50);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    const filtering = [{ field: 'time_created', operator: 'GREATER_THAN', value: seconds(START - 2 * DAY_MS) }];
    const late = await everyPage(await form.getLeads(['id', 'created_time'], { filtering, limit: 50 }));
    const isLate = ({ _data }: SdkObject) => Date.parse(String(_data.created_time)) > START - 2 * DAY_MS;
    expect(late.map(({ id }) => id)).toEqual(all.filter(isLate).map(({ id }) => id));
    const lead = await new sdk.Lead(late[0]!.id).get(['field_data', 'campaign_name']);
    expect(lead._data).toMatchObject({ campaign_name: 'Newsletter sign-ups', field_data: expect.any(Array) });
  });

  test("forms and test leads are made with the page's token", async () => {
    const token = (await graph.get(ACCOUNTS.us.page, { fields: 'access_token' })).access_token;
    sdk.FacebookAdsApi.init(token, 'en_US', false);
    const page = new sdk.Page(ACCOUNTS.us.page);
    const form = await page.createLeadGenForm([], {
      name: 'From the SDK',
      questions: [{ type: 'EMAIL' }],
      privacy_policy: { url: 'https://acme.example/privacy', link_text: 'Privacy' },
    });
    const lead = await new sdk.LeadgenForm(form.id).createTestLead([], {
      field_data: [{ name: 'email', values: ['a@example.com'] }],
    });
    const read = await new sdk.Lead(lead.id).get(['field_data', 'form_id']);
    expect(read._data).toMatchObject({ form_id: form.id, field_data: [{ name: 'email', values: ['a@example.com'] }] });
    const forms = await page.getLeadGenForms(['name', 'leads_count']);
    expect(forms.map(({ _data }) => _data)).toContainEqual({ id: form.id, name: 'From the SDK', leads_count: 1 });
    await new sdk.Lead(lead.id).delete([]);
    sdk.FacebookAdsApi.init(ACME.token, 'en_US', false);
  });
});
