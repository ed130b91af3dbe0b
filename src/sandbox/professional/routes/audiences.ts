import { accountFor } from '../access.ts';
import { notFound, plain, RestliError } from '../errors.ts';
import { urn } from '../format.ts';
import { INDEX_PARAMS, indexPage } from '../restli/paging.ts';
import { type Call, changing, neededText, type Resource, type Row, textParam, urnId } from '../restli/resource.ts';
import { anything, array, checkNew, type Fields, record, symbol, text, urnOf } from '../rules/schema.ts';
import type { DmpSegment } from '../state/shapes.ts';
import type { Entity } from '../state.ts';

/** Lists that advertisers upload: people by the hash of their address, or companies. */

/** Names the platform has given to apps that may bring lists. */
export const SOURCE_PLATFORM = 'ACME';

const readOnly = { type: anything, readOnly: true };

const SEGMENT_FIELDS: Fields = {
  account: { type: urnOf('sponsoredAccount'), required: true },
  name: { type: text, required: true },
  description: { type: text },
  accessPolicy: { type: symbol('PRIVATE'), required: true },
  type: { type: symbol('USER', 'COMPANY', 'USER_LIST_UPLOAD', 'COMPANY_LIST_UPLOAD'), required: true },
  sourcePlatform: { type: symbol(SOURCE_PLATFORM, 'LIST_UPLOAD'), required: true },
  sourceSegmentId: { type: text },
  destinations: { type: array(record({ destination: { type: symbol('LINKEDIN'), required: true } })), required: true },
  id: readOnly,
  inputCount: readOnly,
};

function segmentFor(call: Call, id: string, role?: string): Entity<'dmpSegment'> {
  const segment = call.store.find('dmpSegment', id);
  if (!segment) throw notFound();
  accountFor(call, segment.account!, role);
  return segment;
}

function shown(segment: Entity<'dmpSegment'>, call: Call) {
  const { members, adSegment, ...fields } = segment.fields;
  const target = call.store.find('segment', adSegment)!;
  return {
    id: Number(segment.id),
    ...fields,
    destinations: [
      {
        destination: 'LINKEDIN',
        destinationSegmentId: urn('adSegment', adSegment),
        status: target.fields.status,
        audienceSize: target.fields.approximateMemberCount,
        matchedCount: matched(members).length,
        created: segment.createdAt,
        lastModified: segment.modifiedAt,
      },
    ],
    inputCount: members.length,
    created: segment.createdAt,
    lastModified: segment.modifiedAt,
  };
}

/** Four fifths of the uploaded people match a member. */
export function matched(members: readonly string[]): string[] {
  return members.filter((one) => one.charCodeAt(0) % 5 !== 0);
}

export const dmpSegments: Resource = {
  path: '/dmpSegments',
  key: 'number',
  reads: ['rw_dmp_segments'],
  writes: ['rw_dmp_segments'],
  get: (call, id) => shown(segmentFor(call, id), call),
  finders: {
    account: {
      params: ['account', 'sourcePlatform', ...INDEX_PARAMS],
      run(call) {
        const account = urnId('account', neededText(call.query, 'account'), 'sponsoredAccount');
        accountFor(call, account);
        const source = textParam(call.query, 'sourcePlatform');
        const found = call.store
          .list('dmpSegment', { account })
          .filter(({ fields }) => source === undefined || fields.sourcePlatform === source);
        return indexPage(call, 'dmpSegments', found, (segment) => shown(segment, call));
      },
    },
  },
  create(call, body) {
    checkNew(body, SEGMENT_FIELDS);
    const account = urnId('account', String(body.account), 'sponsoredAccount');
    accountFor(call, account, 'CREATIVE_MANAGER');
    const { destinations: _, ...given } = body as unknown as DmpSegment & { destinations: unknown };
    const made = { account, at: call.now, actor: urn('person', call.session.member.id) };
    return changing(
      call,
      ({ id }) => ({ kind: 'create', resource: 'dmpSegment', id, account, detail: { name: given.name } }),
      () => {
        const target = call.store.insert(
          'segment',
          {
            name: given.name,
            account: urn('sponsoredAccount', account),
            type: 'BULK',
            status: 'BUILDING',
            approximateMemberCount: 0,
          },
          made,
        );
        return call.store.insert('dmpSegment', { ...given, adSegment: target.id, members: [] }, made);
      },
    ).id;
  },
  /** Deletes the audience made from the list, too. */
  remove(call, id) {
    const segment = segmentFor(call, id, 'CREATIVE_MANAGER');
    changing(
      call,
      () => ({ kind: 'delete', resource: 'dmpSegment', id, account: segment.account! }),
      () => {
        const target = call.store.find('segment', segment.fields.adSegment);
        if (target) call.store.remove(target);
        call.store.remove(segment);
      },
    );
  },
};

