import { listLeadFormsTool } from '../../../leads/lead-forms.ts';
import { channel } from '../channel.ts';

export default listLeadFormsTool(channel, { usedAs: 'page_id of create_ad' });
