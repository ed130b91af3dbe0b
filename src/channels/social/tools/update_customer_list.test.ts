import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { filesBelow } from '../../../../test/architecture/source-tree.ts';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal, requests, ledger, fault, service } = sandboxed('social');

const created = async (more: Record<string, unknown> = {}) => {
  const named = { name: 'List', customer_file_source: 'USER_PROVIDED_ONLY', ...more };
  return (await call('create_custom_audience', named)).audience.id as string;
};
const people = (count: number) => Array.from({ length: count }, (_, at) => ` Person.${at}@Acme.example`);
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const changes = async () => (await requests()).filter(({ method, path }) => method !== 'GET' && /users$/.test(path));

test('people are written as the platform wants them, hashed before they leave, added and removed', async () => {
  const audience_id = await created();
  const phones = ['+49 (30) 123-456', '0049 30 123 457', sha256('15551234567'), '030 123456'];
  const answer = await call('update_customer_list', {
    audience_id,
    action: 'add',
    emails: ['  Ada@Acme.example ', 'ada@acme.example', 'nobody', ` ${sha256('bo@acme.example').toUpperCase()} `],
    phones,
  });
  expect(answer).toMatchObject({
    received: 5,
    invalid: 0,
    unusable: [
      { argument: 'emails', position: 2 },
      { argument: 'phones', position: 3 },
    ],
    audience: { id: audience_id, kind: 'CUSTOM' },
  });
  const { request_body } = (await changes()).at(-1)!;
  expect(JSON.parse(request_body!)).toMatchObject({
    payload: {
      schema: ['EMAIL_SHA256', 'PHONE_SHA256'],
      data: [
        [sha256('ada@acme.example'), ''],
        [sha256('bo@acme.example'), ''],
        ['', sha256('4930123456')],
        ['', sha256('4930123457')],
        ['', sha256('15551234567')],
      ],
    },
    session: { batch_seq: 1, last_batch_flag: true, estimated_num_total: 5 },
  });
  await call('update_customer_list', { audience_id, action: 'remove', emails: ['ADA@acme.example'] });
  const counted = (await ledger({ resource: 'customaudience', id: audience_id })).map(({ detail }) => detail);
  expect(counted.slice(-2)).toMatchObject([
    { action: 'add', received: 5 },
    { action: 'remove', received: 1 },
  ]);
});

test('ten thousand are one request, more are refused before anything is sent', async () => {
  const audience_id = await created();
  const before = (await changes()).length;
  const full = await call('update_customer_list', { audience_id, action: 'add', emails: people(10_000) });
  expect(full).toMatchObject({ received: 10_000, invalid: 0, audience: { size_lower_bound: 10_000 } });
  const less = await call('update_customer_list', { audience_id, action: 'remove', emails: people(4_000) });
  expect(less).toMatchObject({ received: 4_000, audience: { size_lower_bound: 6_000 } });
  expect(await changes()).toHaveLength(before + 2);
  const more = await refusal('update_customer_list', { audience_id, action: 'add', emails: people(10_001) });
  expect(more).toMatchObject({ field: 'emails', message: expect.stringContaining('at most 10000') });
  const both = { audience_id, action: 'add', emails: people(9_999), phones: ['+4930123456', '+4930123457'] };
  expect(await refusal('update_customer_list', both)).toMatchObject({ field: 'phones' });
  expect(await changes()).toHaveLength(before + 2);
});

test('people are stored neither in the audit log nor in a file', async () => {
  const audience_id = await created();
  await call('update_customer_list', { audience_id, action: 'add', emails: ['very.private@acme.example'] });
  const hash = sha256('very.private@acme.example');
  const files = filesBelow(service().dataFolder).map((file) => readFileSync(file));
  expect(files.filter((file) => file.includes('very.private@') || file.includes(hash))).toHaveLength(0);
  expect(service().logged()).not.toMatch(/very\.private|@acme\.example/);
  const wrong = await refusal('update_customer_list', { audience_id, action: 'add', emails: ['very.private'] });
  expect(wrong).toMatchObject({ field: 'emails.0', outcome: 'not_applied' });
  expect(JSON.stringify(wrong)).not.toContain('very.private');
});

test('terms that were not accepted and audiences that are no list are refused', async () => {
  const account_id = (await call('list_ad_accounts', { limit: 50 })).ad_accounts.at(-1).id;
  expect(account_id).toBeDefined();
  const open = { name: 'List', customer_file_source: 'USER_PROVIDED_ONLY', account_id: '1001000000000104' };
  expect(await refusal('create_custom_audience', open)).toMatchObject({
    code: 'permission_denied',
    message: expect.stringMatching(/terms/i),
    next_step: expect.stringContaining('accepts the terms'),
  });
  const website = (await call('list_audiences')).audiences.find(({ kind }: { kind: string }) => kind === 'WEBSITE');
  const wrong = { audience_id: website.id, action: 'add', emails: ['a@b.cd'] };
  expect(await refusal('update_customer_list', wrong)).toMatchObject({
    field: 'audience_id',
    message: expect.stringContaining('WEBSITE'),
  });
});

test('a connection cut after the upload leaves the same people, and says what it can', async () => {
  const audience_id = await created();
  await fault('cut_after', 'POST .*/users$');
  const { received } = await call('update_customer_list', { audience_id, action: 'add', emails: people(1_500) });
  expect(received).toBe(1_500);
  const { audiences } = await call('list_audiences', { audience_ids: [audience_id] });
  expect(audiences[0].size_lower_bound).toBe(1_500);
});
