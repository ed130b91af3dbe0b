import { z } from 'zod';
import { invalidArguments } from '../../../errors.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { HttpsAddress } from '../../../tools/fields.ts';
import { Base64, givenFile } from '../../../tools/given-file.ts';
import { exactlyOne } from '../../../tools/rules.ts';
import { channel } from '../channel.ts';
import { OrganizationId } from '../resources/fields.ts';
import { uploadVideo } from '../resources/file.ts';

/** The platform takes 200 MB; this limit bounds the memory of a call. */
const VIDEO_BYTES_MAX = 50 * 1024 * 1024;

export default defineTool(channel, {
  name: 'upload_professional_video',
  title: 'Upload a video',
  description:
    'Uploads an MP4 (3 seconds to 30 minutes, at most 50 MB) for a page; video_id goes into create_creative once the platform has processed it.',
  toolset: 'creatives',
  access: 'write',
  repeat: 'never',
  input: z.strictObject({
    organization_id: OrganizationId.describe('Page of the ad, which owns it (list_organizations)'),
    video_url: HttpsAddress.optional().describe('Public address of the video'),
    video_base64: Base64.optional().describe('The file itself'),
  }),
  output: z.object({
    video: z.object({ id: z.string(), status: z.string(), organization_id: z.string() }),
    notes: z.array(z.string()).optional(),
  }),
  rules: (args) => exactlyOne(args, ['video_url', 'video_base64']),
  async run({ organization_id, video_url, video_base64 }, { client, account }) {
    const given = { url: video_url, base64: video_base64 };
    const { bytes, field } = await givenFile(client.session, 'video', given, VIDEO_BYTES_MAX);
    if (!bytes.subarray(4, 8).equals(Buffer.from('ftyp')))
      throw invalidArguments([{ field, message: 'does not hold an MP4 video' }]);
    const video = await uploadVideo(client, account, organization_id, bytes);
    return {
      video,
      ...(video.status !== 'AVAILABLE' && {
        notes: ['The platform is still processing it: create_creative says that it is not ready until it is.'],
      }),
    };
  },
});
