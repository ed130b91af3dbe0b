import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { HttpsAddress, text } from '../../../tools/fields.ts';
import { Base64 } from '../../../tools/given-file.ts';
import { exactlyOne } from '../../../tools/rules.ts';
import { channel } from '../channel.ts';
import { refuseOtherType, uploadedId, uploadFile, Video, videoOf } from '../resources/file.ts';
import { Video as Wire } from '../wire.ts';

export default defineTool(channel, {
  name: 'upload_video',
  title: 'Upload a video',
  description:
    'Upload a video, by its public address or as a file. The platform processes it first: use it once list_videos shows it as ready.',
  toolset: 'creatives',
  access: 'write',
  repeat: 'never',
  input: z.strictObject({
    video_url: HttpsAddress.optional().describe('Public address, fetched by the platform; best up to 10 MB'),
    video_base64: Base64.optional().describe('The file itself'),
    name: text(100).describe('File name, unique in the advertiser'),
  }),
  output: z.object({ video: Video, next_step: z.string() }),
  rules: (args) => exactlyOne(args, ['video_url', 'video_base64']),
  look: ({ name }) => ({ tool: 'list_videos', arguments: { name_contains: name } }),
  async run({ video_url, video_base64, name }, { client, account }) {
    if (video_base64 !== undefined) refuseOtherType('video_base64', video_base64, 'video');
    const upload = { kind: 'video' as const, url: video_url, base64: video_base64, name };
    const [made] = await uploadFile(client, account, upload, z.array(Wire).min(1));
    const id = uploadedId(made!.video_id, 'video');
    const video = videoOf(made!);
    return {
      video,
      next_step: video.ready
        ? 'Use it in create_ad, with an image as its cover.'
        : `The platform is processing it: call list_videos with video_ids ["${id}"] in a minute, until ready is true.`,
    };
  },
});
