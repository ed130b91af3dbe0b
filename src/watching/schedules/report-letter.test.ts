import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Call, Pipeline } from '../../pipeline/call.ts';
import { type Figures, figuresOf } from './figures.ts';
import { makeReport } from './made-report.ts';
import { drawable } from './pixel-font.ts';
import { chartPng, panelsOf } from './report-chart.ts';
import { reportCsv } from './report-csv.ts';
import { reportWords } from './report-words.ts';
import type { Schedule } from './stored-schedules.ts';

// biome-ignore lint/suspicious/noExplicitAny: replies of any shape
type Any = any;

const money = (amount: string, currency: string) => ({ amount, currency });
const row = (name: string, currency: string, metrics: Any, segments: Any = {}) => ({
  channel: 'social',
  mode: 'sandbox',
  account: '1',
  currency,
  entity: { kind: 'campaign', id: '9', name, status: 'ACTIVE' },
  segments,
  metrics,
});
const reply = (rows: Any[], more: Any = {}): Figures =>
  figuresOf([
    {
      rows,
      totals: [],
      period: { start_date: '2026-11-09', end_date: '2026-11-15' },
      uneven_days: false,
      missing: [],
      partial: false,
      notes: [],
      ...more,
    },
  ]);
const two = reply(
  [
    row('Spring', 'USD', { cost: money('1234.50', 'USD'), clicks: 12 }),
    row('=HYPERLINK("x")', 'JPY', { cost: money('120000', 'JPY'), clicks: null }),
  ],
  {
    totals: [
      { currency: 'USD', metrics: { cost: money('1234.50', 'USD') }, partial: true },
      { currency: 'JPY', metrics: { cost: money('120000', 'JPY') }, partial: true },
    ],
    missing: [
      {
        channel: 'search',
        account: '7',
        code: 'token_expired',
        reason: 'The token has expired.',
        next_step: 'Connect it.',
      },
    ],
    partial: true,
  },
);

test('words: every amount has its currency, sums are apart, and what is missing is named', () => {
  const text = reportWords(two, ['It comes late.']);
  expect(text).toContain('It comes late.\n\nDays: 2026-11-09 to 2026-11-15');
  expect(text).toMatch(/1 {2}Spring +social +1234\.50 USD +12\n/);
  expect(text).toMatch(/120000 JPY +–\n/);
  expect(text).toContain('Total USD: cost 1234.50 USD\nTotal JPY: cost 120000 JPY\nCurrencies are not added up.');
  expect(text).toContain('Missing, and not counted as zero:\n- search 7: The token has expired.');
});

test('words: a channel that was never connected is no news', () => {
  const missing = [{ channel: 'video', code: 'not_connected', reason: 'It is not connected.', next_step: 'Connect.' }];
  expect(reportWords(reply([], { missing }), [])).not.toContain('Missing');
});

test('CSV: no name runs as a formula, and what is missing is a row without numbers', async () => {
  const lines = (await reportCsv(two, new AbortController().signal)).trimEnd().split('\r\n');
  expect(lines).toHaveLength(4);
  expect(lines[1]).toMatch(/,USD,.*,Spring,ACTIVE,,1234\.50,12,,,$/);
  expect(lines[2]).toContain(`"'=HYPERLINK(""x"")"`);
  expect(lines[3]).toMatch(/^,search,,7,.*,,,,token_expired: The token has expired\.,Connect it\.$/);
});

test('chart: a panel a currency, and lengths in proportion', () => {
  expect(panelsOf(two).map(({ title }) => title)).toEqual(['cost, USD', 'cost, JPY']);
  const halves = reply([
    row('A', 'USD', { cost: money('10.00', 'USD') }),
    row('B', 'USD', { cost: money('5.00', 'USD') }),
  ]);
  const { width, lines } = decoded(chartPng(halves)!);
  expect(width).toBe(960);
  const blue = lines.map((line) => [...line].filter((dot) => dot === 3).length).filter((count) => count > 0);
  expect(Math.max(...blue) / Math.min(...blue)).toBeCloseTo(2, 1);
});

test('chart: over time, the rows of a day are added up within their currency', () => {
  const day = (date: string, amount: string) => row('A', 'USD', { cost: money(amount, 'USD') }, { date });
  const [panel] = panelsOf(reply([day('2026-11-10', '0.10'), day('2026-11-09', '0.20'), day('2026-11-10', '0.20')]));
  expect(panel!.bars.map(({ label, shown }) => [label, shown])).toEqual([
    ['2026-11-09', '0.20 USD'],
    ['2026-11-10', '0.30 USD'],
  ]);
});

