import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal, requests, advanceClock, fault, unfence } = sandboxed('professional');

async function listOf(count: number) {
  const { audience } = await call('create_professional_audience', { name: `Old ${Math.random()}` });
  await advanceClock(10_000);
  const add = Array.from({ length: count }, (_, at) => `person.${at}@acme.example`);
  return (await call('update_professional_audience_members', { audience_id: audience.id, add })).audience;
}

const listed = async (id: string) =>
  (await call('list_professional_audiences', { limit: 1000 })).audiences.some((one: { id: string }) => one.id === id);

test('an unused list is deleted in one request, and a cut answer is looked up', async () => {
  const audience = await listOf(10);
  await fault('cut_after', 'DELETE .*dmpSegments', { times: 1 });
  const reply = await call('delete_professional_audience', { audience_id: audience.id });
  expect(reply).toMatchObject({ deleted: true, affected_campaigns: [], audience: { name: audience.name, given: 10 } });
  expect(await listed(audience.id)).toBe(false);
  const again = await refusal('delete_professional_audience', { audience_id: audience.id });
  expect(again).toMatchObject({ code: 'not_found', field: 'audience_id' });
});

test('a list that campaigns use stays, and they are named, until that is wanted', async () => {
  const audience = await listOf(600);
  const { campaigns } = await call('list_professional_campaigns', { status: ['ACTIVE'] });
  const [{ id, name }] = campaigns;
  await call('update_professional_campaign', {
    campaign_id: id,
    targeting: { exclude: { audienceMatchingSegments: [audience.urn] } },
  });
  const sent = async () => (await requests()).filter(({ method }) => method === 'DELETE').length;
  const before = await sent();
  const error = await refusal('delete_professional_audience', { audience_id: audience.id });
  expect(error).toMatchObject({ code: 'conflict', field: 'audience_id', outcome: 'not_applied' });
  expect(error.message).toContain(name);
  expect(await sent()).toBe(before);
  const reply = await call('delete_professional_audience', {
    audience_id: audience.id,
    although_used: true,
  });
  expect(reply.affected_campaigns).toMatchObject([{ id, name }]);
  expect(await listed(audience.id)).toBe(false);
});

test('an old list of the practice account goes by its name', async () => {
  const reply = await call('delete_professional_audience', { audience_id: 'Old list' });
  expect(reply).toMatchObject({ deleted: true, affected_campaigns: [], audience: { name: 'Old list' } });
});

test('lookalikes and predictive audiences that may be made from a list are named first', async () => {
  await unfence();
  const account_id = '500000002';
  const { audience } = await call('create_professional_audience', { account_id, name: 'Seeds' });
  const error = await refusal('delete_professional_audience', { account_id, audience_id: audience.id });
  expect(error).toMatchObject({ code: 'conflict', outcome: 'not_applied' });
  expect(error.message).toContain('"Like our customers" (LOOKALIKE)');
  const wanted = { account_id, audience_id: audience.id, although_used: true };
  expect(await call('delete_professional_audience', wanted)).toMatchObject({
    deleted: true,
    may_be_affected: [{ name: 'Like our customers' }],
  });
});
