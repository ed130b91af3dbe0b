import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findChannels } from '../../src/build.ts';
import { leastOfFive, longestTurnMs as longestTurnOf } from '../../src/event-loop/turn-length.testing.ts';
import { ToolIndex } from '../../src/finding/tool-index.ts';
import { describeTool } from '../../src/pipeline/describe.ts';

const HELD_MS_MAX = 50;

let child: ChildProcess;
let url: string;
let key: string;
beforeAll(async () => {
  child = fork(join(import.meta.dirname, 'watched-service.ts'), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  [{ url, key }] = (await once(child, 'message')) as [{ url: string; key: string }];
  // What is for people is loaded with their first request, which takes as long as it takes.
  await (await fetch(url)).arrayBuffer();
  // What has run once is compiled.
  for (let turn = 0; turn < 30; turn++) await post('rehearsal', toolCall('echo', { text: 'warm', wrong: 1 }));
});
afterAll(async () => {
  child.disconnect();
  await once(child, 'exit');
});

const PATHS = ['/', '/docs', '/openapi.json', '/healthz', '/readyz', '/metrics'];
const TOOLS: Record<string, string> = {
  rehearsal: 'write_note',
  social: 'create_ad_creative',
  search: 'get_campaign_performance',
  workspace: 'list_workspaces',
};

async function held(work: () => Promise<unknown>): Promise<number> {
  await longestTurnMs();
  await work();
  return longestTurnMs();
}

/** Since the last look. */
async function longestTurnMs(): Promise<number> {
  child.send('look');
  const [told] = (await once(child, 'message')) as [{ heldMs: number }];
  return told.heldMs;
}

async function post(channel: string, body: string, query = ''): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', accept: 'text/event-stream' };
  const reply = await fetch(`${url}${channel && `/${channel}`}/mcp${query}`, { method: 'POST', headers, body });
  await reply.arrayBuffer();
}

const toolCall = (name: string, args: unknown) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });
const named = (count: number, value: unknown = 1, length = 1) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${'a'.repeat(length)}${index}`, value]));
const nested = (levels: number, inner = '') => JSON.parse(`${'['.repeat(levels)}${inner}${']'.repeat(levels)}`);

/** What is dear to parse, to check, to word or to send: each as large as a body may be. */
const WORST: [string, (tool: string) => string][] = [
  ['90,000 unknown arguments', (tool) => toolCall(tool, named(90_000))],
  ['9,900 unknown arguments', (tool) => toolCall(tool, named(9_900))],
  ['9,900 unknown arguments with long names', (tool) => toolCall(tool, named(9_900, 1, 90))],
  ['a list of 500,000', (tool) => toolCall(tool, { campaign_ids: Array(500_000).fill(1) })],
  [
    'a list of 1,000 wrong items',
    (tool) => toolCall(tool, { campaign_ids: Array(1000).fill(1), bodies: Array(1000).fill(1) }),
  ],
  ['300,000 empty objects', (tool) => toolCall(tool, { note: Array(300_000).fill({}) })],
  ['deep nesting, again and again', (tool) => toolCall(tool, named(150, nested(58)))],
  ['a long text', (tool) => toolCall(tool, { note: 'x'.repeat(520_000), name: 'é'.repeat(200_000) })],
  ['a long text of backslashes', (tool) => toolCall(tool, { note: '\\'.repeat(260_000), text: '"'.repeat(100_000) })],
  ['a long name', (tool) => toolCall(tool, { ['k'.repeat(500_000)]: 1 })],
  ['half characters', (tool) => toolCall(tool, named(900, '\ud800'.repeat(100)))],
  ['hidden characters', (tool) => toolCall(tool, named(20, '\u200b\u202e'.repeat(8000)))],
  [
    'a batch of a hundred',
    (tool) =>
      `[${Array(100)
        .fill(toolCall(tool, named(90, 'x'.repeat(50))))
        .join()}]`,
  ],
  [
    'a batch of large replies',
    () =>
      `[${Array(100)
        .fill(toolCall('echo', { text: 'x'.repeat(90), copies: 9000 }))
        .join()}]`,
  ],
  ['a rounded id', (tool) => toolCall(tool, named(4000)).replace('"id":1', '"id":9223372036854775807')],
  ['brackets that never close', () => '['.repeat(1_000_000)],
  ['a million blanks', (tool) => ' '.repeat(1_000_000) + toolCall(tool, {})],
  ['a large reply', () => toolCall('echo', { text: 'x"é'.repeat(30), copies: 9000 })],
];

test.each(WORST)('%s block no other request', async (_, body) => {
  for (const [channel, tool] of Object.entries(TOOLS)) {
    const text = body(tool);
    const once = () => held(() => post(channel, text));
    const twice = () => held(() => Promise.all([post(channel, text), post(channel, text)]));
    expect(await leastOfFive(HELD_MS_MAX, once), channel).toBeLessThan(HELD_MS_MAX);
    expect(await leastOfFive(2 * HELD_MS_MAX, twice), `${channel}, twice at once`).toBeLessThan(2 * HELD_MS_MAX);
  }
});

test('nor does finding tools, by the words of people or by the worst', async () => {
  const queries = [
    'pause the Berlin ads',
    'zqx xqz '.repeat(62),
    'a'.repeat(500),
    "it's ".repeat(100),
    'é '.repeat(250),
  ];
  const deep = { tool: 'search_list_campaigns', arguments: `{"x":${'['.repeat(200_000)}${']'.repeat(200_000)}}` };
  const worst = async () => {
    for (const query of queries) await post('', toolCall('find_tools', { query }));
    for (const name of ['x'.repeat(100), 'zqx_'.repeat(25)]) await post('', toolCall('call_read_tool', { tool: name }));
    await post('', toolCall('call_read_tool', deep));
    await post('', toolCall('call_read_tool', { tool: 'search_list_campaigns', arguments: named(9_900) }));
  };
  expect(await leastOfFive(HELD_MS_MAX, () => held(worst))).toBeLessThan(HELD_MS_MAX);
});

test('nor does the index by which they are found, while it is made', async () => {
  const tools = [...(await findChannels()).byAddress.values()].flat();
  for (const tool of tools) describeTool(tool);
  const made = () => ToolIndex.of(tools, (tool) => describeTool(tool).inputSchema);
  expect(await leastOfFive(HELD_MS_MAX, () => longestTurnOf(made))).toBeLessThan(HELD_MS_MAX);
});

test('nor do the worst addresses', async () => {
  const long = 'a=1&'.repeat(3900);
  const headers = { authorization: `Bearer ${key}` };
  const range = `spreadsheetId=${'x'.repeat(7000)}&range=${'A'.repeat(900)}:B`;
  const worst = async () => {
    for (const path of [...PATHS, '/office/sheets/read', '/nope'])
      await (await fetch(`${url}${path}?${long}`, { headers })).arrayBuffer();
    await post('rehearsal', '{}', `?${long}`);
    await post('rehearsal', '{}', `?toolsets=${'a,'.repeat(7000)}`);
    await (await fetch(`${url}/office/sheets/read?${range}`, { headers })).arrayBuffer();
  };
  expect(await leastOfFive(HELD_MS_MAX, () => held(worst))).toBeLessThan(HELD_MS_MAX);
});
