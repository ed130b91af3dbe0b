import { expect, test } from 'vitest';
import { US, videoForTests } from '../calls.testing.ts';

const video = videoForTests();

test('advertisers have money, a zone and a status', async () => {
  const { list } = await video.get('advertiser/info', { advertiser_ids: [US] });
  expect(list[0]).toMatchObject({ name: 'Acme', currency: 'USD', status: 'STATUS_ENABLE' });
  expect(list[0].balance).toBeLessThan(250_000);
});

test('campaigns are listed newest first, without the deleted', async () => {
  const { list, page_info } = await video.get('campaign/get', { page_size: 100 });
  expect(list.map(({ campaign_name }: { campaign_name: string }) => campaign_name)).toEqual([
    'Always on',
    'Launch film',
    'Autumn sale',
    'Store traffic',
  ]);
  expect(page_info).toEqual({ page: 1, page_size: 100, total_number: 4, total_page: 1 });
  const deleted = await video.get('campaign/get', { filtering: { primary_status: 'STATUS_DELETE' } });
  expect(deleted.list).toHaveLength(1);
});
