import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal, walk } = sandboxed('search');

test('shows campaigns with their budget as money, and leaves out removed ones', async () => {
  const { campaigns } = await call('list_campaigns');
  expect(campaigns.length).toBeGreaterThan(3);
  const [first] = campaigns;
  expect(first).toMatchObject({ id: expect.stringMatching(/^\d+$/), name: expect.any(String) });
  expect(first.budget).toEqual({ amount: expect.stringMatching(/^\d+\.\d\d$/), currency: 'USD' });
  expect(campaigns.map(({ status }: { status: string }) => status)).not.toContain('REMOVED');
  const removed = await call('list_campaigns', { status: 'REMOVED' });
  for (const campaign of removed.campaigns) expect(campaign.status).toBe('REMOVED');
});

test('filters by type, id and part of a name, in any case', async () => {
  const { campaigns } = await call('list_campaigns');
  const { id, name, type } = campaigns.at(-1);
  expect((await call('list_campaigns', { campaign_id: id })).campaigns).toEqual([campaigns.at(-1)]);
  const sameType = await call('list_campaigns', { type });
  expect(sameType.campaigns).toEqual(campaigns.filter((one: { type: string }) => one.type === type));
  const found = await call('list_campaigns', { name_contains: name.slice(1, 8).toUpperCase() });
  expect(found.campaigns).toContainEqual(campaigns.at(-1));
});

test('no text breaks out of the name filter', async () => {
  for (const text of [
    "' OR campaign.id > 0",
    "\\' OR campaign.id > 0",
    "\\\\'",
    '%',
    '_',
    '[',
    '"',
    "x' PARAMETERS include_drafts = true",
    '＇ OR 1',
    '\u2028',
  ]) {
    expect((await call('list_campaigns', { name_contains: `${text}zz` })).campaigns, text).toEqual([]);
  }
  expect(await refusal('list_campaigns', { name_contains: "a\n' OR" })).toMatchObject({ field: 'name_contains' });
});

test('walking by next_cursor shows every campaign once', async () => {
  const { campaigns } = await call('list_campaigns');
  expect(await walk('list_campaigns', 'campaigns', { limit: 2 })).toEqual(campaigns);
});

test.each([
  ['Zürich Herbst', 'ZURICH'],
  ['Zurich Herbst', 'zürich'],
])('%s is found by %s', async (name, wanted) => {
  const [{ id }] = (await call('list_campaigns', { limit: 1 })).campaigns;
  await call('update_campaign', { campaign_id: id, name });
  const { campaigns } = await call('list_campaigns', { name_contains: wanted });
  expect(campaigns.map((one: { id: string }) => one.id)).toEqual([id]);
});
