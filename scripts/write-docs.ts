import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { generatedFiles } from './generated.ts';

for (const [file, text] of await generatedFiles()) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
