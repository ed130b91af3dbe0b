import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { oneLine } from '../../../tools/fields.ts';
import { collectHeld, listArguments, nextCursor } from '../../../tools/listing.ts';
import { searchText } from '../../../tools/lookup-text.ts';
import { channel } from '../channel.ts';
import { accountsOf } from '../resources/containers/account.ts';

export default defineTool(channel, {
  name: 'list_tag_accounts',
  title: 'List tag accounts',
  description: 'Tag Manager accounts the connected user reaches. Their containers: list_containers.',
  toolset: 'containers',
  access: 'read',
  repeat: 'safe',
  account: false,
  scopes: ['tagmanager.readonly'],
  input: z.strictObject({
    name_contains: oneLine().optional().describe('Part of the name'),
    with_google_tags: z.boolean().optional().describe('Also accounts of nothing but Google tags'),
    ...listArguments(100),
  }),
  output: z.object({ accounts: z.array(z.looseObject({ account_id: z.string(), name: z.string() })), ...nextCursor }),
  async run({ name_contains, with_google_tags, limit, cursor }, { client, accounts }) {
    const wanted = searchText(name_contains ?? '');
    const scope = { name_contains, with_google_tags };
    const { items, ...more } = await collectHeld({ limit, cursor, scope }, async () =>
      (await accountsOf(client, with_google_tags))
        .filter(({ accountId }) => !accounts || accounts.includes(accountId))
        .filter(({ name }) => searchText(name).includes(wanted)),
    );
    return { accounts: items.map(({ accountId, name }) => ({ id: accountId, account_id: accountId, name })), ...more };
  },
});
