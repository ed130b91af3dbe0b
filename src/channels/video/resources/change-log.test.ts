import { expect, test } from 'vitest';
import { scriptedSession } from '../../../upstream/scripted-session.testing.ts';
import { channel } from '../channel.ts';
import { VideoClient } from '../client.ts';
import { changeOf, changeTable } from './change-log.ts';

const TITLES = 'Time,log_object_type,Object ID,Object,Operator,Source,App ID,Activity details';

/** The changes read from a file as the platform sent it, when the task's checks answer `statuses`. */
async function read(changelog: unknown, statuses = ['SUCCESS']) {
  const answers = [{ task_id: '1' }, ...statuses.map((status) => ({ status })), { status: 'SUCCESS', changelog }];
  const replies = answers.map((data) => ({ body: { code: 0, message: 'OK', data } }));
  const { session, sent } = scriptedSession({ platform: 'video', dialect: channel.dialect!, replies });
  const rows = await changeTable(new VideoClient(session), '7', { timezone: 'UTC' });
  return { changes: rows.map((row) => changeOf(row, 'America/New_York')), sent };
}

const told = (details: unknown) => `"${JSON.stringify(details).replaceAll('"', '""')}"`;

test('the form of late: JSON with the file as text', async () => {
  const details = [
    { action: 'Change ', name: 'Ad group', before_after: [{ before: "b'Paused'", after: "b'Enabled'" }] },
  ];
  const line = `2026-07-02 04:05,Ad group,1846211451413538,On/Off Status,y***n@acme.example,Marketing API,75361,${told(details)}`;
  const file_data = `b'Budget changes,0\r\nStatus changes,1\r\n\r\n${TITLES}\r\n${line}\r\n'`;
  const { changes, sent } = await read(JSON.stringify({ file_data, file_name: '1.csv' }), ['PROCESSING', 'SUCCESS']);
  expect(changes).toEqual([
    {
      time: '2026-07-02T08:05:00Z',
      operation: 'Change',
      what: 'Ad group',
      id: '1846211451413538',
      part: 'On/Off Status',
      user: 'y***n@acme.example',
      through: 'Marketing API',
      app_id: '75361',
      changed: { 'Ad group': { from: 'Paused', to: 'Enabled' } },
    },
  ]);
  expect(sent).toHaveLength(4);
});

test('the documented form: printed by Python, with bytes for what is not ASCII', async () => {
  const details = [
    { action: 'Change ', name: 'Name', before_after: [{ before: "b\\'Alt\\'", after: "b\\'M\\xc3\\xbcde\\'" }] },
  ];
  const line = `2026-01-02 23:05,Campaign,1,Settings,m***t@acme.example,TikTok Ads Manager,--,${told(details).replaceAll('\\\\', '\\')}`;
  const { changes } = await read(
    `{'file_data': b'Bid changes,0\\r\\n\\r\\n${TITLES}\\r\\n${line}\\r\\n', 'file_name': '1.csv'}`,
  );
  expect(changes).toMatchObject([{ time: '2026-01-03T04:05:00Z', changed: { Name: { from: 'Alt', to: 'Müde' } } }]);
  expect(changes[0]).not.toHaveProperty('app_id');
});

test('details of another kind are shown as they came, and an empty file has no changes', async () => {
  const line = '2026-01-02 23:05,Advertiser,1,Account,m***t,--,--,something new';
  const file = (text: string) => JSON.stringify({ file_data: `b'${text}'`, file_name: '1.csv' });
  const { changes } = await read(file(`${TITLES}\r\n${line}\r\n`));
  expect(changes).toMatchObject([{ operation: 'UNKNOWN', detail: 'something new' }]);
  expect((await read(file(''))).changes).toEqual([]);
  expect((await read(null)).changes).toEqual([]);
});

test('a history that fails or takes too long is said to be missing, not empty', async () => {
  await expect(read('', ['FAILED'])).rejects.toMatchObject({
    details: { code: 'upstream_unavailable', retryable: true },
  });
  await expect(read('', Array(21).fill('PROCESSING'))).rejects.toThrow(/still writing/);
});
