import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { invalidArguments } from '../../../errors.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { HttpsAddress } from '../../../tools/fields.ts';
import { exactlyOne } from '../../../tools/rules.ts';
import { unknownOutcome } from '../../../upstream/failures.ts';
import { pathOf } from '../../../upstream/path.ts';
import { channel } from '../channel.ts';
import type { ProfessionalClient } from '../client.ts';
import { OrganizationId, urnOf } from '../fields.ts';
import { imageTypeOf } from '../image-type.ts';
import { UploadStarted, WireImage } from '../wire.ts';

const IMAGE_BYTES_MAX = 5 * 1024 * 1024;
const POLL_MS = 300;
const POLLS_MAX = 20;

export default defineTool(channel, {
  name: 'upload_professional_image',
  title: 'Upload an image',
  description:
    'Uploads a JPEG, PNG or GIF (at most 5 MB) for a page and waits until it can be used; image_id goes into create_creative.',
  toolset: 'creatives',
  access: 'write',
  repeat: 'never',
  input: z.strictObject({
    organization_id: OrganizationId.describe('Page that owns it; the same as that of the ad (list_organizations)'),
    image_url: HttpsAddress.optional().describe('Public address of the image'),
    image_base64: z.base64().min(1).optional().describe('The file itself'),
  }),
  output: z.object({
    image: z.object({ id: z.string(), status: z.string(), organization_id: z.string() }),
    notes: z.array(z.string()).optional(),
  }),
  rules: (args) => exactlyOne(args, ['image_url', 'image_base64']),
  async run({ organization_id, image_url, image_base64 }, { client, account, signal }) {
    const bytes = image_url ? await fetched(client, image_url) : Buffer.from(image_base64 ?? '', 'base64');
    const field = image_url ? 'image_url' : 'image_base64';
    const type = imageTypeOf(bytes);
    if (!type) throw invalidArguments([{ field, message: 'does not hold a JPEG, PNG or GIF image' }]);
    if (bytes.length > IMAGE_BYTES_MAX) throw invalidArguments([{ field, message: 'holds more than 5 MB' }]);
    const body = { initializeUploadRequest: { owner: urnOf('organization', organization_id) } };
    const { value } = await client.action('/images', 'initializeUpload', body, UploadStarted, account);
    await sendBytes(client, value.uploadUrl, bytes, type);
    const status = await settled(client, value.image, account, signal);
    return {
      image: { id: value.image, status, organization_id },
      ...(status !== 'AVAILABLE' && { notes: ['The platform is still at it; use the image in a moment.'] }),
    };
  },
});

async function fetched(client: ProfessionalClient, url: string): Promise<Buffer> {
  const { status, body } = await client.session.fetchPublic(url, { bytesMax: IMAGE_BYTES_MAX, field: 'image_url' });
  if (status === 200) return body;
  throw invalidArguments([{ field: 'image_url', message: `answered HTTP ${status} instead of an image` }]);
}

/** The address is good for this one image and wants no token. */
async function sendBytes(client: ProfessionalClient, url: string, bytes: Buffer, type: string): Promise<void> {
  const { status } = await client.session.send({
    method: 'PUT',
    url,
    effect: 'write',
    headers: { 'content-type': type },
    body: bytes,
  });
  if (status < 200 || status >= 300)
    throw unknownOutcome({
      seen: `The platform took the image's name but not its bytes (HTTP ${status}).`,
      check: 'Upload it again: an image without bytes is used by nothing.',
    });
}

/** An image that is used before it is ready is answered with "not found". */
async function settled(
  client: ProfessionalClient,
  image: string,
  account: string,
  signal: AbortSignal,
): Promise<string> {
  const path = pathOf`/images/${image}`;
  for (let poll = 0; poll < POLLS_MAX; poll++) {
    const { status } = await client.get(path, WireImage, {}, account);
    if (status !== 'PROCESSING' && status !== 'WAITING_UPLOAD') return status;
    await delay(POLL_MS, undefined, { signal });
  }
  return 'PROCESSING';
}
