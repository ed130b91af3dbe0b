import { expect, test } from 'vitest';
import { sandboxed } from '../sandboxed.testing.ts';

const { call, refusal, requests, ledger, fault } = sandboxed();

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
