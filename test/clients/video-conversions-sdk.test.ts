import { createRequire } from 'node:module';
import { beforeAll, expect, test } from 'vitest';
import { conversions } from '../../src/channels/video/conversions.ts';
import { START } from '../../src/sandbox/platform.testing.ts';
import { US, videoForTests } from '../../src/sandbox/video/calls.testing.ts';
import { ACME } from '../../src/sandbox/video/seed.ts';
import type { Destination } from '../../src/tools/conversions/conversions.ts';
import { ConversionEvent } from '../../src/tools/conversions/event.ts';

/** The vendor's own client sends events and fetches leads through the sandbox. */
const video = videoForTests();
const { token } = ACME;

// biome-ignore lint/suspicious/noExplicitAny: the SDK has no types
type Any = any;
const sdk: Any = createRequire(import.meta.url)('tiktok-business-api-sdk-official');
let client: Any;

beforeAll(() => {
  client = new sdk.ApiClient();
  client.basePath = video.origin;
});

const answer = (run: (done: (error: Error | null, reply: Any) => void) => void): Promise<Any> =>
  new Promise((resolve, reject) => run((error, reply) => (error ? reject(error) : resolve(reply.data))));
const measurement = (): Any => new sdk.MeasurementApi(client);

/** Calls that the SDK has no method for go through its transport: path, headers, JSON and the reading of the envelope. */
const raw = (method: string, path: string, { query = {}, body = null, region = {} }: Record<string, Any> = {}) =>
  answer((done) =>
    client.callApi(
      `/open_api/v1.3/${path}/`,
      method,
      {},
      query,
      { 'Access-Token': token, ...region },
      {},
      body,
      [],
      ['application/json'],
      ['application/json'],
      Object,
      done,
    ),
  );

async function pixel(): Promise<Any> {
  return (await answer((done) => measurement().pixelList(US, token, {}, done))).pixels[0];
}

test('events as the channel prepares them are taken, and counted once', async () => {
  const { pixel_id, pixel_code, pixel_name } = await pixel();
  const wire = { source: 'web', id: pixel_code };
  const destination: Destination = { id: pixel_id, name: pixel_name, kind: 'pixel', status: 'RECEIVING', wire };
  const event = ConversionEvent.parse({
    event: 'purchase',
    event_id: 'SDK-1',
    happened_at: new Date(START).toISOString(),
    url: 'https://acme.example/thanks?ttclid=E.C.P.1',
    person: { email: ' John_Smith@gmail.com ', phone: '+1 (650) 555-1212' },
    value: { amount: 19.9, currency: 'USD' },
  });
  const prepared = conversions.prepare(event, destination, START);
  if (!('body' in prepared)) throw new Error('the event was not prepared');
  const body = { event_source: 'web', event_source_id: pixel_code, data: [prepared.body] };
  await raw('POST', 'event/track', { body });
  await raw('POST', 'event/track', { body });
  const date_range = { start_date: '2026-11-15', end_date: '2026-11-15' };
  const { list } = await answer((done) => measurement().pixelEventStats(US, [pixel_id], date_range, token, done));
  expect(list).toMatchObject([{ pixel_id, statistics: [{ pixel_event_type: 'SHOPPING', total_count: 1 }] }]);
  const wrong = { ...body, event_source_id: pixel_id };
  await expect(raw('POST', 'event/track', { body: wrong })).rejects.toThrow('code: 40002');
});

test('event sets are made and listed', async () => {
  const body = { advertiser_id: US, name: 'By the SDK', description: 'Fairs' };
  const { event_set_id } = await answer((done) => measurement().offlineCreate(token, { body }, done));
  const { list } = await answer((done) =>
    measurement().offlineGet(token, { advertiser_id: US, event_set_ids: [event_set_id] }, done),
  );
  expect(list).toMatchObject([{ event_set_id, name: 'By the SDK' }]);
});

test('leads are exported by a task in each region', async () => {
  const query = { advertiser_id: US, business_type: 'LEAD_GEN', status: 'PUBLISHED' };
  const { list } = await raw('GET', 'page/get', { query });
  const { fields } = await raw('GET', 'page/field/get', { query: { advertiser_id: US, page_id: list[0].page_id } });
  expect(fields).toContain('email');
  for (const region of [{}, { 'x-lead-region': 'eu' }, { 'x-lead-region': 'us' }]) {
    const asked = { advertiser_id: US, page_id: list[0].page_id };
    const { task_id } = await raw('POST', 'page/lead/task', { body: asked, region });
    const poll = () => raw('POST', 'page/lead/task', { body: { advertiser_id: US, task_id }, region });
    expect([await poll(), await poll()]).toMatchObject([
      { status: 'RUNNING' },
      { status: 'SUCCEED', file_type: 'csv' },
    ]);
  }
});

test('an event of a pixel is made and renamed', async () => {
  const { pixel_id } = await pixel();
  const pixel_events = [{ event_type: 'ON_WEB_SUBSCRIBE', event_name: 'Letter', statistic_type: 'ONCE' }];
  const body = { advertiser_id: US, pixel_id, pixel_events };
  await answer((done) => measurement().pixelEventCreate(token, { body }, done));
  const made = (await pixel()).events.find(({ name }: Any) => name === 'Letter');
  expect(made).toMatchObject({ optimization_event: 'ON_WEB_SUBSCRIBE', statistic_type: 'ONCE' });
  const renamed = { advertiser_id: US, event_id: made.event_id, event_name: 'Newsletter' };
  await answer((done) => measurement().pixelEventUpdate(token, { body: renamed }, done));
  expect((await pixel()).events.map(({ name }: Any) => name)).toContain('Newsletter');
});
