import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../ambient.ts';
import { seedWorkspace } from '../store/store.testing.ts';
import type { Endpoint } from './endpoint.ts';
import { answers, type NoticesScene, noticesScene } from './notices.testing.ts';

interface Place {
  organizationId: string;
  workspaceId: string;
}

let at: NoticesScene;
let theirs: Place;
/** Two endpoints of our workspace and one of another, told apart by their hosts. */
let [a, b, c]: [Endpoint, Endpoint, Endpoint] = [] as never;
beforeEach(async () => {
  at = await noticesScene();
  theirs = await seedWorkspace(at.store, 'Theirs');
  const add = async (host: string, place: Partial<Place> = {}) => {
    at.ambient.advance(1);
    return (await at.add({ name: host, address: `https://${host}.example.com/in`, ...place })).endpoint;
  };
  [a, b, c] = [await add('a'), await add('b'), await add('c', theirs)];
});
afterEach(() => at.close());

const placeOf = ({ id, workspaceId }: Endpoint) => ({ id, workspaceId });
const logOf = ({ id, workspaceId }: Endpoint) => ({ endpointId: id, workspaceId });
const hostOf = (headers: { host?: string | undefined }) => headers.host?.split('.')[0];
/** What each receiver got, in its order: `a evt_1`. */
const got = () => at.received.map(({ headers }) => `${hostOf(headers)} ${headers['webhook-id']}`).sort();
const states = async () =>
  Object.fromEntries(
    (await Promise.all([a, b, c].map((one) => at.endpoints.find(placeOf(one))))).map(({ name, state }) => [
      name,
      state,
    ]),
  );
const deliveries = async () =>
  (await at.store.db.selectFrom('notice_deliveries').selectAll().execute())
    .map(({ endpoint_id, event_id, state }) => {
      const { name } = [a, b, c].find(({ id }) => id === endpoint_id)!;
      return `${name} ${event_id} ${state}`;
    })
    .sort();
/** An event of this id in our workspace and one in the other. */
async function happenInBoth(id: string): Promise<void> {
  await at.happen({ id });
  await at.happen({ id, ...theirs });
}

/** These receivers are broken; the others take what they are sent. */
function down(...hosts: string[]): void {
  at.scene.answer = (reply, request) => answers(hosts.includes(hostOf(request.headers)!) ? 500 : 204)(reply, request);
}

describe('events of two workspaces', () => {
  it('of one id reach their own endpoints, each with its own data and attachments', async () => {
    const attachment = (text: string) => [{ name: `${text}.csv`, type: 'text/csv', data: Buffer.from(text) }];
    await at.happen({ id: 'evt_same', data: { whose: 'ours' }, attachments: attachment('ours') });
    await at.happen({ id: 'evt_same', data: { whose: 'theirs' }, attachments: attachment('theirs'), ...theirs });
    await at.runDue();
    const told = at.received.map(({ headers, body }) => [hostOf(headers), JSON.parse(body).data.whose]).sort();
    expect(told).toEqual([
      ['a', 'ours'],
      ['b', 'ours'],
      ['c', 'theirs'],
    ]);
  });

  it('are forgotten each in its own time', async () => {
    await at.happen({ id: 'evt_same' });
    await at.happen({ id: 'evt_old', ...theirs });
    at.ambient.advance(20 * DAY_MS);
    const attachments = [{ name: 'x.csv', type: 'text/csv', data: Buffer.from('x') }];
    await at.happen({ id: 'evt_same', attachments, ...theirs });
    at.ambient.advance(11 * DAY_MS);
    await at.notices.removeOld();
    expect(await deliveries()).toEqual(['c evt_same waiting']);
    const kept = await at.store.db.selectFrom('notice_events').select(['workspace_id', 'id']).execute();
    expect(kept).toEqual([{ workspace_id: theirs.workspaceId, id: 'evt_same' }]);
    expect(await at.store.db.selectFrom('notice_attachments').select('name').execute()).toEqual([{ name: 'x.csv' }]);
  });
});

