import { Buffer } from 'node:buffer';
import { Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A bit of each entry: its sizes and checksum follow its data, since they are known only when all of it is written. */
const SIZES_FOLLOW = 0x0008;
const NAMES_ARE_UTF8 = 0x0800;
const DEFLATED = 8;
const VERSION = 20;
/** 1 January 1980, the first day a zip can say: the same content makes the same bytes. */
const DATE = 0x0021;
const BYTES_MAX = 0xffff_ffff;

interface Entry {
  name: Buffer;
  at: number;
  crc: number;
  packed: number;
  unpacked: number;
}

/** A zip that leaves piece by piece while its entries are made. Packing happens on threads of Node's own. */
export class ZipPieces {
  readonly #entries: Entry[] = [];
  #written = 0;

  async *entry(name: string, content: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Buffer> {
    const entry: Entry = { name: Buffer.from(name), at: this.#written, crc: 0, packed: 0, unpacked: 0 };
    yield this.#count(localHeader(entry));
    for await (const piece of packed(content, entry)) {
      entry.packed += piece.length;
      yield this.#count(piece);
    }
    if (entry.unpacked > BYTES_MAX || this.#written > BYTES_MAX)
      throw new RangeError('A part of the workbook is larger than 4 GiB.');
    this.#entries.push(entry);
    yield this.#count(sizesBehind(entry));
  }

  *end(): Generator<Buffer> {
    const at = this.#written;
    for (const entry of this.#entries) yield this.#count(directoryHeader(entry));
    yield directoryEnd(this.#entries.length, at, this.#written - at);
  }

  #count(piece: Buffer): Buffer {
    this.#written += piece.length;
    return piece;
  }
}

async function* packed(content: AsyncIterable<string> | Iterable<string>, entry: Entry): AsyncGenerator<Buffer> {
  async function* counted() {
    for await (const text of content) {
      const bytes = Buffer.from(text);
      entry.crc = crc32(bytes, entry.crc);
      entry.unpacked += bytes.length;
      yield bytes;
    }
  }
  const source = Readable.from(counted());
  const deflate = createDeflateRaw();
  source.on('error', (error) => deflate.destroy(error));
  source.pipe(deflate);
  try {
    yield* deflate;
  } finally {
    source.destroy();
  }
}

function localHeader({ name }: Entry): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(SIZES_FOLLOW | NAMES_ARE_UTF8, 6);
  header.writeUInt16LE(DEFLATED, 8);
  header.writeUInt16LE(DATE, 12);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

function sizesBehind({ crc, packed, unpacked }: Entry): Buffer {
  const sizes = Buffer.alloc(16);
  sizes.writeUInt32LE(0x08074b50, 0);
  sizes.writeUInt32LE(crc, 4);
  sizes.writeUInt32LE(packed, 8);
  sizes.writeUInt32LE(unpacked, 12);
  return sizes;
}

function directoryHeader({ name, at, crc, packed, unpacked }: Entry): Buffer {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(VERSION, 6);
  header.writeUInt16LE(SIZES_FOLLOW | NAMES_ARE_UTF8, 8);
  header.writeUInt16LE(DEFLATED, 10);
  header.writeUInt16LE(DATE, 14);
  header.writeUInt32LE(crc, 16);
  header.writeUInt32LE(packed, 20);
  header.writeUInt32LE(unpacked, 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt32LE(at, 42);
  return Buffer.concat([header, name]);
}

function directoryEnd(entries: number, at: number, bytes: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries, 8);
  end.writeUInt16LE(entries, 10);
  end.writeUInt32LE(bytes, 12);
  end.writeUInt32LE(at, 16);
  return end;
}
