import { open, rename, rm, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { CellStore, type StoredInfo } from './cell-store.ts';
import { typeText } from './cell-typing.ts';
import { parseDelimited } from './delimited-text.ts';
import { kindOf } from './file-kind.ts';
import { DEFAULT_LIMITS, type SheetFileLimits } from './limits.ts';
import { checkedEncoding, openText } from './text-source.ts';

import { importXlsx } from './xlsx.ts';

interface ImportProgress {
  bytesDone: number;
  bytesTotal: number;
  cells: number;
}

export interface ImportOptions {
  targetDir: string;
  /** Becomes the name of the stored file. */
  id: string;
  /** The spreadsheet's title; the file's own name unless given. */
  name?: string;
  /** What a text file is written in, where its own bytes do not tell. */
  encoding?: string;
  limits?: Partial<SheetFileLimits>;
  onProgress?(progress: ImportProgress): void;
  signal?: AbortSignal;
}

export interface SheetFileInfo extends StoredInfo {
  id: string;
  path: string;
}

/** Reads an .xlsx, .csv or .tsv file into the store's own form. All or nothing: a file that is refused leaves no trace. */
export async function importSheetFile(source: string, options: ImportOptions): Promise<SheetFileInfo> {
  const { targetDir, id } = options;
  if (!/^[A-Za-z0-9_-]+$/.test(id)) throw new Error(`not a spreadsheet id: ${id}`);
  const path = join(targetDir, `${id}.sqlite`);
  const unfinished = `${path}.part`;
  await rm(unfinished, { force: true });
  try {
    const info = await fill(source, unfinished, options);
    await settleOnDisk(unfinished);
    await rename(unfinished, path);
    await settleOnDisk(targetDir);
    return { ...info, id, path };
  } finally {
    await rm(unfinished, { force: true });
  }
}

async function fill(source: string, target: string, options: ImportOptions): Promise<StoredInfo> {
  const kind = await kindOf(source);
  const encoding = checkedEncoding(options.encoding, kind);
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const title = options.name ?? basename(source, extname(source));
  const store = new CellStore(target, limits);
  const tick = (bytesDone: number, bytesTotal: number) => {
    options.signal?.throwIfAborted();
    options.onProgress?.({ bytesDone, bytesTotal, cells: store.cells });
  };
  try {
    options.signal?.throwIfAborted();
    if (kind === 'text') return await fillFromText(source, { title, encoding }, store, limits, tick);
    const namedRanges = await importXlsx({ path: source, limits, spillPath: `${target}-strings`, tick }, store);
    return store.finish({ title, namedRanges });
  } finally {
    store.close();
  }
}

async function fillFromText(
  source: string,
  { title, encoding }: { title: string; encoding: string | undefined },
  store: CellStore,
  limits: SheetFileLimits,
  tick: (bytesDone: number, bytesTotal: number) => void,
): Promise<StoredInfo> {
  const { size } = await stat(source);
  let done = 0;
  const text = await openText(source, encoding, (bytes) => {
    done += bytes;
    tick(done, size);
  });
  const delimiter = /^\.(tsv|tab)$/i.test(extname(source)) ? '\t' : undefined;
  store.beginSheet(tabTitle(title), false);
  let row = 0;
  for await (const fields of parseDelimited(text.chunks(), delimiter, limits.cellLength)) {
    fields.forEach((field, column) => {
      if (field === '') return;
      const { value, format } = typeText(field);
      store.put(row, column, { value, format: store.formatId(format) });
    });
    row++;
  }
  store.endSheet();
  return store.finish({ title, namedRanges: [], encoding: text.encoding });
}

/** Tab titles have at most 100 characters and no quote at either end. */
function tabTitle(title: string): string {
  return title.slice(0, 100).replace(/^'+|'+$/g, '') || 'Sheet1';
}

async function settleOnDisk(path: string): Promise<void> {
  const file = await open(path);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
