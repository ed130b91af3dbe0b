import { expect, test } from 'vitest';
import { received, refusedWith } from './exchange.testing.ts';
import { narrowingOf } from './narrowing.ts';

const ALL = { readOnly: false, toolsets: [], channels: [] };
const here = { toolsets: ['ads', 'reports'], channels: ['search', 'social'] };
const narrowed = (
  query: string,
  headers: Record<string, string> = {},
  of: typeof here | { toolsets: string[] } = here,
) => narrowingOf(received({ url: `/mcp${query}`, headers }).exchange, of);

test.each<[string, Record<string, string>, object]>([
  ['', {}, ALL],
  ['?readOnly', {}, { ...ALL, readOnly: true }],
  ['?read-only=Yes', {}, { ...ALL, readOnly: true }],
  ['?read_only=off', {}, ALL],
  ['?read_only=0', { 'x-mcp-readonly': 'true' }, { ...ALL, readOnly: true }],
  ['?toolsets=reports,ads&toolsets=ads', {}, { ...ALL, toolsets: ['ads', 'reports'] }],
  ['', { 'x-mcp-toolsets': ' All ', 'x-mcp-channels': 'SOCIAL' }, { ...ALL, toolsets: ['all'], channels: ['social'] }],
])('%s with the headers %j is understood', (query, headers, wanted) => {
  expect(narrowed(query, headers)).toEqual(wanted);
});

test.each<[string, string]>([
  ['?read_only=maybe', '`read_only` is "maybe"; allowed: true, false.'],
  ['?toolset=ads', '`toolset` is not a parameter of this address; did you mean `toolsets`?'],
  ['?colour=red', '`colour` is not a parameter of this address; known: read_only, toolsets, channels.'],
  ['?toolsets=ads,trains', '`toolsets` names "trains", which is not one here; known: all, ads, reports.'],
  ['?channels=trains', '`channels` names "trains", which is not one here; known: all, search, social.'],
])('%s is refused, not ignored', async (query, message) => {
  expect(await refusedWith(() => narrowed(query))).toEqual({ status: 400, message });
});

test('the address of one channel takes no channels', async () => {
  const refused = await refusedWith(() => narrowed('?channels=social', {}, { toolsets: ['ads'] }));
  expect(refused?.message).toContain('`channels` is not a parameter of this address');
});
