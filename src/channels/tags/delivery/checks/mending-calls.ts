import type { TagsClient } from '../../client.ts';
import type { Place } from '../../resources/containers/container.ts';
import { draftsOf, OWN_DRAFT } from '../../resources/containers/draft.ts';
import type { Mend } from './finding.ts';

/** Where the calls that mend go: a draft, even where a version was checked. */
export interface Workplace {
  arguments: Readonly<Record<string, string>>;
  /** The call that has to be made before any of the others: there is no draft of ours yet. */
  first?: Mend | undefined;
}

export async function workplaceOf(client: TagsClient, place: Place, draft: string | undefined): Promise<Workplace> {
  const container = { container_id: place.named };
  if (draft !== undefined) return { arguments: { ...container, tag_workspace_id: draft } };
  const own = (await draftsOf(client, place)).find(({ name }) => name === OWN_DRAFT);
  if (own) return { arguments: { ...container, tag_workspace_id: own.workspaceId } };
  return { arguments: container, first: { tool: 'create_tag_workspace', arguments: container } };
}

/** The call whole, to be sent as it stands. */
export function handed(
  { tool, arguments: args }: Mend,
  workplace: Workplace,
): { tool: string; arguments: Record<string, unknown> } {
  const { tag_workspace_id: _, ...container } = workplace.arguments;
  return { tool, arguments: { ...(tool === 'publish_version' ? container : workplace.arguments), ...args } };
}

/** The call that makes the draft for all others. */
export function firstCall({ tool, arguments: args }: Mend) {
  return { tool, arguments: { ...args }, purpose: 'Mends go into a draft, and there is none of ours yet' };
}
