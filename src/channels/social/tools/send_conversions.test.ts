import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';
import { DAY_MS } from '../../../ambient.ts';

const { call, refusal, ledger, requests, fault, advanceClock, control } = sandboxed('social');

const sale = (event_id: string, more: object = {}) => ({
  event: 'purchase',
  event_id,
  happened_at: new Date().toISOString(),
  value: { amount: '19.90', currency: 'USD' },
  person: { email: 'canary.person@acme.example' },
  browser: { user_agent: 'Mozilla/5.0' },
  url: 'https://acme.example/thanks',
  ...more,
});
const received = async () => (await ledger({ resource: 'event' })).length;
const sends = async () => (await requests()).filter(({ path }) => path.endsWith('/events')).length;

test('sends each event once, to the only dataset, with nothing plain about a person', async () => {
  const events = [sale('order-1'), sale('order-2', { person: { phone: '+1 (650) 555-1212' } })];
  const answer = await call('send_conversions', { events });
  expect(answer).toMatchObject({ sent: 2, refused: 0, results: [{ outcome: 'sent' }, { outcome: 'sent' }] });
  const [sent] = (await requests()).filter(({ path }) => path.endsWith('/events'));
  expect(sent!.request_body).toContain('e323ec626319ca94ee8bff2e4c87cf613be6ea19919ed1364124e16807ab3176');
  expect(sent!.request_body).not.toMatch(/canary|5551212/);
  expect(await call('send_conversions', { events })).toMatchObject({ sent: 0, already_sent: 2 });
  expect(await received()).toBe(1);
});

test('a bad event is refused by its field, and the good ones go', async () => {
  const answer = await call('send_conversions', {
    events: [sale('order-3'), sale('order-4', { url: undefined }), sale('order-5', { person: { phone: '0741' } })],
  });
  expect(answer.results).toMatchObject([
    { outcome: 'sent' },
    { outcome: 'refused', field: 'url' },
    { outcome: 'refused', field: 'person.phone' },
  ]);
});

test('a batch that the platform refuses whole is split until only the bad event is refused', async () => {
  // The platform's clock is ahead of ours: an event that is young enough here is too old there.
  const old = sale('order-7', { happened_at: new Date(Date.now() - 6.9 * DAY_MS).toISOString() });
  await advanceClock(DAY_MS / 2);
  const answer = await call('send_conversions', { events: [sale('order-6'), old, sale('order-8')] });
  await advanceClock(-DAY_MS / 2);
  expect(answer.results).toMatchObject([
    { outcome: 'sent' },
    { outcome: 'refused', field: 'happened_at' },
    { outcome: 'sent' },
  ]);
});

test('an event whose answer was lost goes once more with the same id, and the platform counts it once', async () => {
  const [before, asked] = [await received(), await sends()];
  await fault('cut_after', '/events');
  expect(await call('send_conversions', { events: [sale('order-9')] })).toMatchObject({ sent: 1 });
  expect(await sends()).toBe(asked + 2);
  expect(await received()).toBe(before + 1);
});

test('test events need the code of the test page, and are said to count', async () => {
  const events = [sale('try-1')];
  expect(await call('send_conversions', { events, test: true })).toMatchObject({ skipped: 1 });
  const answer = await call('send_conversions', { events, test: true, test_code: 'TEST123' });
  expect(answer.results).toMatchObject([{ outcome: 'sent', why: expect.stringContaining('counts') }]);
});

test('an unknown dataset is not found', async () => {
  const error = await refusal('send_conversions', { events: [sale('order-10')], destination_id: '1' });
  expect(error).toMatchObject({ code: 'not_found' });
});

test('a lead that became a customer counts for the campaign that brought it', async () => {
  // Today's other numbers would grow in between.
  await control('/clock', 'PUT', { frozen: true });
  const [{ lead_id: lead, campaign_id }] = (await call('list_leads', { limit: 1 })).leads;
  const worth = async () => {
    const asked = { campaign_ids: [campaign_id], date_range: 'TODAY', metrics: ['conversions', 'conversion_value'] };
    const { totals } = await call('get_social_insights', asked);
    return [totals.conversions, Number(totals.conversion_value?.amount ?? 0)];
  };
  const [count, value] = (await worth()) as [number, number];
  const event = {
    event: 'purchase',
    event_id: 'customer-1',
    happened_at: new Date().toISOString(),
    lead,
    source: 'crm',
  };
  const answer = await call('send_conversions', { events: [{ ...event, value: { amount: '80', currency: 'USD' } }] });
  expect(answer).toMatchObject({ sent: 1 });
  expect(await worth()).toEqual([count + 1, value + 80]);
  await control('/clock', 'PUT', { frozen: false });
});
