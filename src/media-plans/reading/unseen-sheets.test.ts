import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPlan } from './read-plan.ts';
import type { PlanLine } from './sheet-reading.ts';
import { OPTIONS, sheetOf, type TestCell } from './sheets.testing.ts';
import { UNSEEN_SHEETS } from './unseen-sheets.testing.ts';

const read = (rows: readonly (readonly TestCell[])[]) => readPlan(sheetOf(rows), OPTIONS);

const shown = ({ row, isOut, channel, campaign, start, end, budget, currency, ages, genders }: PlanLine) =>
  [
    `${row}${isOut ? ' out' : ''}`,
    channel,
    campaign,
    `${start ?? ''}..${end ?? ''}`,
    `${budget?.amount} ${budget?.per} ${currency}`,
    [ages && `${ages.from}-${ages.to ?? ''}`, genders].filter(Boolean).join(' '),
  ].join(' | ');

test.each(UNSEEN_SHEETS)('$name', async ({ rows, lines, skipped, sums, problems }) => {
  const reading = await read(rows);
  expect(reading.lines.map(shown)).toEqual(lines);
  expect(reading.skipped.map(({ row, kind }) => `${row} ${kind}`).join(', ')).toBe(skipped);
  expect(reading.sums.map(({ cell, amount, currency }) => `${cell} ${amount} ${currency}`)).toEqual(sums);
  expect(reading.problems.map(({ cell, level }) => `${cell} ${level}`)).toEqual(problems);
});

describe('columns that are weeks, in many ways of naming them', () => {
  const HEADS: readonly ((at: number) => string)[] = [
    (at) => `KW ${at + 2}`,
    (at) => `W/C ${monday(at).getUTCDate()} ${month(at)}`,
    (at) => `${monday(at).getUTCDate()} ${month(at)}`,
    (at) => `${month(at)} ${monday(at).getUTCDate()}`,
    (at) => `${monday(at).getUTCDate()}.${monday(at).getUTCMonth() + 1}.`,
    (at) => `Week ${at + 1}`,
    (at) => `sem. du ${monday(at).getUTCDate()}/${monday(at).getUTCMonth() + 1}`,
  ];
  const monday = (at: number) => new Date(Date.UTC(2027, 0, 11 + at * 7));
  const month = (at: number) => ['Jan', 'Feb', 'Mar'][monday(at).getUTCMonth()]!;
  const weeks = fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: 3, maxLength: 8 });

  test('their amounts add up to the budget, and a total that says another sum is told', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...HEADS),
        weeks.filter((amounts) => amounts.some((amount) => amount > 1)),
        fc.integer({ min: 0, max: 2 }),
        async (head, amounts, wrongBy) => {
          const sum = amounts.reduce((all, one) => all + one, 0);
          const rows = [
            ['Platform', 'Campaign', 'Start', 'End', ...amounts.map((_, at) => head(at)), 'Total'],
            ['Meta', 'A', '2027-01-11', '2027-03-31', ...amounts, sum + wrongBy],
          ];
          const { lines, problems } = await read(rows);
          expect(problems.map(({ level }) => level)).toEqual(wrongBy === 0 ? [] : ['stop']);
          if (wrongBy === 0) expect(lines[0]!.budget).toEqual({ amount: String(sum), per: 'total' });
        },
      ),
      { numRuns: 60 },
    );
  });

  test('a row without days of its own has those of its weeks, also over the end of a year', async () => {
    const rows = [
      ['Kanal', 'Kampagne', 'KW 52', 'KW 53', 'KW 1', 'KW 2'],
      ['Meta', 'A', '', '100', '100', ''],
    ];
    const { lines } = await read(rows);
    expect(lines[0]!.periods).toEqual([
      { start: '2026-12-28', end: '2027-01-03', amount: '100' },
      { start: '2027-01-04', end: '2027-01-10', amount: '100' },
    ]);
  });

  test('weeks with crosses, ones or shares are no budgets', async () => {
    for (const mark of ['x', 1, '25%']) {
      const rows = [
        ['Platform', 'Campaign', 'Budget', 'KW 2', 'KW 3', 'KW 4'],
        ['Meta', 'A', '500', mark, '', mark],
      ];
      const { lines, problems } = await read(rows);
      expect([problems, lines[0]!.budget]).toEqual([[], { amount: '500', per: 'total' }]);
    }
  });
});

