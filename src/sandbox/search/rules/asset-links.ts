import type { AdsFault } from '../errors.ts';
import type { Complaints, Session } from '../mutate/session.ts';
import type { Doc, Entity } from '../state.ts';
import { checkLength } from './checks.ts';
import type { Kind } from './kind.ts';

interface FieldRule {
  type: string;
  /** Characters of a text. */
  length?: number;
  /** Least width and height, and their ratio, which may be off by one percent. */
  size?: readonly [width: number, height: number];
  ratio?: number;
  max?: number;
}

/** What each place for an asset takes: a type, and limits of length, size, shape and number. */
const FIELDS: Readonly<Record<string, FieldRule>> = {
  HEADLINE: { type: 'TEXT', length: 30, max: 15 },
  LONG_HEADLINE: { type: 'TEXT', length: 90, max: 5 },
  DESCRIPTION: { type: 'TEXT', length: 90, max: 5 },
  BUSINESS_NAME: { type: 'TEXT', length: 25, max: 1 },
  MARKETING_IMAGE: { type: 'IMAGE', size: [600, 314], ratio: 1.91, max: 20 },
  SQUARE_MARKETING_IMAGE: { type: 'IMAGE', size: [300, 300], ratio: 1, max: 20 },
  PORTRAIT_MARKETING_IMAGE: { type: 'IMAGE', size: [480, 600], ratio: 0.8, max: 20 },
  LOGO: { type: 'IMAGE', size: [128, 128], ratio: 1, max: 5 },
  LANDSCAPE_LOGO: { type: 'IMAGE', size: [512, 128], ratio: 4, max: 20 },
  BUSINESS_LOGO: { type: 'IMAGE', size: [128, 128], ratio: 1 },
  AD_IMAGE: { type: 'IMAGE' },
  YOUTUBE_VIDEO: { type: 'YOUTUBE_VIDEO', max: 5 },
  CALL_TO_ACTION_SELECTION: { type: 'CALL_TO_ACTION', max: 1 },
  MEDIA_BUNDLE: { type: 'MEDIA_BUNDLE', max: 1 },
};
const OWN_NAME = ['SITELINK', 'CALLOUT', 'STRUCTURED_SNIPPET', 'CALL', 'PRICE', 'PROMOTION', 'LEAD_FORM', 'MOBILE_APP'];
const BRAND = ['BUSINESS_NAME', 'LOGO', 'LANDSCAPE_LOGO'];
const RATIO_TOLERANCE = 0.01;

function ruleOf(fieldType: string): FieldRule | undefined {
  return FIELDS[fieldType] ?? (OWN_NAME.includes(fieldType) ? { type: fieldType } : undefined);
}

function checkFit(asset: Entity, fieldType: string, complaints: Complaints): void {
  const rule = ruleOf(fieldType);
  if (!rule) {
    complaints.add('assetLinkError.UNSUPPORTED_FIELD_TYPE', `Nothing is linked as ${fieldType}.`, 'field_type', {
      trigger: fieldType,
    });
    return;
  }
  if (rule.type !== asset.doc.type) {
    complaints.add(
      'assetLinkError.FIELD_TYPE_INCOMPATIBLE_WITH_ASSET_TYPE',
      `An asset of type ${asset.doc.type} cannot be linked as ${fieldType}.`,
      'field_type',
      { trigger: fieldType },
    );
    return;
  }
  if (rule.length !== undefined) checkLength((asset.doc.text_asset as Doc).text, rule.length, complaints, 'asset');
  if (rule.size && rule.ratio) checkSize(asset, rule.size, rule.ratio, complaints);
}

function checkSize(
  asset: Entity,
  [minWidth, minHeight]: readonly [number, number],
  ratio: number,
  complaints: Complaints,
): void {
  const size = (asset.doc.image_asset as Doc).full_size as Doc;
  const [width, height] = [Number(size.width_pixels), Number(size.height_pixels)];
  const fits = width >= minWidth && height >= minHeight && Math.abs(width / height / ratio - 1) <= RATIO_TOLERANCE;
  if (fits) return;
  complaints.add(
    'assetLinkError.IMAGE_NOT_WITHIN_SPECIFIED_DIMENSION_RANGE',
    `The image is ${width}x${height}; needed is a ratio of ${ratio} and at least ${minWidth}x${minHeight}.`,
    'asset',
  );
}

interface LinkShape {
  name: string;
  collection: string;
  changeType?: string;
  /** The parent's field and kind; links of the account have none. */
  owner?: { field: string; kind: string };
  duplicate: AdsFault['code'];
  check?(session: Session, owner: Entity | undefined, fieldType: string, complaints: Complaints): void;
  touch?: Kind['touch'];
}

