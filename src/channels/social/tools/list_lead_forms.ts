import { listLeadFormsTool } from '../../../leads/lead-forms.ts';
import { channel } from '../channel.ts';

export default listLeadFormsTool(channel, {
  usedAs: 'create_ad_creative as lead_form_id',
  scopes: ['pages_manage_ads'],
});
