import type { Cell, FigureRow, Figures } from './figures.ts';

const ROWS_SHOWN_MAX = 20;
const COLUMNS_SHOWN_MAX = 6;
const NAME_CHARACTERS_MAX = 34;
const MISSING_SHOWN_MAX = 20;

/** Plain text for a mail: a table, a sum for each currency, and what is missing. */
export function reportWords(figures: Figures, opening: readonly string[]): string {
  const { days, unevenDays, rows, notes } = figures;
  const parts = [
    ...opening,
    `Days: ${days.start_date} to ${days.end_date}${unevenDays ? ' (some accounts cover other days)' : ''}`,
    rows.length === 0 ? 'There are no rows.' : tableOf(figures),
    sumsOf(figures),
    missingOf(figures),
    ...notes,
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

/** An amount always stands with its currency. */
export function shownCell(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return '–';
  return typeof cell === 'number' ? String(cell) : `${cell.amount} ${cell.currency}`;
}

function tableOf(figures: Figures): string {
  const { rows, columns, more } = figures;
  const shown = rows.slice(0, ROWS_SHOWN_MAX);
  const metrics = columns.filter((name) => !name.endsWith('_difference')).slice(0, COLUMNS_SHOWN_MAX);
  const byTime = rows.some(({ time }) => time !== '');
  const head = [
    '#',
    'name',
    'channel',
    ...(byTime ? ['time'] : []),
    ...metrics.map((name) => name.replaceAll('_', ' ')),
  ];
  const lines = shown.map((row, place) => [
    String(place + 1),
    clipped(row.entity.name || row.entity.id),
    row.channel,
    ...(byTime ? [row.time] : []),
    ...metrics.map((name) => shownCell(row.cells[name])),
  ]);
  const left = rows.length - shown.length;
  const rest =
    left > 0 || more
      ? `\n${more ? 'More rows' : `${left} more rows`} are in the file${more ? ', as far as it reaches' : ''}.`
      : '';
  return aligned([head, ...lines]) + rest;
}

function clipped(name: string): string {
  const characters = [...name];
  return characters.length > NAME_CHARACTERS_MAX ? `${characters.slice(0, NAME_CHARACTERS_MAX - 1).join('')}…` : name;
}

/** Numbers at the right, words at the left. */
function aligned(lines: readonly (readonly string[])[]): string {
  const widths = (lines[0] ?? []).map((_, at) => Math.max(...lines.map((line) => [...(line[at] ?? '')].length)));
  const isWord = (at: number) => at > 0 && at < 3;
  return lines
    .map((line) =>
      line
        .map((text, at) => (isWord(at) ? text.padEnd(widths[at]!) : text.padStart(widths[at]!)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function sumsOf({ totals, columns, partial }: Figures): string {
  const lines = totals.map(({ currency, cells }) => {
    const told = columns.filter((name) => cells[name] !== undefined && cells[name] !== null);
    return `Total ${currency}: ${told.map((name) => `${name.replaceAll('_', ' ')} ${shownCell(cells[name])}`).join(', ')}`;
  });
  const apart = totals.length > 1 ? ['Currencies are not added up.'] : [];
  return [...lines, ...apart, ...(partial && lines.length > 0 ? ['These sums lack what is named below.'] : [])].join(
    '\n',
  );
}

function missingOf({ missing: all, partial }: Figures): string {
  // A channel that was never connected is no news, unless it was asked for.
  const missing = partial ? all : all.filter(({ code }) => code !== 'not_connected');
  if (missing.length === 0) return '';
  const lines = missing
    .slice(0, MISSING_SHOWN_MAX)
    .map(({ channel, account, reason }) => `- ${channel}${account === undefined ? '' : ` ${account}`}: ${reason}`);
  const rest = missing.length - lines.length;
  return ['Missing, and not counted as zero:', ...lines, ...(rest > 0 ? [`- and ${rest} more`] : [])].join('\n');
}

/** What a webhook is told of a row. */
export function thinRow({ channel, account, entity, time, cells }: FigureRow): Record<string, unknown> {
  return {
    channel,
    ...(account !== undefined && { account }),
    name: entity.name,
    id: entity.id,
    ...(time !== '' && { time }),
    metrics: cells,
  };
}
