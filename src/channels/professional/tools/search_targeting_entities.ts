import { z } from 'zod';
import { invalidArguments } from '../../../errors.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { oneLine } from '../../../tools/fields.ts';
import { channel } from '../channel.ts';
import { facetMeant, unknownFacet } from '../resources/facet.ts';
import { facetsOf, searchEntities } from '../resources/targeting.ts';

export default defineTool(channel, {
  name: 'search_targeting_entities',
  title: 'Search targeting values',
  description:
    'Values of a targeting facet with their URNs, by name or all of them where the facet can be listed. Use them in targeting.',
  toolset: 'targeting',
  access: 'read',
  repeat: 'safe',
  keptS: 3_600,
  account: false,
  input: z.strictObject({
    facet: z.string().min(1).max(100).describe('Such as locations, titles, industries'),
    query: oneLine(100)
      .optional()
      .describe('Beginning of a word of the name; needed for facets that can only be searched'),
    limit: z.int().min(1).max(1000).default(50).describe('Page size'),
  }),
  output: z.object({
    facet: z.string(),
    entities: z.array(z.object({ id: z.string(), urn: z.string(), name: z.string() })),
    more: z.boolean().optional().describe('There are more: narrow the query'),
  }),
  async run({ facet: name, query, limit }, { client }) {
    const facets = await facetsOf(client);
    const facet = facetMeant(name, facets);
    if (!facet) throw invalidArguments([unknownFacet('facet', name, facets)]);
    const { availableEntityFinders: finders, facetName } = facet;
    if (query === undefined && !finders.includes('AD_TARGETING_FACET'))
      throw invalidArguments([{ field: 'query', message: `is required: ${facetName} cannot be listed` }]);
    const found = await searchEntities(client, facet, query);
    const entities = found.slice(0, limit).map(({ urn, name: shown }) => ({ id: urn, urn, name: shown }));
    return { facet: facetName, entities, ...(found.length > limit && { more: true }) };
  },
});
