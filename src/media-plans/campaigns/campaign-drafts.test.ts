import { expect, test } from 'vitest';
import type { PlanDefaults } from '../../tools/media-plan-desk.ts';
import type { PlanLine } from '../reading/sheet-reading.ts';
import { campaignDrafts } from './campaign-drafts.ts';
import { Coins } from './coins.ts';
import type { PlanChannel } from './plan-channels.ts';
import { SheetProblems } from './sheet-problems.ts';

const account = (id: string, currency: string) => ({ id, name: `Shop ${currency}`, currency, timeZone: 'UTC' });

function channel(title: string, more: object = {}): PlanChannel {
  const schema = { safeParse: (data: string) => ({ data }) };
  return {
    title,
    channel: { name: title.toLowerCase(), account: { schema } },
    planning: { ...more },
    configured: '1',
    accounts: [account('1', 'USD'), account('2', 'JPY')],
  } as unknown as PlanChannel;
}

const CHANNELS = new Map([
  ['social', channel('Social', { groupBudgets: true })],
  ['search', channel('Search')],
  ['video', { ...channel('Video'), configured: undefined, accounts: [account('3', 'USD'), account('4', 'USD')] }],
]);

const line = (row: number, said: Partial<PlanLine>): PlanLine => {
  const whole = { channel: 'social', campaign: 'One', ...said };
  const letters = {
    channel: 'A',
    campaign: 'B',
    group: 'C',
    ad: 'D',
    budget: 'F',
    currency: 'G',
    start: 'H',
    end: 'I',
  };
  const cells = Object.entries(letters).filter(([field]) => field in whole);
  return { ...whole, row, isOut: false, cells: Object.fromEntries(cells.map(([f, l]) => [f, `Plan!${l}${row}`])) };
};
const total = (amount: string) => ({ amount, per: 'total' as const });

function drafted(lines: PlanLine[], defaults: PlanDefaults = {}) {
  const problems = new SheetProblems();
  const work = campaignDrafts(lines, { channels: CHANNELS, defaults, problems, coins: new Coins() });
  let step = work.next();
  while (!step.done) step = work.next();
  return { drafts: step.value, problems: problems.sorted() };
}

test('rows of one campaign are its groups and ads; a row without a group goes to the group above', () => {
  const { drafts, problems } = drafted([
    line(2, { group: 'A', ad: 'First', budget: total('900') }),
    line(3, { ad: 'Second' }),
    line(4, { group: 'B', ad: 'First' }),
    line(5, { campaign: ' one ', group: 'b', ad: 'Third' }),
  ]);
  expect(problems).toEqual([]);
  expect(drafts).toMatchObject([{ rows: [2, 3, 4, 5], isOut: false }]);
  const { groups, budget } = drafts[0]!.campaign!;
  expect(groups.map(({ name, ads }) => [name, ads.map((ad) => ad.name)])).toEqual([
    ['A', ['First', 'Second']],
    ['B', ['First', 'Third']],
  ]);
  expect(budget).toEqual({ amount: '900.00', currency: 'USD', per: 'total' });
});

test('a repeated budget counts once; different ones are the groups’, or their sum where only campaigns have budgets', () => {
  const rows = (channel: string, second: string) => [
    line(2, { channel, group: 'A', budget: total('100') }),
    line(3, { channel, group: 'B', budget: total(second) }),
  ];
  const repeated = drafted(rows('social', '100'));
  expect(repeated.drafts[0]!.campaign!.budget?.amount).toBe('100.00');
  expect(repeated.problems).toMatchObject([{ cell: 'Plan!F3', level: 'look' }]);
  const apart = drafted(rows('social', '250.50'));
  expect(apart.problems).toEqual([]);
  expect(apart.drafts[0]!.campaign!.budget).toBeUndefined();
  expect(apart.drafts[0]!.campaign!.groups.map(({ budget }) => budget?.amount)).toEqual(['100.00', '250.50']);
  const summed = drafted(rows('search', '250.50'));
  expect(summed.drafts[0]!.campaign!.budget?.amount).toBe('350.50');
  expect(summed.problems[0]).toMatchObject({
    cell: 'Plan!F2',
    level: 'look',
    message: "On Search only campaigns have budgets: those of rows 2, 3 become the campaign's, $350.50.",
  });
});

