import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal, requests } = sandboxed('search');

test('a label is made and put on everything in one changing request, and taken off again', async () => {
  const { ad_groups } = await call('list_ad_groups', { limit: 1 });
  const { id: ad_group_id, campaign_id } = ad_groups[0];
  const { ads } = await call('list_ads', { ad_group_id });
  const { keywords } = await call('list_keywords', { ad_group_id, negative: false });
  const things = {
    campaign_ids: [campaign_id],
    ad_group_ids: [ad_group_id],
    ad_ids: [ads[0].id],
    keyword_ids: [`${ad_group_id}~${keywords[0].id}`],
  };
  const made = await call('apply_label', { label: 'Season', ...things });
  expect(made).toMatchObject({ changed: 4, label: { name: 'Season', ...things } });
  const sent = (await requests()).filter(({ path }) => path.endsWith(':mutate'));
  expect(sent.filter(({ request_body: body }) => !body?.includes('"validateOnly":true'))).toHaveLength(1);
  expect(await call('apply_label', { label: 'Season', ...things })).toMatchObject({ changed: 0 });
  const off = await call('apply_label', { label: 'Season', action: 'remove', ...things });
  expect(off).toMatchObject({ changed: 4, label: { campaign_ids: [], ad_group_ids: [], ad_ids: [], keyword_ids: [] } });
});

test('what is not there is blamed, and no label is made for it', async () => {
  const { campaigns } = await call('list_campaigns', { limit: 1 });
  for (const [args, field] of [
    [{ label: 'Lost' }, 'campaign_ids'],
    [{ label: 'Lost', campaign_ids: ['1'] }, 'campaign_ids.0'],
    [{ label: 'Lost', ad_ids: ['1'] }, 'ad_ids.0'],
    [{ label: 'Lost', campaign_ids: [campaigns[0].id, campaigns[0].id, '1'] }, 'campaign_ids.2'],
    [{ label: 'Lost', action: 'remove', campaign_ids: ['1'] }, 'label'],
  ] as const)
    expect(await refusal('apply_label', args), JSON.stringify(args)).toMatchObject({ field, outcome: 'not_applied' });
  const { labels } = await call('list_labels');
  expect(labels.filter(({ name }: { name: string }) => name === 'Lost')).toEqual([]);
});
