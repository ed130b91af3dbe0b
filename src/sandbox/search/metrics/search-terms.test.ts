import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ACTIONS, addTo, CLICKS, CONVERSIONS, COST, emptyCell } from './cells.ts';
import { dayCell } from './facts.ts';
import { searchTerms, termShare } from './search-terms.ts';

const now = { day: 20_801, hour: 15, text: '', ms: 0 };

test('terms add up to their keyword, and those of people who buy nothing cost without a conversion', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60_000_000 }),
      fc.integer({ min: 20_000, max: 20_800 }),
      fc.constantFrom('BROAD', 'PHRASE'),
      (id, day, matchType) => {
        const unit = { id, channel: 'SEARCH', currency: 'USD', delivery: [{ from: 20_000, to: null, daily: 20_000 }] };
        const cell = dayCell(unit, day, now)!;
        const terms = searchTerms('shoes', matchType);
        const wasteful = terms.map((term) => term.wasteful);
        const ids = terms.map((_, at) => id * 10 + at);
        const sum = emptyCell();
        for (const index of terms.keys()) {
          const part = termShare(cell, { ids, wasteful, index });
          addTo(sum, part);
          const conversions = part.slice(CONVERSIONS, CONVERSIONS + ACTIONS);
          if (wasteful[index]) expect(Math.max(...conversions)).toBe(0);
          if (part[CLICKS] === 0) expect(part[COST]! + Math.max(...conversions)).toBe(0);
        }
        expect(sum).toEqual(cell);
      },
    ),
  );
});

test('nobody types the same word twice', () => {
  for (const text of ['best running shoes', 'running shoes sale', 'cheap shoes for beginners', 'Buy Shoes Online'])
    for (const matchType of ['EXACT', 'PHRASE', 'BROAD']) {
      const terms = searchTerms(text, matchType).map((term) => term.text);
      expect(new Set(terms).size).toBe(terms.length);
      for (const term of terms) expect(new Set(term.split(' ')).size, term).toBe(term.split(' ').length);
    }
});
