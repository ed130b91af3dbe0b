import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FILE_ROUTES } from '../../src/web/file-routes.ts';
import { startTestService, type TestService } from '../service.ts';
import { type Browser, ownerOf } from './browser.ts';

let service: TestService;
let owner: Browser;
let acme: string;
beforeAll(async () => {
  service = await startTestService({
    platforms: ['social'],
    settings: { ADHELM_REQUEST_TIMEOUT_MS: String(REQUEST_MS) },
  });
  owner = await ownerOf(service);
  acme = await service.workspaceId('Acme');
});
afterAll(() => service?.close());

/** A large file takes its time on a busy machine, and has forty times this. */
const REQUEST_MS = 4_000;
const FILE_BYTES_MAX = 256 * 1024 ** 2;
const BOUNDARY = 'between-parts';

/** As a browser sends it, but in the test's own time: `write` may stop half-way. */
function upload(
  query: string,
  name: string,
  write: (send: (chunk: string | Buffer) => Promise<void>) => Promise<boolean>,
  cookie = [...owner.cookies].map(([key, value]) => `${key}=${value}`).join('; '),
) {
  return new Promise<{ status: number; text: string }>((done, failed) => {
    const sent = request(`${service.url}/api/sheets?workspaceId=${acme}${query}`, {
      method: 'POST',
      headers: {
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
        origin: service.url,
        cookie,
      },
    });
    sent.on('error', failed);
    sent.on('response', async (reply) => {
      let text = '';
      for await (const chunk of reply) text += chunk;
      done({ status: reply.statusCode ?? 0, text });
    });
    const send = (chunk: string | Buffer) =>
      new Promise<void>((next) => (sent.write(chunk) ? next() : sent.once('drain', next)));
    void (async () => {
      await send(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`);
      if (await write(send)) sent.end(`\r\n--${BOUNDARY}--\r\n`);
      else sent.destroy(new Error('cut'));
    })();
  });
}

const whole = (text: string) => async (send: (chunk: string) => Promise<void>) => {
  await send(text);
  return true;
};
const send = (text: string, query = '', name = 'plan.csv') => upload(query, name, whole(text));
const idOf = ({ text }: { text: string }) => (JSON.parse(text) as { id: string }).id;
const listed = async () => (await owner.api.sheets.list.query({ workspaceId: acme })).sheets;
const unfinished = () => readdirSync(tmpdir()).filter((name) => name.startsWith('adhelm-upload-'));
const firstCells = async (id: string) =>
  (await owner.api.sheets.preview.query({ workspaceId: acme, id })).values.map(([cell]) => cell);

test('a file over the limit is refused in words, and nothing of it is kept', async () => {
  const before = unfinished();
  const rows = Buffer.alloc(1024 ** 2, 'a,b,c,d\n');
  const reply = await upload('', 'huge.csv', async (send) => {
    for (let sent = 0; sent <= FILE_BYTES_MAX; sent += rows.length) await send(rows);
    return true;
  });
  expect(reply.status).toBe(400);
  expect(reply.text).toContain('larger than 256 MiB');
  expect(await listed()).toEqual([]);
  expect(unfinished()).toEqual(before);
});

test('a file of several megabytes is taken, and both its coming and its going are on record', async () => {
  const id = idOf(await send('a,b,c,d\n'.repeat(400_000), '', 'large.csv'));
  expect((await listed()).map((one) => one.id)).toEqual([id]);
  await owner.api.sheets.remove.mutate({ workspaceId: acme, id });
  const entries = await service.home.store.db
    .selectFrom('audit_log')
    .select(['action', 'workspace_id'])
    .where('action', 'like', 'sheet.%')
    .execute();
  expect(entries).toEqual(['sheet.import', 'sheet.remove'].map((action) => ({ action, workspace_id: acme })));
});

test.each([
  ['a picture', 'logo.png', '\u0089PNG\r\n\u001a\n\u0000\u0000'],
  ['a program', 'run.exe', 'MZ\u0090\u0000\u0003'],
  ['a workbook that is none', 'plan.xlsx', 'PK\u0003\u0004 and then nothing'],
  ['nothing at all', 'empty.xlsx', ''],
])('%s is refused as what it is', async (_, name, text) => {
  const reply = await send(text, '', name);
  expect(reply.status).toBe(400);
  expect(JSON.parse(reply.text)).toMatchObject({ code: 'BAD_REQUEST', error: expect.stringMatching(/\w+ \w+/) });
  expect(await listed()).toEqual([]);
});

test('a connection that is cut half-way leaves nothing behind, and the sheet it was to replace as it was', async () => {
  const before = unfinished();
  const id = idOf(await send('kept\n1\n'));
  for (const query of ['', `&id=${id}`]) {
    const cut = upload(query, 'cut.csv', async (send) => {
      await send('half\n'.repeat(100_000));
      await sleep(200);
      return false;
    });
    await expect(cut).rejects.toThrow('cut');
  }
  await expect.poll(unfinished, { timeout: 30_000 }).toEqual(before);
  expect((await listed()).map((sheet) => sheet.id)).toEqual([id]);
  expect(await firstCells(id)).toEqual(['kept', '1']);
  expect(service.logged()).not.toContain('request_failed');
  await owner.api.sheets.remove.mutate({ workspaceId: acme, id });
});

test('a file over a slow line has longer than a call; who has not signed in has not', async () => {
  const slowly = async (send: (chunk: string) => Promise<void>) => {
    await send('slow\n');
    await sleep(REQUEST_MS + 2_500);
    await send('line\n');
    return true;
  };
  const reply = await upload('', 'slow.csv', slowly);
  expect(reply.status).toBe(200);
  expect(await firstCells(idOf(reply))).toEqual(['slow', 'line']);
  await owner.api.sheets.remove.mutate({ workspaceId: acme, id: idOf(reply) });
  const stranger = await upload('', 'slow.csv', slowly, '').catch((error: NodeJS.ErrnoException) => error.code);
  expect(stranger).toMatchObject({ status: 401 });
});

test('two at once are two sheets', async () => {
  const replies = await Promise.all([send('one\n'), send('two\n')]);
  const ids = replies.map(idOf);
  expect(new Set(ids).size).toBe(2);
  expect(await Promise.all(ids.map(firstCells))).toEqual([['one'], ['two']]);
  for (const id of ids) await owner.api.sheets.remove.mutate({ workspaceId: acme, id });
});

test('two that replace the same sheet at once: one of them is there whole, under the same id and name', async () => {
  const id = idOf(await send('old\n', '', 'Media plan.csv'));
  const rows = (word: string) => `${word}\n`.repeat(5_000);
  const replies = await Promise.all([
    send(rows('first'), `&id=${id}`, 'other name.csv'),
    send(rows('second'), `&id=${id}`, 'other name.csv'),
  ]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  expect(await listed()).toMatchObject([{ id, name: 'Media plan' }]);
  expect(new Set(await firstCells(id)).size).toBe(1);
  await owner.api.sheets.remove.mutate({ workspaceId: acme, id });
});

test.each([
  ['no boundary', 'multipart/form-data', 'x'],
  [
    'a part that never ends',
    'multipart/form-data; boundary=b',
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\na,b',
  ],
  ['no part at all', 'multipart/form-data; boundary=b', 'nothing'],
])('an upload with %s is refused as malformed', async (_, type, body) => {
  for (const path of FILE_ROUTES.filter(({ method }) => method === 'POST').map(({ url }) => url)) {
    const reply = await owner.fetch(`${path}?workspaceId=${acme}`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });
    expect(reply.status, `${path}: ${await reply.text()}`).toBe(400);
  }
});
