import { z } from 'zod';
import { Done, Id, Sheet } from '../shapes.ts';
import { removeSheet, sheetOf, sheetsIn } from '../sheets.ts';
import { inWorkspace, notFound, router } from './procedure.ts';

/**
 * Uploads are no procedure: `POST /api/sheets?workspaceId=…[&id=…]` takes multipart with one part `file` and answers with
 * the `Sheet`. With `id` it replaces that spreadsheet.
 */
export const sheets = router({
  list: inWorkspace('viewer')
    .output(z.object({ sheets: z.array(Sheet) }))
    .query(async ({ ctx }) => {
      const found = await sheetsIn(ctx.parts, ctx.workspace.id).list({ limit: LISTED_MAX });
      return { sheets: found.map(sheetOf) };
    }),
  preview: inWorkspace('viewer')
    .input(z.object({ id: Id, range: z.string().max(300).optional() }))
    .output(z.object({ range: z.string(), values: z.array(z.array(z.unknown())), more: z.boolean() }))
    .query(async ({ ctx, input: { id, range } }) => {
      const stored = sheetsIn(ctx.parts, ctx.workspace.id);
      const page = await stored.page({
        spreadsheetId: id,
        tab: 0,
        range: range ?? WHOLE_TAB,
        render: 'FORMATTED_VALUE',
        dates: 'FORMATTED_STRING',
        major: 'ROWS',
        limit: PREVIEW_ROWS,
        bytesMax: PREVIEW_BYTES_MAX,
      });
      return { range: page.range, values: page.values, more: page.rest !== undefined };
    }),
  remove: inWorkspace('member')
    .input(z.object({ id: Id }))
    .output(Done)
    .mutation(async ({ ctx, input: { id } }) => {
      if (!(await removeSheet(ctx.parts, ctx.workspace, id, ctx.person.id))) throw notFound('spreadsheet');
      return { done: true };
    }),
});

const LISTED_MAX = 1_000;
const PREVIEW_ROWS = 200;
const PREVIEW_BYTES_MAX = 500_000;
/** A range without a tab name is in the first tab. */
const WHOLE_TAB = 'A:ZZ';
