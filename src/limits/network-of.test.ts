import fc from 'fast-check';
import { expect, test } from 'vitest';
import { networkOf } from './network-of.ts';

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '::ffff:203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['::', '0:0:0:0'],
  ['1:2::', '1:2:0:0'],
  ['1::4:5:6:7:8', '1:0:0:4'],
  ['::3:4:5:6:7:8', '0:0:3:4'],
  ['1:2::4:5:6:7:8', '1:2:0:4'],
  ['no address', 'no address'],
])('tries from %s are counted as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test('every address of a /64 counts as one, however it is written, and those of another do not', () => {
  const groups = (length: number) =>
    fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: length, maxLength: length });
  const short = (parts: readonly number[]) => new URL(`http://[${parts.map((one) => one.toString(16)).join(':')}]`);
  const written = (parts: readonly number[]) => [
    parts.map((one) => one.toString(16).padStart(4, '0').toUpperCase()).join(':'),
    short(parts).hostname.slice(1, -1),
  ];
  fc.assert(
    fc.property(groups(4), groups(4), groups(4), (network, one, other) => {
      const found = [one, other].flatMap((rest) => written([...network, ...rest])).map(networkOf);
      expect(new Set(found).size).toBe(1);
      const [first, ...rest] = network as [number, number, number, number];
      expect(networkOf(written([first ^ 1, ...rest, ...one])[0]!)).not.toBe(found[0]);
    }),
  );
});
