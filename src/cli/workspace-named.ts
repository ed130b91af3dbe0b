import type { WorkspaceRecord } from '../auth/directory.ts';
import type { Home } from '../process/home.ts';
import { UsageError } from './command.ts';

/** The workspace with this name or id, or an error that lists all of them. */
export async function workspaceNamed(home: Home, named: string): Promise<WorkspaceRecord> {
  const found = await home.directory.find(named);
  if (found) return found;
  const names = (await namesIn(home, 'is')) || 'none yet; start the service once';
  throw new UsageError(`There is no workspace ${JSON.stringify(named)}. There are: ${names}.`);
}

/** The archived workspace with this name or id, or an error that lists all of them. */
export async function archivedWorkspaceNamed(home: Home, named: string): Promise<WorkspaceRecord> {
  const found = await home.directory.find(named, { archived: true });
  if (found) return found;
  const names = (await namesIn(home, 'is not')) || 'none';
  throw new UsageError(`There is no archived workspace ${JSON.stringify(named)}. Archived are: ${names}.`);
}

async function namesIn({ store }: Home, archived: 'is' | 'is not'): Promise<string> {
  const rows = await store.db.selectFrom('workspaces').select('name').where('archived_at', archived, null).execute();
  return rows.map((row) => row.name).join(', ');
}
