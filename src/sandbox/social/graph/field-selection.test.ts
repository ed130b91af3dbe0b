import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseFields } from './field-selection.ts';

describe('a field selection', () => {
  test('reads modifiers, nesting, aliases and JSON inside modifiers', () => {
    const [name, sets, insights] = parseFields(
      'name,adsets.limit(2).as(s){id,ads{id}},insights.time_range({"since":"2026-01-01","until":"2026-01-02"}){spend}',
    );
    expect(name).toEqual({ name: 'name', key: 'name', modifiers: {}, inner: undefined });
    expect(sets).toEqual({ name: 'adsets', key: 's', modifiers: { limit: '2' }, inner: 'id,ads{id}' });
    expect(insights!.modifiers.time_range).toBe('{"since":"2026-01-01","until":"2026-01-02"}');
  });

  test.each(['a{b', 'a}', 'a.limit(', 'a b'])('refuses %s', (text) => {
    expect(() => parseFields(text)).toThrow(/Syntax error/);
  });

  test('comes to an end on any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ab,.(){}" \\') }), (text) => {
        try {
          parseFields(text);
        } catch (error) {
          expect(String(error)).toContain('Syntax error');
        }
      }),
    );
  });
});
