import { expect, test } from 'vitest';
import { inPortOrder, portOf } from './ports.ts';

test('a platform keeps its port whichever others are present', () => {
  expect(portOf('search', 7000, ['search'])).toBe(7004);
  expect(portOf('search', 7000, ['social', 'search', 'video'])).toBe(7004);
  expect(
    ['social', 'professional', 'video', 'search', 'office', 'tags'].map((name) => portOf(name, 7000, [name])),
  ).toEqual([7001, 7002, 7003, 7004, 7005, 7006]);
});

test('platforms outside the fixed order come after it, each with a port of its own', () => {
  const platforms = ['zebra', 'office', 'antelope'];
  expect(inPortOrder(platforms)).toEqual(['office', 'antelope', 'zebra']);
  expect(platforms.map((name) => portOf(name, 7000, platforms))).toEqual([7008, 7005, 7007]);
});

test('port 0 leaves every port to the system', () => {
  expect(portOf('office', 0, ['office'])).toBe(0);
});
