import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, fault, clearFaults } = sandboxed('professional');

test('matched audiences with their size, and which are too small', async () => {
  const { audiences } = await call('list_professional_audiences');
  expect(audiences).toHaveLength(4);
  expect(audiences.find(({ name }: { name: string }) => name === 'Too few')).toMatchObject({
    size: 120,
    large_enough: false,
  });
  expect(audiences[0].urn).toMatch(/^urn:li:adSegment:\d+$/);
});

test('which campaigns are aimed at an audience or exclude it, where that is asked for', async () => {
  const { campaigns } = await call('list_professional_campaigns', { limit: 2 });
  const [aimed, excluding] = campaigns as [{ id: string }, { id: string }];
  const audiences = ['urn:li:adSegment:11422215'];
  await call('update_professional_campaign', { campaign_id: aimed.id, targeting: { include: { audiences } } });
  await call('update_professional_campaign', { campaign_id: excluding.id, targeting: { exclude: { audiences } } });
  const { audiences: listed } = await call('list_professional_audiences', { used_by: true });
  const uses = (id: string) => listed.find((one: { id: string }) => one.id === id).used_by.campaigns;
  expect(uses('11422215')).toHaveLength(2);
  expect(uses('11422215')).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: aimed.id, excluded: false }),
      expect.objectContaining({ id: excluding.id, excluded: true }),
    ]),
  );
  expect(uses('11422217')).toEqual([]);
});

test('uploaded lists that cannot be read are told, instead of showing audiences as none of them', async () => {
  expect((await call('list_professional_audiences')).notes).toBeUndefined();
  await fault('garbage', 'dmpSegments', { form: 'html', times: 100 });
  const { audiences, notes } = await call('list_professional_audiences');
  await clearFaults();
  expect(audiences).toHaveLength(4);
  expect(notes).toEqual([expect.stringContaining('list_id is missing')]);
});