describe('an endpoint', () => {
  it('that fails says nothing of the health of another, and what another got is not sent once more', async () => {
    down('a');
    await happenInBoth('evt_1');
    await at.runDue();
    expect(await deliveries()).toEqual(['a evt_1 waiting', 'b evt_1 delivered', 'c evt_1 delivered']);
    const failing = (await at.endpoints.list(at.workspaceId)).map(({ name, failingSince }) => [name, failingSince]);
    expect(failing).toEqual([
      ['a', at.ambient.now()],
      ['b', undefined],
    ]);
    expect((await at.endpoints.find(placeOf(c))).failingSince).toBeUndefined();
  });

  it('that is gone for good is switched off alone, with what waits for it, and its own workspace is told', async () => {
    await happenInBoth('evt_1');
    at.scene.answer = (reply, request) => answers(hostOf(request.headers) === 'a' ? 410 : 500)(reply, request);
    await at.runDue();
    expect(await states()).toEqual({ a: 'off', b: 'on', c: 'on' });
    const off = (await deliveries())
      .filter((one) => !one.includes('evt_1'))
      .map((one) => one.replace(/off_\S+/, 'off'));
    expect(off).toEqual(['b endpoint_off waiting']);
    expect((await deliveries()).filter((one) => one.includes('evt_1'))).toEqual([
      'a evt_1 failed',
      'b evt_1 waiting',
      'c evt_1 waiting',
    ]);
  });

  it('keeps what it has delivered when it is switched off, and only what waited is to be replayed', async () => {
    await at.happen({ id: 'evt_1' });
    await at.runDue();
    await at.happen({ id: 'evt_2' });
    await at.endpoints.update(placeOf(a), { on: false }, 'user_1');
    expect(await deliveries()).toEqual(['a evt_1 delivered', 'a evt_2 failed', 'b evt_1 delivered', 'b evt_2 waiting']);
    await at.runDue();
    await at.endpoints.update(placeOf(a), { on: true }, 'user_1');
    expect(await at.deliveryLog.replayFailed(logOf(a), 0)).toBe(1);
  });

  it('that is gone is recorded in its own workspace and organization', async () => {
    at.scene.answer = answers(410);
    await at.happen({ id: 'evt_1', endpoints: [a.id] });
    await at.happen({ id: 'evt_1', ...theirs });
    await at.runDue();
    const recorded = (await at.audit.list({ limit: 10 })).filter(({ action }) => action === 'endpoint.off');
    const places = recorded.map(({ detail, organizationId, workspaceId }) => ({
      name: (detail as { name: string }).name,
      organizationId,
      workspaceId,
    }));
    const ours = { organizationId: at.organizationId, workspaceId: at.workspaceId };
    expect(places).toEqual(
      // The second of ours was told of the first one, and is gone as well.
      expect.arrayContaining([
        { name: 'a', ...ours },
        { name: 'b', ...ours },
        { name: 'c', ...theirs },
      ]),
    );
  });

  it('gets what is due for it, and nothing that another waits for longer', async () => {
    await at.happen({ id: 'evt_old', endpoints: [b.id] });
    at.ambient.advance(1);
    await at.happen({ id: 'evt_new', endpoints: [a.id] });
    const { deliveries: own } = await at.deliveryLog.page(logOf(a), { limit: 1 });
    await at.deliveries.run({ key: own[0]!.id, signal: new AbortController().signal });
    expect(got()).toEqual(['a evt_new']);
  });

  it('that is off gets nothing, also where it is named', async () => {
    await at.endpoints.update(placeOf(a), { on: false }, 'user_1');
    await at.happen({ id: 'evt_1', endpoints: [a.id, b.id] });
    expect(await deliveries()).toEqual(['b evt_1 waiting']);
  });

  it('that is switched off by hand during a send keeps that reason, and the others are not told of it', async () => {
    await at.happen({ id: 'evt_1', endpoints: [a.id] });
    at.scene.answer = async (reply) => {
      await at.endpoints.update(placeOf(a), { on: false }, 'user_1');
      answers(410)(reply, undefined as never);
    };
    await at.runDue();
    expect((await at.endpoints.find(placeOf(a))).offBecause).toBe('It was switched off by hand.');
    expect(await deliveries()).toEqual(['a evt_1 failed']);
  });

  it('is renamed, given another secret, and removed alone', async () => {
    await at.happen({ id: 'evt_1' });
    await at.endpoints.update(placeOf(a), { name: 'renamed' }, 'user_1');
    const kept = (await at.store.db.selectFrom('notice_endpoints').select(['name', 'secrets']).execute()).filter(
      ({ name }) => name !== 'renamed',
    );
    expect(kept.map(({ name }) => name).sort()).toEqual(['b', 'c']);
    await at.endpoints.rotate(placeOf(a), 'user_1');
    const after = await at.store.db.selectFrom('notice_endpoints').select(['name', 'secrets']).execute();
    expect(after).toEqual(expect.arrayContaining(kept));
    await at.endpoints.remove(placeOf(a), 'user_1');
    expect((await at.endpoints.list(at.workspaceId)).map(({ name }) => name)).toEqual(['b']);
    expect((await at.endpoints.list(theirs.workspaceId)).map(({ name }) => name)).toEqual(['c']);
    expect(await deliveries()).toEqual(['b evt_1 waiting']);
  });

  it('of another workspace is not there: not found, changed, removed or listed', async () => {
    const asked = { id: c.id, workspaceId: at.workspaceId };
    for (const refused of [
      () => at.endpoints.find(asked),
      () => at.endpoints.update(asked, { name: 'mine' }, 'user_1'),
      () => at.endpoints.rotate(asked, 'user_1'),
      () => at.endpoints.remove(asked, 'user_1'),
      () => at.endpoints.test({ ...asked, organizationId: at.organizationId }, 'user_1', new AbortController().signal),
    ])
      await expect(refused()).rejects.toMatchObject({ code: 'not_found' });
    expect((await at.endpoints.list(at.workspaceId)).map(({ name }) => name)).toEqual(['a', 'b']);
  });

  it('has room beside the fifty of another workspace', async () => {
    const row = await at.store.db
      .selectFrom('notice_endpoints')
      .selectAll()
      .where('id', '=', c.id)
      .executeTakeFirstOrThrow();
    for (let n = 1; n < 50; n++)
      await at.store.db
        .insertInto('notice_endpoints')
        .values({ ...row, id: `ep_${n}` })
        .execute();
    await expect(at.add({ ...theirs, name: 'fifty-first' })).rejects.toThrow('at most 50 endpoints');
    await at.add({ name: 'third of ours' });
  });
});

