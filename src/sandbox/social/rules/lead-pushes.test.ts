import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../../ambient.ts';
import { type Body, socialForTests } from '../calls.testing.ts';
import { ACCOUNTS, APPS } from '../seed.ts';

const graph = socialForTests();
const PAGE = ACCOUNTS.us.page;
const FORM = '301000000000001';
const app = { access_token: `${APPS.main.id}|${APPS.main.secret}` };
const pushed: { headers: IncomingHttpHeaders; body: string }[] = [];

const receiver = createServer(async (request, reply) => {
  const query = new URL(request.url!, 'http://receiver').searchParams;
  if (request.method === 'GET')
    return reply.end(query.get('hub.verify_token') === 'ours' ? query.get('hub.challenge') : 'no');
  let body = '';
  for await (const piece of request) body += piece;
  pushed.push({ headers: request.headers, body });
  return reply.end();
});
beforeAll(() => new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done)));
afterAll(() => receiver.close());

const subscribe = (verify_token: string) =>
  graph.post(`${APPS.main.id}/subscriptions`, {
    ...app,
    object: 'page',
    fields: 'leadgen',
    callback_url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/leads`,
    verify_token,
  });

test('rule 171: an address is told of new leads once it has answered for its token, signed and by ids', async () => {
  const { access_token } = await graph.get(PAGE, { fields: 'access_token' });
  await graph.post(`${PAGE}/subscribed_apps`, { access_token, subscribed_fields: 'leadgen' });
  await subscribe('another');
  await graph.timePassed();
  const state = async () => (await graph.get(`${APPS.main.id}/subscriptions`, app)).data[0].active;
  expect(await state()).toBe(false);
  await subscribe('ours');
  await graph.timePassed();
  expect(await state()).toBe(true);
  expect(pushed).toEqual([]);

  graph.advance(DAY_MS);
  await graph.timePassed();
  const [{ headers, body }] = pushed as [(typeof pushed)[number]];
  const signature = createHmac('sha256', APPS.main.secret).update(body).digest('hex');
  expect(headers['x-hub-signature-256']).toBe(`sha256=${signature}`);
  const { object, entry } = JSON.parse(body);
  const ids = entry.flatMap(({ changes }: Body) => changes.map(({ value }: Body) => value.leadgen_id));
  expect([object, entry[0].id]).toEqual(['page', PAGE]);
  const { data } = await graph.get(`${FORM}/leads`, { fields: 'field_data', limit: ids.length });
  expect(data.map(({ id }: Body) => id).reverse()).toEqual(ids);
  expect(body).not.toContain('@');

  pushed.length = 0;
  await graph.timePassed();
  expect(pushed).toEqual([]);
});

test('a page tells the apps only that its own token subscribed', async () => {
  expect(await graph.refused('POST', `${PAGE}/subscribed_apps`, { subscribed_fields: 'leadgen' })).toMatchObject({
    code: 210,
  });
  expect(await graph.refused('GET', `${APPS.main.id}/subscriptions`)).toMatchObject({ code: 15 });
});
