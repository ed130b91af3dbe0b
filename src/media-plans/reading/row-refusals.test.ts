import { expect, test } from 'vitest';
import { readPlan } from './read-plan.ts';
import { OPTIONS, sheetOf, type TestCell } from './sheets.testing.ts';

const PLAN: Readonly<Record<string, TestCell>> = {
  Channel: 'Social',
  Campaign: 'Spring',
  Objective: 'Sales',
  Start: '2026-12-01',
  End: '2026-12-24',
  Budget: '1800',
  Currency: 'USD',
  'Budget type': 'total',
  Country: 'Germany',
  Language: 'German',
  Age: '25-54',
  Gender: 'All',
  Audience: 'People',
};

const read = (rows: readonly (readonly TestCell[])[]) => readPlan(sheetOf(rows), OPTIONS);

/** A row that is as it should be, and below it one with another cell. */
async function rowWith(head: string, cell: TestCell) {
  const { lines, problems } = await read([Object.keys(PLAN), ...[PLAN, { ...PLAN, [head]: cell }].map(Object.values)]);
  expect(lines[0]).toMatchObject({ isOut: false, campaign: 'Spring' });
  return { line: lines[1]!, problems };
}

/** What a refusal says that a column takes, unless its row says another thing or, by null, nothing. */
const TAKEN: Readonly<Record<string, string>> = {
  Channel: 'Social (Facebook, Instagram), Search (Google Ads), Video (TikTok), Professional (LinkedIn)',
  Objective: 'awareness, traffic, engagement, video views, leads, app installs, sales',
  Country: 'Countries by name or two letters, such as Germany or DE',
  Language: 'Languages by name or two letters, such as German or de',
  Age: 'Such as 25-54 or 18+',
  Gender: 'All, women or men',
  'Budget type': 'Daily or total',
  Budget: 'An amount such as 1800',
  Currency: 'Three letters such as EUR',
  Start: 'A day such as 2026-11-16 or 16.11.2026',
};

type Refused = [head: string, cell: TestCell, message: string, taken?: string | null];
const REFUSED: Refused[] = [
  ['Channel', 'Facebook and TikTok', '"Facebook and TikTok" names 2 channels; a row is for one.'],
  ['Channel', 'YouTube video ads', '"YouTube video ads" is no channel here; the row stays out.'],
  ['Channel', 'TV spots', '"TV spots" is no channel here; the row stays out.'],
  ['Channel', 'Nonsense', '"Nonsense" is not known as a channel.'],
  ['Objective', 'Something', '"Something" is not known as an objective.'],
  [
    'Objective',
    'Reach and sales now',
    '"Reach and sales now" names several objectives (sales, awareness); a campaign has one.',
  ],
  ['Country', 'Germany, Atlantis', '"Atlantis" is not known as a country.'],
  ['Language', 'Klingon', '"Klingon" is not known as a language.'],
  ['Age', 'old', '"old" is no age.'],
  ['Age', '54-25', '"54-25" is no age.'],
  ['Age', '10-12', '"10-12" is no age.'],
  ['Gender', 'whoever', '"whoever" is not known as a gender.'],
  ['Budget type', 'per fortnight', '"per fortnight" does not tell whether the budget is a day\'s or the whole one.'],
  ['Budget', 'tbd', '"tbd" is no amount yet.'],
  ['Budget', '15%', '"15%" is a share, not an amount.'],
  ['Budget', '2 mil', '"2 mil" can be thousands or millions.', 'The whole amount, such as 1500000'],
  ['Budget', 'lots', '"lots" is no amount.', 'One amount such as 1800 or 1,800.00'],
  [
    'Budget',
    '500 per week',
    '"500 per week" is a budget of other days; a campaign has one a day or a total.',
    'The total, or such as 50 per day',
  ],
  ['Budget', '-500', '"-500" is negative.', 'An amount above 0'],
  ['Budget', { value: -500, shown: '(500)' }, '"(500)" is negative.', 'An amount above 0'],
  ['Budget', '0', 'The amount is 0.', 'An amount above 0'],
  ['Budget', '500.1234', '"500.1234" has 4 decimals; USD has 2.', null],
  [
    'Budget',
    '1.234',
    '"1.234" can be 1234 or 1.234, and nothing else in the sheet tells which.',
    '1234 or 1.23, written so',
  ],
  ['Budget', '€500', 'The cell says EUR, and Plan!G3 says USD.', null],
  ['Budget', '$500 per day', '"total", and Plan!F3 has a day’s budget.', null],
  ['Budget', { value: 15, shown: '15k' }, 'The cell shows "15k" and holds 15.', 'The amount as a number'],
  ['Budget', { value: 1e21, shown: '1E+21' }, '"1E+21" is too large.'],
  ['Currency', 'Taler', '"Taler" is not known as a currency.'],
  ['Start', '31.11.2026', '"31.11.2026": the calendar has no such day.'],
  ['End', '2026-11-30', 'Ends 30 Nov 2026, before it starts on 1 Dec 2026.'],
];

