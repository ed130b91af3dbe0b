import type { inferRouterOutputs } from '@trpc/server';
import type { Api } from '../../../src/web/api/router.ts';
import type { Workspace } from '../../api/scope.ts';

type Members = inferRouterOutputs<Api>['members']['list'];
export type Role = Members['members'][number]['role'];

/** A member, or an open invitation. */
export interface MemberRow {
  id: string;
  name: string;
  email: string | null;
  role: Role;
  where: string;
  you: boolean;
  totp: boolean;
  /** When an open invitation expires; null for a member. */
  until: string | null;
}

export function rowsOf(list: Members | undefined, workspaces: readonly Workspace[]): MemberRow[] {
  const where = (id: string | null) =>
    id === null ? 'Whole organization' : (workspaces.find((workspace) => workspace.id === id)?.name ?? id);
  const members = list?.members.map(({ id, name, email, role, workspaceId, you, totp }) => ({
    id,
    name: name ?? email,
    email,
    role,
    where: where(workspaceId),
    you,
    totp,
    until: null,
  }));
  const invited = list?.invitations.map(({ id, email, role, workspaceId, expiresAt }) => ({
    id,
    name: email ?? 'Whoever opens the link',
    email,
    role,
    where: where(workspaceId),
    you: false,
    totp: false,
    until: expiresAt,
  }));
  return [...(members ?? []), ...(invited ?? [])];
}
