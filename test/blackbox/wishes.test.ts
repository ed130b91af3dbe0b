import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rehearsal } from '../rehearsal.ts';
import { type PostOptions, startTestService, type TestService } from '../service.ts';

const fixture = rehearsal();
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ platforms: [], extraEndpoints: fixture.endpoints });
});
afterAll(() => service?.close());

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const write = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'write_note', arguments: { note: 'x' } } };

async function namesFor(extra: PostOptions): Promise<string[]> {
  const reply = await service.post('rehearsal', list, extra);
  const { result } = (await reply.json()) as { result: { tools: { name: string }[] } };
  return result.tools.map(({ name }) => name);
}

async function refusal(extra: PostOptions): Promise<string> {
  const reply = await service.post('rehearsal', list, extra);
  expect(reply.status).toBe(400);
  const { error, code } = (await reply.json()) as { error: string; code: string };
  expect(code).toBe('BAD_REQUEST');
  return error;
}

const CLOSING: PostOptions[] = [
  ...['true', 'True', 'TRUE', 'yes', 'YES', '1', 'on', '', ' true '].flatMap((value) => [
    { query: `?read_only=${encodeURIComponent(value)}` },
    { headers: { 'x-mcp-readonly': value } },
  ]),
  { query: '?read_only' },
  { query: '?read_only=false&read_only=true' },
  { query: '?read_only=true&read_only=false' },
  { query: '?readonly=true' },
  { query: '?readOnly=true' },
  { query: '?READ-ONLY=1' },
  { query: '?read_only[]=true' },
  { headers: { 'x-mcp-readonly': 'false, true' } },
  { headers: { 'x-mcp-read-only': 'true' } },
  { query: '?read_only=false', headers: { 'x-mcp-readonly': 'true' } },
];

describe('reading only', () => {
  test.each(CLOSING.map((extra) => [JSON.stringify(extra), extra] as const))('is meant by %s', async (_, extra) => {
    expect(await namesFor(extra)).toEqual(['echo', 'slow_read']);
    const reply = await service.post('rehearsal', write, extra);
    expect(await reply.text()).toContain('permission_denied');
    expect(fixture.written).toEqual([]);
  });

  test.each(['false', 'False', '0', 'no', 'off'])('is not meant by %s', async (value) => {
    expect(await namesFor({ query: `?read_only=${value}`, headers: { 'x-mcp-readonly': value } })).toContain(
      'write_note',
    );
  });

  test('that cannot be understood is refused by name', async () => {
    expect(await refusal({ query: '?read_only=maybe' })).toBe('`read_only` is "maybe"; allowed: true, false.');
    expect(await refusal({ headers: { 'x-mcp-readonly': 'maybe' } })).toContain('`read_only`');
  });
});

describe('the parameters of an address', () => {
  test('that are unknown are refused by name, with the nearest one', async () => {
    expect(await refusal({ query: '?read_onl=true' })).toContain(
      '`read_onl` is not a parameter of this address; did you mean `read_only`?',
    );
    expect(await refusal({ query: '?constructor=1' })).toContain('known: read_only, toolsets');
  });

  test('name toolsets that exist; others are refused with the known ones', async () => {
    expect(await namesFor({ query: '?toolsets=all' })).toContain('unlisted_read');
    expect(await namesFor({ query: '?toolsets=Reading' })).toEqual(['echo', 'slow_read']);
    for (const extra of [
      { query: '?toolsets=reading,nope' },
      { headers: { 'x-mcp-toolsets': 'nope' } },
      { query: '?toolsets=' },
    ])
      expect(await refusal(extra)).toContain('known: all, rare, reading, writing');
  });

  test.each([{ query: '?toolsets=reading' }, { headers: { 'x-mcp-toolsets': 'reading' } }])(
    'hold toolsets on the call as well: %o',
    async (extra) => {
      const reply = await service.post('rehearsal', write, extra);
      expect(await reply.json()).toMatchObject({
        error: { code: -32602, message: expect.stringContaining('write_note') },
      });
      expect(fixture.written).toEqual([]);
    },
  );

  test('do not outlive their request', async () => {
    expect(await namesFor({})).toEqual(['echo', 'slow_read', 'write_note']);
  });
});