const ACTION = { type: symbol('ADD', 'REMOVE'), required: true };

const USER_FIELDS: Fields = {
  action: ACTION,
  userIds: {
    type: array(
      record({
        idType: { type: symbol('SHA256_EMAIL', 'SHA512_EMAIL', 'GOOGLE_AID'), required: true },
        idValue: { type: text, required: true },
      }),
    ),
  },
  firstName: { type: text },
  lastName: { type: text },
  title: { type: text },
  company: { type: text },
  country: { type: text },
};

const COMPANY_FIELDS: Fields = {
  action: ACTION,
  companyName: { type: text },
  companyWebsiteDomain: { type: text },
  companyEmailDomain: { type: text },
  companyPageUrl: { type: text },
  organizationUrn: { type: urnOf('organization') },
  country: { type: text },
};

function personIn(element: Row): string {
  checkNew(element, USER_FIELDS);
  const [first] = (element.userIds ?? []) as { idType: string; idValue: string }[];
  if (!first && (!element.firstName || !element.lastName))
    throw plain(400, '/userIds or /firstName and /lastName are required');
  if (first?.idType === 'SHA256_EMAIL' && !/^[0-9a-f]{64}$/.test(first.idValue))
    throw plain(400, '/userIds/0/idValue is not a SHA256 hash');
  return first?.idValue ?? `${element.firstName} ${element.lastName}`;
}

function companyIn(element: Row): string {
  checkNew(element, COMPANY_FIELDS);
  const { action: _, ...identity } = element;
  const [first] = Object.values(identity);
  if (first === undefined) throw plain(400, '/companyName or another identification is required');
  return String(first);
}

const ELEMENTS_MAX = 5000;

/** A sub-resource that only takes batches, each element adding or removing one. */
function members(name: 'users' | 'companies', type: 'USER' | 'COMPANY', keyOf: (element: Row) => string): Resource {
  return {
    path: `/dmpSegments/{segment}/${name}`,
    reads: ['rw_dmp_segments'],
    writes: ['rw_dmp_segments'],
    create() {
      throw plain(400, 'X-RestLi-Method BATCH_CREATE has to be named');
    },
    createEach(call, elements) {
      const segment = segmentFor(call, call.path.segment!, 'CREATIVE_MANAGER');
      if (segment.fields.type !== type) throw plain(400, `A segment of type ${segment.fields.type} has no ${name}`);
      if (elements.length > ELEMENTS_MAX) throw plain(400, `A batch has at most ${ELEMENTS_MAX} elements`);
      const kept = new Set(segment.fields.members);
      const answers = elements.map((element) => taken(element, keyOf, kept));
      const detail = { elements: elements.length, members: kept.size };
      changing(
        call,
        () => ({ kind: 'update', resource: 'dmpSegment', id: segment.id, account: segment.account!, detail }),
        () => {
          const fields = { ...segment.fields, members: [...kept] };
          call.store.save({ ...segment, fields, modifiedAt: call.now });
          const target = call.store.find('segment', fields.adSegment)!;
          const approximateMemberCount = matched(fields.members).length;
          const status = approximateMemberCount > 0 ? 'READY' : 'BUILDING';
          call.store.save({ ...target, fields: { ...target.fields, status, approximateMemberCount } });
        },
      );
      return answers;
    },
  };
}

function taken(element: Row, keyOf: (element: Row) => string, kept: Set<string>): Row {
  try {
    const key = keyOf(element);
    if (element.action === 'ADD') kept.add(key);
    else kept.delete(key);
    return { status: 201 };
  } catch (error) {
    if (error instanceof RestliError) return { status: error.status, error: error.body };
    throw error;
  }
}

export const dmpSegmentUsers = members('users', 'USER', personIn);
export const dmpSegmentCompanies = members('companies', 'COMPANY', companyIn);
