import { listDestinationsTool } from '../../../conversions/channel-tools.ts';
import { channel } from '../channel.ts';

export default listDestinationsTool(channel);
