import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { DAY_MS } from '../../ambient.ts';
import type { Lead } from '../../tools/leads/leads.ts';
import { scriptedSession } from '../../upstream/scripted-session.testing.ts';
import { channel } from './channel.ts';
import { VideoClient } from './client.ts';
import { leads, TestLead } from './leads.ts';
import { leadsIn } from './resources/lead-file.ts';
import { sandboxed } from './sandboxed.testing.ts';

const { client, fault, requests } = sandboxed();

async function gathered<T>(pieces: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const piece of pieces) all.push(piece);
  return all;
}

async function read(asked: { since: number; form?: string }): Promise<Lead[]> {
  const connected = await client<VideoClient>();
  return (await gathered(leads.since(connected.client, connected.account, asked))).flat();
}

test('all regions together are all leads, with their answers under our names', async () => {
  const { client: connected, account } = await client<VideoClient>();
  const form = (await leads.forms(connected, account)).find(({ usable }) => usable)!;
  const found = await read({ since: 0, form: form.id });
  expect(found.length).toBeGreaterThan(10);
  expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
  for (const { id, answers, submitted_at } of found) {
    expect(id).toMatch(/^\d{19}$/);
    expect(answers.map(({ field }) => field)).toEqual(['full_name', 'email', 'phone', 'Which shoes do you run in?']);
    expect(submitted_at).toBeGreaterThan(Date.now() - 21 * DAY_MS);
  }
  expect((await requests()).filter(({ path }) => path.endsWith('/task/download/'))).toHaveLength(3);
  const lately = Date.now() - 5 * DAY_MS;
  const late = await read({ since: lately });
  expect(late.map(({ id }) => id).sort()).toEqual(
    found
      .filter(({ submitted_at }) => submitted_at >= lately)
      .map(({ id }) => id)
      .sort(),
  );
});

test('a form tells its questions', async () => {
  const { client: connected, account } = await client<VideoClient>();
  const [form] = await leads.forms(connected, account);
  expect(await leads.form(connected, account, form!.id)).toMatchObject({
    name: 'Fitting in a shop',
    usable: false,
    questions: [{ field: 'full_name', text: 'name' }, { field: 'phone' }],
  });
  await expect(leads.form(connected, account, '42')).rejects.toMatchObject({ details: { code: 'not_found' } });
});

test('a region that fails fails the read: leads of two regions are not all leads', async () => {
  await fault('refused', 'lead/task/download', { skip: 1 });
  await expect(read({ since: 0 })).rejects.toMatchObject({ details: { code: 'permission_denied' } });
});

/** The leads of one form whose file the platform has in this state, and whose test lead came in then. */
async function scripted(status: string, since: number): Promise<Lead[]> {
  const answer = (url: string) => {
    if (url.includes('/mock/')) return { meta_data: { lead_id: '7', create_time: '2026-01-02 00:00:00' } };
    return { task_id: 't', status };
  };
  const replies = ({ url }: { url: string }) =>
    url.includes('/download/')
      ? { body: 'lead_id,create_time\n' }
      : { body: { code: 0, message: 'OK', data: answer(url) } };
  const { session } = scriptedSession({ platform: 'video', dialect: channel.dialect!, replies });
  return (await gathered(leads.since(new VideoClient(session), '1', { since, form: '9' }))).flat();
}

test('a file that was not made, or is not made yet, is not read as one without leads', async () => {
  const unmade = (message: string) => ({
    details: { code: 'upstream_unavailable', retryable: true, message: expect.stringContaining(message) },
  });
  await expect(scripted('FAILED', 0)).rejects.toMatchObject(unmade('could not write'));
  await expect(scripted('RUNNING', 0)).rejects.toMatchObject(unmade('still writing'));
});

test('a test lead comes in once, not with every reading', async () => {
  expect(await scripted('SUCCEED', Date.UTC(2026, 0, 1))).toMatchObject([{ id: '7', is_test: true }]);
  expect(await scripted('SUCCEED', Date.UTC(2026, 0, 3))).toEqual([]);
});

test('JSON in place of a file is a refusal, also with HTTP 200', async () => {
  const replies = [{ body: { code: 40201, message: 'The task is not ready.', request_id: 'r' } }];
  const { session } = scriptedSession({ platform: 'video', dialect: channel.dialect!, replies });
  const file = new VideoClient(session).download('page/lead/task/download', {}, '1', {});
  await expect(gathered(file)).rejects.toMatchObject({ details: { code: 'conflict', retryable: true } });
});

/** Two files, of which `leads.csv` holds a lead. */
const ZIP = [
  'UEsDBBQAAAAAAABIb11SRZAXBQAAAAUAAAAKAAAAcmVhZG1lLnR4dGxlYWRzUEsDBBQAAAAIAABIb113+QhKQAAAAEUAAAAJAAAAbGVhZHMu',
  'Y3N2y0lNTInPTNFJLkpNLEmNL8nMTdXJS8xN5TI3NjA0MjYxNTO3sISydIwMjMx0DQ11DU0VDCytDAyASMcxJZELAFBLAQIUAxQAAAAAAABI',
  'b11SRZAXBQAAAAUAAAAKAAAAAAAAAAAAAACAAQAAAAByZWFkbWUudHh0UEsBAhQDFAAAAAgAAEhvXXf5CEpAAAAARQAAAAkAAAAAAAAAAAAA',
  'AIABLQAAAGxlYWRzLmNzdlBLBQYAAAAAAgACAG8AAACUAAAAAAA=',
].join('');

