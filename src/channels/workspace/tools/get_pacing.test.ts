import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { passingTime } from '../../../../test/passing-time.ts';
import { startTestService, type TestService } from '../../../../test/service.ts';
import { FENCE } from '../../../auth/connections.ts';
import { StoredHistory } from '../../../watching/history/stored-history.ts';

// biome-ignore lint/suspicious/noExplicitAny: replies of any shape
type Any = any;

const START = Date.UTC(2026, 10, 18, 12);
const SHEET = 'file_00000000000000b1';
const passing = passingTime();
const shift = START - passing.ambient.now();
const ambient = { ...passing.ambient, now: () => passing.ambient.now() + shift };
let service: TestService;
let workspaceId: string;

beforeAll(async () => {
  service = await startTestService({ platforms: ['search', 'office'], ambient, sleep: passing.sleep });
  workspaceId = await service.workspaceId('Acme');
  await searchOnly();
  await keep('10000000001', 'USD', '2026-11-17', 1_000n);
});
afterAll(() => service?.close());

/** The workspace reaches every account of search, and no other channel with figures. */
async function searchOnly(): Promise<void> {
  const { connections, directory } = service.home;
  const { id, options } = (await connections.get(workspaceId, 'search'))!;
  const { [FENCE]: _, ...rest } = options;
  const credentials = await connections.credentials(id);
  await connections.put({ workspaceId, channel: 'search', mode: 'sandbox', options: rest, credentials });
  for (const channel of ['social', 'video', 'professional']) await connections.remove(workspaceId, channel);
  directory.refresh();
}

/** The same amount every day of November until one that has ended. */
async function keep(id: string, currency: string, until: string, cost: bigint): Promise<void> {
  const days = Array.from(
    { length: Number(until.slice(8)) },
    (_, index) => `2026-11-${String(index + 1).padStart(2, '0')}`,
  );
  await new StoredHistory(service.home.store, ambient).keep(
    { workspaceId, channel: 'search', mode: 'sandbox' },
    {
      account: { id, name: `Shop ${currency}`, currency: { code: currency, digits: 2 }, timeZone: 'America/New_York' },
      days: { start_date: days[0]!, end_date: until },
      sums: ['cost', 'impressions'],
      rows: days.map((day) => ({ campaign: 'c1', day, parts: { cost: cost * 1_000_000n, impressions: 9_000_000n } })),
      campaigns: [{ id: 'c1', name: 'Autumn', status: 'ENABLED', isLive: true }],
      today: '2026-11-18',
      dueAt: ambient.now() + 86_400_000,
    },
  );
}

async function call(tool: string, args: Any = {}): Promise<Any> {
  const { isError, result } = await service.call('workspace', tool, args);
  if (isError) throw new Error(`${tool}: ${JSON.stringify(result)}\n${service.logged()}`);
  return result;
}
const plan = (rows: Any[], month = '2026-11') => call('set_budget_plan', { month, rows });
const pacing = async (args: Any = {}) => (await call('get_pacing', args)).pacing;

test('a month without a plan says so', async () => {
  expect(await pacing({ month: '2026-10' })).toEqual({
    month: '2026-10',
    rows: [],
    totals: [],
    notes: ['There is no budget plan for 2026-10: set_budget_plan makes one.'],
  });
});

test('the current month is told row by row with totals by currency', async () => {
  await keep('10000000002', 'EUR', '2026-11-17', 10n);
  await plan([
    { name: 'Acme', amount: '25000', currency: 'USD' },
    { name: 'Acme', amount: '300', currency: 'EUR', channel: 'search' },
    { name: 'Print', amount: '10', currency: 'CHF' },
  ]);
  const { month, rows, totals, notes } = await pacing();
  expect(month).toBe('2026-11');
  expect(rows).toMatchObject([
    {
      name: 'Acme',
      spent: { amount: '17000.00', currency: 'USD' },
      spent_until: '2026-11-17',
      due: { amount: '14166.67', currency: 'USD' },
      projected: { amount: '30000.00', currency: 'USD' },
      percent: 20,
      verdict: 'over',
    },
    { channel: 'search', spent: { amount: '170.00' }, projected: { amount: '300.00' }, verdict: 'on_pace' },
    { name: 'Print', spent: null, verdict: 'no_verdict', why: expect.stringContaining('The plan is in CHF') },
  ]);
  expect(totals.map((one: Any) => [one.currency, one.plan.amount, one.projected?.amount])).toEqual([
    ['USD', '25000.00', '30000.00'],
    ['EUR', '300.00', '300.00'],
    ['CHF', '10.00', undefined],
  ]);
  expect(notes).toEqual([]);
  expect((await pacing()).rows[0].key).toBe(rows[0].key);
});