test('a budget of the campaign and those of its groups that do not add up to it are a problem', () => {
  const rows = (whole: string) => [
    line(2, { budget: total(whole) }),
    line(3, { group: 'A', budget: total('100') }),
    line(4, { group: 'B', budget: total('250.50') }),
  ];
  expect(drafted(rows('350.50')).problems).toEqual([]);
  expect(drafted(rows('900')).problems).toMatchObject([
    {
      cell: 'Plan!F2',
      level: 'stop',
      message: 'The campaign has $900.00, and its groups add up to $350.50.',
    },
  ]);
});

test('the same campaign, group and ad twice is a problem in both cells, and stays out', () => {
  const { drafts, problems } = drafted([line(2, { group: 'A', ad: 'X' }), line(3, { group: 'A', ad: 'x' })]);
  expect(drafts).toMatchObject([{ isOut: true }]);
  expect(problems.map(({ cell, level }) => [cell, level])).toEqual([
    ['Plan!D2', 'stop'],
    ['Plan!D3', 'stop'],
  ]);
});

test('the account follows from the row, the defaults, the connection and the currency', () => {
  const chosen = (said: Partial<PlanLine>, defaults: PlanDefaults = {}) => {
    const { drafts, problems } = drafted([line(2, said)], defaults);
    return drafts[0]!.account?.id ?? problems[0]?.message;
  };
  expect(chosen({})).toBe('1');
  expect(chosen({ currency: 'JPY' })).toBe('2');
  expect(chosen({ account: 'shop jpy' })).toBe('2');
  expect(chosen({}, { accounts: [{ channel: 'social', account: '2' }] })).toBe('2');
  expect(chosen({ currency: 'EUR' })).toBe('No Social account in EUR is connected.');
  expect(chosen({ account: '2', currency: 'USD' })).toBe('Shop JPY counts in JPY, and this row is in USD.');
  expect(chosen({ account: '9' })).toContain('is no Social account of this workspace');
  expect(chosen({ channel: 'video', currency: 'USD' })).toContain('2 Video accounts in USD are connected');
  expect(chosen({ channel: 'video', account: 'shop usd' })).toContain('2 Video accounts are connected');
  const both = ['3', '4'].map((id) => ({ channel: 'video', account: id }));
  expect(chosen({ channel: 'video' }, { accounts: both })).toContain('2 Video accounts are connected');
  expect(chosen({ channel: 'video' }, { accounts: both.slice(1) })).toBe('4');
});

test('yen have no decimals, and nothing is no budget', () => {
  const { problems } = drafted([
    line(2, { campaign: 'A', currency: 'JPY', budget: total('10.5') }),
    line(3, { campaign: 'B', budget: total('0') }),
  ]);
  expect(problems).toMatchObject([
    { cell: 'Plan!F2', message: '10.5 has more decimals than JPY counts.' },
    { cell: 'Plan!F3', message: 'A budget has to be more than 0.' },
  ]);
});

test('names follow the pattern, pages get the tracking parameters', () => {
  const page = 'https://acme.example/a?x=1&utm_source=own#top';
  const { drafts } = drafted([line(2, { campaign: 'Sale & more', start: '2027-01-05', landingPage: page })], {
    naming_pattern: '{country}_{campaign}_{year}',
    tracking_parameters: 'utm_source={channel}&utm_campaign={campaign}&id={{ad.id}}',
  });
  const { name, groups } = drafts[0]!.campaign!;
  expect(name).toBe('Sale & more_2027');
  expect(groups[0]!.ads[0]!.landingPage).toBe(
    'https://acme.example/a?x=1&utm_source=own&utm_campaign=Sale%20%26%20more&id={{ad.id}}#top',
  );
});

