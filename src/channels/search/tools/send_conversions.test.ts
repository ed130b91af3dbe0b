import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';
import { ConversionEvent } from '../../../tools/conversions/event.ts';
import type { SearchClient } from '../client.ts';
import { conversions } from '../conversions.ts';

const { call, fault, clearFaults, ledger, requests, client: clientOf } = sandboxed('search');

const event = (event_id: string, changes: object = {}) => ({
  event: 'qualified_lead',
  event_id,
  happened_at: new Date(Date.now() - 3_600_000).toISOString(),
  person: { email: 'Ada.Lovelace+crm@gmail.com' },
  source: 'crm',
  ...changes,
});
const outcomes = ({ results }: { results: { outcome: string }[] }) => results.map(({ outcome }) => outcome);
const sentIds = async () =>
  (await ledger({ resource: 'conversion' })).flatMap(
    ({ detail }) => (detail as { transactions: string[] }).transactions,
  );

test('an event goes to the conversion action of its category, hashed, and once', async () => {
  const first = await call('send_conversions', {
    events: [event('L-1', { value: { amount: '40', currency: 'USD' } })],
  });
  expect(first).toMatchObject({ sent: 1, results: [{ event_id: 'L-1', outcome: 'sent' }] });
  expect(first.notes.join(' ')).toMatch(/not that it counts/);
  expect(outcomes(await call('send_conversions', { events: [event('L-1')] }))).toEqual(['already_sent']);
  expect(await sentIds()).toEqual(['L-1']);
  const body = (await requests()).findLast(({ path }) => path.endsWith('events:ingest'))?.request_body ?? '';
  expect(body).not.toContain('@');
});

test('a bad event is refused by its own field, and the others go', async () => {
  const unknownCurrency = event('B-2', { value: { amount: '1', currency: 'QQQ' } });
  const events = [
    event('B-1'),
    unknownCurrency,
    event('B-3', { person: { phone: '030 1234567' } }),
    event('B-4', { person: undefined }),
    event('B-5'),
  ];
  const { results } = await call('send_conversions', { events });
  expect(results).toMatchObject([
    { outcome: 'sent' },
    { outcome: 'refused', field: 'value.currency' },
    { outcome: 'refused', field: 'person.phone' },
    { outcome: 'skipped', why: expect.stringContaining('gclid') },
    { outcome: 'sent' },
  ]);
  expect((await sentIds()).filter((id) => id.startsWith('B-'))).toEqual(['B-1', 'B-5']);
});

test('an answer that is lost is asked for again by the same key, and counts once', async () => {
  await fault('cut_after', '/v1/events:ingest');
  const { results } = await call('send_conversions', { events: [event('U-1')] });
  await clearFaults();
  expect(results).toMatchObject([{ outcome: 'sent' }]);
});

test('a test event is checked and not kept', async () => {
  const events = [event('T-1'), event('T-2', { value: { amount: '1', currency: 'QQQ' } })];
  expect(outcomes(await call('send_conversions', { events, test: true }))).toEqual(['sent', 'refused']);
  expect(await sentIds()).not.toContain('T-1');
});

test('a rush of requests is held to what the platform takes in a minute', async () => {
  const { client, account } = await clientOf<SearchClient>();
  const destination = (await conversions.destinations(client, account)).find(({ closed }) => closed === undefined)!;
  const prepared = conversions.prepare(ConversionEvent.parse(event('RUSH')), destination, Date.now());
  const batch = { account, destination, bodies: ['body' in prepared && prepared.body], testCode: '' };
  for (let sent = 0; sent < 310; sent++) await conversions.send(client, batch);
});
