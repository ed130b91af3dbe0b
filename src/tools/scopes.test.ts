import { expect, test } from 'vitest';
import { missingScopes } from './scopes.ts';

const TOOLS = [
  { name: 'read_it', scopes: ['read'] },
  { name: 'write_it', scopes: ['write', 'pages'] },
  { name: 'explain_it', scopes: [] },
];

test('a permission includes others; what is missing is told with the tools it stops', () => {
  const includes = { write: ['read'] };
  expect(missingScopes(TOOLS, ['write'], includes)).toEqual([{ scope: 'pages', tools: ['write_it'] }]);
  expect(missingScopes(TOOLS, ['read', 'pages'], includes)).toEqual([{ scope: 'write', tools: ['write_it'] }]);
  expect(missingScopes(TOOLS, [], includes).map(({ scope }) => scope)).toEqual(['read', 'write', 'pages']);
});
