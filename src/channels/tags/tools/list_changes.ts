import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { listArguments, nextCursor, readCursor, writeCursor } from '../../../tools/listing.ts';
import { channel } from '../channel.ts';
import { historyPage } from '../delivery/releases/version-history.ts';
import { ContainerId, placeOf } from '../resources/containers/container.ts';

export default defineTool(channel, {
  name: 'list_changes',
  title: 'List changes by version',
  description:
    'What each version of a container changed, newest first, a few versions a page. The platform tells no person. Unsaved changes: get_tag_changes.',
  toolset: 'containers',
  access: 'read',
  repeat: 'safe',
  scopes: ['tagmanager.readonly'],
  input: z.strictObject({ container_id: ContainerId, ...listArguments(100) }),
  output: z.object({
    changes: z
      .array(z.looseObject({ version_id: z.string(), operation: z.string(), what: z.string(), id: z.string() }))
      .describe('Also name, words, changed {field: {from, to}}'),
    versions: z
      .array(z.looseObject({ version_id: z.string() }))
      .describe('Those compared here: name, notes, time, is_live, is_latest'),
    ...nextCursor,
  }),
  async run({ container_id, limit, cursor }, context) {
    const place = await placeOf(container_id, context);
    const position = cursor === undefined ? undefined : readCursor(place.path, cursor);
    const { next, ...page } = await historyPage(context.client, place, position, limit);
    return { ...page, ...(next !== undefined && { next_cursor: writeCursor(place.path, next) }) };
  },
});
