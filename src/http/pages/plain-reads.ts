import type { Pipeline } from '../../pipeline/call.ts';
import type { ApiServers } from '../../pipeline/openapi.ts';
import type { Tool } from '../../tools/define-tool.ts';
import type { Page } from '../page.ts';
import { documentPages } from './documents.ts';
import { mediaPlanFilePage } from './media-plan-file.ts';
import { REPORTS_CSV_PATH, reportsCsvPage } from './reports-csv.ts';
import { SHEETS_READ_PATH, sheetsReadPage } from './sheets-read.ts';

/** Tools that are read by a plain GET. */
export interface PlainReads {
  sheets: Tool;
  reports: Tool;
  /** By their addresses. */
  planFiles: Readonly<Record<string, Tool>>;
}

/** Their pages, and those that describe all addresses. */
export function plainReadPages(
  pipeline: Pipeline,
  { sheets, reports, planFiles }: PlainReads,
  byAddress: ReadonlyMap<string, readonly Tool[]>,
  servers: () => ApiServers,
): Page[] {
  const reads = { [SHEETS_READ_PATH]: sheets, [REPORTS_CSV_PATH]: reports, ...planFiles };
  return [
    sheetsReadPage(pipeline, sheets),
    reportsCsvPage(pipeline, reports),
    ...Object.entries(planFiles).map(([path, tool]) => mediaPlanFilePage(path, pipeline, tool)),
    ...documentPages(byAddress, reads, servers),
  ];
}
