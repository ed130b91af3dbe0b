import type { WorkspaceRecord } from '../auth/directory.ts';
import type { Home } from '../process/home.ts';
import { UsageError } from './command.ts';

/** The workspace with this name or id, or an error that lists all of them. */
export async function workspaceNamed(home: Home, named: string): Promise<WorkspaceRecord> {
  const found = await home.directory.find(named);
  if (found) return found;
  const rows = await home.store.db.selectFrom('workspaces').select('name').where('archived_at', 'is', null).execute();
  const names = rows.map((row) => row.name).join(', ') || 'none yet; start the service once';
  throw new UsageError(`There is no workspace ${JSON.stringify(named)}. There are: ${names}.`);
}