test.each(['Reach in thousands', 'All figures in 000s', 'Kontakte in Tsd.', 'Budget for people reached in thousands'])(
  '%s above the heads makes no budget a thousandfold, and is told',
  async (line) => {
    const { lines, problems } = await read([
      [line],
      ['Platform', 'Campaign', 'Start', 'End', 'Budget'],
      ['Meta', 'A', '2027-01-11', '2027-03-31', '500'],
    ]);
    expect(lines[0]!.budget?.amount).toBe('500');
    expect(problems).toMatchObject([{ cell: 'Plan!A1', level: 'look' }]);
  },
);

test('an amount is as many times more as its head, or a line above the heads, counts', async () => {
  const units: readonly (readonly [string, number])[] = [
    ['Budget (T€)', 1_000],
    ['Budget in TEUR', 1_000],
    ['Budget (k€)', 1_000],
    ['Budget ($000)', 1_000],
    ["Budget '000", 1_000],
    ['予算（千円）', 1_000],
    ['予算（万円）', 10_000],
    ['Budget (Mio. €)', 1_000_000],
    ['Budget (EUR)', 1],
    ['Budget t/m EUR', 1],
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...units),
      fc.integer({ min: 1, max: 999 }),
      fc.constantFrom('', '¹', ' ²', '*', '③'),
      fc.boolean(),
      async ([unit, times], amount, footnote, isAbove) => {
        const rows = [
          [isAbove ? unit : 'Plan'],
          ['Platform', 'Campaign', 'Start', 'End', isAbove ? 'Budget' : unit],
          ['Meta', 'A', '2027-01-11', '2027-03-31', `${amount}${footnote}`],
          ['Meta', 'B', '2027-01-11', '2027-03-31', amount],
        ];
        const { lines, problems } = await read(rows);
        expect(lines.map(({ budget }) => budget?.amount)).toEqual([String(amount * times), String(amount * times)]);
        expect(problems.map(({ level }) => level)).toEqual(times === 1 ? [] : ['look']);
      },
    ),
    { numRuns: 80 },
  );
});

test.each([
  ['15k', '15000'],
  ['1,5 Mio', '1500000'],
])('%s says itself what it counts in, whatever its head says', async (written, amount) => {
  const rows = [
    ['Platform', 'Campaign', 'Budget (T€)'],
    ['Meta', 'A', written],
  ];
  expect((await read(rows)).lines[0]!.budget?.amount).toBe(amount);
});

test.each<[TestCell, string]>([
  [{ value: 15, shown: '15' }, '15000'],
  [{ value: 15_000, shown: '15' }, '15000'],
  [{ value: 15_400, shown: '15,4' }, '15400'],
  [{ value: 15_000, shown: '15k' }, '15000'],
  [{ value: 15_000, shown: '15.000' }, '15000000'],
])('a number in thousands by its head, and again by its format, is counted once: %j', async (budget, amount) => {
  const above = [['Alle Beträge in T€'], ['Platform', 'Campaign', 'Budget']];
  for (const heads of [above, [['Platform', 'Campaign', 'Budget (T€)']]]) {
    const { lines, sums } = await read([...heads, ['Meta', 'A', budget], ['', 'Summe', budget]]);
    expect([lines[0]!.budget?.amount, sums[0]?.amount]).toEqual([amount, amount]);
  }
});

