import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { discoverEmulators, SANDBOX_FOLDER } from './discover.ts';

const EVERY_PLATFORM = [
  'access.ts',
  'calls.testing.ts',
  'coverage.ts',
  'emulator.ts',
  'errors.ts',
  'format.ts',
  'routes',
  'rules',
  'seed.ts',
  'state.ts',
];

/** Folders for parts of the file with the same name. */
const MAY_HAVE = ['seed', 'state'];

/** Folders that only one platform needs, with the reason. */
const SPECIAL: Record<string, readonly string[]> = {
  // Nodes, edges and field expansion; made-up delivery and its reports; what ads can be aimed at.
  social: ['graph', 'insights', 'targeting'],
  // The protocol of its addresses and batches; made-up delivery and its reports; what ads can be aimed at.
  professional: ['restli', 'analytics', 'targeting'],
  // What ads can be aimed at; made-up delivery and its reports.
  video: ['reports', 'targeting'],
  // The field catalogue, the query language, made-up traffic, changes as transactions, the keyword planner; the platform's
  // second interface, for conversions.
  search: ['catalogue', 'query', 'metrics', 'mutate', 'planning', 'data-manager', 'changes.testing.ts'],
};

const platforms = (await discoverEmulators()).map(({ platform }) => platform);

test.each(platforms)('%s is one small file, or has the files of every platform', (platform) => {
  const found = readdirSync(join(SANDBOX_FOLDER, platform)).filter(
    (name) => !name.endsWith('.test.ts') && !MAY_HAVE.includes(name),
  );
  if (found.join() === 'emulator.ts') return;
  expect(found.sort()).toEqual([...EVERY_PLATFORM, ...(SPECIAL[platform] ?? [])].sort());
});
