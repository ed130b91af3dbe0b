import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { activityCsv } from './activity-csv.ts';

type Entry = Awaited<ReturnType<Parameters<typeof activityCsv>[0]>>[number];
const entry = (id: number, more: object = {}) =>
  ({
    ...{
      id,
      at: 't',
      workspaceId: 'ws',
      who: { id: 'key_1', name: 'Key' },
      channel: 'social',
      tool: 'update',
      object: 'A',
    },
    ...{ changes: [], outcome: 'applied', requestId: 'r' },
    ...more,
  }) as unknown as Entry;

test('every page is read, each from where the last one ended, and no further', async () => {
  const asked: (number | undefined)[] = [];
  const pages = [[entry(9), entry(8)], [entry(7)], []];
  const page = async (before: number | undefined) => {
    asked.push(before);
    return pages.shift()!;
  };
  const csv = await text(activityCsv(page));
  expect(asked).toEqual([undefined, 8, 7]);
  expect(
    csv
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(',')[0]),
  ).toEqual(['id', '9', '8', '7']);
});

test('what somebody called a thing runs in no program that opens the file', async () => {
  const sly = entry(1, {
    object: '=HYPERLINK("https://evil.example")',
    who: { id: 'key_1', name: '@sum' },
    changes: [
      { field: 'name', before: null, after: '=1' },
      { field: '-x', asked: 1 },
    ],
    error: { code: '=2' },
    traceId: '-3x',
  });
  const pages = [[sly], []];
  const [, line = ''] = (await text(activityCsv(async () => pages.shift()!))).split('\r\n');
  expect(line).not.toMatch(/(?:^|,)"?[=+\-@]/);
  expect(line).toContain('name: null → ""=1""; -x: asked 1');
});
