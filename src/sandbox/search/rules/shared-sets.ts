import { messageNamed } from '../catalogue/messages.ts';
import type { Complaints, Session } from '../mutate/session.ts';
import type { Doc, Entity } from '../state.ts';
import { stableId } from './checks.ts';
import { checkKeyword } from './keywords.ts';
import type { Kind } from './kind.ts';

const NAME_BYTES_MAX = 255;
/** Criterion types of each shared set type; the sandbox has no criteria for the other types. */
const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  NEGATIVE_KEYWORDS: ['keyword'],
  NEGATIVE_PLACEMENTS: ['placement', 'mobile_application', 'mobile_app_category', 'youtube_channel', 'youtube_video'],
};

export const sharedSet: Kind = {
  name: 'shared_set',
  collection: 'sharedSets',
  create(session, body, complaints, _operation, temporary) {
    if (complaints.require(body, 'type') && MEMBERS[String(body.type)] === undefined)
      complaints.add(
        'sharedSetError.CUSTOMER_CANNOT_CREATE_SHARED_SET_OF_THIS_TYPE',
        'Sets of this type cannot be created.',
        'type',
        { trigger: String(body.type) },
      );
    if (complaints.require(body, 'name')) checkSetName(session, body, undefined, complaints);
    const id = session.claimId(temporary);
    return {
      key: String(id),
      parent: null,
      doc: { ...body, id, status: 'ENABLED', member_count: 0, reference_count: 0 },
    };
  },
  update(session, entity, after, complaints) {
    if (after.name !== entity.doc.name) checkSetName(session, after, entity.key, complaints);
  },
  remove(_session, entity, complaints) {
    if (Number(entity.doc.reference_count) > 0)
      complaints.add('sharedSetError.SHARED_SET_IN_USE', 'Campaigns use the shared set.');
  },
};

function checkSetName({ store, account }: Session, doc: Doc, own: string | undefined, complaints: Complaints): void {
  const name = String(doc.name ?? '');
  if (name.trim() === '') complaints.add('stringLengthError.TOO_SHORT', 'A set has a name.', 'name');
  if (Buffer.byteLength(name) > NAME_BYTES_MAX)
    complaints.add('stringLengthError.TOO_LONG', `At most ${NAME_BYTES_MAX} bytes.`, 'name');
  const taken = store
    .named(account.id, 'shared_set', name)
    .some((set) => set.key !== own && set.doc.type === doc.type && set.doc.status !== 'REMOVED');
  if (taken)
    complaints.add('sharedSetError.DUPLICATE_NAME', 'A shared set with this name already exists.', 'name', {
      trigger: name,
    });
}

/** The shared set of a member; a removed set is refused. */
function livingSet(session: Session, body: Doc, complaints: Complaints): Entity | undefined {
  const set = session.reference(body, 'shared_set', 'shared_set', complaints);
  if (set?.doc.status === 'REMOVED')
    complaints.add('sharedSetError.SHARED_SET_REMOVED', 'The shared set was removed.', 'shared_set');
  return set;
}

export const sharedCriterion: Kind = {
  name: 'shared_criterion',
  collection: 'sharedCriteria',
  vanishes: true,
  create(session, body, complaints, operation) {
    const set = livingSet(session, body, complaints);
    const member = messageNamed('resources.SharedCriterion').oneofs[0]?.find((name) => body[name] !== undefined);
    if (member === undefined) complaints.add('criterionError.CONCRETE_TYPE_REQUIRED', 'The criterion has no content.');
    if (member === 'keyword') checkKeyword(body.keyword as Doc, complaints, operation);
    if (!set || member === undefined) return undefined;
    if (!MEMBERS[String(set.doc.type)]!.includes(member))
      complaints.add(
        'sharedCriterionError.CRITERION_TYPE_NOT_ALLOWED_FOR_SHARED_SET_TYPE',
        `A set of ${set.doc.type} does not take it.`,
        member,
      );
    const id = stableId(contentOf(member, body[member] as Doc));
    const key = `${set.key}~${id}`;
    if (session.isRepeated(`shared_criterion/${key}`))
      complaints.add('distinctError.DUPLICATE_ELEMENT', 'It is in the request twice.', member);
    const existing = session.store.find(session.account.id, 'shared_criterion', key);
    const doc: Doc = { ...body, criterion_id: id, type: member.toUpperCase(), negative: true };
    return { key, parent: set.key, doc, ...(existing && { existing }) };
  },
  remove() {},
  touch: recount,
};

function contentOf(member: string, content: Doc): string {
  const words = String(content.text ?? content.url ?? content.app_id ?? JSON.stringify(content));
  return `${member} ${words.trim().toLowerCase().replace(/\s+/g, ' ')} ${content.match_type ?? ''}`;
}

export const campaignSharedSet: Kind = {
  name: 'campaign_shared_set',
  collection: 'campaignSharedSets',
  create(session, body, complaints) {
    const campaign = session.parent(body, 'campaign', 'campaign', complaints);
    const set = livingSet(session, body, complaints);
    if (!campaign || !set) return undefined;
    if (campaign.doc.advertising_channel_type === 'SHOPPING' && set.doc.type !== 'NEGATIVE_KEYWORDS')
      complaints.add(
        'contextError.OPERATION_NOT_PERMITTED_FOR_CONTEXT',
        'A shopping campaign takes only sets of negative keywords.',
        'shared_set',
      );
    const key = `${campaign.key}~${set.key}`;
    const existing = session.store.find(session.account.id, 'campaign_shared_set', key);
    if (existing && existing.doc.status !== 'REMOVED')
      complaints.add('mutateError.RESOURCE_ALREADY_EXISTS', 'The set is attached already.', 'shared_set');
    return { key, parent: set.key, doc: { ...body, status: 'ENABLED' }, ...(existing && { existing }) };
  },
  remove() {},
  touch: recount,
};

function recount(session: Session, { parent }: Entity): void {
  const { store, account } = session;
  const set = store.find(account.id, 'shared_set', parent!)!;
  const count = store.prepare(
    `SELECT count(*) AS count FROM search_entities
     WHERE customer = ? AND kind = ? AND parent = ? AND doc ->> 'status' IS NOT 'REMOVED'`,
  );
  const living = (kind: string) => Number(count.get(account.id, kind, set.key)?.count);
  const counts = { member_count: living('shared_criterion'), reference_count: living('campaign_shared_set') };
  store.save({ ...set, doc: { ...set.doc, ...counts } });
}
