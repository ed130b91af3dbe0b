type Cell = string | number | null | undefined;

/** A text that begins like a formula would be run by a spreadsheet. */
const cell = (value: Cell): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

export function csvText(rows: readonly Record<string, Cell>[]): string {
  const names = Object.keys(rows[0] ?? {});
  return [names.join(','), ...rows.map((row) => names.map((name) => cell(row[name])).join(','))].join('\r\n');
}

export function saveCsv(name: string, rows: readonly Record<string, Cell>[]): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([csvText(rows)], { type: 'text/csv;charset=utf-8' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