test('a row without a channel or a name becomes no campaign, and what reading has refused there is not refused twice', () => {
  const told = (said: Partial<PlanLine>) => {
    const { drafts, problems } = drafted([{ ...line(2, said), ...said }]);
    expect(drafts).toMatchObject([{ isOut: true, campaign: undefined }]);
    return problems.map(({ cell, message }) => `${cell} ${message}`);
  };
  expect(told({ channel: undefined })).toEqual(['Plan!A2 The row names no channel.']);
  expect(told({ channel: undefined, isOut: true })).toEqual([]);
  expect(told({ campaign: undefined })).toEqual(['Plan!B2 The row names no campaign.']);
  expect(told({ campaign: undefined, isOut: true })).toEqual([]);
});

test('columns of weeks or months tell the days of a campaign, and those that its row names come first', () => {
  const week = (start: string, end: string) => ({ start, end, amount: '50' });
  const periods = [week('2027-01-11', '2027-01-17'), week('2027-01-04', '2027-01-10')];
  const days = (said: Partial<PlanLine>) => {
    const { start, end } = drafted([line(2, { budget: total('100'), ...said })]).drafts[0]!.campaign!;
    return [start, end];
  };
  expect(days({ periods })).toEqual(['2027-01-04', '2027-01-17']);
  expect(days({ periods, start: '2027-01-05', end: '2027-01-16' })).toEqual(['2027-01-05', '2027-01-16']);
  expect(days({ months: { '2027-02': '50', '2027-01': '50', '2027-03': '0' } })).toEqual(['2027-01-01', '2027-02-28']);
  expect(days({})).toEqual([undefined, undefined]);
});

test('a group runs from the first day of its rows to the last, and different days are told', () => {
  const row = (number: number, group: string, days: Partial<PlanLine>) =>
    line(number, { group, ad: `Ad ${number}`, ...days });
  const { drafts, problems } = drafted([
    row(2, 'A', { start: '2026-12-01', end: '2026-12-10' }),
    row(3, 'A', { start: '2026-12-05', end: '2026-12-24' }),
    row(4, 'B', { start: '2026-11-20', end: '2026-12-31' }),
    row(5, 'B', {}),
  ]);
  const { start, end, groups } = drafts[0]!.campaign!;
  expect([start, end]).toEqual(['2026-11-20', '2026-12-31']);
  expect(groups).toMatchObject([
    { start: '2026-12-01', end: '2026-12-24', cells: { start: 'Plan!H2', end: 'Plan!I3' } },
    { name: 'B' },
  ]);
  expect(groups[1]).not.toHaveProperty('start');
  expect(problems).toEqual([
    {
      cell: 'Plan!H3',
      level: 'look',
      kind: 'value',
      message: 'Row 2 has other days. Both are of one group, which runs from 2026-12-01 to 2026-12-24.',
    },
  ]);
});

test('what is ongoing in one row is not ended by another', () => {
  const ongoing = line(2, { group: 'A', ad: 'First', start: '2026-12-01', isOpenEnd: true });
  const ending = { start: '2026-12-01', end: '2026-12-24' };
  const apart = drafted([ongoing, line(3, { group: 'B', ad: 'Second', ...ending })]);
  expect(apart.drafts[0]!.campaign).not.toHaveProperty('end');
  expect(apart.drafts[0]!.campaign!.groups.map(({ end }) => end)).toEqual([undefined, '2026-12-24']);
  const together = drafted([ongoing, line(3, { group: 'A', ad: 'Second', ...ending })]);
  expect(together.drafts[0]!.campaign!.groups[0]).not.toHaveProperty('end');
  expect(together.problems).toMatchObject([
    { message: 'Row 2 has other days. Both are of one group, which runs from 2026-12-01 without an end.' },
  ]);
});
