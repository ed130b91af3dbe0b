import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { leastOfFive, longestTurnMs } from '../event-loop/turn-length.testing.ts';
import { readReply, spreadsheetsIn } from './file-spreadsheets.ts';
import type { PageRequest } from './read-request.ts';

const ID = 'file_0000000000000001';
const REQUEST: PageRequest = {
  spreadsheetId: ID,
  range: 'A1:B2',
  render: 'FORMATTED_VALUE',
  dates: 'SERIAL_NUMBER',
  major: 'ROWS',
  bytesMax: 1_000_000,
};

const folder = mkdtempSync(join(tmpdir(), 'spreadsheets-'));
const source = join(folder, 'plan.csv');
const own = join(folder, 'own');
beforeAll(() => writeFileSync(source, Array.from({ length: 100_000 }, (_, at) => `${at},x`).join('\n')));
afterAll(() => rmSync(folder, { recursive: true }));

test('a file is taken in, listed, described, read and removed', async () => {
  const spreadsheets = spreadsheetsIn(own);
  const seen: number[] = [];
  const made = await spreadsheets.import(source, { id: ID, onProgress: ({ bytesDone }) => seen.push(bytesDone) });
  expect(seen.at(-1)).toBeGreaterThan(600_000);
  expect(made).toMatchObject({ id: ID, name: 'plan', tabs: [{ id: 0, name: 'plan', dataRows: 100_000 }], notes: [] });
  expect(await spreadsheets.list({ limit: 10 })).toEqual([made]);
  expect(await spreadsheets.list({ limit: 10, after: ID })).toEqual([]);
  expect(await spreadsheets.describe(ID)).toEqual(made);
  expect(await spreadsheets.page(REQUEST)).toMatchObject({
    range: 'plan!A1:B2',
    values: [
      ['0', 'x'],
      ['1', 'x'],
    ],
  });
  const other = spreadsheetsIn(join(folder, 'other'));
  expect(await other.list({ limit: 10 })).toEqual([]);
  const path = `../own/${ID}`;
  await expect(other.page({ ...REQUEST, spreadsheetId: path })).rejects.toMatchObject({ code: 'not_found' });
  await expect(other.describe(path)).rejects.toMatchObject({ code: 'not_found' });
  expect(await other.remove(path)).toBe(false);
  expect([await spreadsheets.remove(ID), await spreadsheets.remove(ID)]).toEqual([true, false]);
  await expect(spreadsheets.page(REQUEST)).rejects.toMatchObject({ code: 'not_found' });
});

test.each(['../own/file_0000000000000001', 'plan', ''])('%j is no id, and nothing is looked for', async (id) => {
  await expect(spreadsheetsIn(own).describe(id)).rejects.toMatchObject({ code: 'not_found' });
  expect(await spreadsheetsIn(own).remove(id)).toBe(false);
});

describe('a call that is over', () => {
  test('ends its reading: out of time is said, and the thread goes on', async () => {
    await spreadsheetsIn(own).import(source, { id: ID });
    const limit = new AbortController();
    const reading = spreadsheetsIn(own, limit.signal).page({ ...REQUEST, range: 'A:B' });
    limit.abort(new DOMException('late', 'TimeoutError'));
    await expect(reading).rejects.toMatchObject({ code: 'upstream_unavailable', retryable: true });
    expect((await spreadsheetsIn(own).page(REQUEST)).rows).toBe(2);
  });

  test('leaves nothing of a half-done import', async () => {
    const limit = new AbortController();
    const importing = spreadsheetsIn(own, limit.signal).import(source, {
      id: 'file_0000000000000002',
      onProgress: () => limit.abort(new Error('gone')),
    });
    await expect(importing).rejects.toThrow('gone');
    expect((await spreadsheetsIn(own).list({ limit: 10 })).map(({ id }) => id)).toEqual([ID]);
  });
});

describe('an answer of the platform', () => {
  const signal = new AbortController().signal;
  const reply = (value: unknown) => readReply(Buffer.from(JSON.stringify(value)), own, signal);

  test('is read like a file, small or large', async () => {
    expect(await reply({ range: "'My tab'!B2:C9", values: [['a'], [], ['b', true]] }).page(REQUEST)).toMatchObject({
      range: "'My tab'!B2:C9",
      values: [['a'], [], ['b', true]],
    });
    expect(await reply({ range: 'S!A1:B2', majorDimension: 'ROWS' }).page(REQUEST)).toMatchObject({ values: [] });
    const values = Array.from({ length: 200_000 }, (_, at) => [`é ${at}`, at]);
    const body = Buffer.from(JSON.stringify({ range: 'S!A1:B200000', values }));
    const firstPage = async () => {
      const page = await readReply(body, own, signal).page({ ...REQUEST, limit: 1000 });
      expect(page).toMatchObject({ rows: 1000, rest: 'S!A1001:B200000' });
    };
    expect(await leastOfFive(50, () => longestTurnMs(firstPage))).toBeLessThan(50);
  });

  test.each([
    [[]],
    [{}],
    [null],
    [{ range: 'S!A1', values: 'x' }],
    [{ range: 'S!A1', values: [{ a: 1 }] }],
    [{ range: '' }],
  ])('%j is not one', async (value) => {
    await expect(reply(value).page(REQUEST)).rejects.toMatchObject({ code: 'upstream_unavailable' });
  });
});

test('a small read does not wait for all large ones of another workspace', async () => {
  const [busy, calm] = [join(folder, 'busy'), join(folder, 'calm')];
  await spreadsheetsIn(busy).import(source, { id: ID });
  await spreadsheetsIn(calm).import(source, { id: ID });
  const done: string[] = [];
  const large = Array.from({ length: 6 }, async () => {
    for await (const _ of await spreadsheetsIn(busy).csv({ ...REQUEST, range: 'A:B', guardFormulas: false }));
    done.push('large');
  });
  await new Promise((resolve) => setTimeout(resolve, 20));
  await spreadsheetsIn(calm).page(REQUEST);
  done.push('small');
  await Promise.all(large);
  expect(done.indexOf('small')).toBeLessThan(4);
});
