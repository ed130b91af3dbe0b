import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { collect, listArguments, nextCursor, staleCursor } from '../../../tools/listing.ts';
import { channel } from '../channel.ts';

const LISTED_MAX = 1_000;

export default defineTool(channel, {
  name: 'list_workspaces',
  title: 'List workspaces',
  description:
    'The workspaces this key can see, oldest first, with the channels connected in each and their configured accounts.',
  toolset: 'workspaces',
  access: 'read',
  repeat: 'safe',
  workspace: false,
  input: z.strictObject(listArguments(LISTED_MAX)),
  output: z.object({
    workspaces: z.array(
      z.object({
        workspaceId: z.string(),
        name: z.string(),
        currency: z.string(),
        channels: z.array(
          z.object({ channel: z.string(), mode: z.enum(['sandbox', 'live']), account_id: z.string().optional() }),
        ),
      }),
    ),
    total: z.int().describe('How many there are on all pages'),
    ...nextCursor,
  }),
  async run({ limit, cursor }, context) {
    const { workspaces: first, total } = await context.visibleWorkspaces();
    const request = { limit, cursor, scope: 'workspaces', pageMax: LISTED_MAX };
    const { items, next_cursor } = await collect(request, async (position, size) => {
      // One more than asked for tells whether there are others after it.
      const found = position === undefined ? first : await context.visibleWorkspacesAfter(position, size + 1);
      if (!found) throw staleCursor();
      const shown = found.slice(0, size);
      const isMore = found.length > size || (position === undefined && size < total);
      return { items: shown, next: isMore ? shown.at(-1)?.id : undefined };
    });
    return {
      total,
      ...(next_cursor !== undefined && { next_cursor }),
      workspaces: items.map(({ id, name, currency, connections }) => ({
        workspaceId: id,
        name,
        currency,
        channels: connections.map(({ channel: connected, mode, account }) => ({
          channel: connected,
          mode,
          account_id: account,
        })),
      })),
    };
  },
});
