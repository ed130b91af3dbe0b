import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Any, type ConversionService, startConversionService } from '../../../../test/conversion-service.ts';

let service: ConversionService;
beforeAll(async () => {
  service = await startConversionService();
});
afterAll(() => service?.close());

test('every channel has a destination that takes events, and those that take none say why', async () => {
  const { destinations, missing } = await service.ask('list_conversion_destinations');
  expect(missing).toEqual([]);
  for (const channel of ['social', 'search', 'video', 'professional']) {
    const own = destinations.filter((one: Any) => one.channel === channel);
    expect(
      own.some((one: Any) => one.takes_events),
      channel,
    ).toBe(true);
    for (const one of own) expect(one.takes_events || one.why, one.name).toBeTruthy();
  }
});

test('a channel that cannot be read is missing, and the others are there', async () => {
  await service.fault('search', 'expired_token');
  const { destinations, missing } = await service.ask('list_conversion_destinations');
  await service.clearFaults();
  expect(missing).toMatchObject([{ channel: 'search', code: 'token_expired', next_step: expect.any(String) }]);
  expect(new Set(destinations.map((one: Any) => one.channel))).toEqual(new Set(['social', 'video', 'professional']));
});
