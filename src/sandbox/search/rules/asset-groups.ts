import type { Complaints, Session } from '../mutate/session.ts';
import type { Doc } from '../state.ts';
import { checkLength } from './checks.ts';
import type { Kind } from './kind.ts';
import { checkUrls } from './urls.ts';

const PER_CAMPAIGN_MAX = 100;

/** Asset groups, which PERFORMANCE_MAX campaigns have instead of ad groups. */
export const assetGroup: Kind = {
  name: 'asset_group',
  collection: 'assetGroups',
  create(session, body, complaints, operation, temporary) {
    const campaign = session.reference(body, 'campaign', 'campaign', complaints);
    if (campaign && campaign.doc.advertising_channel_type !== 'PERFORMANCE_MAX')
      complaints.add(
        'assetGroupError.CANNOT_ADD_ASSET_GROUP_FOR_CAMPAIGN_TYPE',
        'Only Performance Max campaigns have asset groups.',
        'campaign',
      );
    if (campaign?.doc.status === 'REMOVED')
      complaints.add(
        'assetGroupError.CANNOT_MUTATE_ASSET_GROUP_FOR_REMOVED_CAMPAIGN',
        'The campaign was removed.',
        'campaign',
      );
    if (!complaints.require(body, 'name') || !campaign) return undefined;
    checkShape(session, body, campaign.key, undefined, complaints);
    if (
      session.store
        .children(session.account.id, 'asset_group', campaign.key)
        .filter(({ doc }) => doc.status !== 'REMOVED').length >= PER_CAMPAIGN_MAX
    )
      complaints.add(
        'resourceCountLimitExceededError.RESOURCE_LIMIT',
        `A campaign has at most ${PER_CAMPAIGN_MAX} asset groups.`,
      );
    complaints.throwIfAny();
    const id = session.claimId(temporary);
    session.touchedAssetGroups.set(String(id), operation);
    return { key: String(id), parent: campaign.key, doc: { status: 'ENABLED', ...body, id, ad_strength: 'PENDING' } };
  },
  update(session, entity, after, complaints) {
    checkShape(session, after, entity.parent!, entity.key, complaints);
  },
  remove(session, entity, complaints) {
    const others = session.store
      .children(session.account.id, 'asset_group', entity.parent!)
      .filter(({ key, doc }) => key !== entity.key && doc.status !== 'REMOVED');
    if (others.length === 0)
      complaints.add(
        'assetGroupError.CANNOT_REMOVE_ALL_ASSET_GROUPS_FROM_CAMPAIGN',
        'A campaign keeps at least one asset group.',
      );
  },
  touch(session, entity) {
    session.touchedCampaigns.add(entity.parent!);
  },
};

function checkShape(
  session: Session,
  doc: Doc,
  campaign: string,
  own: string | undefined,
  complaints: Complaints,
): void {
  checkLength(doc.name, 128, complaints, 'name');
  const taken = session.store
    .named(session.account.id, 'asset_group', String(doc.name))
    .some(({ key, parent, doc: other }) => key !== own && parent === campaign && other.status !== 'REMOVED');
  if (taken)
    complaints.add(
      'assetGroupError.DUPLICATE_NAME',
      'An asset group with this name already exists in the campaign.',
      'name',
      { trigger: String(doc.name) },
    );
  if (!Array.isArray(doc.final_urls) || doc.final_urls.length === 0)
    complaints.add('assetGroupError.FINAL_URL_REQUIRED', 'An asset group needs a final URL.', 'final_urls');
  checkUrls(doc.final_urls, complaints, 'final_urls');
  if (doc.path2 && !doc.path1)
    complaints.add('assetGroupError.PATH1_REQUIRED_WHEN_PATH2_IS_SET', 'path2 needs path1.', 'path1');
  for (const field of ['path1', 'path2']) if (doc[field]) checkLength(doc[field], 15, complaints, field);
}

export const assetGroupSignal: Kind = {
  name: 'asset_group_signal',
  vanishes: true,
  collection: 'assetGroupSignals',
  create(session, body, complaints) {
    const group = session.parent(body, 'asset_group', 'asset_group', complaints);
    const theme = body.search_theme as Doc | undefined;
    if (theme) {
      checkLength(theme.text, 80, complaints, 'search_theme.text');
      if (String(theme.text).trim().split(/\s+/).length > 10)
        complaints.add('assetGroupSignalError.TOO_MANY_WORDS', 'At most 10 words.', 'search_theme.text');
      if (session.isRepeated(`asset_group_signal/${body.asset_group} ${String(theme.text).toLowerCase()}`))
        complaints.add('distinctError.DUPLICATE_ELEMENT', 'It is in the request twice.', 'search_theme.text');
    } else if (body.audience === undefined)
      complaints.add('fieldError.REQUIRED', 'The required field was not present.', 'signal');
    if (!group) return undefined;
    const key = `${group.key}~${session.store.nextId()}`;
    return { key, parent: group.key, doc: { ...body, approval_status: 'APPROVED' } };
  },
  remove() {},
};
