import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, fault, clearFaults, ledger, requests } = sandboxed('professional');

const happened_at = new Date(Date.now() - 3_600_000).toISOString();
const sale = (event_id: string, more: Record<string, unknown> = {}) => ({
  event: 'purchase',
  event_id,
  happened_at,
  person: { email: 'canary@acme.example' },
  value: { amount: 19.9, currency: 'USD' },
  ...more,
});
const outcomes = (answer: { results: { outcome: string }[] }) => answer.results.map(({ outcome }) => outcome);
const received = async () =>
  (await ledger({ resource: 'conversionEvent' })).reduce(
    (sum, { detail }) => sum + (detail as { events: number }).events,
    0,
  );

test('each event goes once to the rule whose type fits it, and a bad one does not keep the others', async () => {
  const [{ lead_id }] = (await call('list_leads', { limit: 1 })).leads;
  const events = [
    sale('P-1'),
    sale('P-2', { event: 'qualified_lead', person: undefined, lead: lead_id }),
    sale('P-3', { event: 'sign_up' }),
    sale('P-4', { person: { phone: '+16505551212' } }),
    sale('P-5', { happened_at: new Date(Date.now() - 91 * 86_400_000).toISOString() }),
    sale('P-6', { event: 'add_to_cart' }),
  ];
  const answer = await call('send_conversions', { events });
  expect(outcomes(answer)).toEqual(['sent', 'sent', 'sent', 'skipped', 'refused', 'skipped']);
  expect(JSON.stringify(answer.results[2])).toContain('never attributes');
  expect(answer.results[4]).toMatchObject({ field: 'happened_at' });
  expect(outcomes(await call('send_conversions', { events: events.slice(0, 3) }))).toEqual(
    Array(3).fill('already_sent'),
  );
  expect(await received()).toBe(3);
});

test('nothing personal leaves readable', async () => {
  const sent = JSON.stringify(await requests());
  expect(sent).toContain('conversionEvents');
  expect(sent).not.toContain('canary@');
});

test('a lost answer is never sent again: the platform might count it twice', async () => {
  const before = await received();
  await fault('cut_after', 'conversionEvents');
  expect(outcomes(await call('send_conversions', { events: [sale('P-7')] }))).toEqual(['unknown']);
  await clearFaults();
  expect(outcomes(await call('send_conversions', { events: [sale('P-7')] }))).toEqual(['unknown']);
  expect(await received()).toBe(before + 1);
});

test('there is no test mode, so test events are not sent', async () => {
  const before = await received();
  const answer = await call('send_conversions', { events: [sale('P-8')], test: true });
  expect(outcomes(answer)).toEqual(['skipped']);
  expect(await received()).toBe(before);
});
