import { expect, test } from 'vitest';
import { sandboxed } from '../sandboxed.testing.ts';

const { call, refusal, fault, ledger, requests } = sandboxed();

const happened_at = new Date().toISOString();
const sale = (event_id: string, more: Record<string, unknown> = {}) => ({
  event: 'purchase',
  event_id,
  happened_at,
  url: 'https://acme.example/thanks',
  person: { email: 'canary@acme.example' },
  value: { amount: 19.9, currency: 'USD' },
  ...more,
});
const outcomes = (answer: { results: { outcome: string }[] }) => answer.results.map(({ outcome }) => outcome);

test('each event goes once, to the source that it belongs to', async () => {
  const events = [
    sale('V-1'),
    sale('V-2', { source: 'store', url: undefined }),
    sale('V-3', { event: 'won', lead: '7301234567890123456' }),
    sale('V-4', { url: undefined }),
    sale('V-5', { person: undefined }),
  ];
  const answer = await call('send_conversions', { events });
  expect(outcomes(answer)).toEqual(['sent', 'sent', 'sent', 'refused', 'skipped']);
  expect(answer.results[3]).toMatchObject({ field: 'url' });
  expect(outcomes(await call('send_conversions', { events: events.slice(0, 3) }))).toEqual(
    Array(3).fill('already_sent'),
  );
  const counted = (await ledger({ resource: 'event' })).map(({ detail }) => detail);
  expect(counted).toEqual(Array(3).fill({ counted: 1 }));
});

test('nothing personal leaves readable', async () => {
  const sent = JSON.stringify(await requests());
  expect(sent).toContain('event/track');
  expect(sent).not.toContain('canary@acme.example');
});

test('a lost answer is sent again, because the platform drops the second', async () => {
  const before = (await ledger({ resource: 'event' })).length;
  await fault('cut_after', 'event/track');
  const answer = await call('send_conversions', { events: [sale('V-6')] });
  expect(outcomes(answer)).toEqual(['sent']);
  const sendings = (await requests()).filter(({ request_body }) => request_body?.includes('V-6'));
  expect(sendings).toHaveLength(2);
  expect(await ledger({ resource: 'event' })).toHaveLength(before + 1);
});

test('test events are shown and not counted', async () => {
  const before = (await ledger({ resource: 'event' })).length;
  const answer = await call('send_conversions', { events: [sale('V-7')], test: true, test_code: 'TEST1' });
  expect(outcomes(answer)).toEqual(['sent']);
  expect((await ledger({ resource: 'event' })).length).toBe(before);
});

test('the rate limit of this address asks for patience, not for a new token', async () => {
  await fault('throttle', 'event/track', { times: 10 });
  expect(await refusal('send_conversions', { events: [sale('V-8')] })).toMatchObject({ code: 'rate_limited' });
});
