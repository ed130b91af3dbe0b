import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id, text } from '../../../tools/fields.ts';
import { readBack } from '../../../tools/read-back.ts';
import { exactlyOne, needs } from '../../../tools/rules.ts';
import { Audience, audienceOf, findAudience, identifierOf, peopleFields, uploadPeople } from '../audiences.ts';
import { channel } from '../channel.ts';

export default defineTool(channel, {
  name: 'create_audience',
  title: 'Create an audience',
  description:
    'Create an audience from e-mail addresses or phone numbers (hashed here; they never leave readable), or a lookalike of another audience. It can be used once it has 1,000 matched people.',
  toolset: 'audiences',
  access: 'write',
  repeat: 'never',
  personal: ['emails', 'phones'],
  input: z.strictObject({
    name: text(128).describe('Name of the audience'),
    ...peopleFields,
    source_audience_id: Id.optional().describe('For a lookalike: the audience to imitate, of at least 100 people'),
    location_ids: z.array(Id).min(1).max(100).optional().describe('For a lookalike: where, from search_locations'),
    size: z.enum(['NARROW', 'BALANCED', 'BROAD']).default('BALANCED').describe('For a lookalike: how alike'),
    include_source: z.boolean().default(false).describe('For a lookalike: with the source itself'),
  }),
  output: z.object({ audience: Audience }),
  rules: (args) => [
    ...exactlyOne(args, ['emails', 'phones', 'source_audience_id']),
    ...needs(args, 'source_audience_id', 'location_ids'),
    ...needs(args, 'location_ids', 'source_audience_id'),
  ],
  look: ({ name }) => ({ tool: 'list_audiences', arguments: { name_contains: name } }),
  async run(args, { client, account }) {
    const { name: custom_audience_name, source_audience_id } = args;
    const Made = z.object({ custom_audience_id: z.string() });
    const made = source_audience_id
      ? await client.change(
          'dmp/custom_audience/lookalike/create',
          {
            custom_audience_name,
            lookalike_spec: {
              source_audience_id,
              include_source: args.include_source,
              mobile_os: 'ALL',
              placements: ['TikTok'],
              location_ids: args.location_ids,
              audience_size: args.size,
            },
          },
          Made,
          account,
        )
      : await client.change(
          'dmp/custom_audience/create',
          {
            custom_audience_name,
            calculate_type: identifierOf(args),
            file_paths: [await uploadPeople(client, account, args)],
          },
          Made,
          account,
        );
    const id = made.custom_audience_id;
    const audience = await readBack(`The audience ${id} was created`, () => findAudience(client, account, id));
    return { audience: audienceOf(audience) };
  },
});
