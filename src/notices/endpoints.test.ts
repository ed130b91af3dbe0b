import { createServer } from 'node:http';
import { Webhook } from 'svix';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../ambient.ts';
import { Failure } from '../errors.ts';
import { TRICKS } from '../upstream/egress-tricks.testing.ts';
import { closeServer, listen } from '../upstream/scripted-server.testing.ts';
import { AddressBook } from './address-book.ts';
import { answers, HOOK, type NoticesScene, noticesScene } from './notices.testing.ts';

const INSIDE: Record<string, string[]> = {
  'inside.example.com': ['10.0.0.5'],
  'loopback.example.com': ['127.0.0.1'],
  'half.example.com': ['93.184.216.34', '192.168.1.1'],
  'half6.example.com': ['93.184.216.34', '::1'],
  'mapped.example.com': ['::ffff:127.0.0.1'],
  'zone.example.com': ['2606:4700::1111%lo'],
  'garbage.example.com': ['not an address'],
  'nowhere.example.com': [],
};

let at: NoticesScene;
let names: Record<string, string[]>;
beforeEach(async () => {
  names = { ...INSIDE };
  at = await noticesScene(
    {},
    { resolve: async (host) => names[host] ?? (host.endsWith('.example.com') ? ['93.184.216.34'] : []) },
  );
});
afterEach(() => at.close());

