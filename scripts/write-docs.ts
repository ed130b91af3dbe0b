import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { generatedFiles, staleFiles } from './generated-files.ts';

const files = await generatedFiles();
for (const [file, text] of files) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
for (const file of staleFiles(files)) rmSync(file);
