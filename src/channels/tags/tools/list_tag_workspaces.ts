import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { collectHeld, listArguments, nextCursor } from '../../../tools/listing.ts';
import { channel } from '../channel.ts';
import { ContainerId, placeOf } from '../resources/containers/container.ts';
import { DraftOutput, draftsOf, shownDraft } from '../resources/containers/draft.ts';

export default defineTool(channel, {
  name: 'list_tag_workspaces',
  title: 'List drafts',
  description: 'Drafts (workspaces) of a container. All people share them. What is in one: get_tag_changes.',
  toolset: 'drafts',
  access: 'read',
  repeat: 'safe',
  scopes: ['tagmanager.readonly'],
  input: z.strictObject({ container_id: ContainerId, ...listArguments(100) }),
  output: z.object({ tag_workspaces: z.array(DraftOutput), ...nextCursor }),
  async run({ container_id, limit, cursor }, context) {
    const place = await placeOf(container_id, context);
    const { items, ...more } = await collectHeld({ limit, cursor, scope: place.path }, () =>
      draftsOf(context.client, place),
    );
    return { tag_workspaces: items.map(shownDraft), ...more };
  },
});
