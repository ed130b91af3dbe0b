import { pathOf } from '../../../upstream/path.ts';
import { API_VERSION, accountNode, type SocialClient } from '../client.ts';
import { UploadedImages } from '../wire-answers.ts';

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
