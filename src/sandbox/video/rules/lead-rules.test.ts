import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, SECOND_MS } from '../../../ambient.ts';
import type { Body } from '../../platform.testing.ts';
import { GOOD, type Params, US, videoForTests } from '../calls.testing.ts';
import { ACME } from '../seed.ts';
import { Store } from '../state.ts';

const video = videoForTests();
const ids = { form: '', ad: '' };
const pushed: { body: string; sign: unknown }[] = [];
let receiver: Server;

beforeAll(async () => {
  ids.form = (await video.get('page/get', { status: 'PUBLISHED' })).list[0].page_id;
  receiver = createServer(async (request, reply) => {
    let body = '';
    for await (const piece of request) body += piece;
    pushed.push({ body, sign: request.headers['x-open-signature'] });
    reply.end('ok');
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => receiver.close(resolve)));

const headersOf = (region: string) => ({
  'access-token': ACME.token,
  'content-type': 'application/json',
  ...(region && { 'x-lead-region': region }),
});
async function asked(region: string, more: Params): Promise<Body> {
  // The platform takes ten calls a second.
  video.waitOut(SECOND_MS);
  return (await (await video.send('POST', 'page/lead/task', more, { headers: headersOf(region) })).json()) as Body;
}
const task = async (region: string, more: Params = { page_id: ids.form }) => (await asked(region, more)).data;
const download = (region: string, task_id: string) =>
  video.send('GET', 'page/lead/task/download', { task_id }, { headers: headersOf(region) });

async function exported(region: string): Promise<Buffer> {
  const { task_id } = await task(region);
  while ((await task(region, { task_id })).status !== 'SUCCEED');
  return Buffer.from(await (await download(region, task_id)).arrayBuffer());
}

/** The digits of ids, however they are written, at the beginning of each line. */
const idsIn = (csv: Buffer) =>
  [...csv.toString('utf8').matchAll(/^(?:"=""|=")?(\d{19})(?:"""|")?,\d{4}-/gm)].map(([, id]) => id!);

test('rule 164: a task is made, runs and succeeds, and before that a download is a refusal with HTTP 200', async () => {
  const { task_id, status } = await task('');
  expect(status).toBe('CREATED');
  const early = await download('', task_id);
  expect([early.status, ((await early.json()) as Body).code]).toEqual([200, 40201]);
  expect(await task('', { task_id })).toEqual({ task_id, status: 'RUNNING' });
  expect(await task('', { task_id })).toMatchObject({ status: 'SUCCEED', file_type: 'csv' });
  expect((await download('', task_id)).headers.get('content-type')).toContain('text/csv');
});

test('rules 165, 166: each region has its own leads, tasks and names of columns', async () => {
  const files = { '': await exported(''), eu: await exported('eu'), us: await exported('us') };
  const store = new Store(video.world.db);
  const all = store.all('Lead', { advertiser: US }).filter(({ data }) => data.page === ids.form);
  const found = Object.values(files).map(idsIn);
  for (const some of found) expect(some.length).toBeGreaterThan(0);
  expect(found.flat().sort()).toEqual(all.map(({ id }) => id).sort());
  const heads = Object.values(files).map((file) => file.toString('utf8').split(/\r?\n/)[0]);
  expect(new Set(heads).size).toBe(3);
  const { task_id } = await task('eu');
  const refused = await (await download('us', task_id)).json();
  expect(refused).toMatchObject({ code: 40007 });
  expect(await asked('asia', { page_id: ids.form })).toMatchObject({ code: 40002 });
});

test('rule 167: a form has one test lead, which no file holds and its own advertiser deletes', async () => {
  const { meta_data, lead_data } = await video.post('page/lead/mock/create', { page_id: ids.form });
  expect(lead_data).toMatchObject({ email: 'test email' });
  expect((await video.refused('POST', 'page/lead/mock/create', { page_id: ids.form })).message).toContain('test lead');
  expect((await video.get('page/lead/mock/get', { page_id: ids.form })).meta_data).toEqual(meta_data);
  expect(idsIn(await exported(''))).not.toContain(meta_data.lead_id);
  const other = { lead_id: meta_data.lead_id, advertiser_id: ACME.advertisers[1]!.id };
  expect((await video.refused('POST', 'page/lead/mock/delete', other)).message).toContain('is no test lead');
  const real = new Store(video.world.db).all('Lead', { advertiser: US }).find(({ data }) => !data.isTest)!;
  expect((await video.refused('POST', 'page/lead/mock/delete', { lead_id: real.id })).message).toContain(
    'no test lead',
  );
  await video.post('page/lead/mock/delete', { lead_id: meta_data.lead_id });
  expect(await video.get('page/lead/mock/get', { page_id: ids.form })).toEqual({});
});

async function runningAd(): Promise<string> {
  const campaign = { ...GOOD.campaign, objective_type: 'LEAD_GENERATION', operation_status: 'ENABLE' };
  const { campaign_id } = await video.post('campaign/create', { ...campaign, campaign_name: 'Leads' });
  const group = {
    ...GOOD.group,
    campaign_id,
    promotion_type: 'LEAD_GENERATION',
    promotion_target_type: 'INSTANT_PAGE',
    optimization_goal: 'LEAD_GENERATION',
    billing_event: 'OCPM',
    budget: 200,
  };
  const { adgroup_id } = await video.post('adgroup/create', group);
  const { identity_list } = await video.get('identity/get');
  const identity = identity_list.find(
    (one: Params) => one.identity_type === 'TT_USER' && one.available_status === 'AVAILABLE',
  );
  const creative = {
    ad_name: 'Form',
    ad_format: 'SINGLE_VIDEO',
    ad_text: 'Sign up',
    call_to_action: 'SIGN_UP',
    identity_type: 'TT_USER',
    identity_id: identity.identity_id,
    video_id: (await video.get('file/video/ad/search')).list[0].video_id,
    image_ids: [(await video.get('file/image/ad/search')).list[0].image_id],
    page_id: ids.form,
  };
  return (await video.post('ad/create', { adgroup_id, creatives: [creative] })).ad_ids[0];
}

test('rules 168, 169: an ad with a form brings leads as time goes on, and they are pushed, signed, with bare ids', async () => {
  ids.ad = await runningAd();
  const { credentials } = video.grants[0]!;
  const app = { app_id: credentials.app_id, secret: credentials.secret };
  const callback_url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const subscription_detail = { access_token: ACME.token, advertiser_id: US, page_id: ids.form };
  const asked = { ...app, subscribe_entity: 'LEAD', callback_url, subscription_detail };
  const { subscription_id } = await video.post('subscription/subscribe', asked);
  expect((await video.get('subscription/get', app)).subscriptions).toMatchObject([{ subscription_id }]);
  video.advance(2 * DAY_MS);
  await video.timePassed();
  await video.timePassed();
  const mine = new Store(video.world.db).all('Lead').filter(({ data }) => data.ad === ids.ad);
  expect(mine.length).toBeGreaterThan(10);
  expect(pushed).toHaveLength(1);
  const [{ body, sign }] = pushed as [(typeof pushed)[0]];
  expect(sign).toBe(createHmac('sha256', app.secret!).update(body).digest('hex'));
  expect(body).toMatch(/^[\0-\x7f]*$/);
  for (const { id } of mine) expect(body).toContain(`"id":${id},`);
  expect(String(JSON.parse(body).entry[0].id)).not.toBe(mine.at(-1)!.id);
  await video.post('subscription/unsubscribe', { ...app, subscription_id });
  video.advance(DAY_MS);
  await video.timePassed();
  expect(pushed).toHaveLength(1);
});

test('an ad brings each of its leads once, however often time passes', async () => {
  const leads = () => new Store(video.world.db).all('Lead').filter(({ data }) => data.ad === ids.ad);
  const earlier = leads();
  const until = video.world.now();
  video.advance(DAY_MS);
  await video.timePassed();
  expect(leads().length).toBeGreaterThan(earlier.length);
  expect(leads().filter(({ data }) => data.at <= until)).toEqual(earlier);
});

test('rule 170: a file of more than 10 MB comes zipped', async () => {
  const store = new Store(video.world.db);
  const answers = { name: 'x'.repeat(1024 * 1024), email: 'a@example.com' };
  const at = video.world.now();
  for (let made = 0; made < 11; made++)
    store.insert('Lead', { advertiser: US }, { page: ids.form, region: 'us', at, answers });
  const zip = await exported('us');
  expect(zip.subarray(0, 2).toString()).toBe('PK');
  const start = 30 + zip.readUInt16LE(26);
  const csv = inflateRawSync(zip.subarray(start, start + zip.readUInt32LE(18)));
  expect(csv.length).toBe(zip.readUInt32LE(22));
});

test('rule 171: leads are kept for 90 days', async () => {
  const earlier = idsIn(await exported('eu'));
  expect(earlier.length).toBeGreaterThan(0);
  video.advance(91 * DAY_MS);
  // The running ad may have brought new ones by then.
  const now = new Set(idsIn(await exported('eu')));
  expect(earlier.filter((id) => now.has(id))).toEqual([]);
});
