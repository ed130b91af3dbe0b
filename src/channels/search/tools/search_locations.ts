import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { collect, listArguments, nextCursor } from '../../../tools/listing.ts';
import { channel } from '../channel.ts';
import { Name } from '../inputs.ts';
import type { LocationSuggestions } from '../wire.ts';

const Location = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.string(),
  country: z.string().optional(),
  full_name: z.string().optional(),
  reach: z.number().optional().describe('People, roughly'),
  status: z.string().optional(),
  parents: z.array(z.string()),
});

export default defineTool(channel, {
  name: 'search_locations',
  title: 'Search locations',
  description: 'Countries, regions and cities by name, with the ids that campaigns are targeted by.',
  toolset: 'campaigns',
  access: 'read',
  repeat: 'safe',
  account: false,
  input: z.strictObject({
    keyword: Name.max(300),
    country_code: z
      .string()
      .regex(/^[A-Z]{2}$/, 'must be two capital letters such as DE')
      .optional(),
    language: z
      .string()
      .regex(/^[a-z]{2,3}(?:-[A-Za-z]{2,4})?$/)
      .default('en'),
    ...listArguments(25),
  }),
  output: z.object({ locations: z.array(Location), ...nextCursor }),
  async run({ keyword, country_code, language, limit, cursor }, { client }) {
    const request = {
      locale: language,
      ...(country_code && { countryCode: country_code }),
      locationNames: { names: [keyword] },
    };
    const { geoTargetConstantSuggestions: all } = await client.suggestLocations(request);
    const { items, next_cursor } = await collect(
      { limit, cursor, scope: request, pageMax: limit },
      async (position, size) => {
        const [start, end] = [Number(position ?? 0), Number(position ?? 0) + size];
        return { items: all.slice(start, end), ...(end < all.length && { next: String(end) }) };
      },
    );
    return { locations: items.map(shown), next_cursor };
  },
});

function shown(suggestion: LocationSuggestions['geoTargetConstantSuggestions'][number]): z.infer<typeof Location> {
  const { geoTargetConstant: place, geoTargetConstantParents: parents, reach } = suggestion;
  return {
    id: place?.id ?? '',
    name: place?.name ?? '',
    kind: place?.targetType ?? 'UNKNOWN',
    country: place?.countryCode,
    full_name: place?.canonicalName,
    reach: reach === undefined ? undefined : Number(reach),
    status: place?.status,
    parents: parents.map(({ name }) => name ?? ''),
  };
}
