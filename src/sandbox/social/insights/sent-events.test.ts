import { createHash } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../ambient.ts';
import { type Body, START, socialForTests, US } from '../calls.testing.ts';

const graph = socialForTests();
const EMAIL = createHash('sha256').update('a@example.com').digest('hex');
const DAYS = 6;
let dataset = '';
beforeAll(async () => {
  dataset = (await graph.get(`${US}/adspixels`)).data[0].id;
});

/** Purchases and leads of each day in the account's zone, New York. */
async function counted(name: string, field = 'actions'): Promise<Record<string, number>> {
  const day = (ms: number) => new Date(ms - 5 * HOUR_MS).toISOString().slice(0, 10);
  const { data } = await graph.get(`${US}/insights`, {
    fields: field,
    time_increment: 1,
    time_range: { since: day(START - DAYS * DAY_MS), until: day(START) },
  });
  const values = data.map((row: Body) => [
    row.date_start,
    Number(row[field]?.find(({ action_type }: Body) => action_type === name)?.value ?? 0),
  ]);
  return Object.fromEntries(values);
}

const event = (at: number, more: object) => ({
  event_name: 'Purchase',
  event_time: Math.floor(at / 1000),
  action_source: 'system_generated',
  custom_data: { value: 50, currency: 'USD' },
  ...more,
});
const differences = (before: Record<string, number>, after: Record<string, number>) =>
  Object.entries(after).flatMap(([day, count]) => (count === before[day] ? [] : [[day, count - before[day]!]]));

test('an event that names a click counts for an ad, on the day it happened in the zone of the account', async () => {
  const [purchases, values] = [await counted('purchase'), await counted('purchase', 'action_values')];
  // Two in the morning UTC is the evening before in New York.
  const at = Date.parse('2026-11-13T02:00:00Z');
  const clicked = { user_data: { em: EMAIL, fbc: `fb.1.${at - HOUR_MS}.IwAR1` }, event_id: 'order-1' };
  const bought = event(at, clicked);
  await graph.post(`${dataset}/events`, { data: [bought, bought, event(at, { user_data: { em: EMAIL } })] });
  expect(differences(purchases, await counted('purchase'))).toEqual([['2026-11-12', 1]]);
  expect(differences(values, await counted('purchase', 'action_values'))).toEqual([['2026-11-12', 50]]);
});

test('a click that is too long ago leads to nothing', async () => {
  const before = await counted('purchase');
  const stale = { user_data: { em: EMAIL, fbc: `fb.1.${START - 9 * DAY_MS}.IwAR2` } };
  await graph.post(`${dataset}/events`, { data: [event(START - HOUR_MS, stale)] });
  expect(differences(before, await counted('purchase'))).toEqual([]);
});

test('the sale to a lead counts for the ad that brought the lead', async () => {
  const [lead] = (await graph.get('301000000000001/leads', { fields: 'ad_id', limit: 1 })).data;
  const sales = async () => {
    const { data } = await graph.get(`${lead.ad_id}/insights`, { fields: 'actions', date_preset: 'today' });
    const rows = data[0]?.actions ?? [];
    return Number(rows.find(({ action_type }: Body) => action_type === 'purchase')?.value ?? 0);
  };
  const before = await sales();
  await graph.post(`${dataset}/events`, { data: [event(START - 60_000, { user_data: { lead_id: lead.id } })] });
  expect(await sales()).toBe(before + 1);
});

test('a lead that a server reports brings no new lead of a form', async () => {
  const [{ id }] = (await graph.get('301000000000001/leads', { limit: 1 })).data;
  const told = event(START - 60_000, { event_name: 'Lead', user_data: { lead_id: id } });
  await graph.post(`${dataset}/events`, { data: [told] });
  graph.advance(60_000);
  const [newest] = (await graph.get('301000000000001/leads', { limit: 1 })).data;
  graph.advance(-60_000);
  expect(newest.id).toBe(id);
});
