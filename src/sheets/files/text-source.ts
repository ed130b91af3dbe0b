import { createReadStream } from 'node:fs';
import { TextDecoder } from 'node:util';
import { broken, notTaken } from './refusal.ts';

export interface TextSource {
  encoding: string;
  /** The text without its byte order mark. */
  chunks(): AsyncGenerator<string>;
}

/** Finds out in which letters a text file is written: by its mark, else UTF-8 if it is valid, else Windows' western set. */
export async function openText(path: string, onBytes: (bytes: number) => void): Promise<TextSource> {
  const encoding = await encodingOf(path);
  return {
    encoding,
    async *chunks() {
      const decoder = new TextDecoder(encoding, { fatal: true });
      for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
        yield decode(decoder, chunk);
        onBytes(chunk.length);
      }
      yield decode(decoder);
    },
  };
}

function decode(decoder: TextDecoder, chunk?: Buffer): string {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined });
  } catch (error) {
    throw broken(`it is not valid ${decoder.encoding} text`, error);
  }
}

async function encodingOf(path: string): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isUtf8 = true;
  let first = true;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    if (first && chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le';
    if (first && chunk[0] === 0xfe && chunk[1] === 0xff) return 'utf-16be';
    first = false;
    if (chunk.includes(0)) throw notText();
    isUtf8 &&= isValid(decoder, chunk);
  }
  return isUtf8 && isValid(decoder) ? 'utf-8' : 'windows-1252';
}

function isValid(decoder: TextDecoder, chunk?: Buffer): boolean {
  try {
    decode(decoder, chunk);
    return true;
  } catch {
    return false;
  }
}

function notText() {
  return notTaken('The file is neither an .xlsx workbook nor text.', 'Import an .xlsx, .csv or .tsv file.');
}
