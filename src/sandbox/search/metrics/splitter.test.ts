import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CELL_SIZE, type Cell, emptyCell } from './cells.ts';
import { boundsOf, Splitter, split } from './splitter.ts';

const cell = fc.array(fc.nat(100_000), { minLength: CELL_SIZE, maxLength: CELL_SIZE });
const weights = fc.array(fc.double({ min: 0.01, max: 5, noNaN: true }), { minLength: 1, maxLength: 24 });
const wanted = fc.array(fc.boolean(), { minLength: CELL_SIZE, maxLength: CELL_SIZE });

test('sharing out only some numbers gives the parts what they get of them when all are shared out', () => {
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1, maxLength: 3 }), weights, wanted, (cells, someWeights, someWanted) => {
      const splitter = new Splitter(someWanted);
      const parts: Cell[] = someWeights.map(emptyCell);
      const whole: Cell[] = someWeights.map(emptyCell);
      for (const each of cells) {
        splitter.share(each, boundsOf(someWeights), parts);
        for (const [i, part] of split(each, someWeights).entries())
          for (const n of part.keys()) whole[i]![n]! += part[n]!;
      }
      const onlyWanted = (all: Cell[]) => all.map((part) => part.filter((_, n) => someWanted[n]));
      expect(onlyWanted(parts)).toEqual(onlyWanted(whole));
    }),
  );
});
