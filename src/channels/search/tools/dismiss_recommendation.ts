import { z } from 'zod';
import { bulkOutput } from '../../../tools/bulk.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { channel } from '../channel.ts';
import { actOn, RecommendationIds } from '../resources/recommendation.ts';

export default defineTool(channel, {
  name: 'dismiss_recommendation',
  title: 'Dismiss recommendations',
  description: 'Puts recommendations aside, each with its own result. Nothing of the campaigns changes.',
  toolset: 'recommendations',
  access: 'write',
  repeat: 'safe',
  input: z.strictObject({ recommendation_ids: RecommendationIds }),
  output: z.object(bulkOutput),
  look: () => ({ tool: 'list_recommendations', arguments: { dismissed: true } }),
  run: ({ recommendation_ids }, { client, account }) =>
    actOn(client, account, { verb: 'dismiss', ids: recommendation_ids, fieldsOf: () => ({}) }),
});
