import {
  BACKSLASH,
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
} from '../text/json-bytes.ts';

/** What is parsed at once, in half a millisecond. */
const PIECE_BYTES = 65_536;
/** What is nested deeper is not cut any more. */
const LEVELS_MAX = 8;

/**
 * As `JSON.parse`, with a chance for others wherever it yields: a long text is cut at commas that no string and no inner
 * bracket holds, and every piece has to be JSON by itself.
 */
export function* parseLarge(text: Buffer, pieceBytes = PIECE_BYTES): Generator<void, unknown> {
  const large = new LargeText(text, pieceBytes);
  const begin = large.skipBlanks(0);
  if (!isOpening(text[begin])) return JSON.parse(text.toString('utf8'));
  const { value, end } = yield* large.container(begin, 1);
  if (large.skipBlanks(end) < text.length) throw new SyntaxError('something follows');
  return value;
}

/** How far a list or an object has been read. */
interface Place {
  at: number;
  /** Where the members begin that are not parsed yet. */
  begin: number;
  /** Where the last of them begins. */
  member: number;
  /** Open brackets in it. */
  depth: number;
}

class LargeText {
  readonly #text: Buffer;
  readonly #pieceBytes: number;

  constructor(text: Buffer, pieceBytes: number) {
    this.#text = text;
    this.#pieceBytes = pieceBytes;
  }

  /** The list or the object that opens here. */
  *container(open: number, level: number): Generator<void, { value: unknown; end: number }> {
    const isList = this.#text[open] === OPEN_LIST;
    const items: unknown[] = [];
    const members: [name: string, value: unknown][] = [];
    const take = (from: number, to: number) => {
      const text = this.#text.toString('utf8', from, to);
      const found = isList ? JSON.parse(`[${text}]`) : Object.entries(JSON.parse(`{${text}}`));
      if (found.length === 0) throw new SyntaxError('nothing between two commas');
      (isList ? items : members).push(...found);
    };
    const place: Place = { at: open + 1, begin: open + 1, member: open + 1, depth: 0 };
    for (;;) {
      const found = this.#advance(place, level);
      if (found === 'large') {
        if (place.member > place.begin) take(place.begin, place.member - 1);
        const [name, begin] = isList ? ['', this.skipBlanks(place.member)] : this.#name(place.member);
        if (!isOpening(this.#text[begin])) throw new SyntaxError('nothing opens here');
        const { value, end } = yield* this.container(begin, level + 1);
        if (isList) items.push(value);
        else members.push([name, value]);
        place.at = this.skipBlanks(end);
      } else if (found === 'piece' || this.skipBlanks(open + 1) < place.at) {
        take(place.begin, place.at);
        yield;
      }
      const byte = this.#text[place.at];
      if (byte === (isList ? CLOSE_LIST : CLOSE_OBJECT))
        return { value: isList ? items : Object.fromEntries(members), end: place.at + 1 };
      if (byte !== COMMA) throw new SyntaxError('neither a comma nor the end');
      place.at += 1;
      place.begin = place.member = place.at;
      place.depth = 0;
    }
  }

  /** To the comma that ends a piece, to the closing bracket, or until the last member is known to be a large one. */
  #advance(place: Place, level: number): 'piece' | 'large' | 'end' {
    const [text, pieceBytes, canGoDeeper] = [this.#text, this.#pieceBytes, level < LEVELS_MAX];
    let { at, member, depth } = place;
    let found: 'piece' | 'large' | 'end' = 'end';
    for (; at < text.length; at++) {
      const byte = text[at];
      if (byte === QUOTE) at = this.#stringEnd(at);
      else if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth++;
      else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        if (depth === 0) break;
        depth--;
      } else if (byte === COMMA && depth === 0) {
        if (at - place.begin > pieceBytes) {
          found = 'piece';
          break;
        }
        member = at + 1;
      }
      if (depth > 0 && at - member > pieceBytes && canGoDeeper) {
        found = 'large';
        break;
      }
    }
    Object.assign(place, { at, member, depth });
    return found;
  }

  /** The name of a member, and where its value begins. */
  #name(member: number): [string, number] {
    const begin = this.skipBlanks(member);
    const end = this.#stringEnd(begin) + 1;
    const colon = this.skipBlanks(end);
    if (this.#text[begin] !== QUOTE || this.#text[colon] !== COLON) throw new SyntaxError('a member has no name');
    return [JSON.parse(this.#text.toString('utf8', begin, end)), this.skipBlanks(colon + 1)];
  }

  /** Where the string that begins here has its closing quote. */
  #stringEnd(begin: number): number {
    const text = this.#text;
    for (let at = begin + 1; at < text.length; at++) {
      const byte = text[at];
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) return at;
    }
    return text.length;
  }

  skipBlanks(at: number): number {
    let next = at;
    while (isBlank(this.#text[next])) next++;
    return next;
  }
}

function isOpening(byte: number | undefined): boolean {
  return byte === OPEN_LIST || byte === OPEN_OBJECT;
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
