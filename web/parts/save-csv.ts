import { csvRow } from '../../src/text/csv-row.ts';

type Cell = string | number | null | undefined;

export function csvText(rows: readonly Record<string, Cell>[]): string {
  const names = Object.keys(rows[0] ?? {});
  return [names, ...rows.map((row) => names.map((name) => row[name]))]
    .map((cells) => csvRow(cells, names.length, true))
    .join('');
}

export function saveCsv(name: string, rows: readonly Record<string, Cell>[]): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([csvText(rows)], { type: 'text/csv;charset=utf-8' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
