import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal, fault } = sandboxed('social');

async function someAd() {
  const { ads } = await call('list_social_ads', { effective_status: ['ACTIVE', 'PAUSED'], limit: 1 });
  return ads[0];
}

test('changes what was asked for and reports exactly what changed', async () => {
  const ad = await someAd();
  const name = `${ad.name} (renamed)`;
  expect(await call('update_social_ad', { ad_id: ad.id, name, status: ad.status })).toMatchObject({
    ad: { id: ad.id, name },
    applied: { name: { from: ad.name, to: name } },
    not_applied: [],
  });
  expect((await call('list_social_ads', { ad_ids: [ad.id] })).ads[0].name).toBe(name);
});

test('puts another creative into the ad', async () => {
  const { creatives } = await call('list_ad_creatives', { limit: 100 });
  const links = creatives
    .filter((one: { form: string }) => one.form === 'object_story_spec')
    .map(({ id }: { id: string }) => id);
  const { ads } = await call('list_social_ads', { limit: 100 });
  const ad = ads.find((one: { creative_id: string; status: string }) => links.includes(one.creative_id));
  const other = { id: links.find((id: string) => id !== ad.creative_id) };
  const { applied, notes } = await call('update_social_ad', { ad_id: ad.id, creative_id: other.id });
  expect(applied).toEqual({ creative_id: { from: ad.creative_id, to: other.id } });
  expect(notes).toEqual([
    expect.stringMatching(/likes, comments and shares of the old one do not come along.*post_id/),
  ]);
  expect(await call('update_social_ad', { ad_id: ad.id, name: 'renamed' })).not.toHaveProperty('notes');
});

test('needs something to change, and an id that is one', async () => {
  expect(await refusal('update_social_ad', { ad_id: '1' })).toMatchObject({ code: 'invalid_arguments', field: 'name' });
  expect(await refusal('update_social_ad', { ad_id: '1/../2', name: 'x' })).toMatchObject({ field: 'ad_id' });
});

test('a cut connection is repeated, because doing it twice is the same as once', async () => {
  const ad = await someAd();
  await fault('cut_after', `POST /v26.0/${ad.id}$`);
  const { ad: changed } = await call('update_social_ad', { ad_id: ad.id, name: 'after the cut' });
  expect(changed.name).toBe('after the cut');
});
