import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { z } from 'zod';
import type { WorkspaceRecord } from '../auth/directory.ts';
import { Failure } from '../errors.ts';
import { newSpreadsheetId, type SpreadsheetDescription, type Spreadsheets } from '../sheets/spreadsheets.ts';
import type { Sheet } from './shapes.ts';
import type { WebParts } from './web-parts.ts';

export function sheetsIn({ home }: WebParts, workspaceId: string): Spreadsheets {
  return home.spreadsheetsOf(workspaceId);
}

export function sheetOf({ id, name, tabs, notes }: SpreadsheetDescription): z.infer<typeof Sheet> {
  return {
    id,
    name,
    tabs: tabs.map((tab) => ({
      name: tab.name,
      hidden: tab.hidden,
      rows: tab.dataRows ?? tab.rows ?? null,
      columns: tab.dataColumns ?? tab.columns ?? null,
    })),
    notes,
  };
}

interface Upload {
  content: Readable;
  /** Valid after the stream ended: the parser cuts a file that is over the size limit. */
  isCut(): boolean;
  fileName: string;
  /** Id of the spreadsheet it replaces. */
  replaces: string | undefined;
  actor: string;
}

/** Takes in a file that is being sent. One that does not arrive whole, or cannot be read, leaves nothing behind. */
export async function importSheet(
  parts: WebParts,
  workspace: WorkspaceRecord,
  { content, isCut, fileName, replaces, actor }: Upload,
): Promise<SpreadsheetDescription> {
  const stored = sheetsIn(parts, workspace.id);
  const before = replaces === undefined ? undefined : await stored.describe(replaces);
  const folder = await mkdtemp(join(tmpdir(), 'adhelm-upload-'));
  try {
    const file = join(folder, safeName(fileName) || 'file');
    await pipeline(content, createWriteStream(file, { mode: 0o600 }));
    if (isCut()) throw tooLarge();
    const id = before?.id ?? newSpreadsheetId(parts.ambient);
    const name = before?.name ?? basename(fileName).replace(/\.[^.]*$/, '');
    const made = await stored.import(file, { id, name });
    await connectForFiles(parts, workspace, actor);
    await note(parts, workspace, actor, before ? 'sheet.replace' : 'sheet.import', { id, title: made.name });
    return made;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const NAME_CHARACTERS_MAX = 100;

/** The name of an uploaded file as this machine's own can be: without a folder, of plain characters, and with its ending. */
export function safeName(fileName: string): string {
  return basename(fileName)
    .replace(/[^\w. -]/g, '_')
    .slice(-NAME_CHARACTERS_MAX);
}

export function tooLarge(): Failure {
  return new Failure({
    code: 'invalid_arguments',
    message: 'The file is larger than 256 MiB.',
    nextStep: 'Split it, or leave out tabs. Nothing was imported.',
  });
}

export async function removeSheet(
  parts: WebParts,
  workspace: WorkspaceRecord,
  id: string,
  actor: string,
): Promise<boolean> {
  const removed = await sheetsIn(parts, workspace.id).remove(id);
  if (removed) await note(parts, workspace, actor, 'sheet.remove', { id });
  return removed;
}

/** Uploaded files need no platform sign-in, but tools need a connection, so an `office` one without credentials is made. */
async function connectForFiles({ home }: WebParts, workspace: WorkspaceRecord, actor: string): Promise<void> {
  if (workspace.connections.some(({ channel }) => channel === 'office')) return;
  await home.connections.put({ workspaceId: workspace.id, channel: 'office', mode: 'live', credentials: {}, actor });
  home.directory.refresh();
}

async function note(
  { home }: WebParts,
  { id: workspaceId, organizationId }: WorkspaceRecord,
  actor: string,
  action: string,
  detail: unknown,
): Promise<void> {
  await home.store.transaction(async () =>
    home.audit.append({ organizationId, workspaceId, actor, action, phase: 'event', detail }),
  );
}
