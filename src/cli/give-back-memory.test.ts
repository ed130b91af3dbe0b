import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const PROGRAM = `
  import { getHeapStatistics } from 'node:v8';
  import { setTimeout } from 'node:timers/promises';
  import { giveBackMemory } from ${JSON.stringify(join(import.meta.dirname, 'give-back-memory.ts'))};
  giveBackMemory(100);
  const held = () => getHeapStatistics().used_heap_size;
  let load = Array.from({ length: 500_000 }, (_, index) => ({ index }));
  const loaded = held();
  load = undefined;
  for (let waited = 0; waited < 5_000 && held() > loaded / 2; waited += 50) await setTimeout(50);
  console.log(JSON.stringify({ loaded, calm: held() }));
`;

test('what a load leaves behind is given back once it is calm', () => {
  const told = execFileSync(process.execPath, ['--input-type=module', '-e', PROGRAM], { encoding: 'utf8' });
  const { loaded, calm } = JSON.parse(told) as { loaded: number; calm: number };
  expect(calm).toBeLessThan(loaded / 2);
});
