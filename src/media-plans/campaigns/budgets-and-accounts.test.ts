import { expect, test } from 'vitest';
import type { PlanDefaults } from '../../tools/media-plan-desk.ts';
import type { PlanLine } from '../reading/sheet-reading.ts';
import { accountFor } from './account-choice.ts';
import { Coins } from './coins.ts';
import { draftBudget } from './draft-budget.ts';
import type { LineGroup } from './line-groups.ts';
import type { PlanChannel, PlanChannels } from './plan-channels.ts';

type Per = 'day' | 'total';
const line = (row: number, amount?: string, per: Per = 'total') =>
  ({ row, cells: { budget: `F${row}` }, ...(amount && { budget: { amount, per } }) }) as unknown as PlanLine;

function drafted(lines: PlanLine[], groups: PlanLine[][], { allowsGroups = true, currency = 'USD' } = {}) {
  const told: string[] = [];
  const tell = (level: string) => (of: PlanLine, field: string, message: string) =>
    told.push(`${level} ${of.row} ${field}: ${message}`);
  const own = groups.map((some) => ({ lines: some })) as unknown as LineGroup[];
  const ways = { stop: tell('stop'), look: tell('look') };
  const budget = draftBudget({
    lines,
    groups: own,
    currency,
    allowsGroups,
    title: 'Search',
    coins: new Coins(),
    ...ways,
  });
  return { ...budget, told };
}

test.each<[string, PlanLine[], object, string]>([
  [
    'budgets of two kinds',
    [line(2, '50', 'day'), line(3, '900')],
    {},
    'stop 3 budget: Row 2 has a budget a day, this one a budget in total; a campaign has one kind.',
  ],
  [
    'more decimals than there are coins',
    [line(2, '5.5')],
    { currency: 'JPY' },
    'stop 2 budget: 5.5 has more decimals than JPY counts.',
  ],
  ['a budget of nothing', [line(2, '0')], {}, 'stop 2 budget: A budget has to be more than 0.'],
])('%s is refused, and no budget is made of it', (_, lines, more, refusal) => {
  const { campaign, groups, told } = drafted(lines, [lines], more);
  expect([campaign, groups, told]).toEqual([undefined, undefined, [refusal]]);
});

test('a budget that rows of a group repeat counts once, others of the group are added', () => {
  const [a, b, c, d] = [line(2, '50'), line(3, '50'), line(4, '30'), line(5, '20')];
  const found = drafted(
    [a, b, c, d],
    [
      [a, b],
      [c, d],
    ],
  );
  expect(found.groups).toEqual([
    { amount: '50.00', currency: 'USD', per: 'total' },
    { amount: '50.00', currency: 'USD', per: 'total' },
  ]);
  expect(found.spans.map(({ row }) => row)).toEqual([2, 4, 5]);
});

test.each([
  [
    false,
    'day',
    "look 2 budget: On Search only campaigns have budgets: those of rows 2, 3 become the campaign's, $80.00 a day.",
  ],
  [true, 'total', "look 2 budget: Not every group has a budget: those of rows 2, 3 become the campaign's, $80.00."],
] as const)('where groups cannot have their own, the sum is the campaign’s: %s, %s', (allowsGroups, per, words) => {
  const [a, b, c] = [line(2, '50', per), line(3, '30', per), line(4)];
  const found = drafted([a, b, c], allowsGroups ? [[a], [b], [c]] : [[a], [b]], { allowsGroups });
  expect(found.campaign).toEqual({ amount: '80.00', currency: 'USD', per });
  expect(found.told).toEqual([words]);
});

test("groups that do not add up to the campaign's budget are refused", () => {
  const [above, a, b] = [line(2, '100'), line(3, '50'), line(4, '30')];
  expect(drafted([above, a, b], [[a], [b]]).told).toEqual([
    'stop 2 budget: The campaign has $100.00, and its groups add up to $80.00.',
  ]);
});

type Days = [start?: string, end?: string];
const dated = (row: number, amount: string, [start, end]: Days, per: Per = 'day') =>
  ({ ...line(row, amount, per), start, end }) as PlanLine;
const EARLY: Days = ['2026-12-01', '2026-12-10'];
const LATE: Days = ['2026-12-11', '2026-12-30'];
const ALL: Days = ['2026-12-01', '2026-12-30'];
const GAP: Days = ['2026-12-21', '2026-12-30'];
const SPREAD = (rows: string, amount: string, of = 'campaign') =>
  `stop 3 budget: Rows ${rows} have budgets a day for different days, and the ${of} would have one of ${amount} on all of these days. Write totals, or name the campaigns apart.`;

