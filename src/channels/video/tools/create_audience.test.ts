import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { HOUR_MS } from '../../../ambient.ts';
import { sandboxed } from '../sandboxed.testing.ts';

const { call, refusal, requests, ledger, fault, advanceClock } = sandboxed();

const emails = Array.from({ length: 3 }, (_, place) => ` Person${place}@Acme.example`.trim());

test('hashes customers here: nothing readable leaves', async () => {
  const { audience } = await call('create_audience', { name: 'Buyers', emails });
  expect(audience).toMatchObject({
    name: 'Buyers',
    kind: 'Customer File Audience',
    usable: false,
    identifier: 'EMAIL_SHA256',
  });
  const bodies = (await requests()).map(({ request_body }) => request_body ?? '').join('\n');
  expect(bodies.toLowerCase()).not.toContain('person0@');
  expect(await refusal('create_audience', { name: 'x', phones: ['0301234'] })).toMatchObject({ field: 'phones.0' });
});

test('an address, the same with spaces around it and its SHA-256 are one person', async () => {
  const address = 'same.person@acme.example';
  const given = [
    address,
    `  ${address.toUpperCase()} `,
    hash('sha256', address),
    hash('sha256', address).toUpperCase(),
  ];
  await call('create_audience', { name: 'One person', emails: given });
  const upload = (await requests()).filter(({ path }) => path.endsWith('custom_audience/file/upload/')).at(-1);
  expect(upload?.request_body?.match(/[0-9a-f]{64}/g)).toEqual([hash('sha256', address)]);
  const phone = '+4930123456';
  await call('create_audience', { name: 'One phone', phones: [phone, ' +49 30 123456', hash('sha256', phone)] });
  expect(await refusal('create_audience', { name: 'x', emails: ['nobody'] })).toMatchObject({ field: 'emails.0' });
});

test('what is no address keeps no other out, and is named by its place', async () => {
  const given = [...Array.from({ length: 25 }, () => 'n/a'), 'one@acme.example', '', 'two@acme.example'];
  const { unusable, unusable_total } = await call('create_audience', { name: 'Two of many', emails: given });
  expect([unusable.length, unusable_total]).toEqual([20, 26]);
  expect(unusable[0]).toEqual({ argument: 'emails', position: 0 });
  const upload = (await requests()).filter(({ path }) => path.endsWith('custom_audience/file/upload/')).at(-1);
  expect(upload?.request_body?.match(/[0-9a-f]{64}/g)).toHaveLength(2);
});

test('makes a lookalike, and tells what cannot be imitated', async () => {
  const { audiences } = await call('list_audiences');
  const id = (name: string) => audiences.find((one: { name: string }) => one.name === name).id;
  const args = { name: 'Alike', location_ids: ['6252001'] };
  const { audience } = await call('create_audience', { ...args, source_audience_id: id('Customers') });
  expect(audience.kind).toBe('Lookalike Audience');
  expect((await refusal('create_audience', { ...args, source_audience_id: id('Like customers') })).upstream.code).toBe(
    40002,
  );
});

test('cut off after it arrived it is called unknown and happens once', async () => {
  const audiences = async () =>
    (await ledger({ kind: 'create' })).filter(({ resource }) => resource === 'audience').length;
  const before = await audiences();
  await fault('cut_after', 'POST .*custom_audience/create/');
  expect(await refusal('create_audience', { name: 'Once', emails })).toMatchObject({ code: 'outcome_unknown' });
  expect(await audiences()).toBe(before + 1);
});

test('visitors who did not buy: an event that the pixel does not send is refused', async () => {
  const [{ id: pixel_id, events }] = (await call('list_pixels')).pixels;
  const visitors = { name: 'Visitors without buyers', pixel_id, visited_days: 30 };
  const { audience } = await call('create_audience', { ...visitors, exclude_event: 'SHOPPING' });
  expect(audience).toMatchObject({ kind: 'Website Audience', usable: false });
  const sent = (await requests()).find(({ path }) => path.endsWith('/rule/create/'))!;
  expect(JSON.parse(sent.request_body!)).toMatchObject({
    audience_type: 'PIXEL',
    rule_spec: {
      inclusion_rule_set: { rules: [{ event_source_ids: [pixel_id], retention_days: 30 }] },
      exclusion_rule_set: { rules: [{ filter_set: { filters: [{ field: 'EVENT', value: 'COMPLETE PAYMENT' }] } }] },
    },
  });
  await advanceClock(25 * HOUR_MS);
  const [ready] = (await call('list_audiences', { audience_ids: [audience.id] })).audiences;
  expect(ready).toMatchObject({ usable: true, size: 57_900 });

  expect(events).not.toContain('ON_WEB_SEARCH');
  const wrong = { ...visitors, event: 'ON_WEB_SEARCH', exclude_event: 'Purchase' };
  expect(await refusal('create_audience', wrong)).toMatchObject({ field: 'exclude_event' });
  const silent = await refusal('create_audience', { ...visitors, event: 'ON_WEB_SEARCH' });
  expect(silent).toMatchObject({ field: 'event', message: expect.stringContaining('it sends PAGE_VIEW, SHOPPING') });
  expect(await refusal('create_audience', { ...visitors, pixel_id: '9' })).toMatchObject({ field: 'pixel_id' });
  expect(await refusal('create_audience', { name: 'x', pixel_id })).toMatchObject({ field: 'visited_days' });
});
