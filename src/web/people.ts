import type { WorkspaceRecord } from '../auth/directory.ts';
import type { PersonRole } from './roles.ts';

/** Somebody who is signed in, and what they may do. */
export interface Person {
  id: string;
  name: string;
  email: string;
  totp: boolean;
  organizationId: string;
  /** Undefined: a member of single workspaces only. */
  organizationRole: PersonRole | undefined;
  /** Undefined: the workspace does not concern them, whether it is there or not. */
  roleIn(workspaceId: string): PersonRole | undefined;
}

export interface People {
  workspacesOf(person: Person): Promise<{ record: WorkspaceRecord; role: PersonRole }[]>;
}
