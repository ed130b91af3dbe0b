import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { text } from '../../../tools/fields.ts';
import { listArguments, listedByName, nextCursor } from '../../../tools/listing.ts';
import { channel } from '../channel.ts';
import { Identity, identityOf } from '../resources/ad-identity.ts';
import { IDENTITIES } from '../wire.ts';

export default defineTool(channel, {
  name: 'get_identities',
  title: 'List identities',
  description: 'Who an ad can speak as: every ad needs an identity. Tells which are usable, and for which ads.',
  toolset: 'accounts',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({
    name_contains: text(100).optional().describe('Part of the shown name'),
    ...listArguments(50),
  }),
  output: z.object({ identities: z.array(Identity), ...nextCursor }),
  async run({ name_contains, limit, cursor }, { client, account }) {
    const { items, ...more } = await listedByName({
      limit,
      cursor,
      name: name_contains,
      scope: account,
      list: (name, page) =>
        client.list(IDENTITIES, account, { ...page, ...(name && { filtering: { keyword: name } }) }),
      nameOf: ({ display_name }) => display_name,
    });
    return { identities: items.map(identityOf), ...more };
  },
});