const rows = REFUSED.map(([head, cell]) => Object.values({ ...PLAN, [head]: cell }));
/** Amounts are read by the column they stand in, and stand alone; all others are read together. */
const isAlone = (head: string) => head === 'Budget';
const together = read([
  Object.keys(PLAN),
  ...rows.map((row, at) => (isAlone(REFUSED[at]![0]) ? Object.values(PLAN) : row)),
]);

test.each<Refused>(REFUSED)(
  '%s %j keeps its row out, and is told why',
  async (head, cell, message, taken = TAKEN[head]) => {
    const at = REFUSED.findIndex(([one, other]) => one === head && other === cell);
    const alone = [Object.keys(PLAN), Object.values(PLAN), rows[at]!];
    const { lines, problems } = await (isAlone(head) ? read(alone) : together);
    const row = isAlone(head) ? 3 : at + 2;
    const column = String.fromCharCode(65 + Object.keys(PLAN).indexOf(head));
    const place = message.startsWith('"total"') ? `Plan!H${row}` : `Plan!${column}${row}`;
    expect(
      problems.filter((one) => one.cell?.endsWith(String(row)) && /\D$/.test(one.cell.slice(0, -String(row).length))),
    ).toEqual([{ cell: place, level: 'stop', kind: expect.any(String), message, ...(taken && { allowed: taken }) }]);
    expect(lines.find((line) => line.row === row)).toMatchObject({ isOut: true });
  },
);

test.each<[string, TestCell, object, string[], string?]>([
  ['Objective', 'Get more leads', { objective: 'leads' }, []],
  ['Objective', 'ブランド認知拡大を目的', { objective: 'awareness' }, []],
  ['Country', 'Bosnia & Herzegovina', { countries: ['BA'] }, []],
  ['Country', 'Bosnia and Herzegovina', { countries: ['BA'] }, []],
  ['Country', 'Germany, Bosnia and Herzegovina', { countries: ['DE', 'BA'] }, []],
  ['Country', 'Jamaica; Trinidad & Tobago', { countries: ['JM', 'TT'] }, []],
  ['Country', 'Germany and Austria, France', { countries: ['DE', 'AT', 'FR'] }, []],
  ['Country', 'Bosnien und Herzegowina', { countries: ['BA'] }, []],
  ['Country', 'worldwide', {}, ['countries']],
  ['Audience', '1234567, 7654321', { audienceIds: ['1234567', '7654321'] }, ['group']],
  ['Budget type', 'daily', { budget: { amount: '1800', per: 'day' } }, []],
  ['Budget', 'n/a', {}, ['budget']],
  ['Budget', '.', {}, ['budget']],
  ['Budget', { value: 1234.567, shown: '1,234.57' }, { budget: { amount: '1234.57', per: 'total' } }, []],
  [
    'Budget',
    { value: 1234.5678, shown: '1,235' },
    { budget: { amount: '1234.57', per: 'total' } },
    [],
    'The cell holds 1234.5678 and shows "1,235"; 1234.57 USD is used.',
  ],
])('%s %j is read', async (head, cell, fields, without, told) => {
  const { line, problems } = await rowWith(head, cell);
  expect(line).toMatchObject({ ...fields, isOut: false });
  for (const field of without) expect(line).not.toHaveProperty(field);
  expect(problems.map(({ level, message }) => [level, message])).toEqual(told === undefined ? [] : [['look', told]]);
});

const HEADS = ['Channel', 'Campaign', 'Start', 'End'];
const ROW = ['Social', 'Spring', '2026-12-01', '2027-01-24'];

