import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { HttpsAddress, text } from '../../../tools/fields.ts';
import { Base64 } from '../../../tools/given-file.ts';
import { exactlyOne } from '../../../tools/rules.ts';
import { channel } from '../channel.ts';
import { Image, imageOf, refuseOtherType, uploadedId, uploadFile } from '../resources/file.ts';
import { Image as Wire } from '../wire.ts';

export default defineTool(channel, {
  name: 'upload_image',
  title: 'Upload an image',
  description:
    'Upload a JPEG or PNG, by its public address or as a file: a cover for a video ad, or a carousel picture.',
  toolset: 'creatives',
  access: 'write',
  repeat: 'never',
  input: z.strictObject({
    image_url: HttpsAddress.optional().describe('Public address, fetched by the platform'),
    image_base64: Base64.optional().describe('The file itself'),
    name: text(100).describe('File name, unique in the advertiser'),
  }),
  output: z.object({ image: Image }),
  rules: (args) => exactlyOne(args, ['image_url', 'image_base64']),
  look: ({ name }) => ({ tool: 'list_images', arguments: { name_contains: name } }),
  async run({ image_url, image_base64, name }, { client, account }) {
    if (image_base64 !== undefined) refuseOtherType('image_base64', image_base64, 'image');
    const made = await uploadFile(client, account, { kind: 'image', url: image_url, base64: image_base64, name }, Wire);
    uploadedId(made.image_id, 'image');
    return { image: imageOf(made) };
  },
});