test.each([
  ['1.5 mil', '"1.5 mil" can be thousands or millions.'],
  [{ value: 15, shown: '15k' }, 'The cell shows "15k" and holds 15.'],
  ['500 / month', '"500 / month" is a budget of other days; a campaign has one a day or a total.'],
])('an amount that may be another one is refused: %s', async (budget, message) => {
  const { lines, problems } = await read([
    ['Platform', 'Campaign', 'Objective', 'Start date', 'Budget', 'Landing page'],
    ['Meta', 'A', 'Traffic', '2027-01-11', budget, 'https://example.com'],
  ]);
  expect(problems).toMatchObject([{ cell: 'Plan!E2', level: 'stop', message }]);
  expect([lines[0]!.isOut, lines[0]!.budget]).toEqual([true, undefined]);
});

test.each([
  ['ab 15. März', '2027-03-15', undefined],
  ['from 15 March', '2027-03-15', undefined],
  ['1/15から', '2027-01-15', undefined],
  ['bis 30.06.2027', undefined, '2027-06-30'],
  ['Q2 2027', '2027-04-01', '2027-06-30'],
  ['2. Quartal', '2027-04-01', '2027-06-30'],
  ['Q1', '2027-01-01', '2027-03-31'],
  ['1 Apr – 30 Jun', '2027-04-01', '2027-06-30'],
])('the days of %s', async (flight, start, end) => {
  const { lines, problems } = await read([
    ['Plattform', 'Kampagne', 'Zeitraum', 'Budget'],
    ['Meta', 'A', flight, '1800'],
    ['Meta', 'B', '13.01.2027 – 14.01.2027', '1800'],
  ]);
  if (!flight.includes('/')) expect([lines[0]!.start, lines[0]!.end, problems]).toEqual([start, end, []]);
  else expect([lines[0]!.start ?? start, lines[0]!.end]).toEqual([start, end]);
});

test('a start without a year is in the year that its end names', async () => {
  const { lines, problems } = await read([
    ['Mediaplan 2027'],
    ['Kanal', 'Kampagne', 'Start', 'Ende', 'Budget'],
    ['Meta', 'A', '01.12.', '24.12.2027', '500 €'],
    ['Meta', 'B', '20.12.', '10.01.2028', '500 €'],
    ['Meta', 'C', '01.04.', '', '500 €'],
  ]);
  expect(problems).toEqual([]);
  expect(lines.map(({ start }) => start)).toEqual(['2027-12-01', '2027-12-20', '2027-04-01']);
});

test('people in few letters', async () => {
  const { lines } = await read([
    ['Platform', 'Campaign', 'Demo', 'Budget'],
    ...['W25-44', 'M35+', 'A18-49', 'V 25-44', '女性25-44', 'M&A professionals', 'm/w/d 20-30'].map((demo, at) => [
      'Meta',
      `C${at}`,
      demo,
      '500',
    ]),
  ]);
  expect(lines.map(({ genders, ages }) => [genders, ages?.from, ages?.to])).toEqual([
    ['women', 25, 44],
    ['men', 35, undefined],
    [undefined, 18, 49],
    ['women', 25, 44],
    ['women', 25, 44],
    [undefined, undefined, undefined],
    ['all', 20, 30],
  ]);
});

test('a row that names no currency among rows of two is refused; among rows of one it is in that one', async () => {
  const heads = ['Platform', 'Campaign', 'Budget', 'Currency'];
  const two = await read([heads, ['Meta', 'A', '500', 'EUR'], ['Meta', 'B', '500', 'GBP'], ['Meta', 'C', '500', '']]);
  expect(two.problems).toMatchObject([{ cell: 'Plan!C4', level: 'stop' }]);
  const one = await readPlan(
    sheetOf([heads, ['Meta', 'A', '500', 'EUR'], ['Meta', 'B', '500', 'EUR'], ['Meta', 'C', '500', '']]),
    { ...OPTIONS, defaultCurrency: 'USD' },
  );
  expect(one.lines.map(({ currency }) => currency)).toEqual(['EUR', 'EUR', 'EUR']);
});

