/** Whether a code point is one of those meant. */
export type Letter = (code: number) => boolean;

/** Whether a place between two letters, either of which may be missing, is of the kind meant. */
export type Edge = (before: number | undefined, after: number | undefined) => boolean;

/** A pattern as a tree. */
export type Pattern =
  | { kind: 'letter'; letter: Letter }
  | { kind: 'edge'; edge: Edge }
  | { kind: 'sequence' | 'choice'; parts: readonly Pattern[] }
  | { kind: 'repeat'; part: Pattern; min: number; max: number };

type Step =
  | { letter: Letter; next: number }
  | { edge: Edge; next: number }
  /** Goes on at all of these places at once. */
  | { next: readonly number[] };

const STEPS_MAX = 5_000;

export class PatternTooLarge extends Error {}

/**
 * Tells whether a whole text fits a pattern, in time that grows with the product of their lengths and never faster: every
 * place that the pattern can have reached is followed at the same time, so there is nothing to go back to.
 */
export class Automaton {
  readonly #steps: Step[] = [];
  readonly #start: number;

  constructor(pattern: Pattern) {
    // The end of a pattern is the first step, so that it needs no other sign.
    this.#add({ next: [] });
    this.#start = this.#compile(pattern, 0);
  }

  fits(text: string): boolean {
    const codes = Array.from(text, (letter) => letter.codePointAt(0)!);
    let places = this.#reach([this.#start], undefined, codes[0]);
    for (const [i, code] of codes.entries()) {
      if (places.size === 0) return false;
      const next: number[] = [];
      for (const place of places) {
        const step = this.#steps[place]!;
        if ('letter' in step && step.letter(code)) next.push(step.next);
      }
      places = this.#reach(next, code, codes[i + 1]);
    }
    return places.has(0);
  }

  /** Every place that can be had from these without another letter. */
  #reach(from: number[], before: number | undefined, after: number | undefined): Set<number> {
    const reached = new Set<number>();
    const open = from;
    for (let place = open.pop(); place !== undefined; place = open.pop()) {
      if (reached.has(place)) continue;
      reached.add(place);
      const step = this.#steps[place]!;
      if ('letter' in step) continue;
      if ('edge' in step) {
        if (step.edge(before, after)) open.push(step.next);
      } else open.push(...step.next);
    }
    return reached;
  }

  #add(step: Step): number {
    if (this.#steps.length >= STEPS_MAX) throw new PatternTooLarge();
    return this.#steps.push(step) - 1;
  }

  /** Where the pattern begins, if `next` is where it goes on afterwards. */
  #compile(pattern: Pattern, next: number): number {
    switch (pattern.kind) {
      case 'letter':
        return this.#add({ letter: pattern.letter, next });
      case 'edge':
        return this.#add({ edge: pattern.edge, next });
      case 'sequence':
        return pattern.parts.reduceRight((after, part) => this.#compile(part, after), next);
      case 'choice':
        return this.#add({ next: pattern.parts.map((part) => this.#compile(part, next)) });
      case 'repeat':
        return this.#repeat(pattern, next);
    }
  }

  #repeat({ part, min, max }: Pattern & { kind: 'repeat' }, next: number): number {
    let at = next;
    if (max === Number.POSITIVE_INFINITY) {
      const ways: number[] = [next];
      at = this.#add({ next: ways });
      ways.push(this.#compile(part, at));
    } else for (let i = min; i < max; i += 1) at = this.#add({ next: [next, this.#compile(part, at)] });
    for (let i = 0; i < min; i += 1) at = this.#compile(part, at);
    return at;
  }
}
