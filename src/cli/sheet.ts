import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { realAmbient } from '../ambient.ts';
import type { WorkspaceRecord } from '../auth/directory.ts';
import { type Home, workspaceFolder } from '../home.ts';
import { type ImportProgress, importSheetFile } from '../sheets/files/import.ts';
import { listFiles, newFileId, removeFile } from '../sheets/files/workspace-files.ts';
import { type Given, optional, required } from './command.ts';
import { table } from './table.ts';
import { type Verb, withVerbs } from './verbs.ts';
import { workspaceNamed } from './workspace-named.ts';

const ACTOR = 'command line';

export const sheet = withVerbs(
  {
    name: 'sheet',
    takes: 'import|list|remove [FILE|ID]',
    summary: 'Keeps .xlsx, .csv and .tsv files as spreadsheets of a workspace, read like any other.',
    options: {
      workspace: { type: 'string', meaning: 'Workspace, by name or id', value: 'NAME' },
      name: { type: 'string', meaning: "import: the spreadsheet's title (default: the file's name)", value: 'NAME' },
    },
  },
  {
    import: {
      options: ['workspace', 'name'],
      asksFor: 'Name the file: adhelm sheet import plan.xlsx --workspace Acme',
      run: inWorkspace(importFile),
    },
    list: { options: ['workspace'], run: inWorkspace(list) },
    remove: {
      options: ['workspace'],
      asksFor: 'Name the spreadsheet by its id; adhelm sheet list shows them.',
      run: inWorkspace(remove),
    },
  },
);

interface Job {
  home: Home;
  given: Given;
  workspace: WorkspaceRecord;
  folder: string;
}

function inWorkspace(work: (job: Job, argument: string) => Promise<number>): Verb['run'] {
  return async (home, given, argument) => {
    const workspace = await workspaceNamed(home, required(given, 'workspace'));
    const folder = join(workspaceFolder(given.settings, workspace.id), 'sheets');
    return work({ home, given, workspace, folder }, argument);
  };
}

async function importFile({ home, given, workspace, folder }: Job, file: string): Promise<number> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const name = optional(given, 'name');
  const progress = given.json ? undefined : progressBar();
  const { id, title, sheets } = await importSheetFile(file, {
    targetDir: folder,
    id: newFileId(realAmbient),
    ...(name !== undefined && { name }),
    ...(progress && { onProgress: progress.show }),
  }).finally(() => progress?.end());
  await connectForFiles(home, workspace);
  await note(home, workspace, 'sheet.import', { id, title });
  given.print(
    given.json
      ? JSON.stringify({ spreadsheetId: id })
      : `Imported "${title}" as ${id}\nTabs: ${sheets.map((one) => `${one.name} (${one.rows} × ${one.columns})`).join(', ')}`,
  );
  return 0;
}

/** A workspace that only reads files of its own needs no sign-in, but its office channel has to be there. */
async function connectForFiles(home: Home, workspace: WorkspaceRecord): Promise<void> {
  if (workspace.connections.some(({ channel }) => channel === 'office')) return;
  await home.connections.put({
    workspaceId: workspace.id,
    channel: 'office',
    mode: 'live',
    credentials: {},
    actor: ACTOR,
  });
}

async function list({ given, folder }: Job): Promise<number> {
  const spreadsheets = listFiles(folder);
  if (given.json) given.print(JSON.stringify({ spreadsheets }));
  else if (spreadsheets.length === 0) given.print('None yet. Import one: adhelm sheet import FILE --workspace NAME');
  else
    given.print(
      table(
        ['id', 'name', 'tabs'],
        spreadsheets.map(({ spreadsheetId, name, sheets }) => [spreadsheetId, name, sheets.join(', ')]),
      ),
    );
  return 0;
}

async function remove({ home, given, workspace, folder }: Job, id: string): Promise<number> {
  const removed = removeFile(folder, id);
  if (removed) await note(home, workspace, 'sheet.remove', { id });
  given.print(
    given.json ? JSON.stringify({ removed }) : removed ? 'Removed.' : 'There is no such spreadsheet in this workspace.',
  );
  return removed ? 0 : 1;
}

async function note(
  home: Home,
  { id, organizationId }: WorkspaceRecord,
  action: string,
  detail: unknown,
): Promise<void> {
  await home.store.transaction((tx) =>
    home.audit.append(tx, { organizationId, workspaceId: id, actor: ACTOR, action, phase: 'event', detail }),
  );
}

const BAR_WIDTH = 30;

/** One line on standard error, drawn again when a whole percent has passed. */
function progressBar(): { show(progress: ImportProgress): void; end(): void } {
  let shown = -1;
  return {
    show({ bytesDone, bytesTotal, cells }) {
      const percent = Math.floor((bytesDone / Math.max(bytesTotal, 1)) * 100);
      if (percent === shown) return;
      shown = percent;
      const filled = Math.round((percent / 100) * BAR_WIDTH);
      process.stderr.write(`\r[${'█'.repeat(filled)}${' '.repeat(BAR_WIDTH - filled)}] ${percent} %, ${cells} cells`);
    },
    end() {
      if (shown >= 0) process.stderr.write('\n');
    },
  };
}