describe('files', () => {
  const parsed = async (...pieces: (string | Buffer)[]) => {
    const file = (async function* () {
      for (const piece of pieces) yield Buffer.from(piece);
    })();
    return (await gathered(leadsIn(file, '9'))).flat();
  };
  const ID = '7301234567890123456';

  test.each([
    ['lead_id,created_time,adgroup_id,Email', `${ID},2026-11-15 09:00:00,${ID},a@example.com`],
    [
      '\uFEFFid,create_time,ad_group_id,email',
      `"=""${ID}""",2026-11-15 09:00:00 (UTC+00:00),"=""${ID}""",a@example.com`,
    ],
    ['Lead ID,Submit Time,Ad Group ID,email', `="${ID}",2026-11-15T09:00:00Z,="${ID}",a@example.com`],
  ])('%s', async (head, row) => {
    const submitted_at = Date.UTC(2026, 10, 15, 9);
    const answers = [{ field: 'email', values: ['a@example.com'] }];
    const lead = { id: ID, submitted_at, form_id: '9', ad_group_id: ID, is_test: false, answers };
    expect(await parsed(`${head}\r\n${row}\r\n`)).toEqual([lead]);
  });

  test('a question may be named like something that every object has', async () => {
    const [lead] = await parsed(`lead_id,created_time,constructor\r\n${ID},2026-11-15 09:00:00,ACME Builders\r\n`);
    expect(lead!.answers).toEqual([{ field: 'constructor', values: ['ACME Builders'] }]);
  });

  test('a zip is read by the CSV inside', async () => {
    expect(await parsed(Buffer.from(ZIP, 'base64'))).toMatchObject([{ id: ID, answers: [{ values: ['Ada'] }] }]);
  });

  test('a character that is cut between two pieces is whole again', async () => {
    const file = Buffer.from(`lead_id,create_time,name\n${ID},2026-11-15 09:00:00,Zoë`);
    const [lead] = await parsed(file.subarray(0, -1), file.subarray(-1));
    expect(lead?.answers).toEqual([{ field: 'full_name', values: ['Zoë'] }]);
  });

  test('what is no file of leads is refused, not read as none', async () => {
    await expect(parsed('a,b\n1,2')).rejects.toMatchObject({ details: { code: 'upstream_unavailable' } });
    await expect(parsed(`lead_id,create_time\n${ID},soon`)).rejects.toThrow('no id or no time');
    await expect(parsed('PK\x03\x04broken')).rejects.toMatchObject({ details: { code: 'upstream_unavailable' } });
  });
});

describe('pushes', () => {
  const push = leads.push!;
  const secrets = { credentials: { secret: 'app-secret' }, shared: '' };
  const isGenuine = (body: string, sign: string) =>
    push.isGenuine(Buffer.from(body), { 'x-open-signature': sign }, secrets);

  test('are proven by the app’s secret', () => {
    const sign = '6d9744a3da884654a83a8d0020c7b421040daa0e80f2dd736f7e8e881c3d9e2c';
    expect(isGenuine('{"object":1}', sign)).toBe(true);
    expect(isGenuine('{"object":2}', sign)).toBe(false);
    expect(isGenuine('{"object":1}', sign.slice(1))).toBe(false);
    expect(push.isGenuine(Buffer.from('{"object":1}'), {}, secrets)).toBe(false);
    expect(
      push.isGenuine(Buffer.from('{"object":1}'), { 'x-open-signature': sign }, { ...secrets, credentials: {} }),
    ).toBe(false);
  });

  test('are signed with other characters than ASCII escaped', () => {
    const sign = createHmac('sha256', 'app-secret').update('{"a":"\\u00fc"}').digest('hex');
    expect(isGenuine('{"a":"ü"}', sign)).toBe(true);
    expect(isGenuine('{"a":"\\u00fc"}', sign)).toBe(true);
  });

  test('as the sandbox really sends them are genuine and name the lead', async () => {
    const { client: connected, account } = await client<VideoClient>();
    const { app_id, secret, access_token } = await connected.session.credentials();
    const arrived = Promise.withResolvers<{ body: Buffer; headers: Record<string, string | undefined> }>();
    const receiver = createServer(async (request, reply) => {
      arrived.resolve({ body: await buffer(request), headers: request.headers as Record<string, string> });
      reply.end('ok');
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const callback_url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    const subscription_detail = { access_token, advertiser_id: account };
    const subscription = { app_id, secret, subscribe_entity: 'LEAD', callback_url, subscription_detail };
    await connected.change('subscription/subscribe', subscription, z.unknown(), account);
    const form = (await leads.forms(connected, account)).find(({ usable }) => usable)!;
    const made = await connected.change('page/lead/mock/create', { page_id: form.id }, TestLead, account);
    const { body, headers } = await arrived.promise;
    receiver.close();
    expect(push.isGenuine(body, headers, { credentials: { secret }, shared: '' })).toBe(true);
    expect(push.isGenuine(body, headers, secrets)).toBe(false);
    expect(push.read(body).marks).toEqual([`lead ${made.meta_data?.lead_id}`]);
  });

  test('keep all digits of their ids', () => {
    const body = Buffer.from('{"object":1,"entry":[{"id":7301234567890123456},{"id":7301234567890123457},{"id":"8"}]}');
    const marks = ['lead 7301234567890123456', 'lead 7301234567890123457', 'lead 8'];
    expect(push.read(body)).toEqual({ marks, erased: [] });
    expect(push.read(Buffer.from('nonsense'))).toEqual({ marks: [], erased: [] });
  });
});
