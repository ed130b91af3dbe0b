import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal } = sandboxed('search');

test('shows what a campaign is aimed at, with the names of its places and languages', async () => {
  const { campaigns } = await call('list_campaigns', { type: 'SEARCH', status: 'ENABLED' });
  const { targeting, names } = await call('get_campaign_targeting', { campaign_id: campaigns[0].id });
  expect(targeting.location_ids.length).toBeGreaterThan(0);
  expect(targeting.language_ids).toEqual(['1000']);
  for (const id of [...targeting.location_ids, ...targeting.language_ids]) expect(names[id], id).toMatch(/\w/);
  expect(await refusal('get_campaign_targeting', { campaign_id: '1' })).toMatchObject({ code: 'not_found' });
});