test.each<[string, [string, Days][], { allowsGroups?: boolean }, string[]]>([
  [
    'are added for one campaign',
    [
      ['100', EARLY],
      ['50', LATE],
    ],
    { allowsGroups: false },
    [SPREAD('2, 3', '$150.00')],
  ],
  [
    'are repeated with a gap between them',
    [
      ['100', EARLY],
      ['100', GAP],
    ],
    {},
    [SPREAD('2, 3', '$100.00')],
  ],
  [
    'are repeated day after day',
    [
      ['100', EARLY],
      ['100', LATE],
    ],
    {},
    ["look 3 budget: Rows 2, 3 repeat $100.00: it counts once, as the campaign's budget."],
  ],
  [
    'are those of groups that hold them',
    [
      ['100', EARLY],
      ['50', LATE],
    ],
    {},
    [],
  ],
])('budgets a day of rows with different days: they %s', (_, said, more, words) => {
  const lines = said.map(([amount, days], at) => dated(at + 2, amount, days));
  expect(
    drafted(
      lines,
      lines.map((one) => [one]),
      more,
    ).told,
  ).toEqual(words);
});

test('budgets a day for different days are not added up in a group either, nor below a budget of the campaign', () => {
  const [a, b, c] = [dated(2, '100', EARLY), dated(3, '50', LATE), dated(4, '70', ALL)];
  expect(drafted([a, b, c], [[a, b], [c]]).told).toEqual([SPREAD('2, 3', '$150.00', 'group')]);
  const above = dated(5, '150', []);
  expect(drafted([a, b, above], [[a], [b]]).told).toEqual([SPREAD('2, 3, 5', '$150.00')]);
});

test('totals for different days add up, and a repeated one is spread over the days of all', () => {
  const [a, b] = [dated(2, '100', EARLY, 'total'), dated(3, '50', LATE, 'total')];
  expect(drafted([a, b], [[a], [b]], { allowsGroups: false })).toMatchObject({ campaign: { amount: '150.00' } });
  const again = dated(3, '100', LATE, 'total');
  const { spans } = drafted([a, again], [[a], [again]]);
  expect(spans).toMatchObject([{ row: 2, units: 10000n, start: undefined, end: undefined }]);
});

const account = (id: string, currency: string) => ({ id, name: `Shop ${id}`, currency, timeZone: 'UTC' });
const channel = (accounts: object[], configured?: string) =>
  ({
    title: 'Social',
    channel: { account: { schema: { safeParse: (data: string) => ({ data }) } } },
    planning: {},
    ...{ configured, accounts },
  }) as unknown as PlanChannel;
const many = Array.from({ length: 12 }, (_, at) => account(String(at), 'USD'));
const CHANNELS = new Map<string, unknown>([
  ['social', channel([account('1', 'USD'), account('2', 'JPY'), account('3', 'JPY')], '1')],
  ['many', channel(many)],
  ['closed', { kind: 'connection', refusal: 'It is not connected.' }],
]) as PlanChannels;

test.each<[string, object, PlanDefaults, object]>([
  ['no channel', { channel: undefined }, {}, { field: 'channel', message: 'The row names no channel.' }],
  ['a channel that is none', { channel: 'planes' }, {}, { field: 'channel', message: 'planes is no channel.' }],
  [
    'a channel that is closed',
    { channel: 'closed' },
    {},
    { field: 'channel', kind: 'connection', message: 'It is not connected.' },
  ],
  [
    'a currency of no account',
    { currency: 'EUR' },
    {},
    { field: 'currency', message: 'No Social account in EUR is connected.' },
  ],
  ['a currency of one account', { currency: 'USD' }, {}, { id: '1' }],
  ['no currency', {}, {}, { id: '1' }],
  [
    'a currency of two accounts',
    { currency: 'JPY' },
    {},
    { field: 'currency', kind: 'defaults', allowed: '2 (Shop 2) or 3 (Shop 3)' },
  ],
  [
    'a currency of two accounts, one of which is the default',
    { currency: 'JPY' },
    { accounts: [{ channel: 'social', account: '3' }] },
    { id: '3' },
  ],
  [
    'a currency that the default account does not count in',
    { currency: 'USD' },
    { accounts: [{ channel: 'social', account: '3' }] },
    { id: '1' },
  ],
  [
    'an account that does not exist',
    { account: '9' },
    {},
    { field: 'account', message: '“9” is no Social account of this workspace.' },
  ],
  [
    'an account in another currency',
    { account: '2', currency: 'USD' },
    {},
    { field: 'currency', message: 'Shop 2 counts in JPY, and this row is in USD.', allowed: 'JPY' },
  ],
  ['an account by its name', { account: 'shop 2' }, {}, { id: '2' }],
  [
    'one of many accounts',
    { channel: 'many', currency: 'USD' },
    {},
    { field: 'currency', allowed: expect.stringMatching(/^0 \(Shop 0\), .* or one of 2 more$/) },
  ],
])('a row with %s', (_, said, defaults, found) => {
  expect(accountFor({ channel: 'social', ...said } as PlanLine, CHANNELS, defaults)).toMatchObject(found);
});