describe('the log of an endpoint', () => {
  it('shows its own deliveries, of one state where that is asked for', async () => {
    down('a');
    await happenInBoth('evt_1');
    await at.runDue();
    at.ambient.advance(HOUR_MS);
    await at.happen({ id: 'evt_2' });
    const page = async (one: Endpoint, more: { state?: 'waiting' | 'delivered' } = {}) =>
      (await at.deliveryLog.page(logOf(one), { limit: 10, ...more })).deliveries.map(({ eventId }) => eventId);
    expect(await page(a)).toEqual(['evt_2', 'evt_1']);
    expect(await page(c)).toEqual(['evt_1']);
    expect(await page(b, { state: 'delivered' })).toEqual(['evt_1']);
    expect(await page(b, { state: 'waiting' })).toEqual(['evt_2']);
    expect(await page({ ...c, workspaceId: at.workspaceId })).toEqual([]);
  });

  it('replays what failed there since, and nothing of another endpoint, of another time or that was delivered', async () => {
    const fail = () =>
      at.store.db
        .updateTable('notice_deliveries')
        .set({ state: 'failed', next_at: null })
        .where('event_id', 'in', ['evt_old', 'evt_1'])
        .execute();
    await at.happen({ id: 'evt_old' });
    at.ambient.advance(HOUR_MS);
    const since = at.ambient.now();
    await happenInBoth('evt_1');
    await at.happen({ id: 'evt_2' });
    await fail();
    await at.runDue();
    expect(got()).toEqual(['a evt_2', 'b evt_2']);
    expect(await at.deliveryLog.replayFailed(logOf(a), since)).toBe(1);
    expect((await deliveries()).filter((one) => one.endsWith('waiting'))).toEqual(['a evt_1 waiting']);
    await at.runDue();
    expect(got()).toEqual(['a evt_1', 'a evt_2', 'b evt_2']);
    expect(
      await at.deliveryLog.replayFailed({ ...logOf(b), workspaceId: theirs.workspaceId }, 0).catch((e) => e.code),
    ).toBe('conflict');
  });

  it('replays one delivery, of its own endpoint and workspace only', async () => {
    await happenInBoth('evt_1');
    await at.runDue();
    const idOf = async (one: Endpoint) => (await at.deliveryLog.page(logOf(one), { limit: 1 })).deliveries[0]!.id;
    const refused = { code: 'not_found' };
    await expect(at.deliveryLog.replay(logOf(a), await idOf(b))).rejects.toMatchObject(refused);
    await expect(
      at.deliveryLog.replay({ ...logOf(c), workspaceId: at.workspaceId }, await idOf(c)),
    ).rejects.toMatchObject(refused);
    await at.deliveryLog.replay(logOf(a), await idOf(a));
    expect((await deliveries()).filter((one) => one.endsWith('waiting'))).toEqual(['a evt_1 waiting']);
    await at.runDue();
    expect(got()).toEqual(['a evt_1', 'a evt_1', 'b evt_1', 'c evt_1']);
  });
});

it('reading ends with the last endpoint that is on', async () => {
  const cursors = async () =>
    (await at.store.db.selectFrom('notice_cursors').select('name').execute()).map(({ name }) => name).sort();
  for (const one of [a, b]) await at.endpoints.update(placeOf(one), { on: false }, 'user_1');
  await at.runDue([at.reading.kind]);
  expect(await cursors()).toEqual(['audit', 'leads']);
  await at.endpoints.update(placeOf(c), { on: false }, 'user_1');
  at.ambient.advance(HOUR_MS);
  await at.runDue([at.reading.kind]);
  expect(await cursors()).toEqual([]);
});
