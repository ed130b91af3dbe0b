import type { KeyRecord } from '../auth/key-records.ts';
import type { LimitScope } from '../spend-limits/limit-book.ts';
import type { LimitOverview } from '../tools/spend-overview.ts';
import { notFound, requireOrganizationOwner } from './api/procedure.ts';
import { answerTo } from './call-tool.ts';
import { iso } from './key-views.ts';
import type { Looker } from './looker.ts';
import { requireRole } from './workspace-access.ts';

/** The limits of a workspace as their page shows them. Accounts not read in the last five minutes are read now. */
export async function limitsIn(looker: Looker, keysMax: number) {
  const { parts, workspace } = looker;
  const { home, people } = parts;
  const overview = (await answerTo(looker, 'workspace', 'get_spend_limits', {})) as LimitOverview;
  const records = await home.keyRing.list({ workspaceId: workspace.id, newest: keysMax + 1, withGrants: true });
  const live = records.filter(({ status }) => status === 'active').slice(-keysMax);
  const modes = [...new Set(workspace.connections.map(({ mode }) => mode))];
  const place = { organizationId: workspace.organizationId, workspaceId: workspace.id };
  const known = await home.spendLimits.known(
    place,
    modes.length > 0 ? modes : ['live'],
    live.map(({ id }) => id),
  );
  const actor = await people.actors(live.map(({ createdBy }) => createdBy));
  const byId = new Map(known.keys.map((key) => [key.id, key]));
  return {
    ...overview,
    accounts: known.accounts.map(({ readAt, largest, ...account }) => ({
      ...account,
      readAt: iso(readAt),
      largest: largest ?? null,
    })),
    keys: newestOfEach(live, (id) => byId.get(id)!.firstId).map((record) => ({
      id: record.id,
      name: record.name,
      lastFour: record.lastFour,
      createdBy: actor(record.createdBy),
      readOnly: record.readOnly,
      organizationWide: record.organizationWide,
      limits: byId.get(record.id)!.limits,
    })),
    more: records.length > keysMax,
  };
}

/** A rolled key has the limits of the one before it, so the two are one line while both work. */
function newestOfEach(records: readonly KeyRecord[], firstOf: (id: string) => string): KeyRecord[] {
  return [...new Map(records.map((record) => [firstOf(record.id), record])).values()];
}

type Named = { scope: 'organization' } | { scope: 'workspace' } | { scope: 'key'; keyId: string };

/** Where limits are to be set, by a person who owns the workspace; refuses what takes an owner of the organization. */
export async function scopeOf({ parts, person, workspace }: Looker, of: Named): Promise<LimitScope> {
  const { organizationId, id: workspaceId } = workspace;
  if (of.scope === 'organization') {
    requireRole(person.organizationRole, 'owner', 'the organization');
    return { scope: 'organization', organizationId };
  }
  if (of.scope === 'workspace') return { scope: 'workspace', organizationId, workspaceId };
  const [key] = await parts.home.keyRing.list({ ids: [of.keyId] });
  if (key?.workspaceId !== workspaceId) throw notFound('key');
  if (key.organizationWide) requireOrganizationOwner(person);
  return { scope: 'key', organizationId, workspaceId, keyId: of.keyId };
}
