import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { HttpsAddress, Id, text } from '../../../tools/fields.ts';
import { readBack } from '../../../tools/read-back.ts';
import { exactlyOne, notBoth } from '../../../tools/rules.ts';
import { channel } from '../channel.ts';
import type { SocialClient } from '../client.ts';
import { uploadVideo, Video, videoOf } from '../resources/file.ts';

export default defineTool(channel, {
  name: 'upload_ad_video',
  title: 'Upload a video',
  description:
    'Upload a video from a public address, or with video_id look at an earlier upload. Use it in a creative once status is ready.',
  toolset: 'creatives',
  access: 'write',
  repeat: 'never',
  scopes: ['ads_management'],
  input: z.strictObject({
    video_url: HttpsAddress.optional().describe('Public address of the video'),
    video_id: Id.optional().describe('An earlier upload, to look at'),
    name: text(254).optional().describe('Shown in the media library'),
  }),
  output: z.object({ video: Video, next_step: z.string() }),
  rules: (args) => [...exactlyOne(args, ['video_url', 'video_id']), ...notBoth(args, 'video_id', 'name')],
  async run({ video_url, video_id, name }, { client, account }) {
    const id = video_id ?? (await upload(client, account, video_url!, name));
    const video = video_id
      ? await videoOf(client, id, account)
      : await readBack(`The video ${id} was uploaded`, () => videoOf(client, id, account));
    return { video, next_step: nextStep(video) };
  },
});

function upload(client: SocialClient, account: string, url: string, name: string | undefined): Promise<string> {
  const called = name ?? (new URL(url).pathname.split('/').at(-1) || 'video');
  return uploadVideo(client, account, { url, name: called });
}

function nextStep({ id, status }: z.infer<typeof Video>): string {
  if (status === 'ready') return 'Pass video_id with picture or image_hash as its thumbnail to create_ad_creative.';
  if (status === 'error' || status === 'expired') return 'The platform could not process it. Upload another file.';
  return `The platform is still processing it. Call upload_ad_video with video_id "${id}" in a minute.`;
}
