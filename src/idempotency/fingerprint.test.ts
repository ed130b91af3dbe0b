import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fingerprint } from './fingerprint.ts';

/** The same value with the names of every object written in the opposite order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).reverse();
  return JSON.parse(
    `{${entries.map(([name, part]) => `${JSON.stringify(name)}:${JSON.stringify(reversed(part))}`).join(',')}}`,
  );
}

const json = fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown);

it('does not depend on the order arguments are written in', () => {
  fc.assert(
    fc.property(json, (args) => {
      expect(fingerprint('tool', reversed(args))).toBe(fingerprint('tool', args));
    }),
  );
});

it('differs when the tool or any argument differs', () => {
  fc.assert(
    fc.property(json, json, (one, other) => {
      expect(fingerprint('a', one)).not.toBe(fingerprint('b', one));
      fc.pre(!isDeepStrictEqual(one, other));
      expect(fingerprint('a', one)).not.toBe(fingerprint('a', other));
    }),
  );
});

it('tells apart what looks alike', () => {
  const alike = [{ a: 1 }, { a: '1' }, { a: [1] }, { a: null }, {}, [], null, JSON.parse('{"__proto__":{"a":1}}')];
  expect(new Set(alike.map((args) => fingerprint('tool', args))).size).toBe(alike.length);
});
