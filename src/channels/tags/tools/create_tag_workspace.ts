import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { oneLine, text } from '../../../tools/fields.ts';
import { channel } from '../channel.ts';
import { ContainerId, placeOf } from '../resources/containers/container.ts';
import { createDraft, DraftOutput, OWN_DRAFT, shownDraft } from '../resources/containers/draft.ts';
import { versionsNow } from '../resources/containers/versions-now.ts';

export default defineTool(channel, {
  name: 'create_tag_workspace',
  title: 'Make a draft',
  description: `Makes a draft (workspace), which begins from the latest version. Changes without tag_workspace_id go into the one named ${OWN_DRAFT}.`,
  toolset: 'drafts',
  access: 'write',
  repeat: 'never',
  scopes: ['tagmanager.edit.containers'],
  input: z.strictObject({
    container_id: ContainerId,
    name: oneLine(255).default(OWN_DRAFT).describe('Name, for people'),
    description: text(2000).optional().describe('What it is for'),
  }),
  output: z.object({
    tag_workspace: DraftOutput,
    begins_from: z.string().describe('Version'),
    warning: z.string().optional(),
  }),
  look: ({ container_id }) => ({ tool: 'list_tag_workspaces', arguments: { container_id } }),
  turns: ({ container_id }) => [`drafts of ${container_id}`],
  async run({ container_id, ...fields }, context) {
    const { client } = context;
    const place = await placeOf(container_id, context);
    // Before the change: what is read after it must be nothing but whether it was made.
    const { latest, live, warning } = await versionsNow(client, place);
    const made = await createDraft(client, place, fields);
    return {
      tag_workspace: shownDraft(made),
      begins_from: latest.containerVersionId,
      ...(live && { live_version_id: live.containerVersionId }),
      ...(warning && { warning }),
    };
  },
});
