import { z } from 'zod';
import { inWorkspace, router, unfinished } from './procedure.ts';
import { Done, Id } from './shapes.ts';

const Tab = z.object({
  name: z.string(),
  hidden: z.boolean(),
  rows: z.number().nullable(),
  columns: z.number().nullable(),
});

export const Sheet = z.object({ id: Id, name: z.string(), tabs: z.array(Tab), notes: z.array(z.string()) });

/**
 * Files are sent to `POST /api/sheets?workspaceId=…[&id=…]` as multipart with one part `file`: a new one, or a replacement
 * under the same id. It answers with the `Sheet`.
 */
export const sheets = router({
  list: inWorkspace('viewer')
    .output(z.object({ sheets: z.array(Sheet) }))
    .query(unfinished),
  preview: inWorkspace('viewer')
    .input(z.object({ id: Id, range: z.string().max(300).optional() }))
    .output(z.object({ range: z.string(), values: z.array(z.array(z.unknown())), more: z.boolean() }))
    .query(unfinished),
  remove: inWorkspace('member')
    .input(z.object({ id: Id }))
    .output(Done)
    .mutation(unfinished),
});
