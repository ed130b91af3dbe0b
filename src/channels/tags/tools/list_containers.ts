import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { oneLine } from '../../../tools/fields.ts';
import { collectHeld, listArguments, nextCursor } from '../../../tools/listing.ts';
import { searchText } from '../../../tools/lookup-text.ts';
import { pathOf } from '../../../upstream/path.ts';
import { channel } from '../channel.ts';
import { ContainerId, readContainer } from '../resources/containers/container.ts';
import { ContainerOutput, shownContainer } from '../resources/containers/shown-container.ts';
import { Container } from '../wire.ts';

export default defineTool(channel, {
  name: 'list_containers',
  title: 'List containers',
  description: 'Containers of an account, or the one behind GTM-… (or G-…, AW-…) in one request.',
  toolset: 'containers',
  access: 'read',
  repeat: 'safe',
  scopes: ['tagmanager.readonly'],
  input: z.strictObject({
    container_id: ContainerId.optional().describe('Only this one: GTM-…, number, G-… or AW-…'),
    name_contains: oneLine().optional().describe('Part of name or GTM-…'),
    with_google_tags: z.boolean().optional().describe('Also Google tags'),
    ...listArguments(100),
  }),
  output: z.object({ containers: z.array(ContainerOutput), ...nextCursor }),
  async run({ container_id, name_contains, with_google_tags, limit, cursor }, context) {
    const { client, account } = context;
    const wanted = searchText(name_contains ?? '');
    const read = async () =>
      container_id === undefined
        ? client.every(
            pathOf`/accounts/${account}/containers`.slice(1),
            'container',
            Container,
            with_google_tags ? { includeGoogleTags: true } : {},
          )
        : [await readContainer(container_id, context)];
    const scope = { account, container_id, name_contains, with_google_tags };
    const { items, ...more } = await collectHeld({ limit, cursor, scope }, async () =>
      (await read()).filter(({ name, publicId }) => searchText(`${name} ${publicId}`).includes(wanted)),
    );
    return { containers: items.map(shownContainer), ...more };
  },
});
