import { createHash } from 'node:crypto';
import { readPicture } from '../../picture.ts';
import { isWholePicture } from '../../whole-picture.ts';
import { messageNamed } from '../catalogue/messages.ts';
import type { Complaints, Session } from '../mutate/session.ts';
import type { Doc } from '../state.ts';
import { checkAssetContent } from './asset-content.ts';
import type { Kind } from './kind.ts';
import { APPROVED, underReview } from './review.ts';
import { checkTracking, checkUrls } from './urls.ts';

const IMAGE_BYTES_MAX = 5_242_880;
const FIXED = ['TEXT', 'IMAGE', 'YOUTUBE_VIDEO', 'MEDIA_BUNDLE'];
const NEEDS_NAME = ['IMAGE', 'MEDIA_BUNDLE'];

/** Content never changes once it is stored, and the same content is one asset. */
export const asset: Kind = {
  name: 'asset',
  collection: 'assets',
  changeType: 'ASSET',
  create(session, body, complaints, _operation, temporary) {
    const member = messageNamed('resources.Asset').oneofs[0]?.find((name) => body[name] !== undefined);
    if (member === undefined) {
      complaints.add('assetError.ASSET_DATA_IS_MISSING', 'The asset has no content.');
      return undefined;
    }
    const type = member.replace(/_asset$/, '').toUpperCase();
    if (NEEDS_NAME.includes(type) && !body.name)
      complaints.add('assetError.NAME_REQUIRED_FOR_ASSET_TYPE', 'The asset needs a name.', 'name');
    const content = body[member] as Doc;
    const stored = type === 'IMAGE' ? storeImage(session, content, complaints) : content;
    checkAssetContent(type, body, complaints);
    if (type === 'LEAD_FORM') checkAgreement(session, complaints);
    checkUrls(body.final_urls, complaints, 'final_urls');
    checkTracking(body, complaints);
    complaints.throwIfAny();
    const digest = contentDigest(type, content, body);
    checkTwice(session, digest, body, complaints);
    const known = findByDigest(session, digest);
    if (known) {
      session.bindId(temporary, known.key);
      return { key: known.key, parent: digest, doc: known.doc, existing: known };
    }
    const id = session.claimId(temporary);
    return {
      key: String(id),
      parent: digest,
      doc: {
        ...body,
        id,
        [member]:
          type === 'YOUTUBE_VIDEO' ? { ...stored, youtube_video_title: `Video ${content.youtube_video_id}` } : stored,
        type,
        source: 'ADVERTISER',
        ...(body.name !== undefined && { name: freeName(session, String(body.name)) }),
        ...orientationOf(stored),
        policy_summary: APPROVED,
        ...underReview(session),
      },
    };
  },
  update(session, entity, after, complaints) {
    const type = String(entity.doc.type);
    if (!FIXED.includes(type)) {
      checkAssetContent(type, after, complaints);
      checkTracking(after, complaints);
      Object.assign(after, underReview(session));
      return;
    }
    for (const field of Object.keys({ ...entity.doc, ...after })) {
      if (JSON.stringify(entity.doc[field]) === JSON.stringify(after[field])) continue;
      const code = field === 'name' ? 'CANNOT_MODIFY_ASSET_NAME' : 'FIELD_CANNOT_BE_MODIFIED_FOR_ASSET_TYPE';
      complaints.add(`assetError.${code}`, `The field cannot be changed for an asset of type ${type}.`, field);
    }
  },
};

/** A person accepts the terms for lead forms once, in the platform's own pages. */
function checkAgreement({ store, account }: Session, complaints: Complaints): void {
  const agreed = store.find(account.id, 'customer', account.id)?.doc.customer_agreement_setting as Doc | undefined;
  if (agreed?.accepted_lead_form_terms !== true)
    complaints.add('assetError.LEAD_FORM_MISSING_AGREEMENT', 'The terms for lead forms are not accepted.');
}

/** What makes two assets the same: their content, and for links their target. */
function contentDigest(type: string, content: Doc, body: Doc): string {
  return createHash('sha256')
    .update(JSON.stringify([type, content, body.final_urls ?? []]))
    .digest('hex');
}

function findByDigest({ store, account }: Session, digest: string) {
  return store.children(account.id, 'asset', digest)[0];
}

function checkTwice(session: Session, digest: string, body: Doc, complaints: Complaints): void {
  const before = session.newAssets.get(digest);
  const rest = JSON.stringify(body.name ?? null);
  if (before === rest) complaints.add('assetError.DUPLICATE_ASSET', 'The same asset is in the request twice.');
  else if (before !== undefined)
    complaints.add(
      'assetError.DUPLICATE_ASSETS_WITH_DIFFERENT_FIELD_VALUE',
      'The same content is in the request twice with different fields.',
      'name',
    );
  session.newAssets.set(digest, rest);
}

/** A name that other content has is made unique rather than refused. */
function freeName({ store, account }: Session, wanted: string): string {
  let name = wanted;
  for (let i = 2; store.named(account.id, 'asset', name).length > 0; i += 1) name = `${wanted} #${i}`;
  return name;
}

function storeImage(session: Session, content: Doc, complaints: Complaints): Doc {
  const bytes = Buffer.from(String(content.data ?? ''), 'base64');
  const fail = (code: string, message: string) => complaints.add(`imageError.${code}`, message, 'image_asset.data');
  if (bytes.length === 0)
    complaints.add('assetError.ASSET_DATA_IS_MISSING', 'The image has no data.', 'image_asset.data');
  else if (bytes.length > IMAGE_BYTES_MAX) fail('FILE_TOO_LARGE', `An image has at most ${IMAGE_BYTES_MAX} bytes.`);
  const picture = isWholePicture(bytes) ? readPicture(bytes) : undefined;
  if (!picture) {
    if (bytes.length > 0)
      fail(
        bytes.toString('latin1', 8, 12) === 'WEBP' ? 'FORMAT_NOT_ALLOWED' : 'INVALID_IMAGE',
        'The data is no whole JPEG, PNG or GIF image.',
      );
    return {};
  }
  if (picture.animated) fail('ANIMATED_NOT_ALLOWED', 'Animated images are not allowed.');
  if (picture.cmyk) fail('CMYK_JPEG_NOT_ALLOWED', 'CMYK images are not allowed.');
  const digest = createHash('sha256').update(bytes).digest('hex');
  session.store.prepare('INSERT OR IGNORE INTO search_blobs VALUES (?, ?, ?)').run(session.account.id, digest, bytes);
  return {
    file_size: bytes.length,
    mime_type: `IMAGE_${picture.format}`,
    full_size: {
      width_pixels: picture.width,
      height_pixels: picture.height,
      url: `https://tpc.googlesyndication.com/simgad/${BigInt(`0x${digest.slice(0, 15)}`)}`,
    },
  };
}

function orientationOf(content: Doc): Doc {
  const size = content.full_size as Doc | undefined;
  if (!size) return {};
  const [width, height] = [Number(size.width_pixels), Number(size.height_pixels)];
  return { orientation: width === height ? 'SQUARE' : width > height ? 'LANDSCAPE' : 'PORTRAIT' };
}
