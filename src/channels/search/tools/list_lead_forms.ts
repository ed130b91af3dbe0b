import { listLeadFormsTool } from '../../../leads/lead-forms.ts';
import { channel } from '../channel.ts';

export default listLeadFormsTool(channel, { usedAs: 'update_ad_extensions as asset_ids' });
