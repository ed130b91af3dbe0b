import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { oneLine } from '../../../tools/fields.ts';
import { collectHeld, listArguments, nextCursor } from '../../../tools/listing.ts';
import { channel } from '../channel.ts';
import { Language } from '../resources/fields.ts';
import { bestMatches } from '../resources/name-search.ts';
import { Regions } from '../wire.ts';

const DEPTHS = ['COUNTRY', 'PROVINCE', 'CITY', 'DISTRICT'];

export default defineTool(channel, {
  name: 'search_locations',
  title: 'Search locations',
  description:
    'Places by keyword, best matches first: ids for location_ids of an ad group. Countries, regions, cities.',
  toolset: 'targeting',
  access: 'read',
  repeat: 'safe',
  keptS: 3_600,
  input: z.strictObject({
    keyword: oneLine(100).describe('Name or a part of it, in the language'),
    language: Language,
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
  async run({ keyword, language, limit, cursor }, { client, account }) {
    // The platform wants an objective and placements; TRAFFIC on TikTok returns all places.
    const query = { placements: ['PLACEMENT_TIKTOK'], objective_type: 'TRAFFIC', level_range: 'ALL', language };
    const { region_info } = await client.get('tool/region', query, Regions, account);
    const byId = new Map(region_info.map((place) => [place.location_id, place]));
    const parentsOf = (id: string): { id: string; name: string; kind: string }[] => {
      const place = byId.get(id);
      return place ? [{ id, name: place.name, kind: place.level }, ...parentsOf(place.parent_id)] : [];
    };
    const found = bestMatches(
      region_info,
      keyword,
      ({ name }) => name,
      ({ level }) => DEPTHS.indexOf(level),
    );
    const { items, ...more } = await collectHeld({ limit, cursor, scope: [account, keyword, language] }, () => found);
    return {
      locations: items.map((place) => ({
        id: place.location_id,
        name: place.name,
        kind: place.level,
        country: place.region_code,
        country_code: place.region_code,
        parents: parentsOf(place.parent_id),
        ...(typeof place.support_below_18 === 'boolean' && { minors_allowed: place.support_below_18 }),
      })),
      ...more,
    };
  },
});
