import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { oneLine } from '../../../tools/fields.ts';
import { readBack } from '../../../tools/read-back.ts';
import { exactlyOne, needs } from '../../../tools/rules.ts';
import { channel } from '../channel.ts';
import type { SearchClient } from '../client.ts';
import { ASSET_FIELDS, AssetOutput, shownAsset } from '../resources/asset.ts';
import { PictureAddress, readPicture } from '../resources/file.ts';
import { type Condition, equal, Literal } from '../resources/wire/gaql.ts';
import { creating } from '../resources/wire/operation.ts';
import type { Row } from '../resources/wire/row.ts';

const VideoId = z.string().regex(/^[\w-]{11}$/, "must be the 11 characters of the video's id");
const CONTENTS = ['text', 'image_url', 'video_platform_video_id'];

export default defineTool(channel, {
  name: 'create_asset',
  title: 'Create an asset',
  description:
    'Creates a text, image or video asset for asset groups. Give exactly one of text, image_url (https or data:; PNG, JPEG or still GIF up to 5 MB) or video_platform_video_id. An asset with the same content is found again instead of being made twice.',
  toolset: 'assets',
  access: 'write',
  repeat: 'never',
  input: z.strictObject({
    name: oneLine().optional().describe('Needed for an image'),
    text: oneLine().optional().describe('The text itself'),
    image_url: PictureAddress.optional().describe('Public address of the image, or the file: data:image/png;base64,…'),
    video_platform_video_id: VideoId.optional().describe('11 characters of its address'),
  }),
  aliases: { youtube_video_id: 'video_platform_video_id' },
  output: z.object({
    asset: AssetOutput,
    already_existed: z.boolean(),
    notes: z.array(z.string()).optional(),
  }),
  rules: (args) => [...exactlyOne(args, CONTENTS), ...needs(args, 'image_url', 'name')],
  look: ({ name }) => ({ tool: 'list_assets', arguments: { ...(name && { name_contains: name }) } }),
  async run({ name, text, image_url, video_platform_video_id: video }, { client, account }) {
    const content =
      text !== undefined
        ? textContent(text)
        : video !== undefined
          ? videoContent(video)
          : await imageContent(client, image_url ?? '');
    const alike = await assets(client, account, content.alike);
    // Images are compared by their size first; equal texts and videos are the same asset.
    const known = content.certain ? alike[0] : undefined;
    if (known) return found(known, name);
    const [created = ''] = await client.mutate(account, [
      creating('asset', { ...(name !== undefined && { name }), ...content.fields }),
    ]);
    const row = await readBack(`The asset ${created} was created`, async () => {
      const [made] = await assets(client, account, [equal('asset.resource_name', Literal.quoted(created))]);
      return made;
    });
    // For content it already has, the platform returns the existing asset.
    return alike.some(({ asset }) => asset?.resourceName === created) ? found(row, name) : made(row, name);
  },
});

interface Content {
  fields: Record<string, unknown>;
  /** Query for assets that may already hold this content. */
  alike: readonly Condition[];
  certain: boolean;
}

function textContent(text: string): Content {
  return {
    fields: { textAsset: { text } },
    alike: [equal('asset.type', Literal.word('TEXT')), equal('asset.text_asset.text', Literal.quoted(text))],
    certain: true,
  };
}

function videoContent(id: string): Content {
  return {
    fields: { youtubeVideoAsset: { youtubeVideoId: id } },
    alike: [
      equal('asset.type', Literal.word('YOUTUBE_VIDEO')),
      equal('asset.youtube_video_asset.youtube_video_id', Literal.quoted(id)),
    ],
    certain: true,
  };
}

async function imageContent(client: SearchClient, url: string): Promise<Content> {
  const { file } = await readPicture(client, url, 'image_url');
  return {
    fields: { imageAsset: { data: file.toString('base64') } },
    alike: [
      equal('asset.type', Literal.word('IMAGE')),
      equal('asset.image_asset.file_size', Literal.digits(String(file.length))),
    ],
    certain: false,
  };
}

function assets(client: SearchClient, account: string, where: readonly Condition[]): Promise<Row[]> {
  return client.rows(account, { select: ASSET_FIELDS, from: 'asset', where, orderBy: [{ field: 'asset.id' }] });
}

function found(row: Row, wanted: string | undefined) {
  const asset = shownAsset(row);
  const notes =
    wanted === undefined || asset.name === wanted ? [] : [`It keeps its own name (${asset.name ?? 'none'}).`];
  return { asset, already_existed: true, ...(notes.length > 0 && { notes }) };
}

function made(row: Row, wanted: string | undefined) {
  const asset = shownAsset(row);
  const renamed = wanted !== undefined && asset.name !== wanted;
  return {
    asset,
    already_existed: false,
    ...(renamed && { notes: [`The platform named it "${asset.name}", because "${wanted}" is taken.`] }),
  };
}