test.each<[string, string[], TestCell[], string, string]>([
  [
    'two budgets in two currencies',
    ['Budget EUR', 'Budget USD'],
    ['500', '600'],
    'Plan!F2',
    'The row has two budgets, in E2 and F2, in different currencies.',
  ],
  [
    'months that are not the budget',
    ['Dec 2026', 'Jan 2027', 'Budget'],
    ['500', '600', '1200'],
    'Plan!G2',
    'The months of the row add up to 1100, and the budget says 1200.',
  ],
  [
    'weeks that are not the budget',
    ['KW 49', 'KW 50', 'Budget'],
    ['500', '600', '1200'],
    'Plan!G2',
    'The weeks or quarters of the row add up to 1100, and the budget says 1200.',
  ],
  [
    'weeks that are not the months',
    ['KW 49', 'KW 50', 'Dec 2026', 'Jan 2027'],
    ['500', '600', '1000', '200'],
    'Plan!G2',
    'The weeks of the row add up to 1100, and its months to 1200.',
  ],
  [
    'months that are not the total below Daily budget',
    ['Dec 2026', 'Jan 2027', 'Daily budget'],
    ['500', '600', '1200 total'],
    'Plan!G2',
    'The months of the row add up to 1100, and the budget says 1200.',
  ],
  [
    'a budget a day in a month',
    ['Dec 2026', 'Jan 2027'],
    ['50 per day', '600'],
    'Plan!E2',
    '"50 per day" is a budget a day; what stands below a month or a week is the amount for all of it.',
  ],
  ['a month that is no amount above 0', ['Dec 2026', 'Jan 2027'], ['-500', '600'], 'Plan!E2', '"-500" is negative.'],
  ['a week that is no amount above 0', ['KW 49'], ['-500'], 'Plan!E2', '"-500" is negative.'],
  [
    'a cell in another currency than its head',
    ['Budget EUR'],
    ['$500'],
    'Plan!E2',
    'The cell says USD, and its head says EUR.',
  ],
  [
    'a currency of several countries',
    ['Budget'],
    ['kr 500'],
    'Plan!E2',
    '"kr 500" can be SEK, NOK, DKK, ISK, and nothing in the sheet tells which.',
  ],
  [
    "a day's budget that is called the whole one",
    ['Daily budget', 'Budget type'],
    ['500', 'lifetime'],
    'Plan!F2',
    '"lifetime", and Plan!E2 has a day’s budget.',
  ],
  [
    'weeks of a row that is called daily',
    ['Budget type', 'Week 1', 'Week 2', 'Week 3'],
    ['Daily', '700', '700', '700'],
    'Plan!E2',
    '"Daily", and Plan!F2 has a total.',
  ],
  [
    'a total by its head that is called daily',
    ['Budget type', 'Total budget'],
    ['Daily', '3000'],
    'Plan!E2',
    '"Daily", and Plan!F2 has a total.',
  ],
  [
    'a total beside an empty daily budget that is called daily',
    ['Budget type', 'Daily budget', 'Budget'],
    ['Daily', '', '3000'],
    'Plan!E2',
    '"Daily", and Plan!G2 has a total.',
  ],
  [
    'a total by its own words that is called daily',
    ['Budget type', 'Budget'],
    ['Daily', '3000 total'],
    'Plan!E2',
    '"Daily", and Plan!F2 has a total.',
  ],
  ['a bid that is no amount', ['Budget', 'Bid'], ['500', 'lots'], 'Plan!F2', '"lots" is no amount.'],
])('%s keeps the row out', async (_, heads, cells, cell, message) => {
  const { lines, problems } = await read([
    [...HEADS, ...heads],
    [...ROW, ...cells],
  ]);
  expect(problems).toMatchObject([{ cell, level: 'stop', message }]);
  expect(lines).toMatchObject([{ row: 2, isOut: true }]);
});

test.each<[TestCell, object]>([
  ['3000 total', { amount: '3000', per: 'total' }],
  ['3000 € gesamt', { amount: '3000', per: 'total' }],
  ['lifetime 3000', { amount: '3000', per: 'total' }],
  ['3000 net', { amount: '3000', per: 'day' }],
  ['3000 total per day', { amount: '3000', per: 'day' }],
])('a cell below Daily budget that says %j says itself what it is for', async (cell, budget) => {
  const { lines, problems } = await read([
    [...HEADS, 'Daily budget'],
    [...ROW, cell],
  ]);
  expect(problems).toEqual([]);
  expect(lines).toMatchObject([{ budget, isOut: false }]);
});

