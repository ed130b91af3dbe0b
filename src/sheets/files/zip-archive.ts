import { crc32 } from 'node:zlib';
import yauzl from 'yauzl';
import { Failure } from '../../errors.ts';
import type { SheetFileLimits } from './limits.ts';
import { broken, notTaken } from './refusal.ts';

/** Below this size a high ratio is harmless, and small parts of honest files reach it. */
const RATIO_FREE_BYTES = 8 * 1024 ** 2;

/** A zip from a stranger: every size is checked as it is claimed and again as it streams. */
export class ZipArchive {
  readonly #zip: yauzl.ZipFile;
  readonly #entries: ReadonlyMap<string, yauzl.Entry>;
  readonly #limits: SheetFileLimits;
  #unpacked = 0;
  /** Packed bytes read so far. */
  progress = 0;

  private constructor(zip: yauzl.ZipFile, entries: ReadonlyMap<string, yauzl.Entry>, limits: SheetFileLimits) {
    this.#zip = zip;
    this.#entries = entries;
    this.#limits = limits;
  }

  static async open(path: string, limits: SheetFileLimits): Promise<ZipArchive> {
    const zip = await asBroken(yauzl.openPromise(path, { lazyEntries: true, autoClose: false }));
    try {
      return new ZipArchive(zip, await readDirectory(zip, limits), limits);
    } catch (error) {
      zip.close();
      throw error;
    }
  }

  get names(): string[] {
    return [...this.#entries.values()].map(({ fileName }) => fileName);
  }

  has(name: string): boolean {
    return this.#entries.has(name.toLowerCase());
  }

  packedBytes(name: string): number {
    return this.#entries.get(name.toLowerCase())?.compressedSize ?? 0;
  }

  async *read(name: string): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(name.toLowerCase());
    if (!entry) throw broken(`the part ${name} is missing`);
    const stream = await asBroken(this.#zip.openReadStreamPromise(entry));
    let size = 0;
    let sum = 0;
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        size += chunk.length;
        this.#unpacked += chunk.length;
        sum = crc32(chunk, sum);
        checkBomb(size, entry.compressedSize, this.#unpacked, this.#limits);
        yield chunk;
        this.progress += (chunk.length / Math.max(1, entry.uncompressedSize)) * entry.compressedSize;
      }
    } catch (error) {
      throw error instanceof Failure ? error : brokenBy(error);
    }
    if (sum !== entry.crc32) throw broken(`the part ${name} does not match its checksum`);
  }

  close(): void {
    this.#zip.close();
  }
}

async function readDirectory(zip: yauzl.ZipFile, limits: SheetFileLimits): Promise<Map<string, yauzl.Entry>> {
  const entries = new Map<string, yauzl.Entry>();
  let claimed = 0;
  if (zip.entryCount > limits.zipEntries) throw bomb(`it has ${zip.entryCount} parts`);
  const list = zip.eachEntry()[Symbol.asyncIterator]();
  for (let next = await asBroken(list.next()); !next.done; next = await asBroken(list.next())) {
    const entry = next.value;
    claimed += entry.uncompressedSize;
    checkBomb(entry.uncompressedSize, entry.compressedSize, claimed, limits);
    if (entry.isEncrypted())
      throw notTaken('The file is protected by a password.', 'Save it without a password and import that.');
    // Part names are the same in any case. Two of one name would let two readers see two different files.
    const name = entry.fileName.toLowerCase();
    if (entries.has(name)) throw broken(`the part ${entry.fileName} is there twice`);
    entries.set(name, entry);
  }
  return entries;
}

function checkBomb(size: number, packed: number, total: number, limits: SheetFileLimits): void {
  if (total > limits.unpackedBytes) throw bomb(`it unpacks to more than ${limits.unpackedBytes} bytes`);
  if (size > RATIO_FREE_BYTES && size > packed * limits.unpackRatio) {
    throw bomb(`a part unpacks to more than ${limits.unpackRatio} times its size`);
  }
}

function bomb(reason: string) {
  return notTaken(
    `The file looks like a zip bomb: ${reason}.`,
    'If the file is honest, save it again in a spreadsheet program and import that.',
  );
}

async function asBroken<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw brokenBy(error);
  }
}

/** What the zip reader or zlib complain of is the file's fault; a failing disk is not. */
function brokenBy(error: unknown): unknown {
  if (!(error instanceof Error) || (error as NodeJS.ErrnoException).syscall !== undefined) return error;
  return broken(error.message, error);
}
