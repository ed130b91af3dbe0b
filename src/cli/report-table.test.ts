import { expect, test } from 'vitest';
import { type Report, reportTable, sparkline } from './report-table.ts';

const row = (name: string, cost: string, segments: Record<string, string> = {}): Report['rows'][number] => ({
  channel: 'search',
  account: '1',
  account_name: 'Acme',
  entity: { id: name, name, status: 'ENABLED' },
  segments,
  metrics: { cost: { amount: cost, currency: 'USD' }, ctr: null },
});

test('a sparkline has one sign a day, and a gap where nothing is known', () => {
  expect(sparkline([0, 1, 2, undefined, 8])).toBe('▁▂▃ █');
  expect(sparkline([0, 0])).toBe('▁▁');
});

test('a table has rows with their days, totals, what is missing with what to do, and notes', () => {
  const text = reportTable(
    {
      rows: [row('Shoes', '12.5'), row('Boots', '3')],
      totals: [{ currency: 'USD', metrics: { cost: { amount: '15.50', currency: 'USD' }, ctr: 0.5 }, partial: true }],
      missing: [{ channel: 'video', reason: 'It is away.', next_step: 'Wait.' }],
      notes: ['A note.'],
      next_cursor: 'more',
    },
    [row('Shoes', '4', { date: '2026-11-01' }), row('Shoes', '8', { date: '2026-11-02' })],
  );
  expect(text).toMatch(/^channel +account +name +status +cost +ctr +cost by day$/m);
  expect(text).toMatch(/^search +Acme +Shoes +ENABLED +12\.50 USD +– +▅█$/m);
  expect(text).toMatch(/^total, partial +USD +15\.50 USD +0\.5000$/m);
  expect(text).toContain('Missing: video: It is away.\n  Wait.');
  expect(text).toContain('- A note.');
  expect(text).toContain('There are more rows');
});
