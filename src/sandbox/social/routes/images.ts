import { createHash } from 'node:crypto';
import { filtered } from '../../paging.ts';
import { readPicture } from '../../picture.ts';
import { badParameter, ruleBroken } from '../errors.ts';
import { graphTime } from '../format.ts';
import { createNode, saveNode } from '../graph/changes.ts';
import { type Ctx, type Operation, ofKind, type Recorder, type Row, stored } from '../graph/operation.ts';
import { viewCreative } from '../rules/creative-view.ts';
import { imageId } from '../rules/media-rules.ts';
import type { GraphNode } from '../state.ts';

const account = ofKind('AdAccount');
const IMAGE_BYTES_MAX = 30 * 2 ** 20;

/** A temporary address, as on the platform. */
export function imageUrl(image: GraphNode<'AdImage'>): string {
  return `https://scontent.example/v/t45/${image.data.hash}.png?oh=temporary`;
}

export const imageType = ofKind('AdImage').type(['hash'], {
  ...stored('hash', 'name', 'width', 'height', 'status'),
  account_id: (_, { links }) => links.account!.slice('act_'.length),
  original_width: (_, { data }) => data.width,
  original_height: (_, { data }) => data.height,
  url: (_, node) => imageUrl(node),
  url_128: (_, node) => `${imageUrl(node)}&w=128`,
  permalink_url: (_, node) => `https://www.facebook.com/ads/image/?d=${node.data.hash}`,
  created_time: (_, { data }) => graphTime(data.created, 'UTC'),
  updated_time: (_, { data }) => graphTime(data.created, 'UTC'),
  is_associated_creatives_in_adgroups: (ctx, node) => usedBy(ctx, node).length > 0,
  creatives: (ctx, node) => usedBy(ctx, node).map(({ id }) => id),
});

function usedBy(ctx: Ctx, image: GraphNode<'AdImage'>): GraphNode<'AdCreative'>[] {
  const creatives = ctx.store.all('AdCreative', { account: image.links.account! });
  return creatives.filter(
    ({ data }) => data.status !== 'DELETED' && viewCreative(data).imageHashes.includes(image.data.hash),
  );
}

function upload(ctx: Ctx, node: GraphNode<'AdAccount'>, record: Recorder): unknown {
  if (ctx.params.has('url'))
    throw badParameter('url is not a parameter of this call. Supply bytes, a file or copy_from', 'url');
  const images: Row = {};
  const bytes = ctx.params.text('bytes');
  if (bytes !== undefined)
    images.bytes = keep(ctx, node.id, Buffer.from(bytes, 'base64'), ctx.params.text('name') ?? 'untitled', record);
  for (const file of ctx.files) images[file.filename] = keep(ctx, node.id, file.content, named(file.filename), record);
  const copied = ctx.params.object('copy_from');
  if (copied) images.bytes = copy(ctx, node.id, copied, record);
  if (Object.keys(images).length === 0) throw badParameter('Please supply bytes, a file or copy_from', 'bytes');
  return { images };
}

function named(filename: string): string {
  if (!/\.(jpe?g|png|gif|bmp|tiff?)$/i.test(filename)) throw unsupported();
  return filename;
}

function unsupported() {
  return ruleBroken(
    1487411,
    'File Type Not Supported',
    'Use an image file such as PNG, JPEG or GIF, with its extension.',
    ['bytes'],
  );
}

/** The hash follows from the content: the same picture is stored once. */
function keep(ctx: Ctx, accountId: string, content: Buffer, name: string, record: Recorder): Row {
  if (content.length > IMAGE_BYTES_MAX) throw badParameter('The image must be smaller than 30 MB', 'bytes');
  const picture = readPicture(content);
  if (!picture) throw unsupported();
  const hash = createHash('md5').update(content).digest('hex');
  const id = imageId(accountId, hash);
  const known = ctx.store.findKind('AdImage', id);
  if (known) return revived(ctx, known, record);
  const { width, height } = picture;
  const data = { hash, name, width, height, status: 'ACTIVE' as const, created: ctx.world.now() };
  return shownAfterUpload(createNode(ctx, record, 'AdImage', { account: accountId }, data, id));
}

function revived(ctx: Ctx, image: GraphNode<'AdImage'>, record: Recorder): Row {
  if (image.data.status === 'DELETED') {
    image.data.status = 'ACTIVE';
    saveNode(ctx, record, image, { status: 'ACTIVE' });
  }
  return shownAfterUpload(image);
}

function copy(ctx: Ctx, accountId: string, from: Row, record: Recorder): Row {
  const source = ctx.store.findKind('AdImage', imageId(String(from.source_account_id), String(from.hash)));
  if (!source || !ctx.session.person?.data.accounts.includes(source.links.account!))
    throw badParameter('copy_from names no image you can use', 'copy_from');
  const id = imageId(accountId, source.data.hash);
  const known = ctx.store.findKind('AdImage', id);
  return known
    ? revived(ctx, known, record)
    : shownAfterUpload(
        createNode(ctx, record, 'AdImage', { account: accountId }, { ...source.data, created: ctx.world.now() }, id),
      );
}

function shownAfterUpload(image: GraphNode<'AdImage'>): Row {
  const { hash, name, width, height } = image.data;
  const url = imageUrl(image);
  const small = Math.min(256, height);
  return {
    hash,
    url,
    url_128: `${url}&w=128`,
    url_256: `${url}&w=256`,
    url_256_height: String(small),
    url_256_width: String(Math.round((width * small) / height)),
    height,
    width,
    name,
  };
}

function remove(ctx: Ctx, node: GraphNode<'AdAccount'>, record: Recorder): unknown {
  const hash = ctx.params.requiredText('hash');
  const image = ctx.store.findKind('AdImage', imageId(node.id, hash));
  if (image?.data.status !== 'ACTIVE')
    throw ruleBroken(1487395, 'Invalid Image Hash', `No image with hash ${hash} in this ad account.`, ['hash']);
  if (usedBy(ctx, image).length > 0)
    throw badParameter('The image is used by a creative and cannot be deleted', 'hash');
  image.data.status = 'DELETED';
  saveNode(ctx, record, image, { status: 'DELETED' }, 'delete');
  return { success: true };
}

export const operations: Operation[] = [
  account.list('adimages', ({ store, params }, node) => {
    const hashes = params.words('hashes');
    const name = params.text('name');
    const [width, height] = [params.integer('minwidth') ?? 0, params.integer('minheight') ?? 0];
    return filtered(
      store.list('AdImage', { account: node.id }),
      ({ data }) =>
        data.status === 'ACTIVE' &&
        (hashes?.includes(data.hash) ?? true) &&
        (name === undefined || data.name === name) &&
        data.width >= width &&
        data.height >= height,
    );
  }),
  account.create('adimages', upload),
  account.remove(remove, 'adimages'),
];
