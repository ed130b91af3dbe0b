import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { hashedPeople } from './people.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

test('hashes each value as the platform writes it, keeps places, and takes hashes as they are', async () => {
  const plain = (value: string) => (value.includes('@') ? value.trim().toLowerCase() : undefined);
  const given = [' Ada@Acme.example', 'nobody', sha256('x').toUpperCase()];
  expect(await hashedPeople(given, plain)).toEqual([sha256('ada@acme.example'), undefined, sha256('x')]);
});

test('others get their turn meanwhile', async () => {
  let turns = 0;
  let done = false;
  const hashing = hashedPeople(Array.from({ length: 5000 }, String), String).finally(() => {
    done = true;
  });
  while (!done) {
    turns += 1;
    await setImmediate();
  }
  expect(await hashing).toHaveLength(5000);
  expect(turns).toBeGreaterThan(5);
});