function assetLink(shape: LinkShape): Kind {
  return {
    name: shape.name,
    collection: shape.collection,
    ...(shape.changeType && { changeType: shape.changeType }),
    create(session, body, complaints) {
      const owner = shape.owner && session.parent(body, shape.owner.field, shape.owner.kind, complaints);
      const asset = session.reference(body, 'asset', 'asset', complaints);
      if (!complaints.require(body, 'field_type') || !asset || (shape.owner && !owner)) return undefined;
      const fieldType = String(body.field_type);
      checkFit(asset, fieldType, complaints);
      shape.check?.(session, owner, fieldType, complaints);
      const excluded = owner?.doc.excluded_parent_asset_field_types;
      if (Array.isArray(excluded) && excluded.includes(fieldType))
        complaints.add('assetLinkError.EXCLUDED_PARENT_FIELD_TYPE', `${fieldType} is excluded here.`, 'field_type');
      const key = [...(owner ? [owner.key] : []), asset.key, fieldType].join('~');
      const existing = session.store.find(session.account.id, shape.name, key);
      if (existing && existing.doc.status !== 'REMOVED')
        complaints.add(shape.duplicate, 'The asset is already linked in this way.', 'asset');
      const doc: Doc = { status: 'ENABLED', ...body, source: 'ADVERTISER', primary_status: 'ELIGIBLE' };
      return { key, parent: owner?.key ?? null, doc, ...(existing && { existing }) };
    },
    update(_session, _entity, after) {
      after.primary_status = after.status === 'PAUSED' ? 'PAUSED' : 'ELIGIBLE';
    },
    remove() {},
    ...(shape.touch && { touch: shape.touch }),
  };
}

export const customerAsset = assetLink({
  name: 'customer_asset',
  collection: 'customerAssets',
  changeType: 'CUSTOMER_ASSET',
  duplicate: 'mutateError.RESOURCE_ALREADY_EXISTS',
});

export const campaignAsset = assetLink({
  name: 'campaign_asset',
  collection: 'campaignAssets',
  changeType: 'CAMPAIGN_ASSET',
  owner: { field: 'campaign', kind: 'campaign' },
  duplicate: 'mutateError.RESOURCE_ALREADY_EXISTS',
  check(_session, campaign, fieldType, complaints) {
    const isMax = campaign?.doc.advertising_channel_type === 'PERFORMANCE_MAX';
    if (isMax && BRAND.includes(fieldType) && campaign.doc.brand_guidelines_enabled !== true)
      complaints.add(
        'assetLinkError.BRAND_ASSETS_NOT_LINKED_AT_ASSET_GROUP_LEVEL',
        'Without brand guidelines, brand assets belong to the asset group.',
        'field_type',
      );
  },
});

export const adGroupAsset = assetLink({
  name: 'ad_group_asset',
  collection: 'adGroupAssets',
  changeType: 'AD_GROUP_ASSET',
  owner: { field: 'ad_group', kind: 'ad_group' },
  duplicate: 'mutateError.RESOURCE_ALREADY_EXISTS',
});

export const assetGroupAsset: Kind = assetLink({
  name: 'asset_group_asset',
  collection: 'assetGroupAssets',
  owner: { field: 'asset_group', kind: 'asset_group' },
  duplicate: 'assetGroupAssetError.DUPLICATE_RESOURCE',
  check(session, group, fieldType, complaints) {
    if (OWN_NAME.includes(fieldType))
      complaints.add(
        'assetLinkError.FIELD_TYPE_INCOMPATIBLE_WITH_CAMPAIGN_TYPE',
        `${fieldType} is linked to the campaign or the account.`,
        'field_type',
      );
    const campaign = session.byName(group?.doc.campaign, 'campaign');
    if (BRAND.includes(fieldType) && campaign?.doc.brand_guidelines_enabled === true)
      complaints.add(
        'assetLinkError.BRAND_ASSETS_NOT_LINKED_AT_CAMPAIGN_LEVEL',
        'With brand guidelines, brand assets belong to the campaign.',
        'field_type',
      );
    const links = session.store
      .children(session.account.id, 'asset_group_asset', group!.key)
      .filter(({ doc }) => doc.field_type === fieldType && doc.status !== 'REMOVED');
    const max = ruleOf(fieldType)?.max;
    if (max !== undefined && links.length >= max)
      complaints.add(
        'resourceCountLimitExceededError.RESOURCE_LIMIT',
        `An asset group has at most ${max} ${fieldType} assets.`,
        'field_type',
      );
  },
  touch(session, entity, operation) {
    if (!session.touchedAssetGroups.has(entity.parent!)) session.touchedAssetGroups.set(entity.parent!, operation);
    const group = session.store.find(session.account.id, 'asset_group', entity.parent!);
    if (group?.parent) session.touchedCampaigns.add(group.parent);
  },
});
