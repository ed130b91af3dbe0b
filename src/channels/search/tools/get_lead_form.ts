import { getLeadFormTool } from '../../../leads/lead-forms.ts';
import { channel } from '../channel.ts';

export default getLeadFormTool(channel);
