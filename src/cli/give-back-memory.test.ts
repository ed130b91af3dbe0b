import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** What lives through some collections of young objects and dies then is what calls leave behind. */
const PROGRAM = `
  import { setTimeout } from 'node:timers/promises';
  import { giveBackMemory } from ${JSON.stringify(join(import.meta.dirname, 'give-back-memory.ts'))};
  giveBackMemory(200);
  const held = () => process.memoryUsage.rss();
  const before = held();
  for (let round = 0; round < 20; round++) {
    let load = [];
    for (let index = 0; index < 200_000; index++) load.push({ index, text: 'of ' + index });
    load = undefined;
    await setTimeout(1);
  }
  const loaded = held();
  const most = before + (loaded - before) / 3;
  for (let waited = 0; waited < 8_000 && held() > most; waited += 50) await setTimeout(50);
  console.log(JSON.stringify({ before, loaded, most, calm: held() }));
`;

test('what a load leaves behind goes back to the system once it is calm', () => {
  const told = execFileSync(process.execPath, ['--max-semi-space-size=16', '--input-type=module', '-e', PROGRAM], {
    encoding: 'utf8',
  });
  const { calm, most } = JSON.parse(told) as { calm: number; most: number };
  expect(calm).toBeLessThanOrEqual(most);
});
