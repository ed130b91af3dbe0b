import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { filesBelow } from '../../../../test/architecture/source-tree.ts';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal, requests, advanceClock, service } = sandboxed('professional');

const created = async (more: Record<string, unknown> = {}) => {
  const { audience } = await call('create_professional_audience', { name: 'List', ...more });
  await advanceClock(10_000);
  return audience.audience_id as string;
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

test('no address is kept anywhere', async () => {
  const audience_id = await created();
  await call('update_professional_audience_members', { audience_id, add: ['very.private@acme.example'] });
  const files = filesBelow(service().dataFolder);
  expect(files.filter((file) => readFileSync(file).includes('very.private@'))).toEqual([]);
});

test('companies go by their domain; what is neither is named by its place', async () => {
  const audience_id = await created({ kind: 'COMPANY' });
  const { audience } = await call('update_professional_audience_members', {
    audience_id,
    add: ['acme.example', 'Beta.example'],
  });
  expect(audience).toMatchObject({ kind: 'COMPANY', given: 2 });
  const wrong = { audience_id, add: ['acme.example', 'a@acme.example'] };
  expect(await refusal('update_professional_audience_members', wrong)).toMatchObject({ field: 'add.1' });
  expect(await refusal('update_professional_audience_members', { audience_id: '1', add: ['a@b.cd'] })).toMatchObject({
    code: 'not_found',
    field: 'audience_id',
  });
});
