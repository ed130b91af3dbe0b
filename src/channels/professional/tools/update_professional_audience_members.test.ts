import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { filesBelow } from '../../../../test/architecture/source-tree.ts';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal, requests, advanceClock, fault, clearFaults, service, waitedMs } = sandboxed('professional');

const created = async (more: Record<string, unknown> = {}) => {
  const { audience } = await call('create_professional_audience', { name: 'List', ...more });
  await advanceClock(10_000);
  return audience.id as string;
};
const people = (count: number) => Array.from({ length: count }, (_, at) => `Person.${at} @acme.example`);

test('addresses are hashed before they leave, added and removed in one request', async () => {
  const audience_id = await created();
  const full = await call('update_professional_audience_members', { audience_id, add: people(600) });
  expect(full).toMatchObject({
    sent: { add: 600, remove: 0 },
    refused: [],
    audience: { given: 600, large_enough: true },
  });
  const sent = (await requests()).at(-2)!.request_body!;
  const hash = createHash('sha256').update('person.7@acme.example').digest('hex');
  expect(sent).toContain(`{"idType":"SHA256_EMAIL","idValue":"${hash}"}`);
  expect(sent).not.toContain('@');
  const less = await call('update_professional_audience_members', {
    audience_id,
    add: ['new@acme.example'],
    remove: people(300),
  });
  expect(less.audience.given).toBe(301);
});

test('a list that was just made is waited for before anybody is sent, because the platform would lose them', async () => {
  const { audience } = await call('create_professional_audience', { name: 'Fresh' });
  const before = waitedMs();
  await call('update_professional_audience_members', { audience_id: audience.id, add: ['one@acme.example'] });
  expect(waitedMs() - before).toBeGreaterThan(1_000);
});

test('no address is kept anywhere', async () => {
  const audience_id = await created();
  await call('update_professional_audience_members', { audience_id, add: ['very.private@acme.example'] });
  const files = filesBelow(service().dataFolder);
  expect(files.filter((file) => readFileSync(file).includes('very.private@'))).toEqual([]);
});

test('what is no address keeps no other out, and is named by its place', async () => {
  const audience_id = await created();
  const hash = createHash('sha256').update('one@acme.example').digest('hex');
  const given = ['n/a', `${hash.toUpperCase()}.aQEABgAB`, ' ', '  Two@Acme.example '];
  const { sent, refused, audience } = await call('update_professional_audience_members', { audience_id, add: given });
  expect([sent, audience.given]).toEqual([{ add: 2, remove: 0 }, 2]);
  expect(refused.map(({ argument, position }: { argument: string; position: number }) => [argument, position])).toEqual(
    [
      ['add', 0],
      ['add', 2],
    ],
  );
  const row = (await requests()).filter(({ path }) => path.endsWith('/users')).at(-1)!.request_body!;
  expect(row).toContain(hash);
  const none = { audience_id, add: ['n/a', 'nobody'] };
  expect(await refusal('update_professional_audience_members', none)).toMatchObject({ field: 'add.0' });
});

test('companies go by their domain; what is neither is named by its place', async () => {
  const audience_id = await created({ kind: 'COMPANY' });
  const { audience } = await call('update_professional_audience_members', {
    audience_id,
    add: ['acme.example', 'Beta.example'],
  });
  expect(audience).toMatchObject({ kind: 'COMPANY', given: 2 });
  const wrong = { audience_id, add: ['acme.example', 'a@acme.example'] };
  expect((await call('update_professional_audience_members', wrong)).refused).toMatchObject([{ position: 1 }]);
  expect(await refusal('update_professional_audience_members', { audience_id: '1', add: ['a@b.cd'] })).toMatchObject({
    code: 'not_found',
    field: 'audience_id',
  });
});

const sendings = async () => (await requests()).filter(({ path }) => path.endsWith('/users')).length;

test('ten thousand go out in requests of five thousand', async () => {
  const audience_id = await created();
  const before = await sendings();
  const full = await call('update_professional_audience_members', { audience_id, add: people(10_000) });
  expect(full).toMatchObject({ sent: { add: 10_000, remove: 0 }, refused: [], audience: { given: 10_000 } });
  expect(full.stopped).toBeUndefined();
  expect((await sendings()) - before).toBe(2);
  const more = { audience_id, add: people(10_001) };
  expect(await refusal('update_professional_audience_members', more)).toMatchObject({ field: 'add' });
});

test('a list answers to its id, the id and urn of its audience, and its name', async () => {
  const { audiences } = await call('list_professional_audiences');
  const named = (name: string) => audiences.find((one: { name: string }) => one.name === name);
  const few = named('Too few');
  const remove = ['too.few.1@acme.example'];
  for (const audience_id of [few.list_id, few.id, few.urn, 'too few'])
    expect(
      (await call('update_professional_audience_members', { audience_id, remove })).audience,
      audience_id,
    ).toMatchObject({ id: few.id, list_id: few.list_id, name: 'Too few' });
  const visitors = { audience_id: named('Website visitors').id, remove };
  const error = await refusal('update_professional_audience_members', visitors);
  expect(error).toMatchObject({ code: 'not_found', field: 'audience_id' });
  expect(error.next_step).toContain('"Customers"');
});

test('what the first request brought in is told when a later one is refused', async () => {
  const audience_id = await created();
  await fault('cut_after', 'POST .*/users', { skip: 1, times: 9 });
  const half = await call('update_professional_audience_members', { audience_id, add: people(7000) });
  await clearFaults();
  expect(half).toMatchObject({
    sent: { add: 5000, remove: 0 },
    stopped: { argument: 'add', position: 5000, outcome: 'unknown', next_step: expect.stringContaining('add.5000') },
  });
  const rest = await call('update_professional_audience_members', { audience_id, add: people(7000).slice(5000) });
  expect(rest.audience.given).toBe(7000);
  await fault('throttle', 'POST .*/users', { skip: 1, times: 9 });
  const limited = await call('update_professional_audience_members', { audience_id, remove: people(7000) });
  await clearFaults();
  expect(limited).toMatchObject({
    sent: { add: 0, remove: 5000 },
    audience: { given: 2000 },
    stopped: { argument: 'remove', position: 5000, outcome: 'not_applied', error: { code: 'rate_limited' } },
  });
});

test('a member that is added and removed at once is named by position', async () => {
  const error = await refusal('update_professional_audience_members', {
    audience_id: await created(),
    add: ['one@acme.example', 'two@acme.example'],
    remove: ['three@acme.example', ' TWO@acme.example'],
  });
  expect(error).toMatchObject({ field: 'remove.1', message: expect.stringContaining('the same as add.1') });
  expect(error.message).not.toContain('@');
});
