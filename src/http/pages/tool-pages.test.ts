import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { Failure } from '../../errors.ts';
import { type Bed, pipelineBed, toolOf, trains } from '../../pipeline/pipeline.testing.ts';
import { StreamedReply } from '../../tools/streamed-reply.ts';
import type { Query } from '../exchange.ts';
import type { Page } from '../page.ts';
import { mediaPlanFilePage } from './media-plan-file.ts';
import { reportsCsvPage } from './reports-csv.ts';
import { sheetsReadPage } from './sheets-read.ts';

let bed: Bed;
beforeAll(async () => {
  bed = await pipelineBed();
  await bed.connect({ account: '1' });
});
afterAll(() => bed.discard());

async function* lines() {
  yield 'a;b';
}

const tool = toolOf(trains, {
  input: z.strictObject({
    name: z.string().optional(),
    format: z.string().optional(),
    spreadsheetId: z.string().optional(),
  }),
  output: z.object({ format: z.string().optional(), spreadsheetId: z.string().optional() }),
  async run({ name, format, spreadsheetId }: Record<string, string | undefined>) {
    if (name === 'gone') throw new Failure({ code: 'not_found', message: 'It is gone.', nextStep: 'List them.' });
    if (name === 'file') return new StreamedReply('text/csv', lines(), 'plan.csv') as never;
    return { ...(format && { format }), ...(spreadsheetId && { spreadsheetId }) };
  },
});
const pages: [string, () => Page][] = [
  ['a file of a media plan', () => mediaPlanFilePage('/media-plans/file', bed.pipeline, tool)],
  ['a report', () => reportsCsvPage(bed.pipeline, tool)],
  ['the cells of a sheet', () => sheetsReadPage(bed.pipeline, tool)],
];
const get = (page: Page, query: Query, headers: Record<string, string> = {}, principal = bed.principal) =>
  page.handler({ query, headers, principal, requestId: 'req_1', gone: () => new AbortController().signal });

test.each(pages)('%s that the tool refuses is refused by its status', async (_, page) => {
  await expect(get(page(), { name: 'gone' })).rejects.toMatchObject({
    status: 404,
    message: 'It is gone. List them.',
  });
});

test.each(pages)('%s is a file where the tool answers with one, and JSON where it does not', async (_, page) => {
  expect(await get(page(), { name: 'file' })).toMatchObject({ type: 'text/csv', body: expect.any(Object) });
  const { type, body } = await get(page(), { format: 'json' });
  expect([type.split(';')[0], JSON.parse(body as string)]).toEqual(['application/json', { format: 'json' }]);
});

test('cells are read in the form that the caller accepts, unless it names one', async () => {
  const page = sheetsReadPage(bed.pipeline, tool);
  const format = async (query: Query, accept?: string) =>
    JSON.parse((await get(page, query, accept === undefined ? {} : { accept })).body as string).format;
  expect(await format({}, 'text/csv')).toBe('csv');
  expect(await format({})).toBe('json');
  expect(await format({ format: 'csv' }, 'application/json')).toBe('csv');
  await expect(get(page, {}, { accept: '*/*;q=0' })).rejects.toMatchObject({ status: 406 });
});

test('a spreadsheet may be named by any of its words, and once', async () => {
  const page = sheetsReadPage(bed.pipeline, tool);
  for (const name of ['id', 'spreadsheet_id', 'spreadsheetId'])
    expect(JSON.parse((await get(page, { [name]: 's1' })).body as string)).toMatchObject({ spreadsheetId: 's1' });
  for (const query of [{ id: 's1', spreadsheetId: 's2' }, { name: ['a', 'b'] }])
    await expect(get(page, query as Query)).rejects.toMatchObject({ status: 400 });
});
