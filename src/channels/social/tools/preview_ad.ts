import { z } from 'zod';
import { Failure } from '../../../errors.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id } from '../../../tools/fields.ts';
import { exactlyOne } from '../../../tools/rules.ts';
import { pathOf } from '../../../upstream/path.ts';
import { channel } from '../channel.ts';
import { API_VERSION } from '../client.ts';

const Previews = z.object({ data: z.array(z.object({ body: z.string() })) });

const FORMATS = [
  'MOBILE_FEED_STANDARD',
  'DESKTOP_FEED_STANDARD',
  'RIGHT_COLUMN_STANDARD',
  'FACEBOOK_STORY_MOBILE',
  'FACEBOOK_REELS_MOBILE',
  'INSTAGRAM_STANDARD',
  'INSTAGRAM_STORY',
  'INSTAGRAM_REELS',
  'INSTREAM_VIDEO_MOBILE',
  'MARKETPLACE_MOBILE',
] as const;

export default defineTool(channel, {
  name: 'preview_ad',
  title: 'Preview an ad',
  description: 'How an ad or a creative looks in one place: an address to open in a browser within a day.',
  toolset: 'upkeep',
  access: 'read',
  repeat: 'safe',
  scopes: ['ads_read'],
  account: false,
  input: z.strictObject({
    ad_id: Id.optional().describe('This or creative_id'),
    creative_id: Id.optional().describe('This or ad_id'),
    format: z.enum(FORMATS).default('MOBILE_FEED_STANDARD').describe('Where it is shown'),
  }),
  output: z.object({
    preview: z.object({ url: z.string(), width: z.number().optional(), height: z.number().optional() }),
    format: z.string(),
  }),
  rules: (args) => exactlyOne(args, ['ad_id', 'creative_id']),
  async run({ ad_id, creative_id, format }, { client }) {
    const id = ad_id ?? creative_id ?? '';
    await client.refuseForeignIds([id]);
    const path = pathOf`/${API_VERSION}/${id}/previews`;
    const { data } = await client.get(path, { ad_format: format }, Previews);
    return { preview: frameIn(data[0]?.body ?? ''), format };
  },
});

/** The platform answers with an iframe; its `src` is the address to open. */
function frameIn(body: string) {
  const attribute = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(body)?.[1];
  const url = attribute('src')?.replaceAll('&amp;', '&');
  if (!url)
    throw new Failure({
      code: 'unsupported',
      message: 'The platform has no preview of it in this format.',
      nextStep: 'Try another format.',
    });
  const size = (name: string) => Number(attribute(name)) || undefined;
  const [width, height] = [size('width'), size('height')];
  return { url, ...(width && { width }), ...(height && { height }) };
}
