import { moneyOfQuantity, numberOf, type Quantity, quantityOf } from '../../tools/report/quantity.ts';
import type { Cell, FigureRow, Figures } from './figures.ts';
import { drawable } from './pixel-font.ts';
import { type Colour, PngCanvas, textWidth } from './png-canvas.ts';
import { shownCell } from './report-words.ts';

const BARS_MAX = 12;
const PANELS_MAX = 4;
const WIDTH = 960;
const [MARGIN, BAR_HEIGHT, BAR_STEP, HEAD_HEIGHT] = [16, 18, 28, 34];
const [LABEL_WIDTH, VALUE_WIDTH] = [320, 190];
const PALETTE: readonly Colour[] = [
  [255, 255, 255],
  [31, 41, 55],
  [107, 114, 128],
  [37, 99, 235],
  [147, 197, 253],
];
const [INK, GREY, NOW, BEFORE] = [1, 2, 3, 4];

interface Bar {
  label: string;
  value: Quantity;
  shown: string;
  before?: Quantity | undefined;
}

/** Amounts of different currencies have no common length, so each currency is a panel of its own. */
interface Panel {
  title: string;
  bars: readonly Bar[];
}

/** Metrics whose rows can be added up over the objects of a day. */
const ADDED_UP = ['cost', 'impressions', 'clicks', 'conversions', 'conversion_value'];

/** A picture of the first rows, or of the course of time; undefined where there is nothing to draw. */
export function chartPng(figures: Figures): Buffer | undefined {
  const panels = panelsOf(figures);
  return panels.length === 0 ? undefined : drawn(panels);
}

export function panelsOf({ rows, columns }: Figures): Panel[] {
  const byTime = rows.some(({ time }) => time !== '');
  const metric = byTime ? columns.find((name) => ADDED_UP.includes(name)) : columns[0];
  if (metric === undefined) return [];
  const groups = Map.groupBy(
    rows.map((row, place) => ({ row, place })),
    ({ row }) => row.currency,
  );
  return [...groups]
    .map(([currency, group]) => ({
      title: `${metric.replaceAll('_', ' ')}${groups.size > 1 || isAmount(group[0]?.row.cells[metric]) ? `, ${currency}` : ''}`,
      bars: byTime
        ? timeBars(
            group.map(({ row }) => row),
            metric,
          )
        : rowBars(group, metric),
    }))
    .filter(({ bars }) => bars.some(({ value }) => value > 0n))
    .slice(0, PANELS_MAX);
}

function rowBars(rows: readonly { row: FigureRow; place: number }[], metric: string): Bar[] {
  return rows.slice(0, BARS_MAX).flatMap(({ row, place }) => {
    const cell = row.cells[metric];
    const value = quantity(cell);
    if (value === undefined) return [];
    const label = `${place + 1} ${row.entity.name}`;
    return [{ label, value, shown: shownCell(cell), before: quantity(row.cells[`${metric}_before`]) }];
  });
}

/** The last days, weeks or months, oldest first. */
function timeBars(rows: readonly FigureRow[], metric: string): Bar[] {
  const times = [...Map.groupBy(rows, ({ time }) => time)].sort(([a], [b]) => (a < b ? -1 : 1)).slice(-BARS_MAX);
  return times.map(([label, group]) => {
    const value = group.reduce((sum, { cells }) => sum + (quantity(cells[metric]) ?? 0n), 0n);
    const amount = group.map(({ cells }) => cells[metric]).find(isAmount);
    return { label, value, shown: shownCell(amount ? sumLike(amount, value) : numberOf(value)) };
  });
}

/** With as many decimals as its parts have. */
function sumLike({ amount, currency }: Exclude<Cell, number | null>, value: Quantity): Cell {
  return moneyOfQuantity(value, currency, amount.split('.')[1]?.length ?? 0);
}

function quantity(cell: Cell | undefined): Quantity | undefined {
  return quantityOf(isAmount(cell) ? cell.amount : cell);
}

function isAmount(cell: Cell | undefined): cell is Exclude<Cell, number | null> {
  return typeof cell === 'object' && cell !== null;
}

function drawn(panels: readonly Panel[]): Buffer {
  const heights = panels.map(({ bars }) => HEAD_HEIGHT + bars.length * BAR_STEP + MARGIN);
  const canvas = new PngCanvas(
    WIDTH,
    heights.reduce((sum, height) => sum + height, MARGIN),
    PALETTE,
  );
  let top = MARGIN;
  panels.forEach((panel, at) => {
    drawPanel(canvas, panel, top);
    top += heights[at]!;
  });
  return canvas.png();
}

function drawPanel(canvas: PngCanvas, { title, bars }: Panel, top: number): void {
  canvas.text(MARGIN, top, drawable(title) ?? '', INK);
  const room = WIDTH - LABEL_WIDTH - VALUE_WIDTH - 2 * MARGIN;
  const longest = bars.reduce((most, { value, before = 0n }) => [value, before, most].reduce(larger), 1n);
  const lengthOf = (value: Quantity) => (value <= 0n ? 0 : Math.max(1, Number((value * BigInt(room)) / longest)));
  bars.forEach(({ label, value, shown, before }, place) => {
    const y = top + HEAD_HEIGHT + place * BAR_STEP;
    const left = MARGIN + LABEL_WIDTH;
    canvas.text(MARGIN, y + 2, fitted(label, LABEL_WIDTH - MARGIN), INK);
    if (before !== undefined) canvas.rectangle(left, y + BAR_HEIGHT - 4, lengthOf(before), 6, BEFORE);
    canvas.rectangle(left, y, lengthOf(value), before === undefined ? BAR_HEIGHT : BAR_HEIGHT - 4, NOW);
    const longer = before !== undefined && before > value ? before : value;
    canvas.text(left + lengthOf(longer) + 8, y + 2, drawable(shown) ?? '', GREY);
  });
}

function larger(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}

/** A name in a script that the font lacks is told by its number, which the table has too. */
function fitted(label: string, width: number): string {
  const plain = drawable(label) ?? `#${label.split(' ')[0]}`;
  let text = plain;
  while (textWidth(text) > width) text = text.slice(0, -1);
  return text === plain ? plain : `${text.slice(0, -2)}..`;
}
