import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../ambient.ts';
import { answers, type NoticesScene, noticesScene } from './notices.testing.ts';

let at: NoticesScene;
beforeEach(async () => {
  at = await noticesScene();
});
afterEach(() => at.close());

const ids = () => at.received.map(({ headers }) => headers['webhook-id']);
const delivery = async (eventId: string) =>
  at.store.db.selectFrom('notice_deliveries').selectAll().where('event_id', '=', eventId).executeTakeFirstOrThrow();
const attemptsOf = async (eventId: string) => JSON.parse((await delivery(eventId)).attempts);
const endpoint = async (id: string) => at.endpoints.find({ workspaceId: at.workspaceId, id });
/** Lets time pass in steps, running what falls due. */
async function pass(ms: number, stepMs = MINUTE_MS): Promise<void> {
  for (let passed = 0; passed < ms; passed += stepMs) {
    at.ambient.advance(stepMs);
    await at.runDue();
  }
}

describe('an event', () => {
  it('reaches the endpoints that asked for its type, once, signed', async () => {
    const { secret } = await at.add();
    await at.add({ name: 'Leads only', address: 'https://leads.example.com/', events: ['lead.received'] });
    const id = await at.happen();
    await at.happen({ id });
    await at.runDue();
    expect(ids()).toEqual([id]);
    const [{ body, headers, path }] = at.received as [(typeof at.received)[number]];
    expect(path).toBe('/in?key=abcd1234');
    expect(JSON.parse(body)).toEqual({
      type: 'alert.firing',
      timestamp: new Date(at.ambient.now()).toISOString(),
      data: { alert: id },
    });
    // The judge looks at the real clock.
    const judge = new Webhook(secret!);
    const moment = new Date(at.ambient.now());
    const signed = judge.sign(id, moment, body);
    expect(headers['webhook-signature']).toBe(signed);
    expect(await delivery(id)).toMatchObject({ state: 'delivered', tries: 1, next_at: null });
  });

  it('holds no invisible characters, in its data as in its words', async () => {
    await at.add();
    const name = 'Sa\u202el\u200be \u{e0041}';
    const words = { title: name, text: `${name}${'x'.repeat(30_000)}` };
    const id = await at.happen({ data: { campaign: { name } }, words });
    await at.runDue();
    expect(JSON.parse(at.received[0]!.body).data).toEqual({ campaign: { name: 'Sale ' } });
    const kept = at.store.db.selectFrom('notice_events').select('words').where('id', '=', id);
    const { title, text } = JSON.parse((await kept.executeTakeFirstOrThrow()).words);
    expect({ title, length: text.length }).toEqual({ title: 'Sale', length: 20_001 });
    expect(text.slice(0, 6)).toBe('Sale x');
  });

  it('keeps eight megabytes of attachments, and the last twenty attempts', async () => {
    await at.add();
    const attachment = (name: string, bytes: number) => ({ name, type: 'text/csv', data: Buffer.alloc(bytes) });
    const id = await at.happen({ attachments: [attachment('a', 7_900_000), attachment('b', 200_000)] });
    const kept = await at.store.db.selectFrom('notice_attachments').select('name').execute();
    expect(kept).toEqual([{ name: 'a' }]);
    const attempts = JSON.stringify(Array.from({ length: 25 }, (_, n) => ({ at: n, ms: 0, error: 'It answers 500.' })));
    await at.store.db.updateTable('notice_deliveries').set({ attempts }).where('event_id', '=', id).execute();
    await at.runDue();
    const left = await attemptsOf(id);
    expect([left.length, left[0].at, left.at(-1).status]).toEqual([20, 6, 204]);
  });

  it('is not kept, and nothing is sent, when the transaction it tells of fails', async () => {
    await at.add();
    const event = { id: 'evt_x', type: 'alert.firing' as const, at: 0, data: {}, words: { title: '', text: '' } };
    const failing = at.store.transaction(async (tx) => {
      await at.notices.put(tx, { ...event, workspaceId: at.workspaceId, organizationId: at.organizationId });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await at.runDue();
    expect(at.received).toEqual([]);
    expect(await at.store.db.selectFrom('notice_events').selectAll().execute()).toEqual([]);
  });

  it('reaches named endpoints whatever they asked for, and no endpoint of another workspace', async () => {
    const { endpoint: named } = await at.add({ events: ['lead.received'] });
    await at.add({ name: 'Other' });
    await at.happen({ endpoints: [named.id, 'ep_other'] });
    await at.runDue();
    expect(at.received).toHaveLength(1);
  });

  it('is sent again with the same id when the process ended between the send and its mark', async () => {
    await at.add();
    const id = await at.happen();
    const { transaction } = at.store;
    const { id: key } = await delivery(id);
    const { signal } = new AbortController();
    Object.assign(at.store, { transaction: () => Promise.reject(new Error('killed')) });
    await expect(at.deliveries.run({ key, signal })).rejects.toThrow('killed');
    Object.assign(at.store, { transaction });
    await at.runDue();
    expect(ids()).toEqual([id, id]);
    expect(await delivery(id)).toMatchObject({ state: 'delivered', tries: 1 });
  });
});

describe('a receiver', () => {
  it('that is down for three days gets everything afterwards, with the same ids', async () => {
    await at.add();
    at.scene.answer = (reply) => void reply.destroy();
    const first = await at.happen();
    await pass(DAY_MS, 10 * MINUTE_MS);
    const second = await at.happen();
    await pass(2 * DAY_MS - HOUR_MS, 10 * MINUTE_MS);
    const third = await at.happen();
    expect(await delivery(first)).toMatchObject({ state: 'waiting', tries: 9 });
    at.scene.answer = answers(200);
    await pass(2 * DAY_MS, 10 * MINUTE_MS);
    for (const id of [first, second, third]) {
      expect(await delivery(id)).toMatchObject({ state: 'delivered' });
      expect(ids()).toContain(id);
    }
    expect(new Set(ids()).size).toBe(3);
    expect((await at.endpoints.list(at.workspaceId))[0]).toMatchObject({ state: 'on', failingSince: undefined });
  });

  it('is tried at 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h after each failure, with up to a tenth more', async () => {
    await at.add();
    at.scene.answer = answers(500, {}, 'broken');
    const id = await at.happen();
    await at.runDue();
    await pass(90 * HOUR_MS, SECOND_MS * 5 * 12);
    const attempts = await attemptsOf(id);
    const pauses = attempts.slice(1).map((attempt: { at: number }, n: number) => attempt.at - attempts[n].at);
    const wanted = [5 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, ...[2, 5, 10, 14, 20, 24].map((h) => h * HOUR_MS)];
    expect(pauses).toHaveLength(wanted.length);
    for (const [n, pause] of pauses.entries()) {
      expect(pause).toBeGreaterThanOrEqual(wanted[n]!);
      expect(pause).toBeLessThanOrEqual(wanted[n]! * 1.1 + MINUTE_MS);
    }
    expect(await delivery(id)).toMatchObject({ state: 'failed', tries: 10, next_at: null });
    expect(attempts[0]).toEqual({
      at: expect.any(Number),
      ms: 0,
      status: 500,
      error: 'It answers 500.',
      answer: 'broken',
    });
  });

  it('that hangs is given up in time, and holds no other endpoint', async () => {
    at.network.deadlineMs = 3_000;
    await at.add({ address: 'https://hangs.example.com/' });
    await at.add({ name: 'Other', address: 'https://other.example.com/' });
    at.scene.answer = (reply, { headers }) => void (headers.host === 'hangs.example.com' || reply.end());
    const id = await at.happen();
    await at.runDue();
    const rows = await at.store.db.selectFrom('notice_deliveries').selectAll().where('event_id', '=', id).execute();
    expect(rows.map(({ state }) => state).sort()).toEqual(['delivered', 'waiting']);
    const hanging = rows.find(({ state }) => state === 'waiting')!;
    expect(JSON.parse(hanging.attempts)[0].error).toBe('It did not answer in time.');
  });

  it('that answers in time with a body that never ends is judged by its status', async () => {
    await at.add();
    at.scene.answer = (reply) => void reply.writeHead(200).write('slowly');
    const taken = await at.happen();
    await at.runDue();
    expect(await delivery(taken)).toMatchObject({ state: 'delivered' });
    at.network.deadlineMs = 1_000;
    at.scene.answer = (reply) => void reply.writeHead(500).write('slowly');
    const refused = await at.happen();
    await at.runDue();
    expect((await attemptsOf(refused))[0]).toMatchObject({ status: 500, answer: 'slowly' });
  });

  it('that answers without end is read to a bound, of which a little is kept', async () => {
    await at.add();
    at.scene.answer = (reply) => {
      reply.writeHead(500);
      const more = () => reply.writable && reply.write('x'.repeat(65_536), more);
      more();
    };
    const id = await at.happen();
    await at.runDue();
    expect((await attemptsOf(id))[0].answer).toBe(`${'x'.repeat(200)}…`);
  });

  it.each(['http://127.0.0.1/', 'https://169.254.169.254/latest/', 'https://hooks.example.com/else'])(
    'that redirects to %s has failed, and is not followed',
    async (location) => {
      await at.add();
      for (const status of [301, 302, 303, 307, 308]) {
        at.scene.answer = answers(status, { location });
        const before = at.received.length;
        const id = await at.happen();
        await at.runDue();
        expect(at.received.length - before).toBe(1);
        expect((await attemptsOf(id))[0]).toMatchObject({ status, error: expect.stringContaining('redirect') });
      }
    },
  );

  it('that answers 410 is switched off at once, which the others and the log are told', async () => {
    const { endpoint: gone } = await at.add({ address: 'https://gone.example.com/' });
    const { endpoint: other } = await at.add({
      name: 'Other',
      address: 'https://o.example.com/',
      events: ['lead.received'],
    });
    at.scene.answer = (reply, { headers }) =>
      void reply.writeHead(headers.host === 'gone.example.com' ? 410 : 200).end();
    const first = await at.happen();
    await at.happen();
    await at.runDue();
    expect(at.received.filter(({ headers }) => headers.host === 'gone.example.com')).toHaveLength(1);
    expect(await endpoint(gone.id)).toMatchObject({ state: 'off', offBecause: expect.stringContaining('410') });
    expect(await delivery(first)).toMatchObject({ state: 'failed' });
    const told = at.received.filter(({ headers }) => headers.host === 'o.example.com');
    expect(told.map(({ body }) => JSON.parse(body))).toEqual([
      expect.objectContaining({ type: 'endpoint.off', data: expect.objectContaining({ endpoint_id: gone.id }) }),
    ]);
    const [entry] = await at.audit.list({ workspaceId: at.workspaceId, limit: 1 });
    expect(entry).toMatchObject({ action: 'endpoint.off', actor: 'service', detail: { endpoint: gone.id } });
    expect(await endpoint(other.id)).toMatchObject({ state: 'on' });
    await at.happen();
    await at.runDue();
    expect(at.received.filter(({ headers }) => headers.host === 'gone.example.com')).toHaveLength(1);
  });

  it('that only fails for five days is switched off, and told of; one success in between keeps it on', async () => {
    const { endpoint: failing } = await at.add({ address: 'https://fails.example.com/' });
    await at.add({ name: 'Other', address: 'https://o.example.com/', events: ['lead.received'] });
    let status = 500;
    at.scene.answer = (reply, { headers }) =>
      void reply.writeHead(headers.host === 'fails.example.com' ? status : 200).end();
    for (let day = 0; day < 4; day++) {
      await at.happen();
      await pass(DAY_MS, HOUR_MS);
    }
    expect((await endpoint(failing.id)).state).toBe('on');
    status = 200;
    await at.happen();
    await at.runDue();
    status = 500;
    for (let day = 0; day < 4; day++) {
      await at.happen();
      await pass(DAY_MS, HOUR_MS);
    }
    expect((await endpoint(failing.id)).state).toBe('on');
    for (let day = 0; day < 2; day++) {
      await at.happen();
      await pass(DAY_MS, HOUR_MS);
    }
    expect(await endpoint(failing.id)).toMatchObject({
      state: 'off',
      offBecause: expect.stringContaining('five days'),
    });
    const told = at.received.filter(({ headers }) => headers.host === 'o.example.com');
    expect(told).toHaveLength(1);
  });

  it('that says 429 with Retry-After is left alone until then, by all deliveries', async () => {
    await at.add();
    at.scene.answer = answers(429, { 'retry-after': '1800' });
    const first = await at.happen();
    const second = await at.happen();
    await at.runDue();
    expect(at.received).toHaveLength(1);
    at.scene.answer = answers(200);
    await pass(29 * MINUTE_MS);
    expect(at.received).toHaveLength(1);
    await pass(2 * MINUTE_MS);
    expect(ids()).toEqual([first, first, second]);
  });

  it('cannot ask for more than a day of rest', async () => {
    await at.add();
    at.scene.answer = answers(503, { 'retry-after': '99999999' });
    const id = await at.happen();
    await at.runDue();
    expect((await delivery(id)).next_at).toBe(at.ambient.now() + DAY_MS);
  });

  it('that fails again and again rests for five minutes, and its deliveries say so', async () => {
    await at.add();
    at.scene.answer = answers(503);
    await at.store.db.updateTable('notice_endpoints').set({ failures: 20 }).execute();
    const id = await at.happen();
    await at.runDue();
    expect((await delivery(id)).next_at).toBe(at.ambient.now() + 5 * MINUTE_MS);
  });

  it('gets nothing before its time, while it rests or while it is off, however early the job runs', async () => {
    const { endpoint: made } = await at.add();
    at.scene.answer = answers(500);
    const id = await at.happen();
    await at.runDue();
    const { id: key, next_at } = await delivery(id);
    const { signal } = new AbortController();
    expect(await at.deliveries.run({ key, signal })).toBe(next_at);
    const due = { next_at: at.ambient.now() };
    await at.store.db.updateTable('notice_deliveries').set(due).where('id', '=', key).execute();
    const rests_until = at.ambient.now() + 30 * MINUTE_MS;
    await at.store.db.updateTable('notice_endpoints').set({ rests_until }).where('id', '=', made.id).execute();
    expect(await at.deliveries.run({ key, signal })).toBe(rests_until);
    const off = { state: 'off' as const, rests_until: null };
    await at.store.db.updateTable('notice_endpoints').set(off).where('id', '=', made.id).execute();
    expect(await at.deliveries.run({ key, signal })).toBeUndefined();
    expect(at.received).toHaveLength(1);
  });

  it('gets what is due in the order in which it happened', async () => {
    await at.add();
    const wanted = [];
    for (let n = 0; n < 5; n++) wanted.push(await at.happen());
    await at.runDue();
    expect(ids()).toEqual(wanted);
  });

  it('that refuses one message gets the next ones all the same', async () => {
    await at.add();
    const bad = await at.happen();
    at.scene.answer = (reply, { headers }) => void reply.writeHead(headers['webhook-id'] === bad ? 400 : 200).end();
    const good = await at.happen();
    await at.runDue();
    expect(await delivery(good)).toMatchObject({ state: 'delivered' });
    expect(await delivery(bad)).toMatchObject({ state: 'waiting' });
  });

  it('whose endpoint is removed while something waits gets nothing more', async () => {
    const { endpoint: made } = await at.add();
    await at.happen();
    await at.endpoints.remove({ workspaceId: at.workspaceId, id: made.id }, 'user_1');
    await at.runDue();
    expect(at.received).toEqual([]);
    const jobs = await at.store.db.selectFrom('jobs').select('kind').execute();
    expect(jobs).toEqual([{ kind: 'events' }]);
  });
});

it('forgets events and deliveries after thirty days', async () => {
  await at.add();
  const old = await at.happen({ attachments: [{ name: 'a.csv', type: 'text/csv', data: Buffer.from('a') }] });
  await at.runDue();
  at.ambient.advance(20 * DAY_MS);
  const young = await at.happen();
  at.ambient.advance(11 * DAY_MS);
  await at.notices.removeOld();
  const kept = await at.store.db.selectFrom('notice_events').select('id').execute();
  expect(kept).toEqual([{ id: young }]);
  expect(await at.store.db.selectFrom('notice_deliveries').select('event_id').execute()).toEqual([{ event_id: young }]);
  expect(await at.store.db.selectFrom('notice_attachments').select('event_id').execute()).toEqual([]);
  expect(old).not.toBe(young);
});