test('fees and taxes among campaigns of a section are told, and campaigns with such words are campaigns', async () => {
  const { lines, problems } = await read([
    ['Campaign', 'January', 'February'],
    ['Meta'],
    ['Fee-free banking', '€ 500', '€ 500'],
    ['Agency fee 8%', '€ 40', '€ 40'],
    ['Tax season', '€ 500', '€ 500'],
    ['VAT 19 %', '€ 190', '€ 190'],
  ]);
  expect(lines.map(({ campaign }) => campaign)).toEqual(['Fee-free banking', 'Tax season']);
  expect(problems.map(({ cell, level }) => `${cell} ${level}`)).toEqual(['Plan!A4 look', 'Plan!A6 look']);
});

test.each([
  [
    'a year above the heads that is not the one read',
    [['Mediaplan 2026'], ['Kanal', 'Kampagne', 'von', 'Budget'], ['Meta', 'A', '03.04.', '500 €']],
    'Plan!C3: "03.04." names no year and is read as 3 Apr 2027; above the heads stands 2026.',
  ],
  [
    'an amount above rows that have none',
    [
      ['Platform', 'Campaign', 'Budget'],
      ['Meta', 'A', '€ 9000'],
      ['Meta', 'B', ''],
      ['Meta', 'C', ''],
    ],
    "Plan!C2: Rows 3, 4 have no budget. If this one is for them too, share it out: it is read as row 2's alone.",
  ],
  [
    'a name that begins as a sum does',
    [['Campaign', 'January'], ['Meta'], ['Total Wellness', '€ 500'], ['Brand', '€ 100']],
    'Plan!A3: "Total Wellness" is taken for a sum, not for a campaign; the row is not read.',
  ],
  [
    'a budget a month',
    [
      ['Platform', 'Campaign', 'Monthly budget'],
      ['Meta', 'A', '500'],
    ],
    'Plan!C1: "Monthly budget" is not used: a campaign has a budget a day or in total.',
  ],
])('%s is told', async (_, rows, words) => {
  const { problems } = await read(rows);
  expect(problems.map(({ cell, message, level }) => `${cell}: ${message} ${level}`)).toEqual([`${words} look`]);
});

test('a channel among campaigns with days, with an amount and no days, is their section with its sum', async () => {
  const { lines } = await read([
    ['Kampagne', 'Start', 'Ende', 'Budget EUR'],
    ['Meta', '', '', '3000'],
    ['A', '01.12.2026', '24.12.2026', '1000'],
    ['B', '01.12.2026', '24.12.2026', '2000'],
    ['LinkedIn', '', '', '500'],
    ['C', '01.12.2026', '24.12.2026', '500'],
  ]);
  expect(lines.map(({ campaign, channel }) => `${campaign} ${channel}`)).toEqual([
    'A social',
    'B social',
    'C professional',
  ]);
});

test('in a sheet of several currencies, a row that names only its account takes none of the other rows', async () => {
  const { lines, problems } = await read([
    ['Platform', 'Account', 'Campaign', 'Start', 'End', 'Budget', 'Currency'],
    ['Meta', 'Acme', 'A', '2027-01-11', '2027-03-31', '500', 'USD'],
    ['Meta', 'Acme', 'A2', '2027-01-11', '2027-03-31', '500', 'USD'],
    ['Meta', 'Acme Europe', 'B', '2027-01-11', '2027-03-31', '600', 'EUR'],
    ['Meta', 'Acme Europe', 'C', '2027-01-11', '2027-03-31', '700', ''],
    ['Meta', '', 'D', '2027-01-11', '2027-03-31', '800', ''],
  ]);
  expect(lines.map(({ campaign, currency }) => [campaign, currency])).toEqual([
    ['A', 'USD'],
    ['A2', 'USD'],
    ['B', 'EUR'],
    ['C', undefined],
    ['D', undefined],
  ]);
  expect(problems.filter(({ level }) => level === 'stop').map(({ cell }) => cell)).toEqual(['Plan!F6']);
});
