import { z } from 'zod';
import type { Problem } from '../../errors.ts';
import { needs, notBoth } from '../rules.ts';

/** Several segments in one report give every combination of them; `segments_separately` gives one small table for each instead. */

export const separateArgument = {
  segments_separately: z.boolean().optional().describe('A table for each segment instead of every combination'),
};

export const separateOutput = {
  tables: z
    .record(z.string(), z.array(z.looseObject({})))
    .optional()
    .describe('With segments_separately: rows by segment'),
  tables_cut: z.array(z.string()).optional().describe('With more rows than limit'),
};

type Asked = {
  segments?: string[] | undefined;
  segments_separately?: boolean | undefined;
  cursor?: string | undefined;
};

/** The segments a table is asked with: some mean nothing without another one beside them. */
type Asking = (segment: string) => string[];
const alone: Asking = (segment) => [segment];

/** What is wrong with a report, or with the report of any one of its tables. */
export function separateProblems<Args extends Asked>(
  args: Args,
  problemsOf: (args: Args) => Problem[],
  askedWith: Asking = alone,
): Problem[] {
  if (!args.segments_separately) return problemsOf(args);
  const segments = args.segments?.length ? args.segments : undefined;
  const found = (segments ?? [undefined]).flatMap((segment) =>
    problemsOf({ ...args, segments: segment === undefined ? undefined : askedWith(segment) }),
  );
  const once = new Map(found.map((problem) => [`${problem.field} ${problem.message}`, problem]));
  return [
    ...once.values(),
    ...needs({ ...args, segments } as Record<string, unknown>, { segments_separately: true }, 'segments'),
    ...notBoth({ ...args } as Record<string, unknown>, { segments_separately: true }, 'cursor'),
  ];
}

interface Report {
  rows: Record<string, unknown>[];
  next_cursor?: string;
}

/** The report as it was asked for: one table, or one for each segment beside the totals they share. */
export async function readSeparately<R extends Report>(
  { segments, segments_separately }: Asked,
  read: (segments: string[] | undefined) => Promise<R>,
  askedWith: Asking = alone,
): Promise<
  Omit<R, 'next_cursor'> & { next_cursor?: string; tables?: Record<string, R['rows']>; tables_cut?: string[] }
> {
  if (!segments_separately || segments === undefined) return read(segments);
  const names = [...new Set(segments)];
  const reports = await Promise.all(names.map((segment) => read(askedWith(segment))));
  const cut = names.filter((_, at) => reports[at]!.next_cursor !== undefined);
  const { next_cursor: _, ...first } = reports[0]!;
  return {
    ...first,
    rows: [],
    tables: Object.fromEntries(names.map((segment, at) => [segment, reports[at]!.rows])),
    ...(cut.length > 0 && { tables_cut: cut }),
  };
}
