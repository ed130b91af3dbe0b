import { rmSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { broken } from './refusal.ts';
import { StringItem } from './string-item.ts';
import { walkXml } from './xml-stream.ts';

const MEMORY_BYTES_MAX = 16 * 1024 ** 2;
const STRING_OVERHEAD_BYTES = 48;

/** A workbook's texts, which its cells name by number. The first ones stay in memory; a large table goes on to disk. */
export class SharedStrings {
  readonly #texts: string[] = [];
  readonly #spillPath: string;
  #bytes = 0;
  #count = 0;
  #spill: { db: DatabaseSync; insert: StatementSync; select: StatementSync } | undefined;

  constructor(spillPath: string) {
    this.#spillPath = spillPath;
  }

  async load(chunks: AsyncIterable<Buffer>, part: string): Promise<void> {
    let item: StringItem | undefined;
    await walkXml(chunks, part, {
      open(name) {
        if (name === 'si') item = new StringItem();
        else item?.open(name);
      },
      text: (text) => item?.text(text),
      close: (name) => {
        if (name === 'si' && item) this.#add(item.value);
        else item?.close(name);
        if (name === 'si') item = undefined;
      },
    });
  }

  #add(text: string): void {
    this.#bytes += text.length * 2 + STRING_OVERHEAD_BYTES;
    // Copied, because a piece of the parser's text would keep the whole chunk in memory.
    if (this.#bytes <= MEMORY_BYTES_MAX) this.#texts.push(Buffer.from(text, 'utf16le').toString('utf16le'));
    else this.#spillOver().insert.run(this.#count, text);
    this.#count++;
  }

  #spillOver() {
    if (this.#spill) return this.#spill;
    rmSync(this.#spillPath, { force: true });
    const db = new DatabaseSync(this.#spillPath);
    db.exec(
      'PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; CREATE TABLE string (id INTEGER PRIMARY KEY, text TEXT); BEGIN;',
    );
    this.#spill = {
      db,
      insert: db.prepare('INSERT INTO string (id, text) VALUES (?, ?)'),
      select: db.prepare('SELECT text FROM string WHERE id = ?'),
    };
    return this.#spill;
  }

  at(index: number): string {
    const text = this.#texts[index] ?? this.#spill?.select.get(index)?.text;
    if (typeof text !== 'string') throw broken(`a cell names text ${index}, and there are ${this.#count}`);
    return text;
  }

  close(): void {
    this.#spill?.db.close();
    rmSync(this.#spillPath, { force: true });
  }
}
