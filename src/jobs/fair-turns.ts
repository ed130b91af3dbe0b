import type { Candidate } from './job-rows.ts';

const REMEMBERED = 10_000;

/**
 * In which order due jobs are begun: the kinds take turns, and in a kind its shares do, so that ten thousand jobs of one do not
 * keep the others waiting. Which of them had their turn longest ago come first.
 */
export class FairTurns {
  readonly #turns = new Map<string, number>();
  #count = 0;

  order(candidates: readonly Candidate[]): Candidate[] {
    return this.#interleaved(candidates, kindOf, (ofKind) => this.#interleaved(ofKind, shareOf, (ofShare) => ofShare));
  }

  took(candidate: Candidate): void {
    if (this.#turns.size > REMEMBERED) this.#turns.clear();
    this.#count += 1;
    for (const name of [kindOf(candidate), shareOf(candidate)]) this.#turns.set(name, this.#count);
  }

  /** One of each group in turn; in a group as `within` has them. */
  #interleaved(
    candidates: readonly Candidate[],
    nameOf: (candidate: Candidate) => string,
    within: (group: Candidate[]) => Candidate[],
  ): Candidate[] {
    const groups = [...Map.groupBy(candidates, nameOf)]
      .map(([name, group]) => ({ turn: this.#turns.get(name) ?? 0, group: within(group) }))
      .sort((a, b) => a.turn - b.turn)
      .map(({ group }) => group);
    const longest = Math.max(0, ...groups.map(({ length }) => length));
    return Array.from({ length: longest }, (_, rank) => groups.flatMap((group) => group[rank] ?? [])).flat();
  }
}

function kindOf({ kind }: Candidate): string {
  return kind;
}

function shareOf({ kind, share }: Candidate): string {
  return `${kind} ${share}`;
}
