import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { listArguments, nextCursor } from '../../../tools/listing.ts';
import { channel } from '../channel.ts';
import { searchLocations } from '../client/search.ts';
import { Country, known } from '../fields.ts';

const KINDS = ['country', 'country_group', 'region', 'city', 'zip', 'geo_market', 'subcity', 'neighborhood'] as const;

export default defineTool(channel, {
  name: 'search_social_locations',
  title: 'Search locations',
  description: 'Places by name: keys for targeting.geo_locations (countries go by code, everything else by key).',
  toolset: 'targeting',
  access: 'read',
  repeat: 'safe',
  account: false,
  input: z.strictObject({
    query: z.string().min(1).max(200),
    kinds: z.array(z.enum(KINDS)).min(1).optional(),
    country_code: Country.optional(),
    ...listArguments(25),
  }),
  output: z.object({
    locations: z.array(
      z.object({
        id: z.string().describe('the key in geo_locations'),
        name: z.string(),
        kind: z.string(),
        country_code: z.string().optional(),
        country_name: z.string().optional(),
        region: z.string().optional(),
        region_id: z.string().optional(),
      }),
    ),
    ...nextCursor,
  }),
  async run({ query, kinds, country_code, ...paging }, { client }) {
    const asked = { q: query, location_types: kinds, country_code };
    const { items, ...more } = await searchLocations(client, asked, paging);
    return { locations: items.map(({ key, type, ...rest }) => known({ id: key, kind: type, ...rest })), ...more };
  },
});
