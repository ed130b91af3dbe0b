import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Country, oneLine } from '../../../tools/fields.ts';
import { collectHeld, listArguments, nextCursor } from '../../../tools/listing.ts';
import { channel } from '../channel.ts';
import type { LocationSuggestions } from '../wire.ts';

const Location = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.string(),
  country: z.string().optional(),
  country_code: z.string().optional(),
  full_name: z.string().optional(),
  reach: z.number().optional().describe('People, roughly'),
  status: z.string().optional(),
  parents: z.array(z.string()),
});

export default defineTool(channel, {
  name: 'search_locations',
  title: 'Search locations',
  description: 'Countries, regions and cities by name, with the ids that campaigns are targeted by.',
  toolset: 'targeting',
  access: 'read',
  repeat: 'safe',
  keptS: 3_600,
  account: false,
  input: z.strictObject({
    keyword: oneLine(300).describe('Name of the place'),
    country_code: Country.optional().describe('Only in this country, such as DE'),
    language: z
      .string()
      .refine((code) => /^[a-z]{2,3}(?:-[A-Za-z]{2,4})?$/.test(code), 'must be a language code, such as en or pt-BR')
      .default('en')
      .describe('Language of the names'),
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
    const { items, next_cursor } = await collectHeld({ limit, cursor, scope: request }, async () => all);
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
    country_code: place?.countryCode,
    full_name: place?.canonicalName,
    reach: reach === undefined ? undefined : Number(reach),
    status: place?.status,
    parents: parents.map(({ name }) => name ?? ''),
  };
}
