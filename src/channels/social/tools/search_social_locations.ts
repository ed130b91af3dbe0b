import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Country, text } from '../../../tools/fields.ts';
import { listArguments, nextCursor } from '../../../tools/listing.ts';
import { withoutUnset } from '../../../tools/set-fields.ts';
import { channel } from '../channel.ts';
import { searchLocations } from '../resources/targeting-option.ts';

const KINDS = ['country', 'country_group', 'region', 'city', 'zip', 'geo_market', 'subcity', 'neighborhood'] as const;

export default defineTool(channel, {
  name: 'search_social_locations',
  title: 'Search locations',
  description: 'Places by name: keys for targeting.geo_locations (countries go by code, everything else by key).',
  toolset: 'targeting',
  access: 'read',
  repeat: 'safe',
  scopes: ['ads_read'],
  account: false,
  input: z.strictObject({
    query: text(200).describe('Name or its beginning'),
    kinds: z.array(z.enum(KINDS)).min(1).optional().describe('Only such places'),
    country_code: Country.optional().describe('Only in this country, such as DE'),
    ...listArguments(25),
  }),
  output: z.object({
    locations: z.array(
      z
        .looseObject({ id: z.string().describe('the key in geo_locations'), name: z.string(), kind: z.string() })
        .describe('Also country_code, country_name, region, region_id'),
    ),
    ...nextCursor,
  }),
  async run({ query, kinds, country_code, ...paging }, { client }) {
    const asked = { q: query, location_types: kinds, country_code };
    const { items, ...more } = await searchLocations(client, asked, paging);
    return {
      locations: items.map(({ key, type, ...rest }) =>
        withoutUnset({ id: key, kind: type, country: rest.country_code, ...rest }),
      ),
      ...more,
    };
  },
});
