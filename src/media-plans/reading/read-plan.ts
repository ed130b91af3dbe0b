import { Turns } from '../../event-loop/turns.ts';
import type { SkippedRow } from '../../tools/media-plan-desk.ts';
import { CoinDigits } from './amount-cells.ts';
import { budgetHead } from './budget-heads.ts';
import { CellGrid } from './cell-grid.ts';
import { dayOrders } from './day-orders.ts';
import { folded, quoted } from './folded-text.ts';
import { findHeadRows, type HeadRows, headRowsAt } from './head-rows.ts';
import { titleYearOf } from './head-years.ts';
import { LineValues } from './line-values.ts';
import { mergedCells } from './merged-cells.ts';
import { numberMarks } from './number-marks.ts';
import { PlaceWords } from './place-words.ts';
import { mappedColumn, type PlanColumn, planColumns, unsureUnit } from './plan-columns.ts';
import { planLine } from './plan-lines.ts';
import { ProblemList } from './problem-list.ts';
import { RowKinds, type SheetRow } from './row-kinds.ts';
import { Sections } from './sections.ts';
import { sheetCurrencies } from './sheet-currencies.ts';
import type { PlanLine, ReadPlanOptions, SheetCells, SheetReading } from './sheet-reading.ts';
import { sheetSums } from './sheet-sums.ts';
import { tableBeside } from './table-beside.ts';
import { writeColumns } from './written-columns.ts';

/** Reads a sheet as a media plan, from its cells alone: the same cells give the same plan. */
export function readPlan(cells: SheetCells, options: ReadPlanOptions, signal?: AbortSignal): Promise<SheetReading> {
  return new Turns(signal).through(reading(cells, options));
}

function* reading(cells: SheetCells, options: ReadPlanOptions): Generator<void, SheetReading> {
  let grid = new CellGrid(cells, options.repairs);
  const problems = new ProblemList(grid);
  const found = headsByMapping(grid, options) ?? (yield* findHeadRows(grid, options.today));
  if (!found) return withoutHeads(grid, problems);
  let heads = found;
  const beside = yield* tableBeside(grid, heads, options);
  if (beside) {
    const to = grid.letters(grid.columns - 1);
    problems.look(
      beside,
      `Another table stands beside the plan from here on; columns ${grid.letters(beside.column)} to ${to} are not read.`,
      { allowed: 'Read it by a range of its own, or say in the mapping what its columns are' },
    );
    grid = new CellGrid(cells, options.repairs, beside.column);
    heads = headRowsAt(grid, heads.first, heads.last, options.today);
  }
  const titleYear = titleYearOf(grid, heads);
  const { columns, problems: ofColumns, looks } = planColumns(grid, heads, { ...options, titleYear });
  for (const { column, message, allowed } of looks)
    problems.look({ row: column.headRow, column: column.column }, message, { allowed });
  for (const { column, message, allowed } of ofColumns) {
    const cell = { row: column.headRow, column: column.column };
    problems.stop(column.headRow, cell, message, allowed === undefined ? {} : { allowed });
  }
  const rows = yield* rowsBelow(grid, heads, columns);
  const lines = yield* linesOf(rows, { grid, heads, columns, problems, options, titleYear });
  const isOutAsAWhole = ofColumns.length > 0;
  sayOfColumns(grid, heads, columns, problems);
  return {
    mapping: columns.map((column) => mappedColumn(grid, column)),
    lines: isOutAsAWhole ? lines.lines.map((line) => ({ ...line, isOut: true })) : lines.lines,
    skipped: [...rowsAbove(grid, heads), ...skippedOf(grid, rows)],
    sums: lines.sums,
    problems: problems.all,
  };
}

/** A mapping that was given names columns, so the row above the first amount or day of these is the head row. */
function headsByMapping(grid: CellGrid, { given, today }: ReadPlanOptions): HeadRows | undefined {
  if (!given || Object.keys(given).length === 0) return undefined;
  const found = runNow(findHeadRows(grid, today));
  if (found) return found;
  const wanted = new Set(Object.keys(given));
  for (let row = 0; row < grid.rows; row++) {
    const filled = grid.filled(row).filter((column) => wanted.has(grid.letters(column)));
    if (filled.length === wanted.size) return headRowsAt(grid, row, row, today);
  }
  return undefined;
}

