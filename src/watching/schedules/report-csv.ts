import { Turns } from '../../event-loop/turns.ts';
import { csvRow } from '../../text/csv-row.ts';
import type { Cell, FigureRow, Figures } from './figures.ts';

const IDENTITY: readonly [string, (row: FigureRow) => string | undefined][] = [
  ['workspace', (row) => row.workspace],
  ['channel', (row) => row.channel],
  ['mode', (row) => row.mode],
  ['account', (row) => row.account],
  ['account_name', (row) => row.account_name],
  ['currency', (row) => row.currency],
  ['time_zone', (row) => row.time_zone],
  ['campaign', (row) => row.campaign?.name],
  ['objective', (row) => row.objective],
  ['kind', (row) => row.entity.kind],
  ['id', (row) => row.entity.id],
  ['name', (row) => row.entity.name],
  ['status', (row) => row.entity.status],
  ['time', (row) => row.time],
];

/** The same for a spreadsheet program: amounts without their currency, which has a column of its own. */
export async function reportCsv({ columns, rows, missing }: Figures, signal: AbortSignal): Promise<string> {
  const names = IDENTITY.map(([name]) => name);
  const head = line([...names, ...columns, 'marks', 'problem', 'next_step']);
  const written = await new Turns(signal).map(rows, (row) =>
    line([
      ...IDENTITY.map(([, of]) => of(row)),
      ...columns.map((name) => plain(row.cells[name])),
      row.marks?.join(' '),
      row.comparable === false ? row.reason : undefined,
      undefined,
    ]),
  );
  const absent = missing.map(({ code, reason, next_step, ...where }) =>
    line([
      ...names.map((name) => (where as Record<string, unknown>)[name]),
      ...columns.map(() => undefined),
      undefined,
      `${code}: ${reason}`,
      next_step,
    ]),
  );
  return [head, ...written, ...absent].join('');
}

function plain(cell: Cell | undefined): string | number | null | undefined {
  return typeof cell === 'object' && cell !== null ? cell.amount : cell;
}

/** Names are written by strangers, so none may run as a formula where the file is opened. */
function line(fields: readonly unknown[]): string {
  return csvRow(fields, fields.length, true);
}
