import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { expect, test } from 'vitest';
import { generatedFiles, staleFiles } from '../../scripts/generated-files.ts';

test('the documentation and the tool surface on file are what the code says; a wanted change is written with `npm run docs`', async () => {
  const files = await generatedFiles();
  const outdated = [...files].filter(([file, text]) => !existsSync(file) || readFileSync(file, 'utf8') !== text);
  const shown = [...outdated.map(([file]) => file), ...staleFiles(files)].map((file) => relative(process.cwd(), file));
  expect(shown, '`npm run docs` writes these files, or removes what is no more').toEqual([]);
});
