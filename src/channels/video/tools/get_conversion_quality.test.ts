import { expect, test } from 'vitest';
import { sandboxed } from '../sandboxed.testing.ts';

const { call } = sandboxed();

test('tells by event how many came from where and were credited to ads', async () => {
  const happened_at = new Date().toISOString();
  const event = { event: 'add_to_cart', happened_at, url: 'https://acme.example' };
  const events = Array.from({ length: 10 }, (_, place) => ({
    ...event,
    event_id: `Q-${place}`,
    click: { ttclid: `E.C.P.${place}` },
  }));
  await call('send_conversions', { events });
  const { destinations } = await call('get_conversion_quality');
  const [pixel, shops] = destinations;
  expect(pixel.measures).toContainEqual({ name: 'from_server', value: 10, of: 10, event: 'ON_WEB_CART' });
  expect(pixel.measures).toContainEqual({ name: 'attributed', value: 10, of: 10, event: 'ON_WEB_CART' });
  expect(shops).toMatchObject({ measures: [], notes: [expect.stringContaining('pixels only')] });
});
