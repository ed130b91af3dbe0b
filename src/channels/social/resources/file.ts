import { z } from 'zod';
import { withoutUnset } from '../../../tools/set-fields.ts';
import { pathOf } from '../../../upstream/path.ts';
import { API_VERSION, accountNode, type SocialClient } from '../client.ts';
import { kind } from '../wire.ts';

const Numeric = z.union([z.string(), z.number()]).transform(Number);
const UploadedImages = z.object({
  images: z.record(
    z.string(),
    z.object({
      hash: z.string(),
      name: z.string().optional(),
      width: Numeric.optional(),
      height: Numeric.optional(),
      url: z.string().optional(),
    }),
  ),
});

/** Images are known by their content: the same one again gives the same hash, so repeating does no harm. */
export async function uploadImage(
  client: SocialClient,
  account: string,
  image: { bytes: Buffer; name?: string | undefined },
) {
  const path = pathOf`/${API_VERSION}/${accountNode(account)}/adimages`;
  const body = { bytes: image.bytes.toString('base64'), ...(image.name && { name: image.name }) };
  const { images } = await client.change(path, body, UploadedImages, account);
  return Object.values(images)[0]!;
}

/** The platform fetches the video by itself. */
export function uploadVideo(client: SocialClient, account: string, video: { url: string; name: string }) {
  return client.create(account, 'advideos', { file_url: video.url, name: video.name, title: video.name });
}

const Thumbnail = z.object({ uri: z.string(), is_preferred: z.boolean().optional() });
const Phase = z.object({ status: z.string().optional() }).optional();

const VIDEOS = kind(
  'advideos',
  z.object({
    id: z.string(),
    title: z.string().optional(),
    length: z.number().optional(),
    picture: z.string().optional(),
    status: z
      .object({
        video_status: z.string(),
        processing_progress: z.number().optional(),
        uploading_phase: Phase,
        processing_phase: Phase,
      })
      .optional(),
    thumbnails: z.object({ data: z.array(Thumbnail) }).optional(),
  }),
);

export const Video = z
  .looseObject({ id: z.string(), status: z.string().describe('processing, ready, error or expired') })
  .describe('Also name, progress (fraction), length_s, thumbnail_url (usable as picture)');

export async function videoOf(client: SocialClient, id: string, account: string): Promise<z.infer<typeof Video>> {
  const { title, length, picture, status, thumbnails } = await client.node(VIDEOS, id, account);
  const images = thumbnails?.data ?? [];
  return withoutUnset({
    id,
    name: title,
    status: status?.video_status ?? 'processing',
    progress: status?.processing_progress === undefined ? undefined : status.processing_progress / 100,
    length_s: length,
    thumbnail_url: (images.find(({ is_preferred }) => is_preferred) ?? images[0])?.uri ?? picture,
  });
}
