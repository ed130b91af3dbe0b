import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { expect, test } from 'vitest';
import { generatedFiles, staleFiles } from '../../scripts/generated.ts';

test('the documentation and the tool surface on file are what the code says; a wanted change is written with `npm run docs`', async () => {
  const files = await generatedFiles();
  for (const [file, text] of files) {
    expect(readFileSync(file, 'utf8'), relative(process.cwd(), file)).toBe(text);
  }
  expect(staleFiles(files), 'files of tools that are no more').toEqual([]);
});
