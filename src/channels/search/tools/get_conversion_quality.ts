import { conversionQualityTool } from '../../../conversions/channel-tools.ts';
import { channel } from '../channel.ts';

export default conversionQualityTool(channel);
