import type { AdsFault } from '../errors.ts';
import type { Operation, Session } from '../mutate/session.ts';
import type { Entity } from '../state.ts';

/** Minimum number of assets of each field type. */
const MINIMUMS: readonly (readonly [fieldType: string, count: number])[] = [
  ['HEADLINE', 3],
  ['LONG_HEADLINE', 1],
  ['DESCRIPTION', 2],
  ['MARKETING_IMAGE', 1],
  ['SQUARE_MARKETING_IMAGE', 1],
];
const BRAND_MINIMUMS: typeof MINIMUMS = [
  ['BUSINESS_NAME', 1],
  ['LOGO', 1],
];
const SHORT_DESCRIPTION_MAX = 60;

/** Checked after all operations, because a group and its assets arrive in one request. */
export function* checkAssetGroups(session: Session): Generator<AdsFault> {
  for (const [key, operation] of session.touchedAssetGroups) {
    const group = session.store.find(session.account.id, 'asset_group', key);
    if (!group || group.doc.status === 'REMOVED') continue;
    const campaign = session.byName(group.doc.campaign, 'campaign');
    const brandAtCampaign = campaign?.doc.brand_guidelines_enabled === true;
    const links = session.store.children(session.account.id, 'asset_group_asset', key).filter(isLinked);
    for (const [fieldType, count] of brandAtCampaign ? MINIMUMS : [...MINIMUMS, ...BRAND_MINIMUMS]) {
      if (links.filter(({ doc }) => doc.field_type === fieldType).length >= count) continue;
      yield fault(
        operation,
        `assetGroupError.NOT_ENOUGH_${fieldType}_ASSET`,
        `The asset group needs at least ${count} ${fieldType} asset(s).`,
      );
    }
    const descriptions = links
      .filter(({ doc }) => doc.field_type === 'DESCRIPTION')
      .map((link) => textOf(session, link));
    const tagged = links.find((link) => /\{(keyword|customizer|countdown|location)/i.test(textOf(session, link)));
    if (tagged)
      yield fault(operation, 'assetGroupError.AD_CUSTOMIZER_NOT_SUPPORTED', 'Texts of asset groups take no tags.');
    if (descriptions.length > 1 && !descriptions.some((text) => text.length <= SHORT_DESCRIPTION_MAX))
      yield fault(
        operation,
        'assetGroupError.SHORT_DESCRIPTION_REQUIRED',
        `One description must have at most ${SHORT_DESCRIPTION_MAX} characters.`,
      );
  }
}

/** With brand guidelines on, a new campaign must come with its name and logo. */
export function* checkBrandAssets(session: Session): Generator<AdsFault> {
  for (const [key, operation] of session.createdCampaigns) {
    const campaign = session.store.find(session.account.id, 'campaign', key);
    if (campaign?.doc.advertising_channel_type !== 'PERFORMANCE_MAX' || campaign.doc.brand_guidelines_enabled !== true)
      continue;
    const linked = new Set(
      session.store
        .children(session.account.id, 'campaign_asset', key)
        .filter(isLinked)
        .map(({ doc }) => doc.field_type),
    );
    for (const [fieldType] of BRAND_MINIMUMS) {
      if (!linked.has(fieldType))
        yield fault(
          operation,
          `campaignError.REQUIRED_${fieldType}_ASSET_NOT_LINKED`,
          `The campaign needs a linked ${fieldType} asset.`,
        );
    }
  }
}

function isLinked({ doc }: Entity): boolean {
  return doc.status !== 'REMOVED';
}

function textOf(session: Session, link: Entity): string {
  const asset = session.byName(link.doc.asset, 'asset');
  return String((asset?.doc.text_asset as { text?: string } | undefined)?.text ?? '');
}

function fault(operation: Operation, code: AdsFault['code'], message: string): AdsFault {
  return { code, message, path: operation.path };
}
