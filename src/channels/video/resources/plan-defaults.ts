import { z } from 'zod';
import { Id } from '../../../tools/fields.ts';
import { TextId } from './fields.ts';

/** What the campaigns of media plans have in common. */
export const PlanDefaults = z.strictObject({
  identity_id: TextId.optional().describe('Who ads speak as, from get_identities'),
  pixel_id: Id.optional().describe('For sales, from list_pixels'),
  optimization_event: TextId.optional().describe('Event of the pixel that sales strive for; SHOPPING when left out'),
  instant_form_id: Id.optional().describe('Form of leads, from list_instant_forms'),
  app_id: Id.optional().describe('App, for app installs'),
  app_system: z.enum(['ANDROID', 'IOS']).optional().describe('What the app runs on'),
  frequency: z.int().min(1).max(1000).optional().describe('Awareness: how often a person sees it; 3 when left out'),
  frequency_days: z.int().min(1).max(30).optional().describe('In how many days; 7 when left out'),
  special_industries: z
    .array(z.enum(['HOUSING', 'EMPLOYMENT', 'CREDIT']))
    .optional()
    .describe('Declaration by law; none when left out'),
});
export type PlanDefaults = z.output<typeof PlanDefaults>;
