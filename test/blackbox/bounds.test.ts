import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rehearsal } from '../rehearsal.ts';
import { type PostOptions, startTestService, type TestService } from '../service.ts';

const MIB = 1_048_576;
const fixture = rehearsal();
let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    platforms: [],
    extraEndpoints: fixture.endpoints,
    settings: { ADHELM_RATE_POINTS: '1000000' },
  });
});
afterAll(() => service?.close());

const call = (name: string, args: unknown, id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
});
const echo = (text: string, copies: number, id: unknown = 1) => call('echo', { text, copies }, id);
const speaksMcp: PostOptions = { headers: { accept: 'application/json, text/event-stream' } };

async function bytesOf(body: unknown, extra?: PostOptions): Promise<{ bytes: number; text: string }> {
  const text = await (await service.post('rehearsal', body, extra)).text();
  return { bytes: Buffer.byteLength(text), text };
}

describe('a reply on the wire stays within 1 MiB', () => {
  const long = 'quoted "x" \\ é 漢字 '.repeat(5);

  test.each([
    ['for the plain client', {}],
    ['for one that gets it twice', speaksMcp],
  ])('%s, and uses most of it', async (_, extra) => {
    const { bytes, text } = await bytesOf(echo(long, 30_000), extra);
    expect(bytes).toBeLessThanOrEqual(MIB);
    expect(bytes).toBeGreaterThan(0.9 * MIB);
    const { result } = JSON.parse(text);
    const told = JSON.parse(result.content[0].text);
    expect(told.truncated).toMatchObject({ list: 'items', returned: told.items.length });
    if (extra !== speaksMcp) return;
    expect(result.structuredContent).toEqual(told);
  });

  test('as a stream', async () => {
    const params = { ...echo(long, 30_000).params, _meta: { progressToken: 'p' } };
    const { bytes } = await bytesOf({ ...echo(long, 30_000), params }, speaksMcp);
    expect(bytes).toBeLessThanOrEqual(MIB);
  });

  test.each([
    ['', {}],
    [', with every result twice', speaksMcp],
  ])('for a batch as a whole%s; who finds no room is told so, and not carried out', async (_, extra) => {
    const before = fixture.written.length;
    const batch = [
      ...Array.from({ length: 20 }, (__, id) => echo(long, 9000, id)),
      call('write_note', { note: 'late' }, 'w'),
    ];
    const { bytes, text } = await bytesOf(batch, extra);
    expect(bytes).toBeLessThanOrEqual(MIB);
    const replies = JSON.parse(text) as { id: unknown; result?: object; error?: { message: string } }[];
    expect(replies.map(({ id }) => id)).toEqual(batch.map(({ id }) => id));
    expect(replies[0]).toHaveProperty('result');
    expect(replies.at(-1)?.error?.message).toContain('Send the message by itself');
    expect(fixture.written.length).toBe(before);
  });

  test('for an answer that is repeated to a client that gets it twice', async () => {
    const headers = { 'idempotency-key': 'large' };
    // Once it fits, twice it does not.
    const note = long.repeat(1000);
    const write = call('write_note', { note, copies: 4 });
    const first = await bytesOf(write, { headers });
    expect(first.bytes).toBeLessThanOrEqual(MIB);
    expect(first.bytes).toBeGreaterThan(0.5 * MIB);
    const again = await bytesOf(write, { headers: { ...headers, ...speaksMcp.headers } });
    expect(again.bytes).toBeLessThanOrEqual(MIB);
    expect(fixture.written.filter((written) => written === note)).toHaveLength(1);
  });
});

