import { GraphError } from '../errors.ts';

/** One entry of `fields=name,adsets.limit(5){id,name}`. */
export interface Selected {
  name: string;
  /** Key in the answer: `.as(x)` renames. */
  key: string;
  modifiers: Record<string, string>;
  /** The text between the braces. */
  inner: string | undefined;
}

export function parseFields(text: string): Selected[] {
  const reader = new Reader(text);
  const selected = reader.list();
  if (!reader.done)
    throw new GraphError(2500, `Syntax error "Expected end of string" at character ${reader.at}: ${text}`);
  return selected;
}

class Reader {
  at = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  get done(): boolean {
    return this.at >= this.text.length;
  }

  list(): Selected[] {
    const entries: Selected[] = [];
    do {
      this.skipBlanks();
      const name = this.word();
      if (name !== '') entries.push(this.entry(name));
      this.skipBlanks();
    } while (this.accept(','));
    return entries;
  }

  private entry(name: string): Selected {
    const modifiers: Record<string, string> = {};
    while (this.accept('.')) {
      const modifier = this.word();
      modifiers[modifier] = this.enclosed('(', ')') ?? '';
    }
    const inner = this.enclosed('{', '}');
    const { as: key = name, ...rest } = modifiers;
    return { name, key, modifiers: rest, inner };
  }

  private word(): string {
    const match = /^[\w-]*/.exec(this.text.slice(this.at, this.at + 100))?.[0] ?? '';
    this.at += match.length;
    return match;
  }

  /** Text up to the matching closing sign; signs inside JSON strings do not count. */
  private enclosed(open: string, close: string): string | undefined {
    if (!this.accept(open)) return undefined;
    const start = this.at;
    let depth = 1;
    let quoted = false;
    for (; this.at < this.text.length; this.at++) {
      const sign = this.text[this.at];
      if (sign === '"' && this.text[this.at - 1] !== '\\') quoted = !quoted;
      if (quoted) continue;
      if (sign === open) depth++;
      if (sign === close && --depth === 0) return this.text.slice(start, this.at++);
    }
    throw new GraphError(2500, `Syntax error "Expected ${close}" at end of string: ${this.text}`);
  }

  private accept(sign: string): boolean {
    if (this.text[this.at] !== sign) return false;
    this.at++;
    return true;
  }

  private skipBlanks(): void {
    while (this.text[this.at] === ' ' || this.text[this.at] === '\n') this.at++;
  }
}
