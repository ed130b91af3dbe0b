import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { filesBelow } from '../../../../test/architecture/source-tree.ts';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal, requests, fault, clearFaults, service } = sandboxed('search');

const created = async (name: string) =>
  (await call('create_audience', { name, kind: 'CUSTOMER_LIST' })).audience.id as string;
const people = (count: number) => Array.from({ length: count }, (_, at) => `Person${at}@acme.example`);
const hashed = (plain: string) => createHash('sha256').update(plain).digest('hex');

test('people are hashed as the platform writes them, added, and taken out again', async () => {
  const audience_id = await created('Filled');
  const added = await call('update_customer_list', {
    audience_id,
    action: 'add',
    emails: [...people(1000), ' A.B@Gmail.com', 'nobody'],
    phones: ['+49 (30) 1234567'],
    consent: true,
  });
  expect(added).toMatchObject({ sent: 1002, unusable: [{ argument: 'emails', position: 1001 }] });
  const bodies = (await requests()).map(({ request_body: body }) => body ?? '').filter((body) => body.includes('user'));
  const upload = bodies.findLast((body) => body.includes('hashedEmail'))!;
  expect(upload).toContain(hashed('ab@gmail.com'));
  expect(upload).toContain(hashed('+49301234567'));
  expect(upload).not.toContain('@');
  expect(bodies.some((body) => body.includes('"adPersonalization":"GRANTED"'))).toBe(true);
  expect(added.audience.size_display).toBe(600);
  const less = await call('update_customer_list', { audience_id, action: 'remove', emails: people(500) });
  expect(less.audience.size_display).toBe(300);
});

test('hashes in capitals or with space around them count as the people they stand for', async () => {
  const audience_id = await created('Hashed');
  const add = { audience_id, action: 'add' };
  const both = [...people(1000), ...people(1000).map((email) => ` ${hashed(email.toLowerCase()).toUpperCase()} `)];
  const added = await call('update_customer_list', {
    ...add,
    emails: both,
    phones: ['+49 30 1234567', hashed('+49301234567')],
  });
  expect(added).toMatchObject({ sent: 1001, unusable: [] });
});

test('no person is kept in a readable form', async () => {
  const audience_id = await created('Private');
  await call('update_customer_list', { audience_id, action: 'add', emails: ['very.private@acme.example'] });
  const files = filesBelow(service().dataFolder);
  expect(files.filter((file) => readFileSync(file).includes('very.private@'))).toEqual([]);
});

test('only customer lists take people, and somebody has to be named', async () => {
  const { audiences } = await call('list_audiences', { name_contains: 'Buyers' });
  const wrong = { audience_id: audiences[0].id, action: 'add', emails: ['a@b.example'] };
  expect(await refusal('update_customer_list', wrong)).toMatchObject({ field: 'audience_id' });
  const audience_id = await created('Nobody');
  expect(await refusal('update_customer_list', { audience_id, action: 'add', emails: ['x'] })).toMatchObject({
    field: 'emails.0',
  });
});

test('a connection cut before the job was run has changed nothing; one cut while it is run leaves it open', async () => {
  const audience_id = await created('Cut');
  const add = { audience_id, action: 'add', emails: ['a@b.example'] };
  await fault('cut_after', 'addOperations', { times: 5 });
  expect(await refusal('update_customer_list', add)).toMatchObject({ outcome: 'not_applied' });
  await clearFaults();
  await fault('cut_after', ':run', { times: 5 });
  expect(await refusal('update_customer_list', add)).toMatchObject({ outcome: 'unknown' });
  await clearFaults();
});
