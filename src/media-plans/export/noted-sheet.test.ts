import { expect, test } from 'vitest';
import type { MediaPlan } from '../../plans/media-plan.ts';
import { notedSheet } from './noted-sheet.ts';

const row = { platform_checked: false, groups: [] };

const plan = {
  name: 'Holiday 2026',
  content: {
    cells: {
      tab: 'Plan',
      firstRow: 2,
      firstColumn: 0,
      shown: [
        ['Title'],
        ['Kanal', 'Kampagne', 'Budget'],
        ['Social', '=Gifts', '18.000,00'],
        ['Social', 'Small', '2,00'],
        ['', 'Summe', '18.002,00'],
      ],
    },
    request: { spreadsheet_id: 's', range: 'Plan', limit: 1 },
    answer: {
      rows: [
        {
          ...row,
          rows: [5],
          fate: 'change',
          campaign: { name: '=Gifts' },
          difference: { budget: { from: '1', to: '2' } },
        },
        { ...row, rows: [6], fate: 'out', campaign: { name: 'Small' } },
      ],
      skipped: [
        { row: 3, kind: 'note' },
        { row: 4, kind: 'heads' },
        { row: 7, kind: 'sum' },
      ],
      problems: [{ cell: 'Plan!C6', level: 'stop', message: 'Too little.', allowed: '10.00 or more', repair: '10.00' }],
    },
    members: [{ position: 0, rows: [5] }],
  },
} as unknown as MediaPlan;

async function csvOf(progress: Parameters<typeof notedSheet>[1], of = plan): Promise<string[]> {
  const { file } = notedSheet(of, progress, 'csv');
  let text = '';
  for await (const piece of file.pieces()) text += piece;
  return text.trimEnd().split('\r\n');
}

test('every row keeps its cells and says behind them what becomes of it', async () => {
  expect(await csvOf([])).toEqual([
    'Title,,,"A note, not used as a row."',
    'Kanal,Kampagne,Budget,Notes',
    'Social,\'=Gifts,"18.000,00",Exists already and will be changed: budget 1 → 2.',
    'Social,Small,"2,00","Stays out.\nC6: Too little. Allowed: 10.00 or more. Write 10.00."',
    ',Summe,"18.002,00","A sum, not used as a row."',
  ]);
});

test('after the launch it says what came of the row', async () => {
  const failed = {
    position: 0,
    state: 'failed',
    campaignId: undefined,
    made: {},
    tries: 1,
    error: { code: 'x', message: 'No budget.', next_step: '' },
  };
  expect((await csvOf([failed] as never))[2]).toContain('Failed: No budget.');
});

test('a row that waits for its turn says what will become of it, and what was not there before is nothing', async () => {
  const [row, ...others] = plan.content.answer.rows;
  const difference = { end: { from: undefined, to: '2026-12-24' }, ages: { from: null, to: { from: 18 } } };
  const answer = { ...plan.content.answer, rows: [{ ...row!, difference }, ...others] };
  const changed = { ...plan, content: { ...plan.content, answer } } as MediaPlan;
  const waiting = { position: 0, state: 'waiting', campaignId: undefined, made: {}, tries: 0, error: undefined };
  expect((await csvOf([waiting] as never, changed))[2]).toContain(
    'Exists already and will be changed: end nothing → 2026-12-24; ages nothing → {""from"":18}.',
  );
});

test('the file is named after the plan', () => {
  expect(notedSheet(plan, [], 'xlsx').file.name).toBe('Holiday-2026-with-notes.xlsx');
});
