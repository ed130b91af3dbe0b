import { expect, test } from 'vitest';
import { readJson } from './json-body.ts';

const read = (value: unknown) => readJson(Buffer.from(JSON.stringify(value)));
const named = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}`, at]));

test('a list as long as a tool may take is read, wherever it stands; a longer one is refused unparsed', () => {
  const list = (count: number) => ({ params: { arguments: { emails: Array(count).fill('a@b.example') } } });
  expect(read(list(20_000))).toMatchObject({ kind: 'value' });
  expect(read(list(25_002))).toEqual({ kind: 'unreasonable', why: expect.stringContaining('25000 items') });
});

test('the digits of an id are found in bodies of up to 64 KiB: the slower way of reading is not worth it for every body', () => {
  const body = (filler: number) => Buffer.from(`{"id":9007199254740993,"text":"${'x'.repeat(filler)}"}`);
  expect(readJson(body(100))).toMatchObject({ value: { id: 9007199254740993n } });
  expect(readJson(body(65_536))).toMatchObject({ value: { id: Number('9007199254740993') } });
});

test('names and brackets are dearer: ten thousand are the most, inside of a list as well', () => {
  expect(read(named(9_000))).toMatchObject({ kind: 'value' });
  expect(read(named(10_002))).toEqual({ kind: 'unreasonable', why: expect.stringContaining('10000 values') });
  expect(read(Array(10_001).fill({}))).toEqual({ kind: 'unreasonable', why: expect.stringContaining('10000 values') });
  expect(read([named(6_000), [1, 2], named(6_000)])).toMatchObject({ kind: 'unreasonable' });
});

test('bytes that are no UTF-8 are refused and never read as something else; the sign that stands for them is text', () => {
  expect(readJson(Buffer.from([0x5b, 0x22, 0x61, 0xff, 0x22, 0x5d]))).toEqual({ kind: 'unparsable' });
  expect(readJson(Buffer.from('["a\ufffd"]'))).toEqual({ kind: 'value', value: ['a\ufffd'] });
});

test.each<[string, Buffer | undefined, unknown]>([
  ['none', undefined, { kind: 'unparsable' }],
  ['null', Buffer.from('null'), { kind: 'value', value: null }],
  ['a number', Buffer.from('5'), { kind: 'value', value: 5 }],
  [
    'a text that is too long',
    Buffer.from(`["${'x'.repeat(524_289)}"]`),
    { kind: 'unreasonable', why: 'a text of more than 524288 characters' },
  ],
  ['64 levels', Buffer.from('['.repeat(64) + ']'.repeat(64)), { kind: 'value' }],
  [
    '65 levels',
    Buffer.from('['.repeat(65) + ']'.repeat(65)),
    { kind: 'unreasonable', why: 'nested deeper than 64 levels' },
  ],
])('a body of %s is read or refused', (_, bytes, body) => {
  expect(readJson(bytes)).toMatchObject(body as object);
});

test('the length of a text is that of its characters, not of its bytes', () => {
  const text = 'é'.repeat(400_000);
  expect(read([text])).toEqual({ kind: 'value', value: [text] });
});
