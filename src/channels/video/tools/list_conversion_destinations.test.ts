import { expect, test } from 'vitest';
import { sandboxed } from '../sandboxed.testing.ts';

const { call, fault } = sandboxed();

test('lists pixels and event sets with what came in lately', async () => {
  const { destinations, test_events } = await call('list_conversion_destinations');
  expect(test_events).toBe('shown');
  expect(destinations).toEqual([
    expect.objectContaining({ kind: 'pixel', status: 'NO_RECENT_EVENTS', sources: ['web'], takes_events: true }),
    expect.objectContaining({ kind: 'offline_event_set', sources: ['store'] }),
    expect.objectContaining({ kind: 'crm_event_set', sources: ['crm'] }),
  ]);
  const happened_at = new Date().toISOString();
  const person = { email: 'a@acme.example' };
  const events = [{ event: 'purchase', event_id: 'D-1', happened_at, url: 'https://acme.example', person }];
  await call('send_conversions', { events });
  const [pixel] = (await call('list_conversion_destinations')).destinations;
  expect(pixel).toMatchObject({ status: 'RECEIVING', quality: { days: 7, events: 1, from_server: 1 } });
});

test('statistics that the app may not read keep no pixel from taking events', async () => {
  await fault('refused', 'pixel/event/stats');
  const [pixel] = (await call('list_conversion_destinations')).destinations;
  expect(pixel).toMatchObject({ kind: 'pixel', status: 'UNKNOWN', takes_events: true });
});

test('event sets that the app may not read are told as such, and pixels are still listed', async () => {
  await fault('refused', 'crm/list');
  const { destinations } = await call('list_conversion_destinations');
  expect(destinations).toContainEqual(
    expect.objectContaining({ kind: 'crm_event_set', takes_events: false, why: expect.stringContaining('permission') }),
  );
  expect(destinations[0].kind).toBe('pixel');
});
