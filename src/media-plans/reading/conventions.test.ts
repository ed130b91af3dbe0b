import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPlan } from './read-plan.ts';
import { OPTIONS, sheetOf, type TestCell } from './sheets.testing.ts';

const HEADS = ['Channel', 'Campaign', 'Start', 'End', 'Budget', 'Currency'];

/** Each way to write an amount: the whole part in groups, then the decimals. */
const CONVENTIONS = {
  german: { group: '.', mark: ',' },
  english: { group: ',', mark: '.' },
  french: { group: ' ', mark: ',' },
  swiss: { group: "'", mark: '.' },
  plainComma: { group: '', mark: ',' },
  plainPoint: { group: '', mark: '.' },
};

function written(cents: number, { group, mark }: { group: string; mark: string }, decimals: number): string {
  const whole = String(Math.floor(cents / 100)).replace(/\B(?=(\d{3})+$)/g, group);
  const rest = String(cents % 100)
    .padStart(2, '0')
    .slice(0, decimals);
  return decimals === 0 ? whole : `${whole}${mark}${rest}`;
}

const exact = (cents: number) => String(cents / 100);

const lineOf = (budget: TestCell, at: number, start: TestCell = '2026-12-01', end: TestCell = '2026-12-24') => [
  'Meta',
  `Campaign ${at}`,
  start,
  end,
  budget,
  'EUR',
];

describe('written in any convention, with one cell that can be read only one way', () => {
  test('an amount is read exactly', async () => {
    const amount = fc.record({ cents: fc.integer({ min: 1, max: 99_999_999_99 }), decimals: fc.constantFrom(0, 2) });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.values(CONVENTIONS)),
        fc.array(amount, { minLength: 1, maxLength: 6 }),
        async (convention, amounts) => {
          const cents = amounts.map(({ cents: some, decimals }) =>
            decimals === 0 ? Math.ceil(some / 100) * 100 : some,
          );
          const cells = amounts.map(({ decimals }, at) => written(cents[at]!, convention, decimals));
          const witness = written(1_234_50, convention, 2);
          const rows = [HEADS, ...[witness, ...cells].map((cell, at) => lineOf(cell, at))];
          const { lines, problems } = await readPlan(sheetOf(rows), OPTIONS);
          expect(problems).toEqual([]);
          expect(lines.map(({ budget }) => budget?.amount)).toEqual(['1234.5', ...cents.map(exact)]);
        },
      ),
      { numRuns: 40 },
    );
  });

  test('a day is read exactly', async () => {
    const two = (number: number) => String(number).padStart(2, '0');
    const forms: ((year: number, month: number, date: number) => string)[] = [
      (year, month, date) => `${two(date)}.${two(month)}.${year}`,
      (year, month, date) => `${date}/${month}/${year}`,
      (year, month, date) => `${month}/${date}/${year % 100}`,
      (year, month, date) => `${year}-${two(month)}-${two(date)}`,
      (year, month, date) => `${year}年${month}月${date}日`,
      (year, month, date) =>
        `${date} ${'Jan Feb März April Mai Juni July août Sept octubre November décembre'.split(' ')[month - 1]} ${year}`,
    ];
    const day = fc.date({ min: new Date('2026-11-20'), max: new Date('2031-12-30'), noInvalidDate: true });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...forms), fc.array(day, { minLength: 1, maxLength: 5 }), async (form, days) => {
        const iso = days.map((one) => one.toISOString().slice(0, 10));
        const cells = iso.map((one) => form(...(one.split('-').map(Number) as [number, number, number])));
        const rows = [
          HEADS,
          ...[form(2026, 11, 25), ...cells].map((cell, at) => lineOf('1800', at, cell, '2031-12-31')),
        ];
        const { lines, problems } = await readPlan(sheetOf(rows), OPTIONS);
        expect(problems).toEqual([]);
        expect(lines.map(({ start }) => start)).toEqual(['2026-11-25', ...iso]);
      }),
      { numRuns: 40 },
    );
  });

  test('the order of columns, and columns beside them, change nothing', async () => {
    const columns: readonly (readonly TestCell[])[] = [
      ['Kanal', 'Meta', 'TikTok', ''],
      ['Kampagne', 'A', 'B', 'Summe'],
      ['von', '01.12.26', '02.12.26', ''],
      ['bis', '24.12.26', '25.12.26', ''],
      ['Budget netto', '18.000,00', '900,50', '18.900,50'],
      ['Whg', 'EUR', 'EUR', ''],
      ['Impressionen', '1.000.000', '20.000', ''],
      ['Kundenwunsch', 'ja', 'nein', ''],
      ['Bemerkung', 'x', '', ''],
    ];
    const expected = [
      {
        row: 2,
        channel: 'social',
        campaign: 'A',
        start: '2026-12-01',
        end: '2026-12-24',
        budget: { amount: '18000', per: 'total' },
        currency: 'EUR',
        isOut: false,
      },
      {
        row: 3,
        channel: 'video',
        campaign: 'B',
        start: '2026-12-02',
        end: '2026-12-25',
        budget: { amount: '900.5', per: 'total' },
        currency: 'EUR',
        isOut: false,
      },
    ];
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([...columns], { minLength: columns.length }), async (shuffled) => {
        const rows = [0, 1, 2, 3].map((row) => shuffled.map((column) => column[row]!));
        const { lines, problems, sums } = await readPlan(sheetOf(rows), OPTIONS);
        expect(problems).toEqual([]);
        expect(lines.map(({ cells: _, ...line }) => line)).toEqual(expected);
        expect(sums.map(({ amount, rows: added }) => [amount, added])).toEqual([['18900.5', [2, 3]]]);
      }),
      { numRuns: 30 },
    );
  });
});

