import type { Edge, Letter, Pattern } from './automaton.ts';

/** Thrown for what RE2 would not read either. */
export class BadExpression extends Error {}

interface Flags {
  /** Without regard to case. */
  i: boolean;
  /** `^` and `$` also at the ends of lines. */
  m: boolean;
  /** `.` also for the end of a line. */
  s: boolean;
}

const REPEATS_MAX = 1000;
const DEPTH_MAX = 1000;
const LINE_END = 10;
const isWord: Letter = (code) => /^\w$/.test(String.fromCodePoint(code));
const ofClass =
  (pattern: RegExp): Letter =>
  (code) =>
    pattern.test(String.fromCodePoint(code));

const CLASSES: Readonly<Record<string, Letter>> = {
  d: ofClass(/^\d$/),
  w: isWord,
  s: ofClass(/^[\t\n\f\r ]$/),
};
const NAMED: Readonly<Record<string, RegExp>> = {
  alnum: /^[0-9A-Za-z]$/,
  alpha: /^[A-Za-z]$/,
  ascii: /^\p{ASCII}$/u,
  blank: /^[\t ]$/,
  digit: /^[0-9]$/,
  lower: /^[a-z]$/,
  punct: /^[!-/:-@[-`{-~]$/,
  space: /^[\t\n\v\f\r ]$/,
  upper: /^[A-Z]$/,
  word: /^\w$/,
  xdigit: /^[0-9A-Fa-f]$/,
};
const ESCAPED: Readonly<Record<string, number>> = { a: 7, f: 12, t: 9, n: LINE_END, r: 13, v: 11 };
const isWordEdge: Edge = (before, after) =>
  (before !== undefined && isWord(before)) !== (after !== undefined && isWord(after));
const EDGES: Readonly<Record<string, Edge>> = {
  A: (before) => before === undefined,
  z: (_, after) => after === undefined,
  b: isWordEdge,
  B: (before, after) => !isWordEdge(before, after),
};

/** Reads the syntax of RE2, which has neither look-around nor back-references. */
export function readExpression(text: string): Pattern {
  const reader = new Reader(text);
  const pattern = reader.choice({ i: false, m: false, s: false });
  if (!reader.isDone) throw new BadExpression();
  return pattern;
}

const not =
  (letter: Letter): Letter =>
  (code) =>
    !letter(code);
const anyCase = (letter: Letter): Letter => {
  const other = (code: number, changed: string) => changed.length <= 2 && letter(changed.codePointAt(0) ?? code);
  return (code) => {
    const text = String.fromCodePoint(code);
    return letter(code) || other(code, text.toLowerCase()) || other(code, text.toUpperCase());
  };
};

export function letterOf(code: number, ignoresCase: boolean): Letter {
  const exact: Letter = (other) => other === code;
  return ignoresCase ? anyCase(exact) : exact;
}

class Reader {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isDone(): boolean {
    return this.#at >= this.#text.length;
  }

  #sees(text: string): boolean {
    return this.#text.startsWith(text, this.#at);
  }

  #takes(text: string): boolean {
    const found = this.#sees(text);
    if (found) this.#at += text.length;
    return found;
  }

  #take(): number {
    const code = this.#text.codePointAt(this.#at);
    if (code === undefined) throw new BadExpression();
    this.#at += code > 0xffff ? 2 : 1;
    return code;
  }

  /** What a sticky pattern finds here, taken. */
  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found) this.#at += found[0].length;
    return found ?? undefined;
  }

  choice(given: Flags): Pattern {
    const flags = { ...given };
    const parts = [this.#sequence(flags)];
    while (this.#takes('|')) parts.push(this.#sequence(flags));
    return parts.length === 1 ? parts[0]! : { kind: 'choice', parts };
  }

  /** Flags that are set inside hold from there to the end of the group. */
  #sequence(flags: Flags): Pattern {
    const parts: Pattern[] = [];
    while (!this.isDone && !this.#sees('|') && !this.#sees(')')) {
      const set = this.#match(/\(\?([imsU]*)(?:-([imsU]+))?\)/y);
      if (set) applyFlags(flags, set);
      else if (this.#takes('\\Q')) parts.push(...this.#quoted(flags));
      else parts.push(this.#repeated(this.#atom(flags)));
    }
    return { kind: 'sequence', parts };
  }

  #quoted({ i }: Flags): Pattern[] {
    const parts: Pattern[] = [];
    while (!this.isDone && !this.#takes('\\E')) parts.push({ kind: 'letter', letter: letterOf(this.#take(), i) });
    return parts;
  }

  #repeated(part: Pattern): Pattern {
    const times = this.#times();
    if (!times) return part;
    this.#takes('?');
    if (this.#times()) throw new BadExpression();
    return { kind: 'repeat', part, ...times };
  }

  #times(): { min: number; max: number } | undefined {
    const without = Number.POSITIVE_INFINITY;
    if (this.#takes('*')) return { min: 0, max: without };
    if (this.#takes('+')) return { min: 1, max: without };
    if (this.#takes('?')) return { min: 0, max: 1 };
    const counted = this.#match(/\{(\d+)(,(\d*))?\}/y);
    if (!counted) return undefined;
    const min = Number(counted[1]);
    const max = counted[2] === undefined ? min : counted[3] === '' ? without : Number(counted[3]);
    if (min > REPEATS_MAX || (max !== without && max > REPEATS_MAX) || min > max) throw new BadExpression();
    return { min, max };
  }

  #atom(flags: Flags): Pattern {
    const code = this.#take();
    switch (String.fromCodePoint(code)) {
      case '(':
        return this.#group(flags);
      case '[':
        return { kind: 'letter', letter: this.#class(flags) };
      case '.':
        return { kind: 'letter', letter: flags.s ? () => true : (other) => other !== LINE_END };
      case '^':
        return { kind: 'edge', edge: (before) => before === undefined || (flags.m && before === LINE_END) };
      case '$':
        return { kind: 'edge', edge: (_, after) => after === undefined || (flags.m && after === LINE_END) };
      case '\\':
        return this.#escape(flags);
      case '*':
      case '+':
      case '?':
        throw new BadExpression();
      default:
        return { kind: 'letter', letter: letterOf(code, flags.i) };
    }
  }

  #group(given: Flags): Pattern {
    const flags = { ...given };
    if (this.#sees('?') && !this.#match(/\?P?<\w+>/y)) {
      const set = this.#match(/\?([imsU]*)(?:-([imsU]+))?:/y);
      if (!set) throw new BadExpression();
      applyFlags(flags, set);
    }
    this.#depth += 1;
    if (this.#depth > DEPTH_MAX) throw new BadExpression();
    const inside = this.choice(flags);
    this.#depth -= 1;
    if (!this.#takes(')')) throw new BadExpression();
    return inside;
  }

  #escape({ i }: Flags): Pattern {
    const edge = EDGES[this.#text[this.#at] ?? ''];
    if (edge) {
      this.#at += 1;
      return { kind: 'edge', edge };
    }
    const found = this.#escapedClass() ?? this.#escapedLetter();
    return { kind: 'letter', letter: typeof found === 'number' ? letterOf(found, i) : found };
  }

  #escapedClass(): Letter | undefined {
    if (this.#takes('C')) return () => true;
    const short = this.#match(/[dwsDWS]/y)?.[0];
    if (short) {
      const letter = CLASSES[short.toLowerCase()]!;
      return /[DWS]/.test(short) ? not(letter) : letter;
    }
    const property = this.#match(/([pP])(?:\{(\^?)(\w+)\}|([LMNPSZC]))/y);
    if (!property) return undefined;
    const letter = propertyClass(property[3] ?? property[4]!);
    return (property[1] === 'P') !== (property[2] === '^') ? not(letter) : letter;
  }

  #escapedLetter(): number {
    const hex = this.#match(/x(?:\{([0-9A-Fa-f]{1,6})\}|([0-9A-Fa-f]{2}))/y);
    if (hex) return Number.parseInt(hex[1] ?? hex[2]!, 16);
    const octal = this.#match(/0[0-7]{0,2}/y);
    if (octal) return Number.parseInt(octal[0], 8);
    const code = this.#take();
    const letter = String.fromCodePoint(code);
    if (/[0-9A-Za-z]/.test(letter) && !(letter in ESCAPED)) throw new BadExpression();
    return ESCAPED[letter] ?? code;
  }

  #class({ i }: Flags): Letter {
    const negated = this.#takes('^');
    const members: Letter[] = [];
    do members.push(this.#member());
    while (!this.#takes(']'));
    const any: Letter = (code) => members.some((member) => member(code));
    const folded = i ? anyCase(any) : any;
    return negated ? not(folded) : folded;
  }

  #member(): Letter {
    const named = this.#match(/\[:(\^?)(\w+):\]/y);
    if (named) {
      const pattern = NAMED[named[2]!];
      if (!pattern) throw new BadExpression();
      return named[1] === '^' ? not(ofClass(pattern)) : ofClass(pattern);
    }
    const low = this.#classLetter();
    if (typeof low !== 'number') return low;
    if (!this.#sees('-') || this.#text[this.#at + 1] === ']') return letterOf(low, false);
    this.#take();
    const high = this.#classLetter();
    if (typeof high !== 'number' || high < low) throw new BadExpression();
    return (code) => code >= low && code <= high;
  }

  #classLetter(): Letter | number {
    if (this.#takes('\\')) return this.#escapedClass() ?? this.#escapedLetter();
    return this.#take();
  }
}

function applyFlags(flags: Flags, [, on = '', off = '']: RegExpExecArray): void {
  for (const name of ['i', 'm', 's'] as const) {
    if (on.includes(name)) flags[name] = true;
    if (off.includes(name)) flags[name] = false;
  }
}

/** A script or a general category. */
function propertyClass(name: string): Letter {
  for (const property of [name, `Script=${name}`]) {
    try {
      return ofClass(new RegExp(`^\\p{${property}}$`, 'u'));
    } catch {}
  }
  throw new BadExpression();
}
