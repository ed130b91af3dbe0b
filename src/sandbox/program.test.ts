import { get } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from './program.ts';
import notes from './test-platforms/notes/emulator.ts';

interface ControlReply {
  effects: unknown[];
  requests: { request_id: string }[];
  faults: unknown[];
  origins: unknown;
  notes: unknown;
  field: string;
  frozen: boolean;
}

let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await startSandbox({ file: ':memory:', port: 0, emulators: [notes] });
});
afterEach(() => sandbox.close());

const platform = (path: string, init?: RequestInit) => fetch(sandbox.origins.notes + path, init);
const control = async (path: string, init?: { method: string; body?: unknown }) => {
  const reply = await fetch(sandbox.controlOrigin + path, {
    ...(init && { method: init.method }),
    ...(init?.body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(init.body),
    }),
  });
  return { status: reply.status, body: (await reply.json()) as ControlReply };
};
/** `fetch` sets the Host header by itself. */
const statusFor = (port: number, host: string) =>
  new Promise<number>((resolve, reject) => {
    const request = get({ host: '127.0.0.1', port, path: '/clock', headers: { host } }, (reply) => {
      reply.resume();
      resolve(reply.statusCode!);
    });
    request.on('error', reject);
  });
const note = (text: string) => platform('/notes', { method: 'POST', body: text });
const arm = (fault: Record<string, unknown>) =>
  control('/faults', { method: 'POST', body: { platform: 'notes', ...fault } });
const readNotes = async () => (await platform('/notes')).json();
const readLedger = async (query = '') => (await control(`/ledger${query}`)).body.effects;

describe('an effect and its ledger row', () => {
  test('stand together, with the request that caused them', async () => {
    await note('a');
    const [row] = await readLedger();
    const requests = (await control('/requests?platform=notes')).body.requests;
    expect(row).toMatchObject({
      seq: 1,
      platform: 'notes',
      kind: 'create',
      resource: 'note',
      id: '2',
      account: 'me',
      detail: { text: 'a' },
      request_id: requests[0]?.request_id,
    });
  });

  test('fall together when the work fails', async () => {
    expect((await platform('/notes/broken', { method: 'POST' })).status).toBe(500);
    expect(await readLedger()).toEqual([]);
    expect(await readNotes()).toEqual(['seeded']);
  });

  test('are found by filter and by what came after', async () => {
    await note('a');
    await note('b');
    expect(await readLedger('?resource=note&since=1')).toHaveLength(1);
    expect(await readLedger('?resource=other')).toEqual([]);
    expect(await readLedger('?kind=delete')).toEqual([]);
    expect(await readLedger('?platform=search')).toEqual([]);
  });
});

describe('a cut connection', () => {
  test('before the commit leaves nothing behind', async () => {
    await arm({ kind: 'cut_before', match: 'POST /notes' });
    await expect(note('a')).rejects.toThrow();
    expect(await readLedger()).toEqual([]);
    expect(await readNotes()).toEqual(['seeded']);
  });

  test('after the commit leaves exactly one effect, and no answer', async () => {
    await arm({ kind: 'cut_after', match: 'POST /notes' });
    await expect(note('a')).rejects.toThrow();
    expect(await readLedger()).toHaveLength(1);
    expect(await readNotes()).toEqual(['seeded', 'a']);
    const { requests } = (await control('/requests')).body;
    expect(requests[0]).toMatchObject({ method: 'POST', path: '/notes', status: null, fault: 'cut_after' });
  });
});

describe('a fault', () => {
  test('is worded by the platform and spares the handler', async () => {
    await arm({ kind: 'throttle' });
    const reply = await note('a');
    expect(reply.status).toBe(429);
    expect(reply.headers.get('x-worded-by')).toBe('notes');
    expect(await reply.json()).toEqual({ fault: 'throttle' });
    expect(await readLedger()).toEqual([]);
  });

  test('skips first and is spent after its times', async () => {
    await arm({ kind: 'server_error', match: '^POST /notes$', skip: 1, times: 2 });
    const statuses = [];
    for (const text of ['a', 'b', 'c', 'd']) statuses.push((await note(text)).status);
    expect(statuses).toEqual([200, 500, 500, 200]);
    expect((await control('/faults')).body).toEqual({ faults: [] });
  });

  test('meets only the requests it names', async () => {
    await arm({ kind: 'unavailable', match: 'GET /time' });
    expect((await note('a')).status).toBe(200);
    expect((await platform('/time')).status).toBe(500);
  });

  test('of latency holds the request back before it does anything', async () => {
    await arm({ kind: 'latency', ms: 60_000, match: 'POST' });
    const impatience = new AbortController();
    const held = platform('/notes', { method: 'POST', body: 'a', signal: impatience.signal });
    expect(await readNotes()).toEqual(['seeded']);
    impatience.abort();
    await expect(held).rejects.toThrow('aborted');
    expect(await readLedger()).toEqual([]);
  });

  test('of latency that has passed changes nothing', async () => {
    await arm({ kind: 'latency', ms: 5 });
    expect((await note('a')).status).toBe(200);
    expect(await readNotes()).toEqual(['seeded', 'a']);
  });

  test('of a change that is accepted and not applied answers like a success and leaves nothing', async () => {
    await arm({ kind: 'accepted_not_applied', match: 'POST /notes' });
    const reply = await note('a');
    expect([reply.status, await reply.json()]).toEqual([200, { id: '2' }]);
    expect(await readNotes()).toEqual(['seeded']);
    expect(await readLedger()).toEqual([]);
    const { requests } = (await control('/requests')).body;
    expect(requests[0]).toMatchObject({ path: '/notes', status: 200, fault: 'accepted_not_applied' });
    await note('a');
    expect(await readNotes()).toEqual(['seeded', 'a']);
  });

  test('can be taken back', async () => {
    await arm({ kind: 'server_error', times: 5 });
    await control('/faults', { method: 'DELETE' });
    expect((await note('a')).status).toBe(200);
  });
});

