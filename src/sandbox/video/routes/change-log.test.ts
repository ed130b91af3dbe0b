import { expect, test } from 'vitest';
import { GOOD, type Params, videoForTests } from '../calls.testing.ts';

const video = videoForTests();

const CREATE = 'changelog/task/create';

async function fileOf(asked: Params): Promise<string> {
  const { task_id } = await video.post(CREATE, asked);
  expect(await video.get('changelog/task/check', { task_id })).toEqual({ status: 'PROCESSING' });
  expect(await video.get('changelog/task/download', { task_id })).toEqual({ status: 'PROCESSING', changelog: '' });
  video.advance(2000);
  const { status, changelog } = await video.get('changelog/task/download', { task_id });
  expect(status).toBe('SUCCESS');
  const { file_data, file_name } = JSON.parse(changelog);
  expect(file_name).toBe(`${task_id}.csv`);
  return file_data;
}

test('what was done is written in the background, in the form that was seen', async () => {
  const { campaign_id } = await video.post('campaign/create', { ...GOOD.campaign, campaign_name: 'Log' });
  await video.post('campaign/status/update', { campaign_ids: [campaign_id], operation_status: 'ENABLE' });
  const data = await fileOf({ object_type: 'CAMPAIGN', object_ids: [campaign_id], timezone: 'UTC' });
  const [, , statuses, , titles, made, switched, end] = data.split('\r\n');
  expect(data).toMatch(/^b'Budget changes,0\r\nBid changes,0\r\n/);
  expect(statuses).toBe('Status changes,1');
  expect(titles).toBe('Time,log_object_type,Object ID,Object,Operator,Source,App ID,Activity details');
  expect(made).toMatch(new RegExp(`^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d,Campaign,${campaign_id},Campaign,u\\*+\\d@`));
  expect(switched).toContain(
    '"[{""action"": ""Change "", ""name"": ""Campaign"", ""before_after"": [{""before"": ""b\'Paused\'"", ""after"": ""b\'Enabled\'""}]}]"',
  );
  expect(end).toBe("'");
  const only = await fileOf({ object_ids: [campaign_id], operation_types: ['CREATE'] });
  expect(only.split('\r\n')).toHaveLength(data.split('\r\n').length - 1);
  expect(await fileOf({ object_ids: [campaign_id], module: 'BUDGET' })).not.toContain(campaign_id);
});

test.each([
  [{ start_time: '2026-10-01 00:00:00', end_time: '2026-11-01 00:00:00' }, '30 days'],
  [{ start_time: '2026-11-02 00:00:00', end_time: '2026-11-01 00:00:00' }, 'after start_time'],
  [{ start_time: '2026-11-02' }, 'Time format'],
  [{ timezone: 'Nowhere/Else' }, 'timezone'],
  [{ object_type: 'AUDIENCE' }, 'object_type'],
  [{ module: 'NAME' }, 'module'],
  [{ operation_types: ['RENAME'] }, 'operation_types'],
])('%j is refused', async (asked, word) => {
  expect(await video.refused('POST', CREATE, asked)).toEqual({ code: 40002, message: expect.stringContaining(word) });
});

test('a task that is not there, or of another advertiser, is not found', async () => {
  const { task_id } = await video.post(CREATE, {});
  for (const path of ['check', 'download']) {
    const other = { task_id, advertiser_id: '7100000000000000102' };
    for (const asked of [{ task_id: '1' }, other])
      expect(await video.refused('GET', `changelog/task/${path}`, asked)).toMatchObject({ code: 40007 });
  }
});
