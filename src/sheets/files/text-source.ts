import { createReadStream } from 'node:fs';
import { TextDecoder } from 'node:util';
import { Failure } from '../../errors.ts';
import { broken, NEXT_STEP, notTaken } from './refusal.ts';

export interface TextSource {
  encoding: string;
  /** The text without its byte order mark. */
  chunks(): AsyncGenerator<string>;
}

/** Opens a text file in the encoding that was named, or else in the one its bytes prove. Nothing is guessed. */
export async function openText(
  path: string,
  named: string | undefined,
  onBytes: (bytes: number) => void,
): Promise<TextSource> {
  const encoding = named ?? (await encodingOf(path));
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

/** The canonical name of an encoding a person typed. */
export function checkedEncoding(named: string | undefined, kind: 'xlsx' | 'text'): string | undefined {
  if (named === undefined) return undefined;
  if (kind === 'xlsx') throw wrongEncoding('is for text files only, and this is a workbook');
  try {
    return new TextDecoder(named).encoding;
  } catch {
    throw wrongEncoding(`"${named}" is not an encoding that is known here`);
  }
}

function decode(decoder: TextDecoder, chunk?: Buffer): string {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined });
  } catch (error) {
    throw broken(`it is not valid ${decoder.encoding} text`, error);
  }
}

/** By the byte order mark, else UTF-8 if all of it is valid. */
async function encodingOf(path: string): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  let first = true;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    if (first && chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le';
    if (first && chunk[0] === 0xfe && chunk[1] === 0xff) return 'utf-16be';
    if (chunk.includes(0)) throw first && isTwoByteText(chunk) ? unknownEncoding('has no byte order mark') : notText();
    first = false;
    if (!isValid(decoder, chunk)) throw unknownEncoding(`is not UTF-8 in line ${line + linesToFault(chunk)}`);
    line += linesIn(chunk);
  }
  if (!isValid(decoder)) throw unknownEncoding(`is not UTF-8 in line ${line}`);
  return 'utf-8';
}

function isValid(decoder: TextDecoder, chunk?: Buffer): boolean {
  try {
    decode(decoder, chunk);
    return true;
  } catch {
    return false;
  }
}

/** Western text in two bytes a letter is zero in every second place. */
function isTwoByteText(chunk: Buffer): boolean {
  const start = chunk.subarray(0, 1000);
  const zeros = [0, 1].map((parity) => start.filter((byte, at) => byte === 0 && at % 2 === parity).length);
  return Math.min(...zeros) === 0 && Math.max(...zeros) > start.length / 4;
}

function linesToFault(chunk: Buffer): number {
  const [sound = ''] = new TextDecoder('utf-8').decode(chunk).split('\uFFFD', 1);
  return sound.split('\n').length - 1;
}

function linesIn(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++;
  return lines;
}

const ENCODINGS =
  'windows-1252 (western Europe), windows-1250 (central Europe), windows-1251 or koi8-r (Cyrillic), shift_jis or euc-jp (Japanese), gb18030 or big5 (Chinese), euc-kr (Korean), utf-16le';

function unknownEncoding(problem: string): Failure {
  return wrongEncoding(`has to be named, because the text ${problem} and other encodings cannot be told apart`);
}

function wrongEncoding(message: string): Failure {
  return new Failure({
    code: 'invalid_arguments',
    message: `The encoding ${message}. Nothing was stored.`,
    problems: [{ field: 'encoding', message }],
    nextStep: `Save the file as UTF-8, or import it with --encoding NAME: ${ENCODINGS}.`,
  });
}

function notText() {
  return notTaken('The file is neither an .xlsx workbook nor text.', NEXT_STEP);
}
