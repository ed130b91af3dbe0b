import { listLeadsTool } from '../../../leads/list-leads.ts';
import { channel } from '../channel.ts';

export default listLeadsTool(channel);