describe('a refusal is short, whatever is refused', () => {
  const names = (count: number, name = (index: number) => `a${index}`) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [name(index), 1]));

  test.each<[string, unknown]>([
    ['90,000 unknown arguments', call('echo', names(90_000))],
    ['9,000 unknown arguments', call('echo', names(9_000))],
    ['an argument with a huge name', call('echo', { ['x'.repeat(400_000)]: 1 })],
    [
      'a thousand arguments with long names',
      call(
        'echo',
        names(1000, (index) => `${index}${'y'.repeat(900)}`),
      ),
    ],
    ['a list of 500,000', call('echo', { text: Array(500_000).fill(1) })],
    ['9,000 lists', call('echo', { text: Array(9_000).fill([]) })],
    ['deep nesting', call('echo', { text: JSON.parse(`${'['.repeat(60)}${']'.repeat(60)}`) })],
    ['a method with a huge name', { jsonrpc: '2.0', id: 1, method: 'm'.repeat(500_000) }],
    ['a tool with a huge name', call('t'.repeat(500_000), {})],
    ['a huge id', { ...call('echo', {}), id: 'i'.repeat(500_000) }],
    [
      'a resource with a huge address',
      { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: 'u'.repeat(500_000) } },
    ],
    ['a hundred messages with long names', Array.from({ length: 100 }, (_, id) => call('t'.repeat(9_000), {}, id))],
  ])('%s', async (_, body) => {
    const { bytes, text } = await bytesOf(body);
    expect(bytes).toBeLessThanOrEqual(Array.isArray(body) ? 300_000 : 50_000);
    expect(text).toMatch(/"isError":true|"error":/);
  });

  test('names the first problems, counts the others, and tells the known names once', async () => {
    const { isError, result } = await service.call('rehearsal', 'write_note', { ...names(900), note: 'x', nott: 1 });
    expect(isError).toBe(true);
    expect(result.error.message).toMatch(/^901 arguments are wrong, the first 20 of them: /);
    expect(result.error.problems).toHaveLength(20);
    expect(JSON.stringify(result).split('note, wait, fail').length - 1).toBeLessThanOrEqual(2);
    expect(JSON.stringify(result).split('"allowed_values"').length - 1).toBe(1);
  });

  test('costs no more than accepting', async () => {
    const good = call('echo', { text: 'x'.repeat(500_000), copies: 2 });
    const bad = call('echo', { ['x'.repeat(500_000)]: 1, ...names(9_000) });
    await Promise.all([bytesOf(good), bytesOf(bad)]);
    const [accepted, refused] = [await cpuMsOf(good), await cpuMsOf(bad)];
    expect(refused).toBeLessThan(accepted * 5 + 50);
  });
});

async function cpuMsOf(body: unknown): Promise<number> {
  const text = JSON.stringify(body);
  const before = process.cpuUsage();
  for (let turn = 0; turn < 5; turn++) await bytesOf(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 5000;
}

describe('what a caller writes comes back visible or not at all', () => {
  const hidden = 'A\u200bB\u202eC\u{e0041}D';

  test.each<[string, unknown]>([
    ['an unknown argument', call('echo', { [hidden]: 1 })],
    ['an unknown tool', call(hidden, {})],
    ['an unknown method', { jsonrpc: '2.0', id: 1, method: hidden }],
  ])('%s', async (_, body) => {
    const { text } = await bytesOf(body);
    expect(text).toContain('ABCD');
    expect(text).not.toMatch(/[\u200b\u202e]|\udb40/);
  });

  test('a parameter of the address', async () => {
    const reply = await service.post('rehearsal', call('echo', {}), { query: `?${encodeURIComponent(hidden)}=1` });
    expect(await reply.text()).toContain('`ABCD` is not a parameter');
  });
});

describe('an id', () => {
  test.each([
    '9007199254740993',
    '9223372036854775807',
    '9223372036854775808',
    '-9223372036854775808',
    '-9007199254740993',
  ])('%s comes back as it is', async (digits) => {
    const one = `{"jsonrpc":"2.0","id":${digits},"method":"tools/call","params":{"name":"echo","arguments":{}}}`;
    expect((await bytesOf(one)).text).toContain(`"id":${digits},"result"`);
    expect((await bytesOf(`[${one},${one.replace('echo', 'nope')}]`)).text.split(`"id":${digits},`)).toHaveLength(3);
  });

  test.each(['1e30', '123456789012345678901234', '1.5', '[]'])(
    '%s is refused, and it says what is allowed',
    async (id) => {
      const { text } = await bytesOf(`{"jsonrpc":"2.0","id":${id},"method":"tools/list"}`);
      expect(JSON.parse(text)).toMatchObject({ id: null, error: { code: -32600 } });
      expect(text).toContain('a whole number of at most 19 digits');
    },
  );
});

test.each(['c3 28', 'ff', 'e2 82', 'ed a0 80', 'f8 88 80 80 80'])(
  'bytes %s that are no UTF-8 are no JSON',
  async (bytes) => {
    const [before = '', after = ''] = JSON.stringify(call('echo', { text: '|' })).split('|');
    const body = Buffer.concat([
      Buffer.from(before),
      Buffer.from(bytes.replaceAll(' ', ''), 'hex'),
      Buffer.from(after),
    ]);
    const reply = await fetch(`${service.url}/rehearsal/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
      body,
    });
    expect(reply.status).toBe(400);
    expect(await reply.json()).toMatchObject({ error: { code: -32700 } });
  },
);