test.each<[string[], TestCell[], object]>([
  [['Budget type', 'Daily budget', 'Total budget'], ['Daily', '100', '3000'], { amount: '100', per: 'day' }],
  [['Budget type', 'Daily budget', 'Total budget'], ['Lifetime', '100', '3000'], { amount: '3000', per: 'total' }],
  [['Budget type', 'Daily budget', 'Total budget'], ['', '100', '3000'], { amount: '3000', per: 'total' }],
  [['Budget type', 'Budget (EUR)'], ['Daily', '100'], { amount: '100', per: 'day' }],
  [['Budget type', 'EUR'], ['Daily', '100'], { amount: '100', per: 'day' }],
  [['Budget type', 'Daily budget'], ['Lifetime', '3000 total'], { amount: '3000', per: 'total' }],
])('of %j with %j the budget is that of its type', async (heads, cells, budget) => {
  const { lines, problems, mapping } = await read([
    [...HEADS, ...heads],
    [...ROW, ...cells],
  ]);
  expect(problems).toEqual([]);
  if (heads.includes('Total budget')) expect(mapping[5]?.written).toBe('used where G is empty or the type is daily');
  expect(lines).toMatchObject([{ budget, isOut: false }]);
});

test('a number among amounts as German text may be a thousand times as much, and is asked for', async () => {
  const budgets: TestCell[] = ['1.500,50', '2.000,25', { value: 1.5, shown: '1.500' }];
  const { lines, problems } = await read([[...HEADS, 'Budget'], ...budgets.map((budget) => [...ROW, budget])]);
  expect(lines.map(({ isOut, budget }) => [isOut, budget?.amount])).toEqual([
    [false, '1500.5'],
    [false, '2000.25'],
    [true, undefined],
  ]);
  expect(problems.map(({ message }) => message)).toEqual([
    'The cell holds the number 1.5 in a column whose numbers are written 1.234,56: "1.500" may have been meant for thousands.',
  ]);
});

test('an amount without a currency in a column of two is asked for', async () => {
  const { lines, problems } = await read([
    [...HEADS, 'Budget'],
    ...['€500', '$500', '500'].map((one) => [...ROW, one]),
  ]);
  expect(lines.map(({ isOut, currency }) => [isOut, currency])).toEqual([
    [false, 'EUR'],
    [false, 'USD'],
    [true, 'USD'],
  ]);
  expect(problems.at(-1)).toMatchObject({
    cell: 'Plan!E4',
    level: 'stop',
    message: 'The column has amounts in EUR and USD, and this cell does not say in which it is.',
  });
});

test('two cells of a row that name two platforms are two channels', async () => {
  const { problems } = await read([
    ['Channel', 'Medium', 'Campaign', 'Flight', 'Budget'],
    ['Facebook', 'TikTok', 'Spring', '1-24 Dec 2026', '500'],
  ]);
  expect(problems).toMatchObject([
    { cell: 'Plan!B2', level: 'stop', message: '"TikTok" and "Facebook" (Plan!A2) are two channels.' },
  ]);
});

test('a flight without an end is no mistake', async () => {
  const { lines, problems } = await read([
    ['Channel', 'Campaign', 'Flight', 'Budget'],
    ['Facebook', 'Spring', 'ongoing', '500'],
  ]);
  expect(problems).toEqual([]);
  expect(lines).toMatchObject([{ isOut: false, isOpenEnd: true, budget: { amount: '500' } }]);
  expect(lines[0]).not.toHaveProperty('end');
});

test('a month that cannot be read makes no budget of 0', async () => {
  const { lines } = await read([
    [...HEADS, 'Dec 2026'],
    [...ROW, '-500'],
  ]);
  expect(lines[0]).toMatchObject({ isOut: true });
  expect(lines[0]).not.toHaveProperty('budget');
});

test('a formula that fails in a note keeps nothing out', async () => {
  const { lines, problems } = await read([
    [...HEADS, 'Budget', 'Note'],
    [...ROW, '500', '#REF!'],
  ]);
  expect(problems).toEqual([]);
  expect(lines).toMatchObject([{ isOut: false, budget: { amount: '500' } }]);
});

test('a cell that is meant for several rows is told of once, and keeps all of them out', async () => {
  const { lines, problems } = await read([
    [...HEADS, 'Budget', 'Objective'],
    [...ROW, '500', 'Nonsense'],
    [...ROW, '600', ''],
  ]);
  expect(problems).toMatchObject([{ cell: 'Plan!F2', message: '"Nonsense" is not known as an objective.' }]);
  expect(lines.map(({ isOut }) => isOut)).toEqual([true, true]);
});
