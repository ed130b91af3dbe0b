import { expect, test } from 'vitest';
import { GOOD, type Params, videoForTests } from '../calls.testing.ts';

const video = videoForTests();

let requests = 0;
const body = (more: Params) => {
  requests += 1;
  return { request_id: String(1000 + requests), ...more };
};
const CREATE = 'campaign/copy/task/create';
const refused = (more: Params) => video.refused('POST', CREATE, body(more));

async function campaignNamed(campaign_name: string): Promise<string> {
  const { list } = await video.get('campaign/get', { filtering: { campaign_name } });
  return list.find((one: Params) => one.campaign_name === campaign_name).campaign_id;
}

test('a whole campaign is copied in the background, off unless asked otherwise', async () => {
  const campaign_id = await campaignNamed('Autumn sale');
  const schedule = { schedule_type: 'SCHEDULE_FROM_NOW', schedule_start_time: '2026-11-16 00:00:00' };
  const { task_id } = await video.post(CREATE, body({ campaign_id, ...schedule }));
  expect(await video.get('campaign/copy/task/check', { task_id })).toEqual({ task_status: 'RUNNING' });
  video.advance(2000);
  const { task_status, task_info, task_result } = await video.get('campaign/copy/task/check', { task_id });
  expect([task_status, task_info.success_ad_count]).toEqual(['SUCCESS', task_info.total_ad_count]);
  const { list } = await video.get('campaign/get', { filtering: { campaign_ids: [task_result.campaign_id] } });
  expect(list[0]).toMatchObject({ campaign_name: 'COPIED_Autumn sale', operation_status: 'DISABLE' });
});

test('a schedule that began long ago is not copied, and that is told of its ad group', async () => {
  const { task_id } = await video.post(CREATE, body({ campaign_id: await campaignNamed('Autumn sale') }));
  video.advance(2000);
  const { task_result } = await video.get('campaign/copy/task/check', { task_id });
  for (const group of task_result.adgroup_result_list) expect(group.adgroup_error_list[0]).toContain('12 hours');
});

test('what cannot be copied is refused', async () => {
  const campaign_id = await campaignNamed('Autumn sale');
  const empty = (await video.post('campaign/create', { ...GOOD.campaign, campaign_name: 'Empty' })).campaign_id;
  expect(await video.refused('POST', CREATE, { campaign_id })).toMatchObject({ code: 40002 });
  expect(await refused({ campaign_id: '42' })).toMatchObject({ code: 40007 });
  expect(await refused({ campaign_id: empty })).toMatchObject({ code: 40002 });
  expect(await refused({ campaign_id: await campaignNamed('Always on') })).toMatchObject({ code: 40002 });
  expect(await refused({ campaign_id, deep_copy_mode: 'CUSTOM' })).toMatchObject({ code: 40002 });
  const foreign = { deep_copy_mode: 'CUSTOM', adgroup_list: [{ adgroup_id: '7', ad_list: [{ ad_id: '7' }] }] };
  expect(await refused({ campaign_id, ...foreign })).toMatchObject({ code: 40002 });
  expect(await refused({ campaign_id, budget: 1 })).toMatchObject({ code: 40002 });
  expect(await video.refused('GET', 'campaign/copy/task/check', { task_id: '42' })).toMatchObject({ code: 40007 });
});

test('the same request within ten seconds makes no second copy', async () => {
  const asked = body({ campaign_id: await campaignNamed('Autumn sale') });
  await video.post(CREATE, asked);
  expect(await video.refused('POST', CREATE, asked)).toMatchObject({ code: 40050 });
});
