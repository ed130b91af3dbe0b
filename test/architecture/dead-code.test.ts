import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './source-tree.ts';

interface Report {
  issues: { file: string; [kind: string]: string | { name: string }[] }[];
}

test('nothing is exported that no other file uses, and no file is left over; `npx knip --fix` takes the exports away', () => {
  const program = join(ROOT, 'node_modules/knip/bin/knip.js');
  const { stdout, stderr } = spawnSync(process.execPath, [program, '--reporter', 'json', '--no-progress'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  const dead = (JSON.parse(stdout) as Report).issues.flatMap(({ file, ...kinds }) =>
    Object.entries(kinds).flatMap(([kind, found]) =>
      Array.isArray(found) ? found.map(({ name }) => `${file}: ${kind} ${name}`) : [],
    ),
  );
  expect(dead).toEqual([]);
});
