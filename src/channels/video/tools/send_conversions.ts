import { sendConversionsTool } from '../../../conversions/channel-tools.ts';
import { channel } from '../channel.ts';

export default sendConversionsTool(channel);
