import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, walk } = sandboxed('search');

test('labels are listed, one of them with what has it', async () => {
  const { campaigns } = await call('list_campaigns', { limit: 1 });
  for (const label of ['A', 'B', 'C']) await call('apply_label', { label, campaign_ids: [campaigns[0].id] });
  const labels = (await walk('list_labels', 'labels', { limit: 2 })) as { id: string; name: string }[];
  expect(labels.map(({ name }) => name)).toEqual(['A', 'B', 'C']);
  const one = await call('list_labels', { label_id: labels[1]!.id });
  expect(one.labels).toEqual([
    { id: labels[1]!.id, name: 'B', campaign_ids: [campaigns[0].id], ad_group_ids: [], ad_ids: [], keyword_ids: [] },
  ]);
});
