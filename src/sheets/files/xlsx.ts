import type { NamedRange } from '../a1-resolve.ts';
import type { CellStore } from './cell-store.ts';
import { parseIsoDate } from './cell-typing.ts';
import type { SheetFileLimits } from './limits.ts';
import { numberFormat } from './number-format/number-format.ts';
import { SharedStrings } from './shared-strings.ts';
import { readStyles } from './styles.ts';
import { readWorkbook, type Workbook } from './workbook-parts.ts';
import { type WorksheetContext, WorksheetVisitor } from './worksheet.ts';
import { walkXml } from './xml-stream.ts';
import { ZipArchive } from './zip-archive.ts';

/** Days from the platform's first day to that of workbooks made on old Macintoshes. */
const DAYS_TO_1904 = 1462;

export interface XlsxSource {
  path: string;
  limits: SheetFileLimits;
  /** Where texts go that do not fit into memory. */
  spillPath: string;
  /** Called as packed bytes are read; throws to stop. */
  tick(bytesDone: number, bytesTotal: number): void;
}

export async function importXlsx(source: XlsxSource, store: CellStore): Promise<NamedRange[]> {
  const zip = await ZipArchive.open(source.path, source.limits);
  const strings = new SharedStrings(source.spillPath);
  try {
    const workbook = await readWorkbook(zip);
    await readSheets(zip, workbook, strings, source, store);
    return workbook.namedRanges;
  } finally {
    strings.close();
    zip.close();
  }
}

async function readSheets(
  zip: ZipArchive,
  workbook: Workbook,
  strings: SharedStrings,
  { tick }: XlsxSource,
  store: CellStore,
): Promise<void> {
  const { sheets, styles, sharedStrings } = workbook;
  const parts = [...sheets.map(({ part }) => part), styles, sharedStrings].filter((part) => part !== undefined);
  const total = parts.reduce((sum, part) => sum + zip.packedBytes(part), 0);
  async function* ticking(part: string) {
    for await (const chunk of zip.read(part)) {
      yield chunk;
      tick(Math.min(zip.progress, total), total);
    }
  }
  const codes = styles && zip.has(styles) ? await readStyles(ticking(styles), styles) : [];
  if (sharedStrings && zip.has(sharedStrings)) await strings.load(ticking(sharedStrings), sharedStrings);
  const context = contextOf(workbook.date1904, codes, strings, store);
  for (const { name, hidden, part } of sheets) {
    store.beginSheet(name, hidden);
    const visitor = new WorksheetVisitor(context);
    await walkXml(ticking(part), part, visitor);
    store.endSheet(visitor.merged);
  }
}

function contextOf(
  date1904: boolean,
  codes: readonly string[],
  strings: SharedStrings,
  store: CellStore,
): WorksheetContext {
  const offset = date1904 ? DAYS_TO_1904 : 0;
  const same = (value: number) => value;
  const styles = codes.map((code) => ({
    format: store.formatId(code),
    // Times of day and lengths of time have no first day to count from.
    serial: offset > 0 && numberFormat(code).time === 'calendar' ? (value: number) => value + offset : same,
  }));
  const general = { format: 0, serial: same };
  return {
    sharedString: (index) => strings.at(index),
    style: (index) => styles[index] ?? general,
    isoDate(text) {
      const date = parseIsoDate(text);
      return date && { value: date.serial, format: store.formatId(date.format) };
    },
    put: (row, column, cell) => store.put(row, column, cell),
  };
}
