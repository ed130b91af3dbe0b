import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConversionService, startConversionService } from '../conversion-service.ts';

let service: ConversionService;
beforeAll(async () => {
  service = await startConversionService();
});
afterAll(() => service?.close());

const PERSON = {
  email: 'canary.zqxwvkj7@acme.example',
  phone: '+49 30 7654321987',
  first_name: 'Zqxwvkjfirst',
  last_name: 'Zqxwvkjlast',
  city: 'Zqxwvkjcity',
  region: 'Zqxwvkjregion',
  postal_code: 'ZQXWVKJ99',
  country: 'US',
  external_id: 'zqxwvkj-customer-7',
};
const CANARY = /zqxwvkj|7654321987|203\.0\.113\.77/i;
const more = { person: PERSON, browser: { user_agent: 'Zqxwvkjbrowser/1', ip: '203.0.113.77' } };

function filesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });
}

test('what is known of a person is in no log, error, audit entry, kept reply, ledger or file', async () => {
  const replies: unknown[] = [];
  const send = async (eventId: string, changed: object = {}) =>
    replies.push(
      await service.call('workspace', 'send_conversion', {
        ...service.sale(eventId, { ...more, ...changed }),
        idempotency_key: `key-${eventId}`,
      }),
    );
  await send('a-1');
  await send('a-1');
  for (const [kind, eventId] of [
    ['cut_after', 'a-2'],
    ['server_error', 'a-3'],
    ['refused', 'a-4'],
    ['garbage', 'a-5'],
  ] as const) {
    for (const platform of ['social', 'search', 'video', 'professional']) await service.fault(platform, kind);
    await send(eventId);
    await service.clearFaults();
    await service.pass(3_600_000);
  }
  await send('a-6', { person: { ...PERSON, phone: 'zqxwvkj no number', country: 'Zqxwvkjland' } });
  await send('a-7', { happened_at: '2020-01-01T00:00:00Z' });
  await send('a-8', { test: true, test_code: 'TEST1' });
  replies.push(
    await service.call('social', 'send_conversions', { events: [service.sale('a-9', more)], preview: true }),
  );
  const bad = { ...service.sale('a-10', more), zqxwvkjkey: 1, person: { ...PERSON, email: 7 } };
  replies.push(await service.call('search', 'send_conversions', { events: [bad] }));
  replies.push(await service.ask('list_sent_conversions', { limit: 500 }));
  replies.push(await service.ask('list_history'));
  const said = JSON.stringify(replies).replaceAll('zqxwvkjkey', '');
  expect(said.match(new RegExp(`.{80}(${CANARY.source}).{20}`, 'i'))?.[0]).toBeUndefined();
  expect(service.logged()).not.toMatch(CANARY);
  await service.home.store.backup(join(service.dataFolder, 'backup.db'));
  const plain = filesBelow(service.dataFolder).filter((file) => CANARY.test(readFileSync(file, 'latin1')));
  expect(plain).toEqual([]);
});
