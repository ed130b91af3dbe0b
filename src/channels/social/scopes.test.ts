import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { missingScopes, TOOL_SCOPES } from './scopes.ts';

test('every tool has its permissions written down', () => {
  const files = readdirSync(join(import.meta.dirname, 'tools')).filter((file) => !file.endsWith('.test.ts'));
  expect(Object.keys(TOOL_SCOPES).sort()).toEqual(files.map((file) => file.replace('.ts', '')).sort());
});

test('who may manage ads may read them; what is missing is told with the tools it stops', () => {
  expect(missingScopes(['ads_management']).map(({ scope }) => scope)).not.toContain('ads_read');
  expect(missingScopes(['ads_read']).find(({ scope }) => scope === 'ads_management')?.tools).toContain(
    'create_social_ad',
  );
});
