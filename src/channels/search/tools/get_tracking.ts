import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { channel } from '../channel.ts';
import { placeProblems, TrackingOutput, trackingOf, trackingPlace } from '../resources/tracking.ts';

export default defineTool(channel, {
  name: 'get_tracking',
  title: 'Get tracking templates, URL suffixes and custom parameters',
  description:
    'Tracking template, final URL suffix (where UTM parameters belong) and custom parameters of the account, a campaign, ad group, ad, keyword or sitelink, and of everything above it. The lowest level that has a template or suffix counts.',
  toolset: 'tracking',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject(trackingPlace),
  output: z.object({ tracking: z.array(TrackingOutput).describe('The account first, what was asked for last') }),
  rules: placeProblems,
  async run(args, { client, account }) {
    return { tracking: (await trackingOf(client, account, args)).levels };
  },
});