test('rows that count the same, and money that no row counts, are said', async () => {
  await plan([
    { name: 'All', amount: '25000', currency: 'USD' },
    { name: 'Search', amount: '25000', currency: 'USD', channel: 'search' },
  ]);
  const { notes } = await pacing();
  expect(notes).toEqual([
    'All and Search count the same campaigns; the totals hold them twice.',
    '€170.00 of Shop EUR (search) are in no row; it is a sandbox.',
  ]);
});

test('a key for other channels is told nothing of these rows and of this money', async () => {
  const made = { name: 'Social', actor: 'test', channels: ['workspace', 'social'] };
  const { key } = await service.home.keyRing.create({ workspaceId, ...made });
  const { result } = await service.call('workspace', 'get_pacing', { month: '2026-11' }, { key });
  expect(result.pacing).toEqual({ month: '2026-11', rows: [], totals: [], notes: [] });
  // It would drop the rows that it cannot see.
  const rows = [{ name: 'Mine', amount: '1', currency: 'USD', channel: 'social' }];
  const set = await service.call('workspace', 'set_budget_plan', { month: '2026-11', rows }, { key });
  expect(set.result.error).toMatchObject({ code: 'permission_denied' });
});

test('a spreadsheet stays the source: it is read anew, and what is wrong in it has its cell', async () => {
  const file = join(service.dataFolder, 'plan.csv');
  const files = service.home.spreadsheetsOf(workspaceId);
  const write = async (text: string) => {
    writeFileSync(file, text);
    await files.remove(SHEET);
    await files.import(file, { id: SHEET, name: 'Plan' });
  };
  await write('client,currency,amount,channel\nAcme,USD,25000,search\n');
  await call('set_budget_plan', { month: '2026-11', sheet: { spreadsheet_id: SHEET, range: 'Plan!A:D' } });
  expect((await pacing()).rows).toMatchObject([{ cell: 'Plan!C2', plan: { amount: '25000.00' }, verdict: 'over' }]);
  await write('client,currency,amount,channel\nAcme,USD,40000,search\nBeta,USD,"12,000",\nGamma,USD,5,print\n');
  const again = await pacing();
  expect(again.rows).toMatchObject([{ cell: 'Plan!C2', plan: { amount: '40000.00' }, verdict: 'under' }]);
  expect(again.notes).toEqual(
    expect.arrayContaining([
      'Plan!C3: must be a number, and is "12,000".',
      expect.stringContaining('Plan!C4, channel: print is no channel with figures'),
    ]),
  );
  await files.remove(SHEET);
  expect((await pacing()).rows).toMatchObject([
    { plan: { amount: '25000.00' }, verdict: 'no_verdict', why: expect.stringContaining('could not be read') },
  ]);
});

test('a connection whose day is not read makes no verdict, and the money that is known is still told', async () => {
  await plan([{ name: 'Acme', amount: '25000', currency: 'USD' }]);
  const history = new StoredHistory(service.home.store, ambient);
  await history.failed(
    { workspaceId, channel: 'search', mode: 'sandbox' },
    ['10000000001'],
    'The token was withdrawn.',
  );
  const { rows, totals } = await pacing();
  expect(totals).toMatchObject([{ plan: { amount: '25000.00' }, spent: { amount: '17000.00' }, projected: null }]);
  expect(rows).toMatchObject([
    {
      spent: { amount: '17000.00' },
      projected: null,
      verdict: 'no_verdict',
      why: expect.stringContaining('withdrawn'),
    },
  ]);
});
