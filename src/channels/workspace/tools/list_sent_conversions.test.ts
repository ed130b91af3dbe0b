import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Any, type ConversionService, startConversionService } from '../../../../test/conversion-service.ts';

let service: ConversionService;
beforeAll(async () => {
  service = await startConversionService();
});
afterAll(() => service?.close());

test('every send is listed once, newest first, by id, channel, outcome and time, without personal values', async () => {
  const events = Array.from({ length: 30 }, (_, n) => service.sale(`o-${n}`));
  await service.ask('send_conversions', { events });
  const from = new Date(service.now() + 60_000).toISOString();
  await service.pass(120_000);
  await service.ask('send_conversion', service.sale('late', { person: undefined, click: { ttclid: 'x' } }));
  const seen: Any[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await service.ask('list_sent_conversions', { limit: 7, ...(cursor && { cursor }) });
    seen.push(...page.sends);
    cursor = page.next_cursor;
    if (!cursor) break;
  }
  expect(seen).toHaveLength(31 * 4);
  expect(new Set(seen.map(({ event_id, channel }) => `${event_id} ${channel}`)).size).toBe(31 * 4);
  expect(seen[0].event_id).toBe('late');
  expect(JSON.stringify(seen)).not.toMatch(/acme\.example|Love|EAIa/);
  const listed = async (filter: Any) => (await service.ask('list_sent_conversions', filter)).sends;
  expect(await listed({ event_id: 'o-3' })).toHaveLength(4);
  expect(await listed({ since: from })).toHaveLength(4);
  expect(await listed({ channel: 'video', outcome: 'sent', limit: 100 })).toHaveLength(31);
  for (const { outcome } of await listed({ outcome: 'skipped' })) expect(outcome).toBe('skipped');
  const error = await service.refusal('list_sent_conversions', { cursor: 'abc' });
  expect(error).toMatchObject({ code: 'invalid_arguments', field: 'cursor' });
});

test('what was only previewed is not listed, also where there is nothing to send', async () => {
  const listed = async (event_id: string) => (await service.ask('list_sent_conversions', { event_id })).sends;
  for (const [event_id, more] of Object.entries({ good: {}, bad: { url: undefined }, unwanted: { consent: false } })) {
    const events = [service.sale(event_id, more)];
    const { isError } = await service.call('video', 'send_conversions', { events, preview: true });
    expect(isError).toBe(false);
    expect(await listed(event_id)).toEqual([]);
  }
});

test('a key sees what was sent on the channels that it may use', async () => {
  const workspaceId = await service.workspaceId('Acme');
  const { key } = await service.home.keyRing.create({
    workspaceId,
    name: 'video only',
    channels: ['workspace', 'video'],
    actor: 'test',
  });
  const called = async (tool: string, args: Record<string, unknown>): Promise<Any> =>
    (await service.call('workspace', tool, args, { key })).result;
  await service.ask('send_conversion', service.sale('everywhere'));
  const { sends } = await called('list_sent_conversions', { event_id: 'everywhere' });
  expect(sends.map((one: Any) => one.channel)).toEqual(['video']);
  expect((await called('list_sent_conversions', { channel: 'social' })).error.code).toBe('permission_denied');
  expect((await called('list_sent_conversions', { channel: 'radio' })).error).toMatchObject({ field: 'channel' });
  const { destinations } = await called('send_conversion', service.sale('own'));
  expect(destinations.map((one: Any) => one.channel)).toEqual(['video']);
});
