import type { MediaPlan } from '../../plans/media-plan.ts';
import type { MemberProgress } from '../../plans/stored-media-plans.ts';
import type { WrittenCell } from '../../sheets/writing/cell-xml.ts';
import type { PlannedRow, SheetProblem, SkippedRow } from '../../tools/media-plan-desk.ts';
import type { FileFormat, MadeExport } from '../../tools/media-plan-files.ts';
import { tableFile } from './table-file.ts';

const HEAD = 'Notes';
const WIDTH_MIN = 8;
const WIDTH_MAX = 40;
const NOTES_WIDTH = 80;

/** The sheet as it was read, every cell where it was, and a column behind it that tells what becomes of each row. */
export function notedSheet(
  { name, content: { cells, answer, members } }: MediaPlan,
  progress: readonly MemberProgress[],
  format: FileFormat,
): MadeExport {
  const { tab, firstRow, firstColumn, shown } = cells;
  const width = shown.reduce((most, { length }) => Math.max(most, length), 0);
  const notes = new RowNotes();
  for (const row of answer.rows) notes.fate(row);
  const byPosition = new Map(members.map((one) => [one.position, one]));
  for (const { position, state, campaignId, error } of progress) {
    for (const row of byPosition.get(position)?.rows ?? []) notes.outcome(row, state, campaignId, error?.message);
  }
  for (const problem of answer.problems) notes.problem(problem);
  for (const row of answer.skipped) notes.skipped(row);
  const lastHead = Math.max(
    firstRow,
    ...answer.skipped.filter(({ kind }) => kind === 'heads').map(({ row }) => row - 1),
  );
  const rows = {
    *[Symbol.iterator](): Generator<WrittenCell[]> {
      for (const [at, row] of shown.entries()) {
        const note = firstRow + at === lastHead ? HEAD : notes.of(firstRow + at + 1);
        const own = row.map((text): WrittenCell => (text === '' ? undefined : { text }));
        yield [...own, ...new Array<WrittenCell>(width - row.length), ...(note === '' ? [] : [noteCell(note)])];
      }
    },
  };
  const file = tableFile(`${name} with notes`, format, {
    name: tab,
    firstRow: format === 'csv' ? 0 : firstRow,
    firstColumn,
    widths: [...widthsOf(shown, width), NOTES_WIDTH],
    heads: lastHead - firstRow + 1,
    rows,
  });
  const told = { campaigns: answer.rows.length, rows: shown.length, sums: [], missing: [], partial: false };
  return { told: { ...told, notes: [] }, file };
}

function noteCell(note: string): WrittenCell {
  return { text: note, wrapped: true };
}

function widthsOf(shown: readonly (readonly string[])[], width: number): number[] {
  return Array.from({ length: width }, (_, column) => {
    const longest = shown.reduce((most, row) => Math.max(most, row[column]?.length ?? 0), 0);
    return Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, longest + 2));
  });
}

const FATES: Readonly<Record<PlannedRow['fate'], string>> = {
  make: 'Will be made, paused.',
  change: 'Exists already and will be changed',
  same: 'Exists already as the sheet wants it.',
  out: 'Stays out.',
};

const OUTCOMES: Partial<Record<MemberProgress['state'], string>> = {
  made: 'Done',
  failed: 'Failed',
  unknown: 'Nobody knows yet whether it was made: check it on the platform, and do not repeat it',
  stale: 'Not made: the sheet or the platform had changed',
};

const SKIPPED: Readonly<Record<SkippedRow['kind'], string>> = {
  blank: '',
  heads: '',
  sum: 'A sum, not used as a row.',
  section: 'A section, not used as a row.',
  note: 'A note, not used as a row.',
  outside: 'Outside the range that was read.',
};

/** What is said of each row of a sheet. */
class RowNotes {
  readonly #fates = new Map<number, string>();
  readonly #problems = new Map<number, string[]>();

  fate({ rows, fate, difference = {} }: PlannedRow): void {
    const changes = Object.entries(difference).map(([field, { from, to }]) => `${field} ${words(from)} → ${words(to)}`);
    const said =
      fate === 'change' ? `${FATES.change}${changes.length > 0 ? `: ${changes.join('; ')}` : ''}.` : FATES[fate];
    for (const row of rows) this.#fates.set(row, said);
  }

  outcome(row: number, state: MemberProgress['state'], id: string | undefined, error: string | undefined): void {
    const said = OUTCOMES[state];
    if (said === undefined) return;
    const detail = error !== undefined ? `: ${error}` : id !== undefined ? ` (${id}).` : '.';
    this.#fates.set(row, said + detail);
  }

  problem({ cell, message, allowed, repair }: SheetProblem): void {
    const [, place = cell, row] = /([A-Z]{1,3}(\d+))$/.exec(cell) ?? [];
    const at = Number(row ?? 0);
    const said = [
      `${place}: ${message}`,
      ...(allowed === undefined ? [] : [`Allowed: ${allowed}.`]),
      ...(repair === undefined ? [] : [`Write ${repair}.`]),
    ].join(' ');
    this.#problems.set(at, [...(this.#problems.get(at) ?? []), said]);
  }

  skipped({ row, kind }: SkippedRow): void {
    if (SKIPPED[kind] !== '') this.#fates.set(row, SKIPPED[kind]);
  }

  of(row: number): string {
    return [this.#fates.get(row), ...(this.#problems.get(row) ?? [])].filter(Boolean).join('\n');
  }
}

function words(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
