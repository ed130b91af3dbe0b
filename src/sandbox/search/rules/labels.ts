import type { AdsFault } from '../errors.ts';
import type { Complaints, Session } from '../mutate/session.ts';
import type { Doc, Entity, Value } from '../state.ts';
import type { Kind } from './kind.ts';

const NAME_MAX = 80;
const LABELS_MAX = 50;

export const label: Kind = {
  name: 'label',
  collection: 'labels',
  create(session, body, complaints, _operation, temporary) {
    checkLabelName(session, body, undefined, complaints);
    const id = session.claimId(temporary);
    return { key: String(id), parent: null, doc: { ...body, id, status: 'ENABLED' } };
  },
  update(session, entity, after, complaints) {
    if (after.name !== entity.doc.name) checkLabelName(session, after, entity.key, complaints);
  },
  /** Removing a label also removes its links. */
  remove(session, entity) {
    for (const link of LINKS)
      for (const one of session.store.children(session.account.id, link.name, entity.key)) {
        session.store.delete(one);
        relabel(session, one, link.owner, false);
      }
  },
};

function checkLabelName({ store, account }: Session, doc: Doc, own: string | undefined, complaints: Complaints): void {
  const name = String(doc.name ?? '');
  if (name.trim() === '' || name.length > NAME_MAX)
    complaints.add('labelError.INVALID_LABEL_NAME', `A label has a name of at most ${NAME_MAX} characters.`, 'name', {
      trigger: name,
    });
  if (store.named(account.id, 'label', name).some((one) => one.key !== own && one.doc.status !== 'REMOVED'))
    complaints.add('labelError.DUPLICATE_NAME', 'A label with this name already exists.', 'name', { trigger: name });
}

interface LinkShape {
  name: string;
  collection: string;
  owner: string;
  exists: AdsFault['code'];
  check?(owner: Entity, complaints: Complaints): void;
}

function labelLink({ name, collection, owner: kind, exists, check }: LinkShape): Kind & { owner: string } {
  return {
    name,
    collection,
    owner: kind,
    vanishes: true,
    absent: exists.replace('ALREADY_EXISTS', 'DOES_NOT_EXIST') as AdsFault['code'],
    create(session, body, complaints) {
      const owner = session.parent(body, kind, kind, complaints);
      const found = session.reference(body, 'label', 'label', complaints);
      if (!owner || !found) return undefined;
      if (found.doc.status === 'REMOVED')
        complaints.add('labelError.CANNOT_APPLY_INACTIVE_LABEL', 'The label was removed.', 'label');
      check?.(owner, complaints);
      const labels = labelsOf(owner.doc);
      if (labels.includes(found.doc.resource_name)) complaints.add(exists, 'It has the label already.', 'label');
      else if (labels.length >= LABELS_MAX)
        complaints.add('labelError.EXCEEDED_LABEL_LIMIT_PER_TYPE', `At most ${LABELS_MAX} labels.`, 'label');
      return { key: `${owner.key}~${found.key}`, parent: found.key, doc: body };
    },
    remove() {},
    touch(session, entity) {
      const isThere = session.store.find(session.account.id, name, entity.key) !== undefined;
      relabel(session, entity, kind, isThere);
    },
  };
}

function labelsOf(doc: Doc): Value[] {
  return Array.isArray(doc.labels) ? doc.labels : [];
}

/** Adds the label to the `labels` of the object. */
function relabel(session: Session, { doc }: Entity, kind: string, attached: boolean): void {
  const owner = session.byName(doc[kind], kind);
  if (!owner) return;
  const others = labelsOf(owner.doc).filter((name) => name !== doc.label);
  session.store.save({ ...owner, doc: { ...owner.doc, labels: attached ? [...others, doc.label] : others } as Doc });
}

export const campaignLabel = labelLink({
  name: 'campaign_label',
  collection: 'campaignLabels',
  owner: 'campaign',
  exists: 'campaignError.CAMPAIGN_LABEL_ALREADY_EXISTS',
});

export const adGroupLabel = labelLink({
  name: 'ad_group_label',
  collection: 'adGroupLabels',
  owner: 'ad_group',
  exists: 'adGroupError.ADGROUP_LABEL_ALREADY_EXISTS',
});

export const adGroupAdLabel = labelLink({
  name: 'ad_group_ad_label',
  collection: 'adGroupAdLabels',
  owner: 'ad_group_ad',
  exists: 'adGroupAdError.AD_GROUP_AD_LABEL_ALREADY_EXISTS',
});

export const adGroupCriterionLabel = labelLink({
  name: 'ad_group_criterion_label',
  collection: 'adGroupCriterionLabels',
  owner: 'ad_group_criterion',
  exists: 'adGroupCriterionError.AD_GROUP_CRITERION_LABEL_ALREADY_EXISTS',
  check(owner, complaints) {
    if (owner.doc.negative === true)
      complaints.add(
        'labelError.CANNOT_APPLY_LABEL_TO_NEGATIVE_AD_GROUP_CRITERION',
        'Negative keywords have no labels.',
        'ad_group_criterion',
      );
  },
});

const LINKS = [campaignLabel, adGroupLabel, adGroupAdLabel, adGroupCriterionLabel];