describe('what cannot be decided', () => {
  const read = async (rows: readonly (readonly TestCell[])[], more = {}) =>
    readPlan(sheetOf(rows), { ...OPTIONS, ...more });

  test('an amount that can be thousands or decimals is refused with both readings', async () => {
    const { problems, lines } = await read([HEADS, lineOf('1.800', 1)]);
    expect(problems).toMatchObject([
      { cell: 'Plan!E2', level: 'stop', message: expect.stringMatching(/"1\.800" can be 1800 or 1\.8\b/) },
    ]);
    expect(lines[0]!.isOut).toBe(true);
  });

  test('a currency without decimals decides it', async () => {
    const { lines, problems } = await read([HEADS, ['Meta', 'A', '2026-12-01', '2026-12-24', '1.800', 'JPY']]);
    expect(problems).toEqual([]);
    expect(lines[0]!.budget?.amount).toBe('1800');
  });

  test('a real number is taken as it is, however the sheet shows it', async () => {
    const { lines, problems } = await read([
      HEADS,
      lineOf({ value: 1800, shown: '1.800' }, 1),
      lineOf({ value: 333.333_333, shown: '333,33' }, 2),
    ]);
    expect(problems).toEqual([]);
    expect(lines.map(({ budget }) => budget?.amount)).toEqual(['1800', '333.33']);
  });

  test('a day that can be in two months is refused with both readings', async () => {
    const { problems } = await read([HEADS, lineOf('1800', 1, '03/12/2026', '2027-12-31')]);
    expect(problems).toMatchObject([
      { cell: 'Plan!C2', level: 'stop', message: expect.stringContaining('3 Dec 2026 or 12 Mar 2026') },
    ]);
  });

  test('an order in which rows would end before they start is not the one', async () => {
    const { lines, problems } = await read([HEADS, lineOf('1800', 1, '12/01/2026', '02/02/2027')]);
    expect(problems).toMatchObject([{ cell: 'Plan!C2' }]);
    const decided = await read([
      HEADS,
      lineOf('1800', 1, '05/12/2026', '06/01/2027'),
      lineOf('1800', 2, '12/01/2026', '01/12/2026'),
    ]);
    expect(decided.problems).toEqual([]);
    expect(decided.lines.map(({ start }) => start)).toEqual(['2026-12-05', '2026-01-12']);
    expect(lines).toHaveLength(1);
  });

  test('two currencies in one column: a cell that says neither is refused, the others are read', async () => {
    const { problems, lines } = await read([
      HEADS.slice(0, 5),
      ...['€500', '$700', '900'].map((cell, at) => lineOf(cell, at).slice(0, 5)),
    ]);
    expect(problems.map(({ cell, level }) => `${cell} ${level}`)).toEqual(['Plan!E1 look', 'Plan!E4 stop']);
    expect(lines.map(({ currency, isOut }) => [currency, isOut])).toEqual([
      ['EUR', false],
      ['USD', false],
      [undefined, true],
    ]);
  });

  test('two columns that both look like the budget ask which one is meant, and the mapping answers', async () => {
    const rows = [
      [...HEADS.slice(0, 5), 'Budget', 'Currency'],
      [...lineOf('100', 1).slice(0, 5), '200', 'EUR'],
    ];
    const asked = await read(rows);
    expect(asked.problems).toMatchObject([
      { cell: 'Plan!E1', level: 'stop', message: expect.stringContaining('E (Budget) and F (Budget)') },
    ]);
    expect(asked.lines[0]!.isOut).toBe(true);
    const answered = await read(rows, { given: { F: 'budget_total' } });
    expect(answered.problems).toEqual([]);
    expect(answered.lines[0]!.budget?.amount).toBe('200');
    expect(answered.mapping[5]).toMatchObject({ column: 'F', found: 'given' });
  });

  test('where no head is understood, the first row that has all columns of the mapping is the head row', async () => {
    const rows = [
      ['Our year', '', '', ''],
      ['', 'for', 'all', ''],
      ['Qa', 'Qb', 'Qc', 'Qd'],
      ['Meta', 'A', '01.12.-24.12.26', '50,00 €'],
    ];
    const given = { A: 'channel', B: 'campaign', C: 'flight', D: 'budget_total' } as const;
    const { mapping, lines } = await read(rows, { given });
    expect(mapping.map(({ head }) => head)).toEqual(['Qa', 'Qb', 'Qc', 'Qd']);
    expect(lines).toMatchObject([{ channel: 'social', campaign: 'A', budget: { amount: '50' } }]);
  });

  test('what is given counts before what is remembered, and a repair before what stands in the cell', async () => {
    const rows = [
      ['Wo', 'Was', 'Wann', 'Geld'],
      ['Meta', 'A', '01.12.-24.12.26', '#REF!'],
      ['Meta', 'B', '01.12.-24.12.26', '50,00 €'],
    ];
    const remembered = { A: 'note', B: 'campaign', C: 'flight', D: 'budget_daily' } as const;
    const given = { A: 'channel' } as const;
    const { lines, problems } = await read(rows, { given, remembered, repairs: { 'Plan!D2': '75,00 €' } });
    expect(problems).toEqual([]);
    expect(lines).toMatchObject([
      {
        channel: 'social',
        campaign: 'A',
        start: '2026-12-01',
        end: '2026-12-24',
        budget: { amount: '75', per: 'day' },
        currency: 'EUR',
      },
      { campaign: 'B', budget: { amount: '50', per: 'day' } },
    ]);
  });

  test('formula errors are told by cell, and a sheet without heads in one sentence', async () => {
    const errors = await read([HEADS, lineOf('#WERT!', 1), lineOf('500', 2, '#N/A')]);
    expect(errors.problems.map(({ cell, level }) => `${cell} ${level}`)).toEqual(['Plan!E2 stop', 'Plan!C3 stop']);
    for (const rows of [[['Meta', 'A', '2026-12-01', '500']], [[]], [['just a text']]]) {
      const { problems, lines } = await read(rows);
      expect(problems).toMatchObject([
        { cell: 'Plan!A1', level: 'stop', message: expect.stringContaining('No row with heads') },
      ]);
      expect(lines).toEqual([]);
    }
  });

  test('media are ids, two of them for a video and its cover, or addresses; words, sizes and days are none', async () => {
    const heads = [...HEADS, 'Image'];
    const told = async (text: string) => (await read([heads, [...lineOf('500', 1), text]])).lines[0]!.mediaId;
    for (const id of [
      'urn:li:image:C4D00AQ',
      'v10033g50000c1 tos-sg/p0001-0051c001',
      '120210000000018407',
      'https://acme.example/boots.png',
    ])
      expect(await told(id), id).toBe(id);
    for (const words of ['Video 30s', '1080x1920', '16:9', '2026-12-01', '07/12/2026', 'Video/30s', 'yes', 'v1 or v2'])
      expect(await told(words), words).toBeUndefined();
    const shown = { value: 120210000000018, shown: '1.2021E+14' };
    expect(await told(shown as unknown as string)).toBe('120210000000018');
  });

  test('a group is meant for the rows of its campaign, not for the campaigns below it', async () => {
    const heads = [...HEADS, 'Ad group'];
    const row = (campaign: string, group: string) => ['Meta', campaign, ...lineOf('500', 1).slice(2), group];
    const { lines } = await read([heads, row('A', 'Near'), row('A', ''), row('B', ''), row('C', 'Far'), row('C', '')]);
    expect(lines.map(({ campaign, group }) => [campaign, group])).toEqual([
      ['A', 'Near'],
      ['A', 'Near'],
      ['B', undefined],
      ['C', 'Far'],
      ['C', 'Far'],
    ]);
  });

  test('whatever the cells hold, a reading comes of it', async () => {
    const cell = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.double().map((value) => ({ value, shown: String(value) })),
      fc.constantFrom('Kanal', 'Budget', 'Summe', '31.11.', '-', '#REF!', '1.800', '11/12'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(cell, { maxLength: 7 }), { maxLength: 8 }), async (rows) => {
        const { lines } = await read([HEADS, ...rows]);
        for (const { budget } of lines) expect(budget?.amount ?? '1').toMatch(/^\d+(\.\d+)?$/);
      }),
      { numRuns: 60 },
    );
  });
});
