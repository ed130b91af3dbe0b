import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Any, type ConversionService, startConversionService } from '../../../../test/conversion-service.ts';

let service: ConversionService;
beforeAll(async () => {
  service = await startConversionService();
});
afterAll(() => service?.close());

test('bad events are refused by row and field, in order, and the good ones go to every platform', async () => {
  const events = [
    service.sale('o-1'),
    service.sale('o-2', { value: { amount: '-3', currency: 'EUR' } }),
    service.sale('o-3', { happened_at: 'yesterday' }),
    { event: 'purchase' },
    'nonsense',
    service.sale('o-1'),
    service.sale('o-4', { person: { email: '' }, click: {}, browser: {} }),
    service.sale('o-5', { colour: 'red' }),
    service.sale('o-6'),
  ];
  const { counts, results } = await service.ask('send_conversions', { events });
  expect(results.map(({ event_id }: Any) => event_id)).toEqual([
    'o-1',
    'o-2',
    'o-3',
    undefined,
    undefined,
    'o-1',
    'o-4',
    'o-5',
    'o-6',
  ]);
  const fields = results.map(({ destinations }: Any) => destinations.find((one: Any) => one.channel === 'video').field);
  expect(fields).toEqual([
    undefined,
    'value.amount',
    'happened_at',
    'event_id',
    '',
    'event_id',
    undefined,
    'colour',
    undefined,
  ]);
  for (const index of [0, 8])
    for (const { outcome, channel } of results[index].destinations) expect(outcome, channel).toBe('sent');
  for (const { sent, channel } of counts) expect(sent, channel).toBe(2);
  expect(counts.find((one: Any) => one.channel === 'video')).toMatchObject({ refused: 6, skipped: 1 });
});

test('a bad event that only the platform refuses does not keep the others of its batch', async () => {
  const events = Array.from({ length: 20 }, (_, n) => service.sale(`b-${n}`));
  // Eight days ago: the social platform refuses a whole batch for it.
  events[7] = service.sale('b-7', { happened_at: new Date(service.now() - 8 * 86_400_000).toISOString() });
  const { results } = await service.ask('send_conversions', { events, channels: ['social'] });
  const outcomes = results.map(({ destinations }: Any) => destinations[0].outcome);
  expect(outcomes).toEqual(events.map((_, n) => (n === 7 ? 'refused' : 'sent')));
  expect(results[7].destinations[0].field).toBe('happened_at');
});

test('what is no e-mail address, or no country, refuses its event alone on every platform, although a click is there', async () => {
  const events = [
    service.sale('p-1', { person: { email: 'n/a' } }),
    service.sale('p-2', { person: { first_name: 'Ada', last_name: 'Love', country: 'Germany' } }),
    service.sale('p-3'),
  ];
  const { results } = await service.ask('send_conversions', { events });
  const told = results.map(({ destinations }: Any) =>
    Object.fromEntries(destinations.map(({ channel, outcome, field }: Any) => [channel, field ?? outcome])),
  );
  const alike = (one: string) => ({ social: one, professional: one, video: one, search: one });
  expect(told).toEqual([alike('person.email'), alike('person.country'), alike('sent')]);
});

test('an address in the place of an id is not repeated', async () => {
  const events = [service.sale('jane@canary.example'), service.sale('o-7', { event: 'jane@canary.example' })];
  const answer = await service.ask('send_conversions', { events, channels: ['video'] });
  expect(answer.results.map(({ destinations: [one] }: Any) => [one.outcome, one.field])).toEqual([
    ['refused', 'event_id'],
    ['refused', 'event'],
  ]);
  expect(JSON.stringify(answer)).not.toContain('canary');
});

test('a field of the wrong kind is told as such, and no address in the place of a name', async () => {
  const wrong = { person: { email: ['a'], 'jane@canary.example': 1 }, consent: 'perhaps', url: 7 };
  const { results } = await service.ask('send_conversions', {
    events: [service.sale('o-12', wrong), { event: 'purchase', happened_at: 'now' }],
    channels: ['video'],
  });
  expect(results[0].destinations[0].problems).toEqual([
    { field: 'person.email', message: 'must be a text' },
    { field: 'person.?', message: 'is not a field of an event' },
    { field: 'url', message: 'must be a text' },
    { field: 'consent', message: 'must be true or false' },
  ]);
  expect(results[1].destinations[0].problems).toContainEqual({ field: 'event_id', message: 'is required' });
});

test('a destination that is named twice is sent to once', async () => {
  const { destinations } = await service.ask('list_conversion_destinations', { channels: ['video'] });
  const pixel = `video:${destinations.find((one: Any) => one.kind === 'pixel').id}`;
  const asked = { events: [service.sale('o-8')], destinations: [pixel, pixel] };
  const { results } = await service.ask('send_conversions', asked);
  expect(results[0].destinations).toMatchObject([{ channel: 'video', outcome: 'sent' }]);
});

test('a test code without test sends nothing: it would be a real event', async () => {
  const { results } = await service.ask('send_conversions', { events: [service.sale('o-9')], test_code: 'TEST1' });
  for (const { channel, outcome, why } of results[0].destinations) {
    expect(outcome, channel).toBe('refused');
    expect(why).toContain('test_code');
  }
});

test('what was given away is an event, too', async () => {
  const events = [service.sale('o-10', { value: { amount: 0, currency: 'EUR' } })];
  const { results } = await service.ask('send_conversions', { events });
  for (const { channel, outcome } of results[0].destinations) expect(outcome, channel).toBe('sent');
});

test('what has not happened yet is no event on any platform', async () => {
  const events = [service.sale('o-11', { happened_at: new Date(service.now() + 3_600_000).toISOString() })];
  const { results } = await service.ask('send_conversions', { events });
  for (const { channel, outcome, field } of results[0].destinations)
    expect([channel, outcome, field]).toEqual([channel, 'refused', 'happened_at']);
});
