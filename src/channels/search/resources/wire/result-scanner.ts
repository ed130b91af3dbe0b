import { BACKSLASH, CLOSE_LIST, CLOSE_OBJECT, OPEN_LIST, OPEN_OBJECT, QUOTE } from '../../../../text/json-bytes.ts';

/** How deep a scanner is inside the reply: the reply itself, its `results`, one row. */
const IN_REPLY = 1;
const IN_RESULTS = 2;
const IN_ROW = 3;

/**
 * Cuts the rows out of a search reply while its bytes arrive, so that ten thousand of them are never held at
 * once. `upstream/large-json.ts` cuts a text that is there as a whole, and so needs none of the state kept here between pieces.
 */
export class ResultScanner {
  #depth = 0;
  #inString = false;
  #escaped = false;
  #inResults = false;
  readonly #envelope: Buffer[] = [];
  #row: Buffer[] = [];
  /** How many of the next rows to leave out. */
  #skip: number;

  constructor(skip = 0) {
    this.#skip = skip;
  }

  /** The rows that this piece completed, each as JSON. */
  push(piece: Buffer): Buffer[] {
    const rows: Buffer[] = [];
    let from = 0;
    for (let at = this.#inString ? this.#stringEnd(piece, 0) : 0; at < piece.length; at++) {
      const byte = piece[at]!;
      if (byte === QUOTE) at = this.#stringEnd(piece, at + 1) - 1;
      else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
        this.#depth++;
        if (this.#inResults) {
          if (this.#depth === IN_ROW) from = at;
        } else if (this.#depth === IN_RESULTS && byte === OPEN_LIST) {
          this.#envelope.push(piece.subarray(from, at + 1));
          from = at + 1;
          this.#inResults = this.#isResultsList();
        }
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        this.#depth--;
        if (!this.#inResults) continue;
        if (this.#depth === IN_RESULTS) {
          if (this.#skip > 0) this.#skip--;
          else rows.push(this.#whole(piece.subarray(from, at + 1)));
          this.#row = [];
        } else if (this.#depth === IN_REPLY) {
          this.#inResults = false;
          from = at;
        }
      }
    }
    this.#keep(piece.subarray(Math.min(from, piece.length)));
    return rows;
  }

  /** Everything of the reply but its rows. */
  end(): unknown {
    return JSON.parse(Buffer.concat(this.#envelope).toString('utf8'));
  }

  /** The place after the closing quote of the current string, or the end of the piece when the string goes on in the next one. */
  #stringEnd(piece: Buffer, begin: number): number {
    let escaped = this.#escaped;
    for (let at = begin; at < piece.length; at++) {
      const byte = piece[at];
      if (escaped) escaped = false;
      else if (byte === BACKSLASH) escaped = true;
      else if (byte === QUOTE) {
        this.#inString = false;
        this.#escaped = false;
        return at + 1;
      }
    }
    this.#inString = true;
    this.#escaped = escaped;
    return piece.length;
  }

  #whole(rest: Buffer): Buffer {
    return this.#row.length > 0 ? Buffer.concat([...this.#row, rest]) : rest;
  }

  #isResultsList(): boolean {
    return /"results"\s*:\s*\[$/.test(Buffer.concat(this.#envelope).toString('utf8'));
  }

  #keep(rest: Buffer): void {
    if (!this.#inResults) this.#envelope.push(rest);
    else if (this.#depth >= IN_ROW) this.#row.push(rest);
  }
}
