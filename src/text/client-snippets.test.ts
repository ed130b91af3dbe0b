import { describe, expect, test } from 'vitest';
import { CLIENTS, KEY_VARIABLE, PROGRAMS, type Snippet } from './client-snippets.ts';

const place = { origin: 'https://ads.example', name: 'Acme & Co' };
const channels = ['social', 'workspace'];
const named = (name: string) => [...CLIENTS, ...PROGRAMS].find((snippet) => snippet.name === name)!;
const jsonIn = (text: string) => JSON.parse(text.slice(text.indexOf('\n')));
const withKey = [...CLIENTS.filter(({ signInOnly }) => !signInOnly), ...PROGRAMS];

describe.each(withKey)('$name by key', ({ write }: Snippet) => {
  test('names an address of the key and keeps the key out of the text when asked to', () => {
    const hidden = write({ ...place, channels, key: KEY_VARIABLE });
    expect(hidden).toContain('https://ads.example/workspace/mcp');
    expect(hidden).toMatch(/ADHELM_API_KEY/);
    expect(write({ ...place, channels, key: 'sk_live_abc' })).toContain('sk_live_abc');
    expect(write({ ...place, channels, key: 'sk_live_abc' })).not.toMatch(/ADHELM_API_KEY/);
  });

  test('has one address for all channels when none is named', () => {
    const text = write({ ...place, channels: [], key: KEY_VARIABLE });
    expect(text.match(/https:\/\/ads\.example\S*?\/mcp/g)).toEqual(['https://ads.example/mcp']);
  });
});

test.each(CLIENTS)('$name by sign-in names every address and no key', ({ write }) => {
  const text = write({ ...place, channels });
  for (const channel of channels) expect(text).toContain(`https://ads.example/${channel}/mcp`);
  expect(text).not.toMatch(/Bearer|ADHELM_API_KEY|undefined/);
  expect(write({ ...place, channels: [] })).toContain('https://ads.example/mcp');
});

test.each(['Cursor', 'VS Code'])('%s gets a file that is JSON below its comment', (name) => {
  const [servers] = Object.values(jsonIn(named(name).write({ ...place, channels, key: KEY_VARIABLE }))) as object[];
  expect(Object.keys(servers!)).toEqual(['acme-co-social', 'acme-co-workspace']);
});

test('one-click links hold what the file would hold', () => {
  const cursor = new URL(named('Cursor').link!({ ...place, channels: [] }));
  expect(`${cursor.protocol}//${cursor.host}${cursor.pathname}`).toBe('cursor://anysphere.cursor-deeplink/mcp/install');
  expect(cursor.searchParams.get('name')).toBe('acme-co');
  expect(JSON.parse(atob(cursor.searchParams.get('config')!))).toEqual({ url: 'https://ads.example/mcp' });
  const [protocol, config = ''] = named('VS Code').link!({ ...place, channels: [] }).split('?');
  expect(protocol).toBe('vscode:mcp/install');
  expect(JSON.parse(decodeURIComponent(config))).toEqual({
    name: 'acme-co',
    type: 'http',
    url: 'https://ads.example/mcp',
  });
});

test('Codex reads the key from the environment, or has it in its file', () => {
  const codex = (key: string) => named('Codex').write({ ...place, channels, key });
  expect(codex(KEY_VARIABLE)).toContain('bearer_token_env_var = "ADHELM_API_KEY"');
  expect(codex(KEY_VARIABLE)).not.toContain('http_headers');
  expect(codex('sk_live_abc')).toContain('http_headers = { Authorization = "Bearer sk_live_abc" }');
});

test('a key without the workspace channel is tried with a list of its tools', () => {
  const curl = named('curl').write({ ...place, channels: ['search'], key: KEY_VARIABLE });
  expect(curl).toContain('https://ads.example/search/mcp');
  expect(curl).toContain('"tools/list"');
});
