import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { oneLine } from '../../../tools/fields.ts';
import { collectHeld, listArguments, nextCursor } from '../../../tools/listing.ts';
import { channel } from '../channel.ts';
import type { VideoClient } from '../client.ts';
import { Language } from '../resources/fields.ts';
import { bestMatches } from '../resources/name-search.ts';
import { PlaceTags, Regions } from '../wire.ts';

/** Countries whose postal codes the platform targets. */
const POSTAL_COUNTRIES = ['US', 'CA', 'BR', 'ID', 'TH', 'VN'] as const;

const DEPTHS = ['COUNTRY', 'PROVINCE', 'CITY', 'DISTRICT'];

export default defineTool(channel, {
  name: 'search_locations',
  title: 'Search locations',
  description:
    'Places by keyword, best matches first: ids for location_ids of an ad group. Countries, regions, cities, DMAs; postal codes with postal_codes_of.',
  toolset: 'targeting',
  access: 'read',
  repeat: 'safe',
  keptS: 3_600,
  input: z.strictObject({
    keyword: oneLine(100).describe('Name or a part of it, in the language'),
    language: Language,
    postal_codes_of: z
      .enum(POSTAL_COUNTRIES)
      .optional()
      .describe('keyword holds postal codes of this country, separated by commas: ids for zipcode_ids'),
    ...listArguments(50),
  }),
  output: z.object({
    locations: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        kind: z.string(),
        country: z.string().describe('country code'),
        country_code: z.string(),
        parents: z.array(z.object({ id: z.string(), name: z.string(), kind: z.string() })).describe('from the nearest'),
        minors_allowed: z.boolean().optional().describe('whether AGE_13_17 can be targeted there'),
      }),
    ),
    ...nextCursor,
  }),
  async run({ keyword, language, postal_codes_of, limit, cursor }, { client, account }) {
    const scope = [account, keyword, language, postal_codes_of];
    if (postal_codes_of !== undefined) {
      const codes = await postalCodes(client, account, keyword, postal_codes_of);
      const { items, ...more } = await collectHeld({ limit, cursor, scope }, async () => codes);
      return { locations: items, ...more };
    }
    // The platform wants an objective and placements; TRAFFIC on TikTok returns all places.
    const query = { placements: ['PLACEMENT_TIKTOK'], objective_type: 'TRAFFIC', level_range: 'ALL', language };
    const { region_info } = await client.get('tool/region', query, Regions, account);
    const byId = new Map(region_info.map((place) => [place.location_id, place]));
    const parentsOf = (id: string): { id: string; name: string; kind: string }[] => {
      const place = byId.get(id);
      return place ? [{ id, name: place.name, kind: kindOf(place) }, ...parentsOf(place.parent_id)] : [];
    };
    const found = bestMatches(
      region_info,
      keyword,
      ({ name }) => name,
      ({ level }) => DEPTHS.indexOf(level),
    );
    const { items, ...more } = await collectHeld({ limit, cursor, scope }, async () => found);
    return {
      locations: items.map((place) => ({
        id: place.location_id,
        name: place.name,
        kind: kindOf(place),
        country: place.region_code,
        country_code: place.region_code,
        parents: parentsOf(place.parent_id),
        ...(typeof place.support_below_18 === 'boolean' && { minors_allowed: place.support_below_18 }),
      })),
      ...more,
    };
  },
});

/** A region for television markets has an area type of its own beside its level. */
function kindOf({ level, area_type }: { level: string; area_type?: string | null | undefined }): string {
  return area_type === 'METROPOLITAN_OR_DMA' ? 'DMA' : level;
}

/** The platform finds postal codes by the whole code, up to a thousand at once. */
async function postalCodes(client: VideoClient, account: string, keyword: string, country: string) {
  const keywords = keyword.split(/[\s,;]+/).filter(Boolean);
  const query = {
    objective_type: 'TRAFFIC',
    placements: ['PLACEMENT_TIKTOK'],
    search_type: 'BATCH_ZIPCODE_SEARCH',
    geo_types: ['ZIP_CODE'],
    region_codes: [country],
    keywords,
  };
  const { targeting_tag_list } = await client.ask('tool/targeting/search', query, PlaceTags, account);
  return targeting_tag_list.flatMap(({ name, geo }) =>
    geo ? [{ id: geo.geo_id, name, kind: geo.geo_type, country, country_code: country, parents: [] }] : [],
  );
}
