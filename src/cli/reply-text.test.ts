import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../test/seed.ts';
import { readable } from './reply-text.ts';

test('lists are tables whose columns go into what is nested', () => {
  const rows = [
    {
      campaign: { id: '1', name: 'Shoes' },
      segments: { device: 'MOBILE' },
      metrics: { clicks: 3, cost: { amount: '1.50', currency: 'USD' } },
    },
    { campaign: { id: '22', name: 'Hats' }, metrics: { clicks: 0, cost: null } },
  ];
  expect(readable({ rows, truncated: false }, true)).toBe(
    [
      'rows',
      'campaign id  campaign name  segments device  metrics clicks  metrics cost',
      '───────────  ─────────────  ───────────────  ──────────────  ────────────',
      '1            Shoes          MOBILE           3               1.50 USD',
      '22           Hats           –                0               –',
      '',
      'truncated',
      '  no',
    ].join('\n'),
  );
});

test('a thing shows its lists as tables of their own, its changes as from → to', () => {
  const text = readable(
    {
      ad: { id: '7', tags: ['a', 'b'], issues: [{ code: 'X', text: 'late' }] },
      applied: { name: { from: 'A', to: 'B' }, budget: { from: null, to: { amount: '5', currency: 'EUR' } } },
    },
    true,
  );
  expect(text).toMatch(/tags +a, b/);
  expect(text).toContain('ad issues\ncode  text\n────  ────\nX     late');
  expect(text).toMatch(/name +A → B/);
  expect(text).toMatch(/budget +– → 5 EUR/);
});

test('several things in one cell are told by their first member, the rest behind', () => {
  const text = readable(
    { rows: [{ id: '1', channels: [{ channel: 'search', mode: 'sandbox' }, { channel: 'office' }] }] },
    true,
  );
  expect(text).toContain('search (mode sandbox); office');
});

test('a list of amounts is one line, each with its currency', () => {
  const budgets = [
    { amount: '5.00', currency: 'EUR' },
    { amount: '7', currency: 'JPY' },
  ];
  expect(readable({ budgets }, true)).toBe('budgets\n  5.00 EUR, 7 JPY');
});

test('a table that is wider than the screen is shown row by row', () => {
  const rows = [
    { id: '1', text: 'x'.repeat(60) },
    { id: '2', text: 'y' },
  ];
  const text = readable({ rows }, true, 40);
  expect(text).not.toContain('──');
  expect(text).toMatch(/ {2}id +1\n {2}text +x{60}\n\n {2}id +2/);
});

test('a failure says what to do next', () => {
  expect(readable({ error: { code: 'not_found', message: 'None.', next_step: 'List them.' } }, false)).toBe(
    'Failed (not_found): None.\nNext: List them.',
  );
});

test('no answer, however nested, is shown as JSON', () => {
  const words = fc.stringMatching(/^[a-z]{1,8}$/);
  const leaf = fc.oneof(words, fc.integer(), fc.boolean(), fc.constant(null));
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(words, tie('value'), { maxKeys: 4 }),
    ),
  }));
  fc.assert(
    fc.property(fc.dictionary(words, value), fc.nat(200), (result, columns) => {
      expect(readable(result, true, columns)).not.toMatch(/[{}[\]"]|undefined|\[object/);
    }),
  );
});
