import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { channel } from '../channel.ts';
import { facetsOf } from '../resources/targeting.ts';

export default defineTool(channel, {
  name: 'list_targeting_facets',
  title: 'List targeting facets',
  description:
    'What audiences can be described by: locations, seniorities, titles, industries … Find their values with search_targeting_entities.',
  toolset: 'planning',
  access: 'read',
  repeat: 'safe',
  keptS: 3_600,
  account: false,
  input: z.strictObject({}),
  output: z.object({
    facets: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        urn: z.string(),
        entity_types: z.array(z.string()),
        can_be_listed: z.boolean(),
        can_be_searched: z.boolean(),
      }),
    ),
  }),
  async run(_, { client }) {
    const facets = await facetsOf(client);
    return {
      facets: facets.map(({ facetName, adTargetingFacetUrn, entityTypes, availableEntityFinders }) => ({
        id: facetName,
        name: facetName,
        urn: adTargetingFacetUrn,
        entity_types: entityTypes,
        can_be_listed: availableEntityFinders.includes('AD_TARGETING_FACET'),
        can_be_searched: availableEntityFinders.includes('TYPEAHEAD'),
      })),
    };
  },
});
