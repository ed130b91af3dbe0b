import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { collect, listArguments, nextCursor } from '../../../tools/listing.ts';
import { channel } from '../channel.ts';

const PAGE_MAX = 100;

/** The sheets interface has no list. The drive one has, but reading it needs a permission that reading cells does not. */
const NOT_LISTED =
  'Only spreadsheets imported into this workspace are listed. Those of the office platform cannot be: its Sheets interface has no list, and listing files through its Drive interface would need the permission drive.metadata.readonly, which this service does not ask for. Read them by their id or address.';

export default defineTool(channel, {
  name: 'list_spreadsheets',
  title: 'List spreadsheets',
  description:
    'The spreadsheets imported into the workspace, with their tabs. Spreadsheets of the office platform are not listed: use their id or address.',
  toolset: 'spreadsheets',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject(listArguments(100)),
  output: z.object({
    spreadsheets: z.array(z.object({ id: z.string(), name: z.string(), tabs: z.array(z.string()) })),
    ...nextCursor,
    note: z.string(),
  }),
  async run({ limit, cursor }, { client, workspace }) {
    const { items, next_cursor } = await collect(
      { limit, cursor, scope: ['spreadsheets', workspace.id], pageMax: PAGE_MAX },
      async (after, size) => {
        const found = await client.files.list({ after, limit: size + 1 });
        return { items: found.slice(0, size), next: found.length > size ? found[size - 1]?.id : undefined };
      },
    );
    return {
      spreadsheets: items.map(({ id, name, tabs }) => ({ id, name, tabs: tabs.map((tab) => tab.name) })),
      ...(next_cursor !== undefined && { next_cursor }),
      note: NOT_LISTED,
    };
  },
});
