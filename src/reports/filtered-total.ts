import type { Parts } from '../tools/report/metrics.ts';

/** People in two rows may be the same. */
const WITHIN_ROW = ['reach'];

/** Nothing happened: zero, and the number of people stays unknown. */
export function noActivity(names: readonly string[]): Parts {
  return Object.fromEntries(names.map((name) => [name, WITHIN_ROW.includes(name) ? null : 0n]));
}

/** The sum of the rows that pass a filter: platforms count sums without knowing our filters. */
export class FilteredTotal {
  readonly #names: readonly string[];
  readonly #sums = new Map<string, bigint | null>();
  #rows = 0;

  constructor(names: readonly string[]) {
    this.#names = names;
  }

  add(parts: Parts | undefined): void {
    if (!parts || Object.keys(parts).length === 0) return;
    this.#rows += 1;
    for (const name of this.#names) {
      const value = parts[name];
      if (typeof value === 'bigint') this.#sums.set(name, (this.#sums.get(name) ?? 0n) + value);
    }
  }

  get parts(): Parts {
    if (this.#rows === 0) return noActivity(this.#names);
    const isKnown = (name: string) => this.#rows === 1 || !WITHIN_ROW.includes(name);
    return Object.fromEntries(this.#names.map((name) => [name, isKnown(name) ? (this.#sums.get(name) ?? null) : null]));
  }
}
