import type { WorkspaceRecord } from '../auth/directory.ts';
import { isAtLeast, type Role } from '../auth/members.ts';
import { HttpError } from '../errors.ts';
import type { Person } from './people.ts';
import type { WebParts } from './web-parts.ts';

/** The one place where a role opens a workspace. */
export async function admitted(
  parts: WebParts,
  person: Person,
  workspaceId: string,
  role: Role,
): Promise<WorkspaceRecord> {
  const workspace = await visibleWorkspace(parts, person, workspaceId);
  if (!workspace) throw new HttpError(404, 'NOT_FOUND', 'There is no such workspace.');
  requireRole(person.roleIn(workspaceId), role, `the workspace "${workspace.name}"`);
  return workspace;
}

/** Undefined for a workspace that does not exist, is archived, belongs to another organization or gives the person no role. */
export async function visibleWorkspace(
  { home }: WebParts,
  person: Person,
  workspaceId: string,
): Promise<WorkspaceRecord | undefined> {
  if (person.roleIn(workspaceId) === undefined) return undefined;
  return home.directory.workspace(person.organizationId, workspaceId);
}

export function requireRole(held: Role | undefined, needed: Role, where: string): void {
  if (isAtLeast(held, needed)) return;
  const message = `This takes the role ${needed} in ${where}; yours is ${held ?? 'none'}. Ask an owner.`;
  throw new HttpError(403, 'FORBIDDEN', message);
}
