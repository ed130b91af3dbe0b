import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import { TextDecoder } from 'node:util';
import { broken, NEXT_STEP, notTaken } from './refusal.ts';

const ZIP_STARTS = [Buffer.from('PK\x03\x04'), Buffer.from('PK\x05\x06')];
const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const SAMPLE_BYTES = 65_536;

/** Files of these names are never tables, even where their content could pass for one. */
const NAMED: Readonly<Record<string, string>> = {
  '.html': 'a web page (HTML)',
  '.htm': 'a web page (HTML)',
  '.json': 'JSON',
  '.jsonl': 'JSON',
  '.ndjson': 'JSON',
  '.xml': 'an XML file',
  '.pdf': 'a PDF',
  '.doc': 'a Word document',
  '.docx': 'a Word document',
  '.rtf': 'a text document (RTF)',
};

/** By content: names lie. What is plainly something else is refused here; a CSV of its source would be of no use. */
export async function kindOf(source: string): Promise<'xlsx' | 'text'> {
  const start = await firstBytes(source);
  if (start.length === 0) throw broken('it is empty');
  if (start.subarray(0, 8).equals(COMPOUND_FILE)) {
    throw notTaken(
      'The file is protected by a password, or is an old .xls workbook.',
      'Save it as .xlsx without a password and import that.',
    );
  }
  if (ZIP_STARTS.some((sign) => start.subarray(0, 4).equals(sign))) return 'xlsx';
  if (/^\.(xls\w?|ods)$/i.test(extname(source))) throw broken('it is named like a workbook and is none');
  const other = NAMED[extname(source).toLowerCase()] ?? otherFormat(textOf(start), start.length < SAMPLE_BYTES);
  if (other) throw notTaken(`The file is ${other}, not a spreadsheet.`, NEXT_STEP);
  return 'text';
}

async function firstBytes(source: string): Promise<Buffer> {
  const file = await open(source);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SAMPLE_BYTES), 0, SAMPLE_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function textOf(start: Buffer): string {
  const mark = start.length > 1 ? start.readUInt16BE(0) : 0;
  const encoding = mark === 0xfffe ? 'utf-16le' : mark === 0xfeff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(start).trimStart();
}

function otherFormat(text: string, isWhole: boolean): string | undefined {
  if (text.startsWith('%PDF-')) return 'a PDF';
  if (text.startsWith('{\\rtf')) return 'a text document (RTF)';
  if (/^<(?:!doctype\s+html|html|head|body|meta|script|style|table|div)\b/i.test(text)) return 'a web page (HTML)';
  if (/^<(?:\?xml|!--|!doctype|svg)/i.test(text)) return 'an XML file';
  return /^[[{]/.test(text) && isJson(text, isWhole) ? 'JSON' : undefined;
}

/** A whole document, one document a line, or the beginning of one that is longer than what was read. */
function isJson(text: string, isWhole: boolean): boolean {
  const [line = ''] = text.split(/\r?\n/, 1);
  if (parses(line) || (isWhole && parses(text))) return true;
  return !isWhole && /^(?:\{\s*"(?:[^"\\]|\\.)*"\s*:|\[\s*[[{"\d-])/.test(text);
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
