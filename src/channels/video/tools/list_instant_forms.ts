import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { collect, listArguments, listedByName, nextCursor } from '../../../tools/listing.ts';
import { withoutUnset } from '../../../tools/set-fields.ts';
import { channel } from '../channel.ts';
import { isoTime, NamePart } from '../resources/fields.ts';
import { INSTANT_FORMS } from '../wire.ts';

export default defineTool(channel, {
  name: 'list_instant_forms',
  title: 'List instant forms',
  description:
    'Forms that open inside the app, for ads that collect leads: page_id of create_ad. They are made and published in the platform’s own tool; only PUBLISHED ones can be used.',
  toolset: 'materials',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({
    name_contains: NamePart,
    ...listArguments(25),
  }),
  output: z.object({
    instant_forms: z.array(
      z.looseObject({ id: z.string(), name: z.string(), usable: z.boolean() }).describe('Also status, updated_time'),
    ),
    ...nextCursor,
  }),
  async run({ name_contains, limit, cursor }, { client, account }) {
    const { items, ...more } = await listedByName({
      limit,
      cursor,
      name: name_contains,
      scope: account,
      list: (name, page) => {
        const kind = { ...INSTANT_FORMS, query: { business_type: 'LEAD_GEN', ...(name && { title: name }) } };
        const asked = { ...page, scope: [kind.path, account, kind.query], pageMax: kind.pageMax };
        return collect(asked, (position, size) => client.page(kind, account, undefined, { position, size }));
      },
      nameOf: ({ title }) => title,
    });
    const instant_forms = items.map(({ page_id, title, status, update_time }) =>
      withoutUnset({
        id: page_id,
        name: title,
        usable: status !== 'EDITED',
        status: status ?? undefined,
        updated_time: isoTime(update_time),
      }),
    );
    return { instant_forms, ...more };
  },
});
