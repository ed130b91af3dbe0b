import { DAY_MS } from '../../../ambient.ts';
import type { World } from '../../emulator.ts';
import { beginLeads } from '../metrics/leads.ts';
import { type Doc, storeOf } from '../state.ts';
import { Builder } from './builder.ts';

const SINCE_DAYS = 20;

/** A form on the campaign with the longest history, where people have been answering it for some weeks. */
export function seedLeadForm(world: World, customer: string): void {
  const build = new Builder(world, customer);
  const store = storeOf(world);
  const terms = store.find(customer, 'customer', customer)?.doc.customer_agreement_setting as Doc;
  const campaign = [...store.all(customer, 'campaign')].find(
    ({ doc }) => doc.status === 'ENABLED' && doc.advertising_channel_type === 'SEARCH',
  );
  if (terms.accepted_lead_form_terms !== true || !campaign) return;
  const form = build.temporary('assets', 1);
  const [asset = ''] = build.at(SINCE_DAYS, [
    {
      kind: 'asset',
      create: {
        resource_name: form,
        name: 'Fitting by appointment',
        lead_form_asset: {
          business_name: 'Acme',
          headline: 'Book a fitting',
          description: 'We call you back and keep half an hour for you.',
          privacy_policy_url: 'https://www.acme.example/privacy',
          call_to_action_type: 'BOOK_NOW',
          call_to_action_description: 'Free of charge',
          fields: [{ input_type: 'FULL_NAME' }, { input_type: 'EMAIL' }, { input_type: 'PHONE_NUMBER' }],
          custom_question_fields: [
            { custom_question_text: 'When does it suit you?' },
            {
              custom_question_text: 'Which size?',
              single_choice_answers: { answers: ['36 to 38', '39 to 41', '42 to 46'] },
            },
          ],
        },
      },
    },
    {
      kind: 'campaign_asset',
      create: { campaign: String(campaign.doc.resource_name), asset: form, field_type: 'LEAD_FORM' },
    },
  ]);
  beginLeads(store, customer, campaign.key, asset.split('/').at(-1)!, world.now() - SINCE_DAYS * DAY_MS);
}
