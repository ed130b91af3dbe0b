import { z } from 'zod';
import { Country, Id, text, WebAddress } from '../../../tools/fields.ts';
import { SpecialAdCategories } from './fields.ts';

/** What the campaigns of media plans have in common. */
export const PlanDefaults = z.strictObject({
  page_id: Id.optional().describe('Page that ads speak for, from list_pages'),
  photo_network_actor_id: Id.optional().describe('Photo-network account that ads speak for'),
  special_ad_categories: SpecialAdCategories.optional().describe(
    'Declaration that the platform demands; [] when none applies',
  ),
  special_ad_category_country: z.array(Country).min(1).optional().describe('Where special_ad_categories apply'),
  advantage_audience: z
    .boolean()
    .optional()
    .describe('May the platform reach people beyond the sheet? No when left out'),
  dsa_payor: text(512).optional().describe('Who pays; declared for the EU'),
  dsa_beneficiary: text(512).optional().describe('Who is advertised; declared for the EU'),
  declarations: z
    .strictObject({ categories: z.array(text(100)).min(1), identities: z.record(z.string(), Id) })
    .optional()
    .describe('For TW, SG and BR, as in options of create_ad_set'),
  pixel_id: Id.optional().describe('For sales, and leads on a website; from list_pixels'),
  conversion_event: text(100).optional().describe('What sales strive for; PURCHASE when left out'),
  lead_form_id: Id.optional().describe('Form of leads, from list_lead_forms; left out: leads on a website'),
  application_id: Id.optional().describe('App, for app installs'),
  object_store_url: WebAddress.optional().describe('Store page of the app'),
  is_skadnetwork_attribution: z.boolean().optional().describe('For apps of iOS: counted the way iOS 14 allows?'),
});
export type PlanDefaults = z.output<typeof PlanDefaults>;
