import { Failure, HttpError } from '../../errors.ts';
import type { NewEvent } from '../../notices/events.ts';
import type { Call, Pipeline } from '../../pipeline/call.ts';
import { type Figures, figuresOf, ReportReply } from './figures.ts';
import { chartPng } from './report-chart.ts';
import { reportCsv } from './report-csv.ts';
import { questionTool } from './report-schedules.ts';
import { reportWords, thinRow } from './report-words.ts';
import type { Schedule } from './stored-schedules.ts';

const PAGE_ROWS = 500;
const PAGES_MAX = 10;
const ROWS_TOLD_MAX = 20;
/** Below the 20 kB that a webhook's body may have. */
const DATA_BYTES_MAX = 16_000;

/** A report as it is sent. */
export interface MadeReport extends Pick<NewEvent, 'data' | 'attachments'> {
  days: string;
  text: string;
}

/** Asks the report or comparison of a schedule in the name of its creator. */
export async function makeReport(
  pipeline: Pipeline,
  schedule: Schedule,
  call: Call,
  opening: readonly string[],
): Promise<MadeReport> {
  const figures = await read(pipeline, schedule, call);
  const csv = await reportCsv(figures, call.gone());
  const picture = chartPng(figures);
  const file = fileName(schedule.name);
  return {
    days: `${figures.days.start_date} to ${figures.days.end_date}`,
    text: reportWords(figures, opening),
    data: dataOf(schedule, figures),
    attachments: [
      { name: `${file}.csv`, type: 'text/csv; charset=utf-8', data: Buffer.from(csv) },
      ...(picture ? [{ name: `${file}.png`, type: 'image/png', data: picture }] : []),
    ],
  };
}

/** Every row, or as many as the schedule asks for. */
async function read(pipeline: Pipeline, schedule: Schedule, call: Call): Promise<Figures> {
  const tool = questionTool(pipeline, schedule.tool);
  const given = { limit: PAGE_ROWS, ...schedule.arguments, workspaceId: schedule.workspaceId };
  const pages: ReportReply[] = [];
  let cursor: string | undefined;
  do {
    const asked = cursor === undefined ? given : { ...given, cursor };
    const page: Call = { ...call, requestId: `${call.requestId}.${pages.length + 1}` };
    const { json, failure } = await pipeline.runTool(pipeline, tool, asked, page).catch((error: unknown) => {
      throw error instanceof HttpError ? refused(error) : error;
    });
    if (failure) throw failure;
    const reply = ReportReply.parse(JSON.parse(json));
    pages.push(reply);
    cursor = 'limit' in schedule.arguments ? undefined : reply.next_cursor;
  } while (cursor !== undefined && pages.length < PAGES_MAX);
  return figuresOf(pages);
}

function refused({ message }: HttpError): Failure {
  return new Failure({ code: 'permission_denied', message, nextStep: 'Make the schedule anew with a key that may.' });
}

/** Thin: sums, the first rows, and the call that answers all of it. */
function dataOf(schedule: Schedule, figures: Figures): Record<string, unknown> {
  const { totals, rows, missing, partial, days, more } = figures;
  const of = (told: number) => ({
    days,
    totals: totals.map(({ currency, cells }) => ({ currency, metrics: cells })),
    partial,
    missing: missing.slice(0, told).map(({ channel, account, code }) => ({ channel, account, code })),
    rows: rows.slice(0, told).map(thinRow),
    rows_total: rows.length,
    more_rows: more || rows.length > told,
    call: { channel: 'workspace', tool: schedule.tool, arguments: repeatable(schedule, figures) },
  });
  for (let told = ROWS_TOLD_MAX; told > 0; told = Math.floor(told / 2)) {
    const data = of(told);
    if (Buffer.byteLength(JSON.stringify(data)) <= DATA_BYTES_MAX) return data;
  }
  return { days, partial, rows_total: rows.length, schedule_tool: schedule.tool };
}

/** The same days, also when it is called later. */
function repeatable(schedule: Schedule, { days, unevenDays }: Figures): Record<string, unknown> {
  const { date_range, ...rest } = schedule.arguments;
  const keepsRange = unevenDays || days.start_date === '';
  return {
    ...rest,
    ...(keepsRange ? date_range !== undefined && { date_range } : days),
    workspaceId: schedule.workspaceId,
  };
}

function fileName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/[^\w-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .toLowerCase();
  return plain.slice(0, 60) || 'report';
}