function runNow<T>(work: Generator<void, T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** One sentence with what is needed and what was seen. */
function withoutHeads(grid: CellGrid, problems: ProblemList): SheetReading {
  const firstRow = Array.from({ length: Math.min(grid.rows, 200) }, (_, row) => row).find(
    (row) => grid.filled(row).length > 0,
  );
  const seen =
    firstRow === undefined
      ? []
      : grid
          .filled(firstRow)
          .slice(0, 6)
          .map((column) => quoted(grid.text(firstRow, column)));
  const words = seen.length === 0 ? 'The range is empty' : `The first row with anything in it says ${seen.join(', ')}`;
  problems.stop(0, { row: 0, column: 0 }, `No row with heads was found. ${words}.`, {
    allowed:
      'A row with heads such as Channel, Campaign, Objective, Start, End, Budget and Currency above the rows; or a mapping of columns',
  });
  return { mapping: [], lines: [], skipped: [], sums: [], problems: problems.all };
}

function* rowsBelow(grid: CellGrid, heads: HeadRows, columns: readonly PlanColumn[]): Generator<void, SheetRow[]> {
  const kinds = new RowKinds(grid, heads, columns);
  const rows: SheetRow[] = [];
  for (let row = heads.last + 1; row < grid.rows; row++) {
    if (row % 20 === 0) yield;
    rows.push(kinds.of(row));
  }
  while (rows.at(-1)?.kind === 'blank') rows.pop();
  return rows;
}

interface LinesContext {
  grid: CellGrid;
  heads: HeadRows;
  columns: readonly PlanColumn[];
  problems: ProblemList;
  options: ReadPlanOptions;
  titleYear: number | undefined;
}

function* linesOf(rows: readonly SheetRow[], given: LinesContext) {
  const { grid, heads, columns, problems, options, titleYear } = given;
  const { today, defaultCurrency } = options;
  const language = heads.language;
  const lineRows = rows.filter(({ kind }) => kind === 'line').map(({ row }) => row);
  const counted = rows.filter(({ kind }) => kind === 'line' || kind === 'sum').map(({ row }) => row);
  const merged = yield* mergedCells(grid, columns, rows);
  const marks = yield* numberMarks(grid, columns, counted, language);
  const orders = yield* dayOrders(grid, columns, lineRows, { language, today });
  const labels = rows.flatMap(({ kind, label }) => (kind === 'section' && label ? [label.text] : []));
  const currencies = yield* sheetCurrencies(grid, heads, columns, { rows: counted, labels, defaultCurrency });
  writeColumns(columns, { marks, orders, currencies }, problems);
  const namesPlaces = columns.some(({ meaning }) => meaning === 'country' || meaning === 'language');
  const hasSections = rows.some(({ kind, isSectionSum }) => kind === 'section' || isSectionSum);
  // Without places to look up their tables need not be made.
  const places = namesPlaces || hasSections ? yield* PlaceWords.made() : new PlaceWords();
  const values = new LineValues(grid, columns, merged);
  const sections = new Sections(grid, columns, places);
  const money = { marks, currencies, defaultCurrency, coins: new CoinDigits(), isEnglish: language === 'en' };
  const lines: PlanLine[] = [];
  for (const one of rows) {
    sections.pass(one);
    if (one.isOtherTable) otherTable(one, problems);
    if (one.isAside) aside(one, problems, 'a fee, a tax or a comparison');
    if (one.isDoubtfulSum) aside(one, problems, 'a sum');
    if (one.kind !== 'line') continue;
    if (lines.length % 10 === 0) yield;
    const context = { values, places, problems, section: sections.now, row: one.row };
    lines.push(planLine(context, columns, money, { orders, today, titleYear }));
  }
  takeCurrencies(lines);
  tellUnshared(lines, grid, columns, problems);
  const byRow = new Map(lines.map((line) => [line.row, line]));
  const sums = yield* sheetSums(rows, { grid, columns, money, problems, lines: byRow });
  return { lines, sums };
}

const NAMED_ROWS_MAX = 10;

/** An amount that is merged over rows of several campaigns looks as if only the first of them had one. */
function tellUnshared(
  lines: readonly PlanLine[],
  grid: CellGrid,
  columns: readonly PlanColumn[],
  problems: ProblemList,
): void {
  const column = columns.find(({ meaning }) => meaning === 'budget_total' || meaning === 'budget_daily');
  let above: { line: PlanLine; without: number[] } | undefined;
  const tell = () => {
    if (!above || !column || above.without.length === 0) return;
    const { length } = above.without;
    const named = `${above.without.slice(0, NAMED_ROWS_MAX).join(', ')}${length > NAMED_ROWS_MAX ? ' and more' : ''}`;
    const rows = length === 1 ? `Row ${named} has` : `Rows ${named} have`;
    const cell = { row: above.line.row - grid.rowNumber(0), column: column.column };
    problems.look(
      cell,
      `${rows} no budget. If this one is for them too, share it out: it is read as row ${above.line.row}'s alone.`,
    );
  };
  for (const line of lines) {
    const isNext = above !== undefined && line.row === above.line.row + above.without.length + 1;
    const isOther = above !== undefined && line.campaign !== undefined && line.campaign !== above.line.campaign;
    if (line.budget || line.isOut || !isNext) {
      tell();
      above = line.budget ? { line, without: [] } : undefined;
    } else if (above && isOther && line.channel === above.line.channel) above.without.push(line.row);
    else {
      tell();
      above = undefined;
    }
  }
  tell();
}

/** A row without an amount is in the currency of its campaign's other rows. */
function takeCurrencies(lines: PlanLine[]): void {
  const known = new Map<string, string>();
  const keyOf = ({ channel, account, campaign }: PlanLine) => JSON.stringify([channel, account, campaign]);
  for (const line of lines) if (line.currency !== undefined) known.set(keyOf(line), line.currency);
  for (const line of lines) {
    if (line.currency === undefined && line.campaign !== undefined) line.currency = known.get(keyOf(line));
  }
}

function otherTable({ row, label }: SheetRow, problems: ProblemList): void {
  problems.look(
    { row, column: label?.column ?? 0 },
    'Another table with other heads begins here; its rows are not read. Read it by a range of its own.',
  );
}

function aside({ row, label }: SheetRow, problems: ProblemList, what: string): void {
  problems.look(
    { row, column: label?.column ?? 0 },
    `${quoted(label?.text ?? '')} is taken for ${what}, not for a campaign; the row is not read.`,
  );
}

/** What is said once about a column as a whole. */
function sayOfColumns(grid: CellGrid, heads: HeadRows, columns: readonly PlanColumn[], problems: ProblemList): void {
  const has = (meaning: PlanColumn['meaning']) => columns.some((column) => column.meaning === meaning);
  const first = columns[0]?.column ?? 0;
  if (!has('campaign')) {
    problems.stop(heads.last, { row: heads.first, column: first }, 'No column holds names of campaigns.', {
      allowed: 'A head such as Campaign, or a mapping that says which column it is',
    });
  }
  const audience = columns.find(({ meaning }) => meaning === 'audience');
  if (audience)
    audience.written.push(
      has('group') ? 'ids, ages and genders are used' : 'ids, ages and genders are used, words name the group',
    );
  for (const column of columns) {
    if (column.meaning !== null || column.head === '') continue;
    column.written.push('not used');
    if (budgetHead(folded(column.head)) !== 'other_period') continue;
    const message = `${quoted(column.head)} is not used: a campaign has a budget a day or in total.`;
    problems.look({ row: column.headRow, column: column.column }, message, { allowed: 'A column of totals' });
  }
  sayUnits(grid, heads, columns, problems);
  const daily = columns.find(({ meaning }) => meaning === 'budget_daily');
  const total = columns.find(({ meaning }) => meaning === 'budget_total');
  const byType = has('budget_type') ? ' or the type is daily' : '';
  if (daily && total) daily.written.push(`used where ${grid.letters(total.column)} is empty${byType}`);
}

/** Amounts that are counted in thousands are said to be. */
function sayUnits(grid: CellGrid, heads: HeadRows, columns: readonly PlanColumn[], problems: ProblemList): void {
  const counted = columns.flatMap(({ unit, written }) => (unit ? [{ unit, written }] : []));
  for (const { unit, written } of counted) written.push(`times 1${'0'.repeat(unit.zeros)}`);
  for (const zeros of new Set(counted.map(({ unit }) => unit.zeros))) {
    const { unit } = counted.find((one) => one.unit.zeros === zeros)!;
    const head = columns.find((column) => column.column === unit.column && column.headRow === unit.row)?.head;
    const by = quoted(head ?? grid.text(unit.row, unit.column));
    problems.look(
      unit,
      `By ${by} amounts are counted in units of 1${'0'.repeat(zeros)}: 5 is read as 5${'0'.repeat(zeros)}.`,
    );
  }
  const unsure = counted.length === 0 ? unsureUnit(grid, heads) : undefined;
  if (unsure)
    problems.look(
      unsure,
      `${quoted(grid.text(unsure.row, unsure.column))} does not say that it means the budgets; they are read as they stand.`,
      { allowed: 'Budgets in thousands are told by their head, such as Budget (T€)' },
    );
}

function rowsAbove(grid: CellGrid, { first, last }: HeadRows): SkippedRow[] {
  const skipped: SkippedRow[] = [];
  for (let row = 0; row <= last; row++) {
    const filled = grid.filled(row);
    const kind = row >= first ? 'heads' : filled.length === 0 ? 'blank' : 'outside';
    const text = filled.length > 0 && row < first ? grid.text(row, filled[0]!) : undefined;
    skipped.push({ row: grid.rowNumber(row), kind, ...(text !== undefined && { text: text.slice(0, 200) }) });
  }
  return skipped;
}

function skippedOf(grid: CellGrid, rows: readonly SheetRow[]): SkippedRow[] {
  return rows.flatMap(({ row, kind, label }) =>
    kind === 'line' ? [] : [{ row: grid.rowNumber(row), kind, ...(label && { text: label.text.slice(0, 200) }) }],
  );
}
