import { expect, test } from 'vitest';
import { KEY_VARIABLE, SNIPPETS } from './snippets.ts';

const context = { origin: 'https://ads.example', workspace: 'Acme & Co', channels: ['social', 'workspace'] };

test.each(SNIPPETS)(
  '$name names an address of the key and keeps the key out of the text when asked to',
  ({ write }) => {
    const hidden = write({ ...context, key: KEY_VARIABLE });
    expect(hidden).toContain('https://ads.example/workspace/mcp');
    expect(hidden).toMatch(/ADHELM_API_KEY/);
    expect(write({ ...context, key: 'sk_live_abc' })).toContain('sk_live_abc');
    expect(write({ ...context, key: 'sk_live_abc' })).not.toMatch(/ADHELM_API_KEY/);
  },
);

test.each(['Cursor', 'VS Code'])('%s gets a file that is JSON below its comment', (name) => {
  const text = SNIPPETS.find((snippet) => snippet.name === name)!.write({ ...context, key: KEY_VARIABLE });
  const [servers] = Object.values(JSON.parse(text.slice(text.indexOf('\n')))) as Record<string, object>[];
  expect(Object.keys(servers!)).toEqual(['acme-co-social', 'acme-co-workspace']);
});

test('a key without the workspace channel is tried with a list of its tools', () => {
  const curl = SNIPPETS[0]!.write({ ...context, channels: ['search'], key: KEY_VARIABLE });
  expect(curl).toContain('https://ads.example/search/mcp');
  expect(curl).toContain('"tools/list"');
});
