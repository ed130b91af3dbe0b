import { realAmbient } from '../ambient.ts';
import type { WorkspaceRecord } from '../auth/directory.ts';
import type { Home } from '../process/home.ts';
import { newSpreadsheetId, type Spreadsheets } from '../sheets/spreadsheets.ts';
import { type Given, optional, required } from './command.ts';
import { progressBar } from './progress-bar.ts';
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
      encoding: {
        type: 'string',
        meaning: 'import: what a text file is written in, when it is not UTF-8 (windows-1252, shift_jis, …)',
        value: 'NAME',
      },
    },
  },
  {
    import: {
      options: ['workspace', 'name', 'encoding'],
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
  spreadsheets: Spreadsheets;
}

function inWorkspace(work: (job: Job, argument: string) => Promise<number>): Verb['run'] {
  return async (home, given, argument) => {
    const workspace = await workspaceNamed(home, required(given, 'workspace'));
    return work({ home, given, workspace, spreadsheets: home.spreadsheetsOf(workspace.id) }, argument);
  };
}

async function importFile({ home, given, workspace, spreadsheets }: Job, file: string): Promise<number> {
  const progress = given.json ? undefined : progressBar();
  const { id, name, tabs, notes } = await spreadsheets
    .import(file, {
      id: newSpreadsheetId(realAmbient),
      name: optional(given, 'name'),
      encoding: optional(given, 'encoding'),
      onProgress: ({ bytesDone, bytesTotal, cells }) =>
        progress?.show(bytesDone, bytesTotal, 'cells', `${cells} cells`),
    })
    .finally(() => progress?.end());
  await connectForFiles(home, workspace);
  await note(home, workspace, 'sheet.import', { id, title: name });
  const sizes = tabs.map((tab) => `${tab.name} (${tab.dataRows} × ${tab.dataColumns})`);
  given.print(
    given.json
      ? JSON.stringify({ spreadsheetId: id, ...(notes.length > 0 && { notes }) })
      : [`Imported "${name}" as ${id}`, `Tabs: ${sizes.join(', ')}`, ...notes].join('\n'),
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

async function list({ given, spreadsheets: stored }: Job): Promise<number> {
  const spreadsheets = (await stored.list({ limit: Number.MAX_SAFE_INTEGER })).map(({ id, name, tabs }) => ({
    spreadsheetId: id,
    name,
    sheets: tabs.map((tab) => tab.name),
  }));
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

async function remove({ home, given, workspace, spreadsheets }: Job, id: string): Promise<number> {
  const removed = await spreadsheets.remove(id);
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
  await home.store.transaction(async () =>
    home.audit.append({ organizationId, workspaceId: id, actor: ACTOR, action, phase: 'event', detail }),
  );
}
