import { expect, test } from 'vitest';
import { takenApart } from './called-tool.ts';

const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

test.each([
  ['an object', { name: 'Launch' }, { name: 'Launch' }],
  ['JSON text, as some models write them', '{"name":"Launch"}', { name: 'Launch' }],
  ['text as deep as a body may be', nested(64), JSON.parse(nested(64))],
])('the arguments of a call inside of a call may be %s', (_, given, inner) => {
  expect(takenApart({ tool: 'see_train', arguments: given })).toEqual({
    outer: { tool: 'see_train', arguments: {} },
    inner,
  });
});

test.each([
  ['a list', []],
  ['a list as text', '[1]'],
  ['text that is no JSON', '{"name"'],
  ['text that is deeper than a body may be', nested(65)],
  ['text that is too long', JSON.stringify({ name: 'a'.repeat(20_000) })],
])('%s is left as it is, for the check of arguments to refuse', (_, given) => {
  const call = { tool: 'see_train', arguments: given };
  expect(takenApart(call)).toEqual({ outer: call, inner: {} });
});