test('chart: nothing to draw is no picture', () => {
  expect(chartPng(reply([]))).toBeUndefined();
  expect(chartPng(reply([row('A', 'USD', { cost: money('0.00', 'USD') })]))).toBeUndefined();
});

test('comparison: the value before, the change and the ratio are columns of their own', () => {
  const cost = {
    current: money('10.00', 'USD'),
    before: money('8.00', 'USD'),
    difference: money('2.00', 'USD'),
    ratio: 1.25,
  };
  const compared = reply([row('A', 'USD', { cost })]);
  expect(compared.columns).toEqual(['cost', 'cost_before', 'cost_difference', 'cost_ratio']);
  expect(reportWords(compared, [])).toMatch(/10\.00 USD +8\.00 USD +1\.25/);
  expect(panelsOf(compared)[0]!.bars[0]).toMatchObject({ shown: '10.00 USD', before: 8_000_000n });
});

test('the font draws names without accents, and says where it cannot', () => {
  expect(drawable('Größe – Été')).toBe('GROSSE - ETE');
  expect(drawable('秋のセール')).toBeUndefined();
});

/** A report whose pages never end, as it is sent; `asked`: how many of them were read. */
async function made(given: object, page: (place: number) => Any, name = 'Spend') {
  let asked = 0;
  const runTool = async () => {
    if (asked > 20) throw new Error('It is read for ever.');
    const { rows = [], ...more } = page(asked++);
    const days = { start_date: '2026-11-09', end_date: '2026-11-15' };
    const told = { totals: [], period: days, uneven_days: false, missing: [], partial: false, notes: [] };
    return { json: JSON.stringify({ rows, ...told, next_cursor: 'more', ...more }) };
  };
  const pipeline = { tools: [{ name: 'report', channel: { name: 'workspace' } }], runTool } as unknown as Pipeline;
  const schedule = { name, tool: 'report', arguments: given, workspaceId: 'ws_1' } as unknown as Schedule;
  const call = { requestId: 'r', gone: () => new AbortController().signal } as unknown as Call;
  const { data, attachments } = await makeReport(pipeline, schedule, call, []);
  return { asked, data: data as Any, files: attachments!.map((one) => one.name) };
}
const line = (name: string) => row(name, 'USD', { cost: money('1.00', 'USD') });

test('a report is read to its end, ten pages at most, and says that there is more', async () => {
  const ends = await made({}, (place) => ({
    rows: [line(`row ${place}`)],
    ...(place === 2 && { next_cursor: undefined }),
  }));
  expect(ends).toMatchObject({ asked: 3, data: { rows_total: 3, more_rows: false } });
  const endless = await made({}, (place) => ({ rows: [line(`row ${place}`)] }));
  expect(endless).toMatchObject({ asked: 10, data: { rows_total: 10, more_rows: true } });
});

test('a schedule that asks for so many rows is sent those and no more', async () => {
  expect(await made({ limit: 1 }, () => ({ rows: [line('first')] }))).toMatchObject({
    asked: 1,
    data: { rows_total: 1 },
  });
});

test('a report is partial as soon as one of its pages is', async () => {
  const { data } = await made({}, (place) => ({ partial: place === 4 }));
  expect(data.partial).toBe(true);
});

test('what a webhook is told stays within its body, however long names are', async () => {
  const rows = Array.from({ length: 20 }, () => line('ü'.repeat(2_000)));
  const { data } = await made({ limit: 20 }, () => ({ rows }));
  expect(Buffer.byteLength(JSON.stringify(data))).toBeLessThanOrEqual(16_000);
  expect(data).toMatchObject({ rows_total: 20, more_rows: true });
});

test.each([
  ['日本', 'report'],
  ['../../etc/passwd', 'etc-passwd'],
  ['a'.repeat(300), 'a'.repeat(60)],
])('the file of %s is called %s', async (name, file) => {
  const { files } = await made({ limit: 1 }, () => ({ rows: [line('A')] }), name);
  expect(files).toEqual([`${file}.csv`, `${file}.png`]);
});

/** The dots of a PNG with a palette, line by line, without their filter byte. */
function decoded(png: Buffer): { width: number; lines: Buffer[] } {
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  const width = png.readUInt32BE(16);
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  const dots = inflateSync(Buffer.concat(parts));
  const lines = Array.from({ length: dots.length / (width + 1) }, (_, y) =>
    dots.subarray(y * (width + 1) + 1, (y + 1) * (width + 1)),
  );
  return { width, lines };
}
