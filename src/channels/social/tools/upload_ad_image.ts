import { z } from 'zod';
import { invalidArguments } from '../../../errors.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { HttpsAddress, text } from '../../../tools/fields.ts';
import { Base64, givenFile, imageTypeOf } from '../../../tools/given-file.ts';
import { exactlyOne } from '../../../tools/rules.ts';
import { withoutUnset } from '../../../tools/set-fields.ts';
import { channel } from '../channel.ts';
import { bareAccount } from '../client.ts';
import { uploadImage } from '../resources/file.ts';

const IMAGE_BYTES_MAX = 30 * 1024 * 1024;

export default defineTool(channel, {
  name: 'upload_ad_image',
  title: 'Upload an image',
  description: 'Upload a JPEG, PNG or GIF; the image_hash goes into create_ad_creative. The same image keeps its hash.',
  toolset: 'creatives',
  access: 'write',
  repeat: 'safe',
  scopes: ['ads_management'],
  input: z.strictObject({
    image_url: HttpsAddress.optional().describe('Public address of the image'),
    image_base64: Base64.optional().describe('The file itself'),
    name: text(100).optional().describe('Shown in the media library'),
  }),
  output: z.object({
    image: z.object({
      id: z.string(),
      image_hash: z.string(),
      name: z.string().optional(),
      width: z.number().optional(),
      height: z.number().optional(),
    }),
  }),
  rules: (args) => exactlyOne(args, ['image_url', 'image_base64']),
  async run({ image_url, image_base64, name }, { client, account }) {
    const file = { url: image_url, base64: image_base64 };
    const { bytes, field } = await givenFile(client.session, 'image', file, IMAGE_BYTES_MAX);
    if (!imageTypeOf(bytes)) throw invalidArguments([{ field, message: 'does not hold a JPEG, PNG or GIF image' }]);
    const { hash, width, height, name: given } = await uploadImage(client, account, { bytes, name });
    return {
      image: withoutUnset({
        id: `${bareAccount(account)}:${hash}`,
        image_hash: hash,
        name: name ?? given,
        width,
        height,
      }),
    };
  },
});
