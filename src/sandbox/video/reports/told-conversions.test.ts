import { beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../../ambient.ts';
import { type Body, START } from '../../platform.testing.ts';
import { type Params, videoForTests } from '../calls.testing.ts';

const video = videoForTests();
const code = { pixel: '' };

beforeAll(async () => {
  code.pixel = (await video.get('pixel/list')).pixels[0].pixel_code;
});

/** Sums over all ads and three days. */
async function totals(more: Params = {}): Promise<Record<string, number>> {
  const { list } = await video.get('report/integrated/get', {
    report_type: 'BASIC',
    data_level: 'AUCTION_AD',
    dimensions: ['ad_id', 'stat_time_day'],
    metrics: METRICS,
    start_date: '2026-11-12',
    end_date: '2026-11-14',
    page_size: 1000,
    ...more,
  });
  return Object.fromEntries(
    METRICS.map((name) => [name, list.reduce((sum: number, { metrics }: Body) => sum + Number(metrics[name]), 0)]),
  );
}
const METRICS = [
  'conversion',
  'result',
  'real_time_conversion',
  'complete_payment',
  'total_complete_payment_rate',
  'form',
];

const send = (event: string, place: number, more: Params = {}) => ({
  event,
  event_id: `${event} ${place}`,
  event_time: START / 1000 - (2 * DAY_MS) / 1000,
  user: { ttclid: `E.C.P.${event}${place}` },
  page: { url: 'https://acme.example' },
  properties: { value: 10, currency: 'USD' },
  ...more,
});
const track = (...data: Params[]) =>
  video.post('event/track', { event_source: 'web', event_source_id: code.pixel, data });

test('events raise the numbers of the ad that they are credited to, on the days that they belong to', async () => {
  const before = await totals();
  const ownDay = { start_date: '2026-11-13', end_date: '2026-11-13' };
  const onThatDay = await totals(ownDay);
  const events = Array.from({ length: 5 }, (_, place) => [send('Purchase', place), send('SubmitForm', place)]).flat();
  await track(...events);
  await track(...events);
  const after = await totals();
  const raised = Object.fromEntries(METRICS.map((name) => [name, Math.round(after[name]! - before[name]!)]));
  expect(raised).toEqual({
    conversion: 5,
    result: 5,
    real_time_conversion: 5,
    complete_payment: 5,
    total_complete_payment_rate: 50,
    form: 5,
  });
  const thatDay = await totals(ownDay);
  expect(thatDay.real_time_conversion! - onThatDay.real_time_conversion!).toBe(5);
  expect(thatDay.conversion! - onThatDay.conversion!).toBeLessThan(5);
  const people = { report_type: 'AUDIENCE', dimensions: ['ad_id', 'gender'] };
  expect((await totals(people)).complete_payment).toBe(after.complete_payment);
});

test('test events and events without a person raise no counts', async () => {
  const before = await totals();
  await video.post('event/track', {
    event_source: 'web',
    event_source_id: code.pixel,
    test_event_code: 'TEST1',
    data: [send('Purchase', 90)],
  });
  await track(send('Purchase', 91, { user: { tclid: 'misspelt' } }));
  expect(await totals()).toEqual(before);
});
