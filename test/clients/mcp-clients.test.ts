import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { conformanceEndpoint } from '../conformance/endpoint.ts';
import { type RecordingProxy, startRecordingProxy } from '../conformance/recording-proxy.ts';
import { WireOracle } from '../conformance/wire-oracle.ts';
import { startTestService, type TestService } from '../service.ts';
import { OFFICIAL_CLIENTS, type OfficialClient } from './mcp-official-clients.ts';
import { WaitingTool } from './mcp-waiting-tool.ts';

const oracle = new WireOracle();
const waiting = new WaitingTool();
let service: TestService;
let proxy: RecordingProxy;

beforeAll(async () => {
  service = await startTestService({
    emulators: [],
    extraEndpoints: (pipeline) => [conformanceEndpoint(pipeline, [waiting.tool])],
  });
  proxy = await startRecordingProxy(service.url, oracle);
});

afterAll(async () => {
  await proxy.close();
  await service.close();
});

const at = (channel: string) => new URL(`${proxy.url}/${channel}/mcp`);

describe.each(OFFICIAL_CLIENTS)('official client %s', (_release, connect) => {
  let workspace: OfficialClient;
  let fixtures: OfficialClient;

  beforeEach(async () => {
    workspace = await connect(at('workspace'), service.key);
    fixtures = await connect(at('conformance'), service.key);
  });

  afterEach(async () => {
    await workspace.close();
    await fixtures.close();
  });

  test('lists tools with title, output schema and every annotation', async () => {
    const tools = await workspace.tools();
    expect(tools.find(({ name }) => name === 'list_workspaces')).toMatchObject({
      title: 'List workspaces',
      outputSchema: { type: 'object' },
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    });
  });

  test('calls a tool and gets the same data as text and as structure', async () => {
    await workspace.tools();
    const { content, structuredContent, isError } = await workspace.call('list_workspaces');
    expect(isError).toBeFalsy();
    expect(structuredContent).toMatchObject({ workspaces: [{ name: 'Acme' }, { name: 'Acme Japan' }] });
    expect(JSON.parse(content[0]?.text ?? '')).toEqual(structuredContent);
  });

  test('is told about bad arguments in the result, where a model can read it', async () => {
    const { content, isError } = await workspace.call('list_workspaces', { workspace: 1 });
    expect(isError).toBe(true);
    expect(JSON.parse(content[0]?.text ?? '')).toMatchObject({
      error: { code: 'invalid_arguments', field: 'workspace' },
    });
  });

  test('finds and calls tools at the address of all channels', async () => {
    const all = await connect(new URL(`${proxy.url}/mcp`), service.key);
    try {
      const names = (await all.tools()).map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining(['find_tools', 'call_read_tool', 'call_write_tool', 'report']));
      const found = await all.call('find_tools', { query: 'which clients do we work for' });
      expect(found.structuredContent).toMatchObject({
        tools: expect.arrayContaining([expect.objectContaining({ tool: 'workspace_list_workspaces' })]),
      });
      const { structuredContent, content } = await all.call('call_read_tool', { tool: 'workspace_list_workspaces' });
      expect(structuredContent).toMatchObject({ workspaces: [{ name: 'Acme' }, { name: 'Acme Japan' }] });
      expect(JSON.parse(content[0]?.text ?? '')).toEqual(structuredContent);
      expect(await all.call('call_read_tool', { tool: 'workspace_stop_spending' })).toMatchObject({ isError: true });
    } finally {
      await all.close();
    }
  });

  test('is told about an unknown tool by an error', async () => {
    await expect(workspace.call('list_workspace')).rejects.toMatchObject({ code: -32602 });
  });

  test('sees progress before the result when it asks for it', async () => {
    const seen: number[] = [];
    const result = await fixtures.call('test_tool_with_progress', {}, { onprogress: (at) => seen.push(at.progress) });
    expect(seen).toEqual([0, 50, 100]);
    expect(result.content[0]?.text).toBe('Progress complete');
  });

  test('keeps streams apart that are open at the same time', async () => {
    const progress = [1, 2, 3].map(() => [] as number[]);
    await Promise.all(
      progress.map((seen) =>
        fixtures.call('test_tool_with_progress', {}, { onprogress: (at) => seen.push(at.progress) }),
      ),
    );
    expect(progress).toEqual([
      [0, 50, 100],
      [0, 50, 100],
      [0, 50, 100],
    ]);
  });

  test('stops the work it asked for when it goes away', async () => {
    const begun = waiting.begun();
    const gone = waiting.gone();
    const call = fixtures.call('wait_until_gone').then(
      () => 'answered',
      () => 'given up',
    );
    await begun;
    await fixtures.close();
    await gone;
    expect(await call).toBe('given up');
  });
});

test.each(OFFICIAL_CLIENTS.slice(3))('official client %s stops one call without going away', async (_name, connect) => {
  const client = await connect(at('conformance'), service.key);
  const begun = waiting.begun();
  const gone = waiting.gone();
  const giveUp = new AbortController();
  const call = expect(client.call('wait_until_gone', {}, { signal: giveUp.signal })).rejects.toThrow();
  await begun;
  giveUp.abort();
  await Promise.all([gone, call]);
  expect((await client.call('test_simple_text')).isError).toBeFalsy();
  await client.close();
});

test('the modern client answers what a tool asks back, round after round, until there is a result', async () => {
  const client = new Client(
    { name: 'adhelm-tests', version: '1.0.0' },
    {
      capabilities: { elicitation: {} },
      versionNegotiation: { mode: { pin: '2026-07-28' } },
    },
  );
  const asked: string[] = [];
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    asked.push(params.message);
    return { action: 'accept', content: { name: 'Ada', color: 'blue' } };
  });
  await client.connect(keyedTransport());
  const { content } = await client.callTool({ name: 'test_input_required_result_multi_round', arguments: {} });
  expect(asked).toEqual(['Step 1: What is your name?', 'Step 2: What is your favorite color?']);
  expect(content).toEqual([{ type: 'text', text: 'Both answers are in' }]);
  await client.close();
});

test('the modern client repeats marked arguments in headers, whatever characters they hold', async () => {
  const client = new Client(
    { name: 'adhelm-tests', version: '1.0.0' },
    {
      versionNegotiation: { mode: { pin: '2026-07-28' } },
    },
  );
  await client.connect(keyedTransport());
  await client.listTools();
  for (const region of ['eu-west1', 'größer ✓', ' padded ', '=?base64?eA==?=', '']) {
    const { content } = await client.callTool({ name: 'test_x_mcp_header', arguments: { region, level: 3 } });
    expect(content).toEqual([{ type: 'text', text: `Routed to ${region}` }]);
  }
  await client.close();
});

function keyedTransport(): StreamableHTTPClientTransport {
  const headers = { Authorization: `Bearer ${service.key}` };
  return new StreamableHTTPClientTransport(at('conformance'), { requestInit: { headers } });
}

test('a client with a wrong key is told so', async () => {
  for (const [, connect] of OFFICIAL_CLIENTS) {
    await expect(connect(at('workspace'), 'sk_live_wrong')).rejects.toThrow(/401|nauthorized|valid API key/);
  }
});

test('every reply of the sessions above is what the official wire schemas say', () => {
  expect(oracle.problems).toEqual([]);
  expect(oracle.checked).toBeGreaterThan(50);
});