describe('a call that the platform has and the sandbox has not', () => {
  test('is answered with that, and no other call is', async () => {
    const reply = await platform('/notes/7:copy', { method: 'POST', body: '' });
    expect(reply.status).toBe(501);
    expect(await reply.json()).toMatchObject({
      error: {
        message: 'The sandbox does not have POST /notes/{id}:copy (nobody copies notes). The platform does.',
      },
    });
    expect((await platform('/notes/7:copy')).status).toBe(404);
    expect((await platform('/notes/7:move', { method: 'POST', body: '' })).status).toBe(404);
  });
});

describe('the clock', () => {
  const timeSeen = async () => ((await (await platform('/time')).json()) as { now: number }).now;

  test('is set, advanced and frozen, and the platforms live by it', async () => {
    const noon = '2030-06-01T12:00:00.000Z';
    await control('/clock', { method: 'PUT', body: { now: noon, frozen: true } });
    expect(await timeSeen()).toBe(Date.parse(noon));
    await control('/clock', { method: 'PUT', body: { advanceMs: 3_600_000 } });
    expect(await timeSeen()).toBe(Date.parse(noon) + 3_600_000);
    expect((await control('/clock')).body).toEqual({ now: '2030-06-01T13:00:00.000Z', frozen: true });
  });
});

describe('the control address', () => {
  test.each([
    ['/faults', 'POST', { platform: 'notes', kind: 'explode' }, 'kind'],
    ['/faults', 'POST', { platform: 'nowhere', kind: 'throttle' }, 'platform'],
    ['/faults', 'POST', { platform: 'notes', kind: 'throttle', match: '(' }, 'match'],
    ['/faults', 'POST', { platform: 'notes', kind: 'throttle', time: 3 }, 'time'],
    ['/clock', 'PUT', { now: 'yesterday' }, 'now'],
    ['/clock', 'PUT', { advanceMs: 8.64e15 }, 'advanceMs'],
    ['/ledger?since=x', 'GET', undefined, 'since'],
    ['/ledger?color=red', 'GET', undefined, 'color'],
    ['/switches', 'PUT', { platform: 'notes', name: 'ink', value: 'red' }, 'platform'],
    ['/switches', 'PUT', { platform: 'notes', name: 'ink' }, 'value'],
  ])('%s %s %j is refused with the name of the field', async (path, method, body, field) => {
    const reply = await control(path, { method, ...(body && { body }) });
    expect(reply.status).toBe(400);
    expect(reply.body.field).toBe(field);
  });

  test('says what is here and how to sign in', async () => {
    expect((await control('/')).body.origins).toEqual(sandbox.origins);
    expect((await control('/coverage')).body.notes).toEqual(notes.coverage);
    expect((await control('/grants')).body.notes).toEqual([
      { company: 'Acme', credentials: { token: 'note-taker', url: sandbox.origins.notes } },
    ]);
  });

  test('shows traffic without tokens, and bodies when asked', async () => {
    await platform('/notes?access_token=secret&page=2', {
      method: 'POST',
      body: 'a',
      headers: { authorization: 'Bearer secret' },
    });
    const plain = (await control('/requests')).body;
    const full = (await control('/requests?bodies=1')).body;
    expect(JSON.stringify([plain, full])).not.toContain('secret');
    expect(full.requests[0]).toMatchObject({
      query: 'access_token=…&page=2',
      request_body: 'a',
      response_body: '{"id":"2"}',
    });
  });

  test('refuses what a web page sends', async () => {
    const reply = await fetch(`${sandbox.controlOrigin}/reset`, {
      method: 'POST',
      headers: { origin: 'http://evil.example' },
    });
    expect(reply.status).toBe(403);
  });

  test.each([
    ['127.0.0.1:PORT', 200],
    ['LOCALHOST:PORT', 200],
    ['[::1]:PORT', 200],
    ['evil.example:PORT', 403],
    ['127.0.0.1.evil.example:PORT', 403],
    ['localhost.:PORT', 403],
    ['0.0.0.0:PORT', 403],
    ['127.0.0.1', 403],
    ['127.0.0.1:1', 403],
  ])('asked for as Host "%s" answers %i', async (host, status) => {
    const { port } = new URL(sandbox.controlOrigin);
    expect(await statusFor(Number(port), host.replace('PORT', port))).toBe(status);
  });

  test('reset puts back the seed and forgets the rest', async () => {
    await note('a');
    await arm({ kind: 'throttle' });
    await control('/clock', { method: 'PUT', body: { now: '2030-06-01T12:00:00Z', frozen: true } });
    await control('/reset', { method: 'POST' });
    expect(await readNotes()).toEqual(['seeded']);
    expect(await readLedger()).toEqual([]);
    expect((await control('/faults')).body).toEqual({ faults: [] });
    expect((await control('/clock')).body.frozen).toBe(false);
  });
});
