import { expect, test } from 'vitest';
import { readPlan } from './read-plan.ts';
import { OPTIONS, sheetOf } from './sheets.testing.ts';

const PERIOD = ['2026-12-01', '2026-12-24', '500'];

test('campaigns that are named like channels are campaigns by their head', async () => {
  const rows = [
    ['Campaign', 'Start', 'End', 'Budget'],
    ['Facebook', ...PERIOD],
    ['TikTok', ...PERIOD],
  ];
  const { lines, mapping } = await readPlan(sheetOf(rows), OPTIONS);
  expect(lines.map(({ campaign }) => campaign)).toEqual(['Facebook', 'TikTok']);
  expect(mapping[0]).toMatchObject({ meaning: 'campaign', found: 'head' });
});

test.each([
  ['one value', ['Facebook'], null],
  ['two values', ['Facebook', 'TikTok'], 'channel'],
])('a column without a head is known by its values, if there are two: %s', async (_, values, meaning) => {
  const rows = values.map((value, at) => [value, `Campaign ${at}`, ...PERIOD]);
  const { mapping } = await readPlan(sheetOf([['', 'Campaign', 'Start', 'End', 'Budget'], ...rows]), OPTIONS);
  expect(mapping[0]).toMatchObject({ meaning });
});
