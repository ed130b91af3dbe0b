import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Ids } from '../../../tools/fields.ts';
import { listArguments, nextCursor } from '../../../tools/listing.ts';
import { withoutUnset } from '../../../tools/set-fields.ts';
import { channel } from '../channel.ts';
import { pageOfIds } from '../resources/list-filters.ts';
import { PAGE, PAGES } from '../wire.ts';

interface Page {
  id: string;
  name: string;
  tasks?: string[] | undefined;
  instagram_business_account?: { id: string } | undefined;
}

export default defineTool(channel, {
  name: 'list_pages',
  title: 'List pages',
  description: 'Pages that can author ads (page_id), each with its photo-network account (photo_network_actor_id).',
  toolset: 'accounts',
  access: 'read',
  repeat: 'safe',
  scopes: ['pages_show_list'],
  account: false,
  input: z.strictObject({ page_ids: Ids.optional().describe('Only these'), ...listArguments(25) }),
  output: z.object({
    pages: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        tasks: z.array(z.string()).optional().describe('not told with page_ids'),
        photo_network_actor_id: z.string().optional(),
      }),
    ),
    ...nextCursor,
  }),
  async run({ page_ids, limit, cursor }, { client }) {
    const { items, ...more } = page_ids
      ? await pageOfIds([...new Set(page_ids)], { limit, cursor }, (id) => client.node(PAGE, id))
      : await client.list(PAGES, 'me', { limit, cursor });
    return { pages: items.map(shownPage), ...more };
  },
});

function shownPage({ id, name, tasks, instagram_business_account }: Page) {
  return withoutUnset({ id, name, tasks, photo_network_actor_id: instagram_business_account?.id });
}
