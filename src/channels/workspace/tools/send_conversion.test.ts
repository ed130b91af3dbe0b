import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Any, type ConversionService, startConversionService } from '../../../../test/conversion-service.ts';
import { DAY_MS } from '../../../ambient.ts';

let service: ConversionService;
beforeAll(async () => {
  service = await startConversionService();
});
afterEach(() => service.clearFaults());
afterAll(() => service?.close());

const byChannel = (reply: Any) =>
  Object.fromEntries(reply.destinations.map(({ channel, outcome }: Any) => [channel, outcome]));
const EVERYWHERE = { professional: 'sent', search: 'sent', social: 'sent', video: 'sent' };
const requests = async (platform: string, path: RegExp) =>
  (await service.controlled(`/requests?platform=${platform}`)).requests.filter((one: Any) => path.test(one.path))
    .length;

test('a sale is told to every connected platform once, and a repeat is answered from the ledger', async () => {
  const sale = service.sale('ord-1');
  const first = await service.ask('send_conversion', sale);
  expect(byChannel(first)).toEqual(EVERYWHERE);
  const again = await service.ask('send_conversion', sale);
  expect(new Set(Object.values(byChannel(again)))).toEqual(new Set(['already_sent']));
  await service.pass(3 * DAY_MS);
  const later = await service.ask('send_conversion', { ...sale, value: { amount: '13', currency: 'EUR' } });
  expect(new Set(Object.values(byChannel(later)))).toEqual(new Set(['already_sent']));
  expect(later.destinations[0].why).toContain('with another value, which stays as it was');
});

test('only the channels or destinations that are named are told', async () => {
  const reply = await service.ask('send_conversion', service.sale('ord-2', { channels: ['social', 'video'] }));
  expect(byChannel(reply)).toEqual({ social: 'sent', video: 'sent' });
  const { destinations } = await service.ask('list_conversion_destinations', { channels: ['social'] });
  const named = `social:${destinations.find((one: Any) => one.takes_events).id}`;
  const one = await service.ask('send_conversion', service.sale('ord-3', { destinations: [named] }));
  expect(one.destinations).toMatchObject([{ channel: 'social', outcome: 'sent', destination: named.slice(7) }]);
  expect(await service.refusal('send_conversion', service.sale('ord-4', { channels: ['radio'] }))).toMatchObject({
    code: 'invalid_arguments',
    field: 'channels',
  });
  expect(await service.refusal('send_conversion', service.sale('ord-4', { destinations: ['radio:1'] }))).toMatchObject({
    code: 'invalid_arguments',
    field: 'destinations',
  });
});

test('an address as event_id is refused before it stands anywhere', async () => {
  const error = await service.refusal('send_conversion', service.sale('ada@acme.example'));
  expect(error).toMatchObject({ code: 'invalid_arguments', field: 'event_id' });
  expect(JSON.stringify(error)).not.toContain('ada@');
});

test('what a platform cannot match is skipped there and says why', async () => {
  const sale = service.sale('ord-5', { person: undefined, click: { ttclid: 'E.C.P.y' }, browser: undefined });
  const { destinations } = await service.ask('send_conversion', sale);
  const found = Object.fromEntries(destinations.map((one: Any) => [one.channel, one]));
  expect(found.video.outcome).toBe('sent');
  for (const channel of ['search', 'professional']) {
    expect(found[channel].outcome, channel).toBe('skipped');
    expect(found[channel].why.length).toBeGreaterThan(5);
  }
});

test('consent is asked for on search where people live in Europe, and a refusal of it is obeyed', async () => {
  const inGermany = { person: { email: 'ada@acme.example', country: 'DE' } };
  const asked = await service.ask('send_conversion', service.sale('ord-6', { ...inGermany, channels: ['search'] }));
  expect(asked.destinations).toMatchObject([{ outcome: 'refused', field: 'consent' }]);
  const given = { ...inGermany, channels: ['search'], consent: true };
  expect(byChannel(await service.ask('send_conversion', service.sale('ord-6', given)))).toEqual({ search: 'sent' });
  const denied = service.sale('ord-7', { ...inGermany, consent: false });
  expect(new Set(Object.values(byChannel(await service.ask('send_conversion', denied))))).toEqual(new Set(['skipped']));
});

describe('a test event', () => {
  test('goes only where a test mode is, and where it counts that is said before', async () => {
    const tried = await service.ask('send_conversion', service.sale('test-1', { test: true }));
    const found = Object.fromEntries(tried.destinations.map((one: Any) => [one.channel, one]));
    expect(found.professional).toMatchObject({ outcome: 'skipped', why: 'no test mode here' });
    expect(found.social).toMatchObject({ outcome: 'skipped', why: expect.stringContaining('counts there like any') });
    expect(found.video).toMatchObject({ outcome: 'skipped', why: expect.stringContaining('needs test_code') });
    expect(found.search).toMatchObject({ outcome: 'sent' });
    const coded = await service.ask('send_conversion', service.sale('test-1', { test: true, test_code: 'TEST123' }));
    const social = coded.destinations.find((one: Any) => one.channel === 'social');
    expect(social).toMatchObject({ outcome: 'sent', why: expect.stringContaining('counts there like any other') });
    // The real one is another.
    expect(byChannel(await service.ask('send_conversion', service.sale('test-1')))).toEqual(EVERYWHERE);
  });
});

const SENDS: Readonly<Record<string, { path: RegExp; match: string; isSafe: boolean }>> = {
  social: { path: /\/events$/, match: 'POST .*/events$', isSafe: true },
  search: { path: /events:ingest/, match: 'events:ingest', isSafe: true },
  video: { path: /event\/track/, match: 'event/track', isSafe: true },
  professional: { path: /conversionEvents/, match: 'conversionEvents', isSafe: false },
};

describe.each(Object.keys(SENDS))('a lost answer of %s', (channel) => {
  test('is sent again only where the key of the platform makes that safe, and never counts twice', async () => {
    const { path, match, isSafe } = SENDS[channel]!;
    const sale = service.sale(`lost-${channel}`, { channels: [channel] });
    await service.fault(channel, 'cut_after', { match });
    const before = await requests(channel, path);
    const [lost] = (await service.ask('send_conversion', sale)).destinations;
    expect(lost.outcome).toBe('unknown');
    expect(lost.next_step).toMatch(isSafe ? /^Send it again with the same event_id: / : /^Do not send it again: /);
    expect((await requests(channel, path)) - before).toBe(isSafe ? 3 : 1);
    await service.clearFaults();
    await service.pass(3_600_000);
    const [again] = (await service.ask('send_conversion', sale)).destinations;
    expect(again.outcome).toBe(isSafe ? 'sent' : 'unknown');
    expect((await requests(channel, path)) - before).toBe(isSafe ? 4 : 1);
  });

  test('that was only a refusal for a moment leaves nothing in the ledger, so that it can be sent later', async () => {
    const { match } = SENDS[channel]!;
    const sale = service.sale(`down-${channel}`, { channels: [channel] });
    await service.fault(channel, 'cut_before', { match });
    await service.ask('send_conversion', sale);
    await service.clearFaults();
    await service.fault(channel, 'refused', { match });
    const [refused] = (await service.ask('send_conversion', service.sale(`no-${channel}`, { channels: [channel] })))
      .destinations;
    expect(refused).toMatchObject({ outcome: 'refused', next_step: expect.any(String) });
    await service.clearFaults();
    await service.pass(3_600_000);
    const [later] = (await service.ask('send_conversion', service.sale(`no-${channel}`, { channels: [channel] })))
      .destinations;
    expect(later.outcome).toBe('sent');
  });
});
