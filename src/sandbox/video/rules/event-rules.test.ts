import { beforeAll, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../ambient.ts';
import { START } from '../../platform.testing.ts';
import { type Params, US, videoForTests } from '../calls.testing.ts';
import { EventLog } from '../state/event-log.ts';
import { RateLimits } from './rate-limits.ts';

const video = videoForTests();
const ids = { pixel: '', code: '', offline: '', crm: '' };
const HASH = '62a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62f';
const EVENT = { event: 'Purchase', event_time: START / 1000, page: { url: 'https://acme.example/thanks' } };

beforeAll(async () => {
  const [pixel] = (await video.get('pixel/list')).pixels;
  [ids.pixel, ids.code] = [pixel.pixel_id, pixel.pixel_code];
  ids.offline = (await video.get('offline/get')).list[0].event_set_id;
  ids.crm = (await video.get('crm/list')).crm_event_sets[0].event_set_id;
});

const web = (...data: Params[]) => ({
  event_source: 'web',
  event_source_id: ids.code,
  data: data.map((one) => ({ ...EVENT, ...one })),
});
const kept = (id: string) => new EventLog(video.world.db).of(US).filter(({ event_id }) => event_id === id);

test('rule 157: a source id of another kind of source is refused', async () => {
  for (const [event_source, event_source_id] of [
    ['web', ids.pixel],
    ['offline', ids.code],
    ['offline', ids.crm],
    ['crm', ids.offline],
    ['app', ids.code],
  ]) {
    const refused = await video.refused('POST', 'event/track', { ...web({}), event_source, event_source_id });
    expect(refused).toEqual({ code: 40002, message: 'Invalid value for event_source_id: not a valid string.' });
  }
});

test('rule 158: an event is counted once in 48 hours, and what it lacked is filled in for five minutes', async () => {
  await video.post('event/track', web({ event_id: 'O-1', user: { email: HASH } }));
  video.advance(4 * MINUTE_MS);
  const fuller = { event_id: 'O-1', user: { phone: [HASH] }, properties: { value: 5, currency: 'USD' } };
  await video.post('event/track', web(fuller));
  expect(kept('O-1')).toMatchObject([{ keys: ['email', 'phone'], value: 5, currency: 'USD' }]);
  video.advance(2 * MINUTE_MS);
  await video.post('event/track', web({ event_id: 'O-1', user: { ttp: 'x' }, properties: { value: 9 } }));
  expect(kept('O-1')).toMatchObject([{ keys: ['email', 'phone'], value: 5 }]);
  await video.post('event/track', web({ event: 'AddToCart', event_id: 'O-1' }));
  expect(kept('O-1')).toHaveLength(2);
  video.advance(48 * HOUR_MS);
  await video.post('event/track', web({ event_id: 'O-1' }));
  expect(kept('O-1')).toHaveLength(3);
});

test('rule 159: user keys that are misspelt are accepted and of no use', async () => {
  await video.post('event/track', web({ event_id: 'O-2', user: { e_mail: HASH, emails: [HASH] } }));
  expect(kept('O-2')).toMatchObject([{ keys: [] }]);
});

test('rule 160: a request has at most 1,000 events, and one bad event refuses all', async () => {
  const many = Array.from({ length: 1001 }, (_, place) => ({ event_id: `M-${place}` }));
  expect((await video.refused('POST', 'event/track', web(...many))).message).toContain('1000');
  const bad = web({ event_id: 'O-3' }, { event_id: 'O-4', page: {} });
  expect((await video.refused('POST', 'event/track', bad)).message).toContain('data.1.page.url: Missing');
  expect([...kept('M-0'), ...kept('O-3')]).toEqual([]);
});

test('rule 161: offline events are standard ones, CRM events are not and name their lead', async () => {
  const offline = { event_source: 'offline', event_source_id: ids.offline };
  const refused = async (from: Params, event: Params) =>
    (await video.refused('POST', 'event/track', { ...from, data: [{ ...EVENT, ...event }] })).message;
  expect(await refused(offline, { event: 'Fitted' })).toContain('standard');
  const crm = { event_source: 'crm', event_source_id: ids.crm };
  expect(await refused(crm, { event: 'Purchase', lead: { lead_id: '7' } })).toContain('custom');
  expect(await refused(crm, { event: 'qualified' })).toContain('data.0.lead: Missing');
  await video.post('event/track', { ...offline, data: [{ ...EVENT, event_id: 'S-1', page: undefined }] });
  expect(await refused(web(), { page: undefined })).toContain('data.0.page: Missing');
  await video.post('event/track', {
    ...crm,
    data: [{ ...EVENT, event: 'won', event_id: 'C-1', lead: { lead_id: '7' }, page: undefined }],
  });
  expect([...kept('S-1'), ...kept('C-1')].map(({ source }) => source)).toEqual(['offline', 'crm']);
});

test('rule 162: a test event is checked and not counted', async () => {
  await video.post('event/track', { ...web({ event_id: 'T-1' }), test_event_code: 'TEST1' });
  expect(kept('T-1')).toEqual([]);
});

test('rule 163: too many requests are refused with HTTP 401', async () => {
  const limits = new RateLimits(() => 0);
  for (let sent = 0; sent < 1000; sent++) limits.count('app', 'event/track');
  expect(() => limits.count('app', 'event/track')).toThrow(expect.objectContaining({ code: 40100, status: 401 }));
  await video.control('POST', '/faults', { platform: 'video', kind: 'throttle', match: 'event/track' });
  expect((await video.send('POST', 'event/track', web({}))).status).toBe(401);
});

test('pixel statistics tell what came in, by kind of event and day', async () => {
  const date_range = { start_date: '2026-11-15', end_date: '2026-11-18' };
  const { list } = await video.get('pixel/event/stats', { pixel_ids: [ids.pixel], date_range });
  expect(list[0].statistics).toContainEqual(
    expect.objectContaining({ pixel_event_type: 'ON_WEB_CART', total_count: 1, server_event_total_count: 1 }),
  );
  const bought = new EventLog(video.world.db)
    .of(US)
    .filter(({ source, event }) => source === 'web' && event === 'Purchase');
  const credited = bought.filter(({ credit }) => credit).length;
  expect([bought.length, credited]).toEqual([3, 1]);
  expect(list[0].statistics).toContainEqual(
    expect.objectContaining({ total_count: bought.length, attributed_count: credited }),
  );
});

test('an event set of one’s own is made and listed', async () => {
  const { event_set_id } = await video.post('offline/create', { name: 'Fairs', description: 'Sales at fairs' });
  const { list } = await video.get('offline/get', { name: 'Fairs' });
  expect(list).toEqual([expect.objectContaining({ event_set_id, auto_tracking: false })]);
});

test('a kind of event that came in is shown by the pixel after two hours', async () => {
  const kinds = async () =>
    (await video.get('pixel/list')).pixels[0].events.map(({ optimization_event }: Params) => optimization_event);
  await video.post('event/track', web({ event: 'Subscribe', event_id: 'P-1' }));
  expect(await kinds()).not.toContain('ON_WEB_SUBSCRIBE');
  video.advance(2 * HOUR_MS);
  expect(await kinds()).toContain('ON_WEB_SUBSCRIBE');
});
