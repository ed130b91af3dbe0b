import { z } from 'zod';
import { invalidArguments } from '../../../errors.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { HttpsAddress } from '../../../tools/fields.ts';
import { Base64, givenFile, imageTypeOf } from '../../../tools/given-file.ts';
import { exactlyOne } from '../../../tools/rules.ts';
import { channel } from '../channel.ts';
import { OrganizationId } from '../resources/fields.ts';
import { upload } from '../resources/file.ts';

const IMAGE_BYTES_MAX = 5 * 1024 * 1024;

export default defineTool(channel, {
  name: 'upload_professional_image',
  title: 'Upload an image',
  description:
    'Uploads a JPEG, PNG or GIF (at most 5 MB) for a page and waits until it can be used; image_id goes into create_creative.',
  toolset: 'creatives',
  access: 'write',
  repeat: 'never',
  input: z.strictObject({
    organization_id: OrganizationId.describe('Page of the ad, which owns it (list_organizations)'),
    image_url: HttpsAddress.optional().describe('Public address of the image'),
    image_base64: Base64.optional().describe('The file itself'),
  }),
  output: z.object({
    image: z.object({ id: z.string(), status: z.string(), organization_id: z.string() }),
    notes: z.array(z.string()).optional(),
  }),
  rules: (args) => exactlyOne(args, ['image_url', 'image_base64']),
  async run({ organization_id, image_url, image_base64 }, { client, account }) {
    const given = { url: image_url, base64: image_base64 };
    const { bytes, field } = await givenFile(client.session, 'image', given, IMAGE_BYTES_MAX);
    const type = imageTypeOf(bytes);
    if (!type) throw invalidArguments([{ field, message: 'does not hold a JPEG, PNG or GIF image' }]);
    const image = await upload(client, account, { kind: 'image', organization: organization_id, bytes, type });
    return {
      image,
      ...(image.status !== 'AVAILABLE' && { notes: ['The platform is still at it; use the image in a moment.'] }),
    };
  },
});
