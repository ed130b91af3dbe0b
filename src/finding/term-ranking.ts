/** How soon further occurrences of a term cease to count, and how far long texts are held back. */
const SATURATION = 1.2;
const LENGTH_SHARE = 0.5;

/** The terms of one text, and how many they are. */
export interface TermCounts {
  counts: ReadonlyMap<string, number>;
  length: number;
}

/** How much a term says about a text, among many texts: BM25. */
export class TermRanking {
  readonly #rarity: ReadonlyMap<string, number>;
  readonly #averageLength: number;

  constructor(texts: readonly TermCounts[]) {
    const occurrences = new Map<string, number>();
    for (const { counts } of texts)
      for (const term of counts.keys()) occurrences.set(term, (occurrences.get(term) ?? 0) + 1);
    this.#rarity = new Map(
      [...occurrences].map(([term, n]) => [term, Math.log(1 + (texts.length - n + 0.5) / (n + 0.5))]),
    );
    this.#averageLength = texts.reduce((sum, { length }) => sum + length, 0) / Math.max(1, texts.length);
  }

  knows(term: string): boolean {
    return this.#rarity.has(term);
  }

  terms(): Iterable<string> {
    return this.#rarity.keys();
  }

  score({ counts, length }: TermCounts, term: string): number {
    const count = counts.get(term);
    if (count === undefined) return 0;
    const norm = SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * length) / this.#averageLength);
    return (this.#rarity.get(term)! * count * (SATURATION + 1)) / (count + norm);
  }
}