const { signal } = new AbortController();
const place = (id: string) => ({ workspaceId: at.workspaceId, organizationId: at.organizationId, id });
const refusal = async (work: Promise<unknown>): Promise<Failure> => {
  const error = await work.then(
    () => expect.unreachable('it was taken'),
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(Failure);
  return error;
};

describe('a new endpoint', () => {
  it('shows its secret once; its address and secret are nowhere in clear', async () => {
    const { endpoint, secret } = await at.add();
    expect(secret).toMatch(/^whsec_/);
    expect(endpoint).toMatchObject({ kind: 'webhook', address: 'hooks.example.com …1234', state: 'on' });
    const listed = JSON.stringify(await at.endpoints.list(at.workspaceId));
    expect(listed).not.toContain(secret);
    expect(listed).not.toContain('abcd');
    expect(await at.store.holds(secret!)).toBe(false);
    expect(await at.store.holds(HOOK)).toBe(false);
    const audited = JSON.stringify(await at.audit.list({ workspaceId: at.workspaceId, limit: 10 }));
    expect(audited).toContain('endpoint.create');
    expect(audited).not.toContain('abcd');
  });

  it('does not lead inside, whatever the disguise', async () => {
    for (const url of TRICKS) expect((await refusal(at.add({ address: url }))).code, url).toBe('invalid_arguments');
    expect(await at.endpoints.list(at.workspaceId)).toEqual([]);
  });

  it('whose host leads inside later is refused at each attempt, and nothing is reached', async () => {
    await at.add();
    names['hooks.example.com'] = ['169.254.169.254'];
    const id = await at.happen();
    await at.runDue();
    expect(at.received).toEqual([]);
    const row = await at.store.db
      .selectFrom('notice_deliveries')
      .selectAll()
      .where('event_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(JSON.parse(row.attempts)[0].error).toBe('`url`: must lead to the public internet');
  });

  it('takes all events when none are chosen, and refuses unknown ones by naming those there are', async () => {
    const { endpoint } = await at.add();
    expect(endpoint.events).toContain('lead.received');
    expect(endpoint.events).not.toContain('endpoint.test');
    const failure = await refusal(at.add({ events: ['endpoint.test'] }));
    expect(failure.details.problems?.[0]).toMatchObject({ field: 'events', allowed_values: endpoint.events });
    expect((await refusal(at.add({ name: ' ' }))).details.problems?.[0]?.field).toBe('name');
    expect((await at.add({ name: 'CRM\r\n\u0007x' })).endpoint.name).toBe('CRM x');
  });

  it('is one of at most fifty', async () => {
    for (let n = 0; n < 50; n++) await at.add();
    expect((await refusal(at.add())).details.message).toContain('at most 50');
  });

  it('for mails names the setting that is missing', async () => {
    const failure = await refusal(at.add({ kind: 'email', address: 'ann@example.com' }));
    expect(failure.details.message).toContain('ADHELM_SMTP_URL');
  });
});

it('of another workspace is unknown', async () => {
  const { endpoint } = await at.add();
  const stranger = { workspaceId: 'ws_other', organizationId: 'org_other', id: endpoint.id };
  for (const work of [
    () => at.endpoints.find(stranger),
    () => at.endpoints.update(stranger, { on: false }, 'user_2'),
    () => at.endpoints.rotate(stranger, 'user_2'),
    () => at.endpoints.remove(stranger, 'user_2'),
    () => at.endpoints.test(stranger, 'user_2', signal),
  ])
    expect((await refusal(work())).code).toBe('not_found');
});

it('is signed with both secrets for a day after a rotation, then with the new one alone', async () => {
  const { endpoint, secret: first } = await at.add();
  const { secret: second, endpoint: rotated } = await at.endpoints.rotate(place(endpoint.id), 'user_1');
  expect(second).not.toBe(first);
  expect(rotated.previousSecretUntil).toBe(at.ambient.now() + DAY_MS);
  const signatures = async () => {
    const id = await at.happen();
    await at.runDue();
    const { headers, body } = at.received.at(-1)!;
    const by = (secret: string) => new Webhook(secret).sign(id, new Date(at.ambient.now()), body);
    return { sent: String(headers['webhook-signature']).split(' '), first: by(first!), second: by(second) };
  };
  at.ambient.advance(23 * HOUR_MS);
  const during = await signatures();
  expect(during.sent).toEqual([during.second, during.first]);
  at.ambient.advance(2 * HOUR_MS);
  const after = await signatures();
  expect(after.sent).toEqual([after.second]);
  expect((await at.endpoints.find(place(endpoint.id))).previousSecretUntil).toBeUndefined();
});

it('can be renamed, given other events, and switched off and on', async () => {
  const { endpoint } = await at.add();
  await at.endpoints.update(place(endpoint.id), { name: 'Sales', events: ['lead.received'] }, 'user_1');
  await at.happen();
  await at.runDue();
  expect(at.received).toEqual([]);
  const off = await at.endpoints.update(place(endpoint.id), { on: false }, 'user_1');
  expect(off).toMatchObject({ name: 'Sales', state: 'off', offBecause: 'It was switched off by hand.' });
  await at.happen({ type: 'lead.received' });
  const on = await at.endpoints.update(place(endpoint.id), { on: true }, 'user_1');
  expect(on).toMatchObject({ state: 'on', offBecause: undefined });
  const id = await at.happen({ type: 'lead.received' });
  await at.runDue();
  expect(at.received.map(({ headers }) => headers['webhook-id'])).toEqual([id]);
});

describe('a test event', () => {
  it('is sent now and tells what came of it', async () => {
    const { endpoint } = await at.add();
    expect(await at.endpoints.test(place(endpoint.id), 'user_1', signal)).toMatchObject({ status: 204 });
    expect(JSON.parse(at.received[0]!.body)).toMatchObject({ type: 'endpoint.test' });
    at.scene.answer = answers(500, {}, 'no such\u202e\u0007 flow');
    expect(await at.endpoints.test(place(endpoint.id), 'user_1', signal)).toMatchObject({
      status: 500,
      error: 'It answers 500.',
      answer: 'no such flow',
    });
    await at.runDue();
    expect(at.received).toHaveLength(2);
    expect(await at.endpoints.find(place(endpoint.id))).toMatchObject({ state: 'on', failingSince: undefined });
  });

  it('that a process left behind when it ended is sent by no job', async () => {
    const { endpoint } = await at.add();
    const words = { title: 'Test', text: '' };
    const event = { id: 'test_1', type: 'endpoint.test' as const, at: at.ambient.now(), data: {}, words };
    await at.store.transaction((tx) =>
      at.notices.keepFor(tx, { ...event, ...place(endpoint.id), id: 'test_1' }, endpoint.id),
    );
    at.ambient.advance(1_000);
    const id = await at.happen();
    await at.runDue();
    expect(at.received.map(({ headers }) => headers['webhook-id'])).toEqual([id]);
  });

  it('reaches an endpoint that is off', async () => {
    const { endpoint } = await at.add();
    await at.endpoints.update(place(endpoint.id), { on: false }, 'user_1');
    expect(await at.endpoints.test(place(endpoint.id), 'user_1', signal)).toMatchObject({ status: 204 });
  });
});

describe('the log', () => {
  it('is read page by page, newest first, with every attempt', async () => {
    const { endpoint } = await at.add();
    const wanted: string[] = [];
    for (let n = 0; n < 5; n++) wanted.unshift(await at.happen());
    await at.runDue();
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const page = await at.deliveryLog.page(
        { workspaceId: at.workspaceId, endpointId: endpoint.id },
        { limit: 2, after },
      );
      seen.push(...page.deliveries.map(({ eventId }) => eventId));
      expect(page.deliveries[0]).toMatchObject({
        state: 'delivered',
        attempts: [{ status: 204 }],
        title: expect.stringContaining('Alert'),
      });
      after = page.next;
    } while (after);
    expect(seen).toEqual(wanted);
  });

  it('replays one, with the same id, and all that failed since', async () => {
    const { endpoint } = await at.add();
    const of = { workspaceId: at.workspaceId, endpointId: endpoint.id };
    const taken = await at.happen();
    await at.runDue();
    const [delivered] = (await at.deliveryLog.page(of, { limit: 1 })).deliveries;
    await at.deliveryLog.replay(of, delivered!.id);
    await at.runDue();
    expect(at.received.map(({ headers }) => headers['webhook-id'])).toEqual([taken, taken]);
    at.scene.answer = answers(410);
    const failed = [await at.happen(), await at.happen(), await at.happen()];
    await at.runDue();
    expect((await refusal(at.deliveryLog.replayFailed(of, 0))).details.message).toContain('switched off');
    expect((await refusal(at.deliveryLog.replay(of, delivered!.id))).details.message).toContain('switched off');
    await at.endpoints.update(place(endpoint.id), { on: true }, 'user_1');
    at.scene.answer = answers(200);
    at.received.length = 0;
    expect(await at.deliveryLog.replayFailed(of, at.ambient.now() + 1)).toBe(0);
    expect(await at.deliveryLog.replayFailed(of, 0)).toBe(3);
    await at.runDue();
    expect(at.received.map(({ headers }) => headers['webhook-id'])).toEqual(failed);
    const elsewhere = { ...of, workspaceId: 'ws_other' };
    expect((await refusal(at.deliveryLog.replay(elsewhere, delivered!.id))).code).toBe('not_found');
    expect(await at.deliveryLog.page(elsewhere, { limit: 1 })).toEqual({ deliveries: [] });
  });

  it('replays no test event, and at most a thousand deliveries at once', async () => {
    const { endpoint } = await at.add();
    const of = { workspaceId: at.workspaceId, endpointId: endpoint.id };
    at.scene.answer = answers(500);
    await at.endpoints.test(place(endpoint.id), 'user_1', signal);
    const [tested] = (await at.deliveryLog.page(of, { limit: 1 })).deliveries;
    expect((await refusal(at.deliveryLog.replay(of, tested!.id))).code).toBe('not_found');
    expect(await at.deliveryLog.replayFailed(of, 0)).toBe(0);
    const failed = { workspace_id: at.workspaceId, endpoint_id: endpoint.id, type: 'alert.firing', tries: 10 };
    const rows = Array.from({ length: 1_001 }, (_, n) => ({
      ...{ ...failed, id: `dlv_${n}`, event_id: `evt_${n}`, state: 'failed' as const, attempts: '[]' },
      ...{ next_at: null, created_at: n, settled_at: n },
    }));
    for (let from = 0; from < rows.length; from += 91)
      await at.store.db
        .insertInto('notice_deliveries')
        .values(rows.slice(from, from + 91))
        .execute();
    expect(await at.deliveryLog.replayFailed(of, 0)).toBe(1_000);
  });
});

it('inside the operator’s network is reached where the operator allows its origin, and only there', async () => {
  let reached = 0;
  const inner = createServer((_, reply) => {
    reached += 1;
    reply.writeHead(302, { location: 'http://169.254.169.254/' }).end();
  });
  const port = await listen(inner);
  const origin = `http://127.0.0.1:${port}`;
  const own = await noticesScene({}, { inward: [origin] });
  try {
    await expect(own.add({ address: `http://127.0.0.1:${port + 1}/` })).rejects.toThrow();
    await own.add({ address: `${origin}/hook` });
    await own.happen();
    await own.runDue();
    expect(reached).toBe(1);
  } finally {
    await own.close();
    await closeServer(inner);
  }
});

it('keeps only webhooks signed: a chat has a new address instead of a new secret', async () => {
  const { endpoint } = await at.add({ kind: 'slack' });
  expect(await refusal(at.endpoints.rotate(place(endpoint.id), 'user_1'))).toMatchObject({
    code: 'unsupported',
    details: { nextStep: expect.stringContaining('Make a new address in the chat') },
  });
});

it('takes no address longer than any address, and no mail without one to send from', async () => {
  const long = await refusal(at.add({ address: `https://hooks.example.com/${'a'.repeat(2_000)}` }));
  expect(long.details.problems).toEqual([{ field: 'url', message: 'must have at most 2000 characters' }]);
  for (const [settings, missing] of [
    [{ smtpUrl: '', mailFrom: 'a@example.com' }, 'ADHELM_SMTP_URL'],
    [{ smtpUrl: 'smtp://mail.example.com', mailFrom: '' }, 'ADHELM_MAIL_FROM'],
  ] as const) {
    const book = new AddressBook(at.store, at.network, settings);
    const wanted = { ...place('x'), kind: 'email' as const, name: 'Ada', address: 'ada@example.com' };
    expect(await refusal(book.taken(wanted)), missing).toMatchObject({
      code: 'unsupported',
      message: expect.stringContaining(`the setting ${missing} is empty`),
    });
  }
});
