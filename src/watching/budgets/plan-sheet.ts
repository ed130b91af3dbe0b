import { Failure, type Problem } from '../../errors.ts';
import type { Call, Pipeline } from '../../pipeline/call.ts';
import { columnLetters, parseRange, printTitle } from '../../sheets/a1.ts';
import { PLAN_ROWS_MAX, type PlanSheet } from '../../tools/budget-desk.ts';
import { AmountOrZero, coinDigits, isCurrency, twoAmountsIn } from '../../tools/money.ts';
import type { PlannedRow } from './stored-plans.ts';

/** What a head may be called. */
const HEADS = {
  name: ['client', 'name', 'customer'],
  currency: ['currency'],
  amount: ['amount', 'budget'],
  channel: ['channel'],
  accounts: ['accounts', 'account'],
  campaigns: ['campaigns', 'campaign'],
} as const;
type Column = keyof typeof HEADS;
const REQUIRED = ['name', 'currency', 'amount'] as const;

export interface SheetRows {
  rows: PlannedRow[];
  /** Of rows that are left out, by cell. */
  problems: Problem[];
}

/** Reads a range as the caller would by `read_sheet`: with their rights, from a file or through the connection. */
export async function readPlanSheet(
  pipeline: Pipeline,
  workspaceId: string,
  call: Call,
  { spreadsheet_id, range }: PlanSheet,
): Promise<SheetRows> {
  const tool = pipeline.tools.find(({ channel, name }) => channel.name === 'office' && name === 'read_sheet');
  if (!tool) throw notReadable('This service has no channel for spreadsheets.');
  const question = {
    workspaceId,
    spreadsheet_id,
    range,
    value_render_option: 'UNFORMATTED_VALUE',
    limit: PLAN_ROWS_MAX + 1,
  };
  const { json, isError, failure } = await pipeline.runTool(pipeline, tool, question, {
    ...call,
    idempotencyKey: undefined,
  });
  if (isError) throw notReadable(failure?.details.message ?? 'The spreadsheet could not be read.', failure);
  const page = JSON.parse(json) as { range: string; values: unknown[][]; next_cursor?: string };
  if (page.next_cursor !== undefined) {
    throw notReadable(`The range has more than ${PLAN_ROWS_MAX} rows; name fewer.`);
  }
  return rowsOfCells(page.range, page.values);
}

function notReadable(message: string, failure?: Failure): Failure {
  return new Failure({
    code: failure?.code ?? 'invalid_arguments',
    message: `\`sheet\`: ${message}`,
    problems: [{ field: 'sheet', message }],
    nextStep: failure?.details.nextStep ?? 'Correct the sheet and ask again.',
    cause: failure,
  });
}

/** The rows of a range whose first row is its head. Empty rows and those without an amount and a name are passed over. */
export function rowsOfCells(range: string, values: readonly (readonly unknown[])[]): SheetRows {
  const addressOf = addressesIn(range);
  const [head = [], ...lines] = values;
  const columns = columnsOf(head);
  const twice = head.flatMap((value, index): Problem[] => {
    const column = columnNamed(value);
    const first = column && columns[column];
    if (column === undefined || first === undefined || first === index) return [];
    const message = `is ${HEADS[column].join(' or ')}, as ${addressOf(0, first)} is; rename the one that is not meant`;
    return [{ field: addressOf(0, index), message }];
  });
  if (twice.length > 0) return { rows: [], problems: twice };
  const missing = REQUIRED.filter((column) => columns[column] === undefined);
  if (missing.length > 0) {
    const wanted = missing.map((column) => HEADS[column].join(' or ')).join(', ');
    return { rows: [], problems: [{ field: addressOf(0, 0), message: `the head row has no column ${wanted}` }] };
  }
  const [rows, problems]: [PlannedRow[], Problem[]] = [[], []];
  for (const [index, line] of lines.entries()) {
    const cell = (column: Column) => (columns[column] === undefined ? undefined : line[columns[column]]);
    if (textOf(cell('name')) === '' && textOf(cell('amount')) === '') continue;
    const made = rowOf(cell, (column) => addressOf(index + 1, columns[column]!));
    if ('problems' in made) problems.push(...made.problems);
    else rows.push(made);
  }
  return { rows, problems };
}

function rowOf(
  cell: (column: Column) => unknown,
  addressOf: (column: Column) => string,
): PlannedRow | { problems: Problem[] } {
  const problems: Problem[] = [];
  const refuse = (column: Column, message: string) => problems.push({ field: addressOf(column), message });
  const [name, currency] = [textOf(cell('name')), textOf(cell('currency')).toUpperCase()];
  if (name === '') refuse('name', 'names no client');
  const isKnown = isCurrency(currency);
  if (!isKnown) refuse('currency', `must be the code of a currency such as EUR, and is ${shown(cell('currency'))}`);
  const amount = amountOf(cell('amount'), isKnown ? coinDigits(currency) : 2);
  const ambiguity = typeof cell('amount') === 'string' ? twoAmountsIn(textOf(cell('amount')), currency) : undefined;
  if (ambiguity !== undefined) refuse('amount', ambiguity);
  if (amount === undefined) refuse('amount', `must be a number, and is ${shown(cell('amount'))}`);
  const channel = textOf(cell('channel')).toLowerCase();
  const [accounts, campaigns] = [listOf(cell('accounts')), listOf(cell('campaigns'))];
  if (channel === '' && accounts.length > 0) refuse('accounts', 'need a channel');
  if (channel === '' && campaigns.length > 0) refuse('campaigns', 'need a channel');
  if (problems.length > 0) return { problems };
  return {
    name: name.slice(0, 100),
    currency,
    amount: amount!,
    ...(channel !== '' && { channel }),
    ...(accounts.length > 0 && { accounts }),
    ...(campaigns.length > 0 && { campaigns }),
    cell: addressOf('amount'),
  };
}

/** A computed cell has more decimals than a coin: it is rounded as the sheet shows it. Text with commas is not guessed at. */
function amountOf(value: unknown, digits: number): string | undefined {
  const given = typeof value === 'number' ? value.toFixed(digits) : textOf(value);
  const { success, data } = AmountOrZero.safeParse(given);
  return success ? data : undefined;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
}

function listOf(value: unknown): string[] {
  return textOf(value)
    .split(/[,;\s]+/)
    .filter((id) => id !== '');
}

function shown(value: unknown): string {
  return textOf(value) === '' ? 'empty' : JSON.stringify(textOf(value).slice(0, 40));
}

function columnsOf(head: readonly unknown[]): Partial<Record<Column, number>> {
  const columns: Partial<Record<Column, number>> = {};
  for (const [index, value] of head.entries()) {
    const column = columnNamed(value);
    if (column !== undefined) columns[column] ??= index;
  }
  return columns;
}

function columnNamed(head: unknown): Column | undefined {
  const name = textOf(head).toLowerCase();
  return (Object.keys(HEADS) as Column[]).find((column) => (HEADS[column] as readonly string[]).includes(name));
}

function addressesIn(range: string): (row: number, column: number) => string {
  const parsed = parseRange(range);
  const area = parsed.kind === 'area' ? parsed.area : { startRow: 0, startColumn: 0 };
  const sheet = parsed.kind === 'area' ? parsed.sheet : parsed.kind === 'sheet' ? parsed.sheet : parsed.name;
  const tab = sheet === null ? '' : `${printTitle(sheet)}!`;
  return (row, column) => `${tab}${columnLetters(area.startColumn + column)}${area.startRow + row + 1}`;
}
