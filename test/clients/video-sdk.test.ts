import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { beforeAll, expect, test } from 'vitest';
import { GOOD, US, videoForTests } from '../../src/sandbox/video/calls.testing.ts';
import { ACME } from '../../src/sandbox/video/seed.ts';

/** The vendor's own client reads and writes through the sandbox: proof that the two are not our own echo. */
const video = videoForTests();
const { token } = ACME;
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

// biome-ignore lint/suspicious/noExplicitAny: the SDK has no types
type Any = any;
const sdk: Any = createRequire(import.meta.url)('tiktok-business-api-sdk-official');
let client: Any;

beforeAll(() => {
  client = new sdk.ApiClient();
  client.basePath = video.origin;
});

const api = (name: string): Any => new sdk[name](client);

/** The SDK answers by callback: `data` of a success, or its error. */
const answer = (run: (done: (error: Error | null, reply: Any) => void) => void): Promise<Any> =>
  new Promise((resolve, reject) => run((error, reply) => (error ? reject(error) : resolve(reply.data))));

test('reads advertisers, identities, campaigns and regions', async () => {
  const { list } = await answer((done) => api('AccountManagementApi').advertiserInfo([US], token, {}, done));
  expect(list[0]).toMatchObject({ name: 'Acme', currency: 'USD' });
  const { identity_list } = await answer((done) => api('IdentityApi').identityGet(US, token, {}, done));
  expect(identity_list).toHaveLength(4);
  const filtering = { campaign_name: 'Autumn' };
  const campaigns = await answer((done) =>
    api('CampaignCreationApi').campaignGet(US, token, { filtering, page_size: 5 }, done),
  );
  expect(campaigns.page_info).toMatchObject({ page_size: 5, total_number: 1 });
  const { region_info } = await answer((done) =>
    api('ToolApi').toolRegion(US, ['PLACEMENT_TIKTOK'], 'TRAFFIC', token, {}, done),
  );
  expect(region_info[0].location_id).toBe('6252001');
});

test('makes a campaign and an ad group, switches them, and is refused in the words of the platform', async () => {
  const campaigns = api('CampaignCreationApi');
  const body = {
    ...GOOD.campaign,
    advertiser_id: US,
    campaign_name: 'By the SDK',
  };
  const { campaign_id } = await answer((done) => campaigns.campaignCreate(token, { body }, done));
  await expect(answer((done) => campaigns.campaignCreate(token, { body }, done))).rejects.toThrow('code: 40002');
  const group = { ...GOOD.group, advertiser_id: US, campaign_id };
  const made = await answer((done) => api('AdgroupApi').adgroupCreate(token, { body: group }, done));
  expect(made).toMatchObject({ campaign_id, adgroup_name: 'G', secondary_status: 'ADGROUP_STATUS_CREATE' });
  const on = { advertiser_id: US, campaign_ids: [campaign_id], operation_status: 'ENABLE' };
  const { status } = await answer((done) => campaigns.campaignStatusUpdate(token, { body: on }, done));
  expect(status).toBe('ENABLE');
  await expect(answer((done) => campaigns.campaignGet(US, 'nobody', {}, done))).rejects.toThrow('code: 40105');
});

test('uploads a file and reads a report', async () => {
  const opts = {
    advertiser_id: US,
    upload_type: 'UPLOAD_BY_FILE',
    image_file: PNG,
    image_signature: createHash('md5').update(PNG).digest('hex'),
    file_name: 'sdk.png',
  };
  const image = await answer((done) => api('FileApi').adImageUpload(token, opts, done));
  expect(image).toMatchObject({ width: 1, height: 1, file_name: 'sdk.png' });
  const { list } = await answer((done) =>
    api('ReportingApi').reportIntegratedGet(
      'BASIC',
      token,
      {
        advertiser_id: US,
        data_level: 'AUCTION_CAMPAIGN',
        dimensions: ['campaign_id'],
        metrics: ['spend', 'impressions', 'campaign_name'],
        start_date: '2026-11-01',
        end_date: '2026-11-07',
      },
      done,
    ),
  );
  expect(list.length).toBeGreaterThan(2);
  for (const { metrics } of list) expect(metrics.spend).toMatch(/^\d+\.\d\d$/);
});

test('makes a Smart+ campaign, ad group and ad, changes the ad and reads it back', async () => {
  const steered = {
    advertiser_id: US,
    campaign_name: 'Steered by the SDK',
    request_id: '7001',
    objective_type: 'WEB_CONVERSIONS',
    sales_destination: 'WEBSITE',
    budget: 60,
    operation_status: 'DISABLE',
  };
  const { campaign_id } = await answer((done) =>
    api('CampaignCreationApi').smartPlusCampaignCreate(token, { body: steered }, done),
  );
  const { pixels } = await answer((done) => api('MeasurementApi').pixelList(US, token, {}, done));
  const group = {
    advertiser_id: US,
    campaign_id,
    request_id: '7002',
    adgroup_name: 'Automatic',
    promotion_type: 'WEBSITE',
    optimization_goal: 'CONVERT',
    billing_event: 'OCPM',
    bid_type: 'BID_TYPE_NO_BID',
    pixel_id: pixels[0].pixel_id,
    optimization_event: 'SHOPPING',
    schedule_type: 'SCHEDULE_FROM_NOW',
    schedule_start_time: '2026-11-16 00:00:00',
    targeting_spec: { location_ids: ['6252001'] },
  };
  const { adgroup_id } = await answer((done) => api('AdgroupApi').smartPlusAdgroupCreate(token, { body: group }, done));
  const filtering = { campaign_ids: [campaign_id] };
  const groups = await answer((done) => api('AdgroupApi').smartPlusAdgroupGet(US, token, { filtering }, done));
  expect(groups.list).toMatchObject([{ adgroup_id, targeting_spec: { location_ids: ['6252001'] } }]);
  const { list: films } = await answer((done) => api('FileApi').adVideoSearch(US, token, {}, done));
  const { image_id } = await answer((done) =>
    api('FileApi').adImageUpload(
      token,
      { advertiser_id: US, upload_type: 'UPLOAD_BY_URL', image_url: 'https://acme.example/smart.jpg' },
      done,
    ),
  );
  const { identity_list } = await answer((done) => api('IdentityApi').identityGet(US, token, {}, done));
  const { identity_id } = identity_list.find(
    (one: Any) => one.identity_type === 'TT_USER' && one.available_status === 'AVAILABLE',
  );
  const creative_info = {
    ad_format: 'SINGLE_VIDEO',
    video_info: { video_id: films[0].video_id },
    image_info: [{ web_uri: image_id }],
    identity_type: 'TT_USER',
    identity_id,
  };
  const ad = {
    advertiser_id: US,
    ad_name: 'Whole',
    creative_list: [{ creative_info }],
    ad_text_list: [{ ad_text: 'Try it' }],
    call_to_action_list: [{ call_to_action: 'SHOP_NOW' }],
    landing_page_url_list: [{ landing_page_url: 'https://acme.example' }],
  };
  const ads = api('AdApi');
  const { smart_plus_ad_id } = await answer((done) =>
    ads.smartPlusAdCreate(token, { body: { ...ad, adgroup_id } }, done),
  );
  await answer((done) =>
    ads.smartPlusAdUpdate(token, { body: { ...ad, smart_plus_ad_id, ad_text_list: [{ ad_text: 'Buy it' }] } }, done),
  );
  const { list } = await answer((done) => ads.smartPlusAdGet(US, token, { filtering }, done));
  expect(list).toMatchObject([{ smart_plus_ad_id, ad_text_list: [{ ad_text: 'Buy it' }] }]);
});
