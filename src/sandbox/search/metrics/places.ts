import { between, chance } from '../../chance.ts';
import { behaviourOf, type Corner } from './behaviour.ts';
import type { Cell } from './cells.ts';
import type { Unit } from './facts.ts';
import { split } from './splitter.ts';

export interface Part {
  corner: Corner;
  cell: Cell;
}

/** The share of a unit's traffic by network, slot and device. */
export function cornerWeights({ id, channel }: Unit): number[] {
  return behaviourOf(channel).weights.map(
    ({ share, place, device }) => share * between(0.7, 1.3, chance(id, place, 20 + device)),
  );
}

/** A day's cell by network, place on the page and device. */
export function corners(unit: Unit, cell: Cell): Part[] {
  const { corners: all, worths } = behaviourOf(unit.channel);
  const cells = split(cell, cornerWeights(unit), worths);
  return all.map((corner, i) => ({ corner, cell: cells[i]! }));
}
