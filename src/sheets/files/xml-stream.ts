import { TextDecoder } from 'node:util';
import { SaxesParser } from 'saxes';
import { broken, notTaken } from './refusal.ts';

export interface XmlVisitor {
  /** Names come without their prefix. */
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** More than any element of a workbook's parts needs; what is larger would only fill memory. */
const PIECE_CHARS_MAX = 16 * 1024 ** 2;
const DEPTH_MAX = 100;

/** Walks one XML part as it streams. Document types, and with them every entity of the file's own, are refused. */
export async function walkXml(chunks: AsyncIterable<Buffer>, part: string, visitor: XmlVisitor): Promise<void> {
  const parser = new SaxesParser<{ position: false; xmlns: false }>({ position: false, xmlns: false });
  let sinceEvent = 0;
  let depth = 0;
  const seen = () => {
    sinceEvent = 0;
  };
  parser.on('error', (error) => {
    throw broken(`${part} is not well-formed XML`, error);
  });
  parser.on('doctype', () => {
    throw notTaken(
      `The part ${part} declares a document type.`,
      'Save the file again in a spreadsheet program and import that.',
    );
  });
  parser.on('comment', seen);
  parser.on('opentag', ({ name, attributes }) => {
    seen();
    if (++depth > DEPTH_MAX) throw broken(`${part} is nested more than ${DEPTH_MAX} levels deep`);
    visitor.open(localName(name), attributes);
  });
  parser.on('text', (text) => {
    seen();
    visitor.text?.(text);
  });
  parser.on('cdata', (text) => {
    seen();
    visitor.text?.(text);
  });
  parser.on('closetag', ({ name }) => {
    seen();
    depth--;
    visitor.close?.(localName(name));
  });
  for await (const text of decoded(chunks, part)) {
    sinceEvent += text.length;
    if (sinceEvent > PIECE_CHARS_MAX) throw broken(`${part} has an element of more than ${PIECE_CHARS_MAX} characters`);
    parser.write(text);
  }
  parser.close();
}

async function* decoded(chunks: AsyncIterable<Buffer>, part: string): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  try {
    for await (const chunk of chunks) {
      decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true });
      yield decoder.decode(chunk, { stream: true });
    }
    yield decoder?.decode() ?? '';
  } catch (error) {
    throw error instanceof TypeError ? broken(`${part} is not valid ${decoder?.encoding} text`, error) : error;
  }
}

function encodingOf(start: Buffer): string {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
}

/** An attribute by its local name: each producer chooses its own prefix. */
export function attributeOf(attributes: Readonly<Record<string, string>>, name: string): string | undefined {
  const key = Object.keys(attributes).find((one) => one === name || one.endsWith(`:${name}`));
  return key === undefined ? undefined : attributes[key];
}
