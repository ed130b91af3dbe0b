import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

/**
 * Changes the code in small ways, one at a time, and sees whether a test notices. Whole, it takes hours:
 * `npm run mutation -- --sample 40 --seed 7` looks at that many windows of lines, chosen by the seed, and
 * `npm run mutation -- --only src/limits` at one place.
 */
const WINDOW_LINES = 12;

const { values } = parseArgs({
  options: { sample: { type: 'string' }, seed: { type: 'string', default: '1' }, only: { type: 'string' } },
});
const { mutate } = JSON.parse(readFileSync('stryker.config.json', 'utf8')) as { mutate: string[] };
const files = globSync(mutate.filter((pattern) => !pattern.startsWith('!')))
  .filter((file) => !/\.(test|testing)\.ts$/.test(file) && file.startsWith(values.only ?? ''))
  .sort();
const chosen = values.sample === undefined ? files : sample(Number(values.sample), Number(values.seed));
console.log(
  `seed ${values.seed}: ${chosen.length} of ${values.sample === undefined ? files.length : windows().length}`,
);
const { status } = spawnSync('stryker', ['run', '--mutate', chosen.join()], { stdio: 'inherit' });
process.exitCode = status ?? 1;

function windows(): string[] {
  return files.flatMap((file) => {
    const lines = readFileSync(file, 'utf8').split('\n').length;
    return Array.from({ length: Math.ceil(lines / WINDOW_LINES) }, (_, index) => {
      const first = index * WINDOW_LINES + 1;
      return `${file}:${first}-${Math.min(lines, first + WINDOW_LINES - 1)}`;
    });
  });
}

/** The same seed chooses the same windows (mulberry32). */
function sample(count: number, seed: number): string[] {
  const left = windows();
  let state = seed;
  const chance = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return Array.from(
    { length: Math.min(count, left.length) },
    () => left.splice(Math.floor(chance() * left.length), 1)[0]!,
  );
}
