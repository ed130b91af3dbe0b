import { type Field, messageNamed, messageOfResource } from '../catalogue/messages.ts';
import { AdsError, type AdsFault } from '../errors.ts';
import { KIND_OF_COLLECTION } from '../query/lookup.ts';
import { refreshBudgets, refreshCampaign } from '../rules/derived-status.ts';
import { checkDeclarations } from '../rules/eu-declaration.ts';
import type { Kind } from '../rules/kind.ts';
import { KINDS } from '../rules/kinds.ts';
import { checkAssetGroups, checkBrandAssets } from '../rules/minimums.ts';
import type { Doc, Entity, Value } from '../state.ts';
import { recordChange } from './history.ts';
import { applyMask } from './mask.ts';
import { Complaints, type Operation, type Session } from './session.ts';

export interface Result {
  kind: string;
  name: string;
  doc: Doc;
}

export interface MutateWish {
  operations: Operation[];
  partialFailure: boolean;
  validateOnly: boolean;
}

export interface MutateOutcome {
  /** In the order of the operations; nothing where one failed. */
  results: (Result | undefined)[];
  faults: AdsFault[];
}

const OPERATIONS_MAX = 10_000;
/** Inside common messages the definitions do not mark which texts are names. */
const RESOURCE_NAME = /^customers\/\d+\/\w+\/[-\d~]+$/;
/** Kinds that the sandbox has no objects of: any reference to them is unknown. */
const UNHELD = ['campaign_group'];

/** Thrown to undo what a rehearsal wrote. */
class Rehearsal extends Error {
  readonly outcome: MutateOutcome;
  constructor(outcome: MutateOutcome) {
    super('validate only');
    this.outcome = outcome;
  }
}

/** All operations in one transaction: all of them, or, when partial failure was asked for, those that can be. */
export function mutate(session: Session, wish: MutateWish): MutateOutcome {
  if (wish.operations.length > OPERATIONS_MAX)
    throw new AdsError({
      code: 'requestError.TOO_MANY_MUTATE_OPERATIONS',
      message: 'Too many mutate operations in request.',
    });
  checkDistinct(wish.operations);
  const revision = session.store.revision;
  try {
    return session.world.change((record) => {
      const outcome = apply(session, wish);
      if (outcome.faults.length > 0 && !wish.partialFailure) throw new AdsError(...outcome.faults);
      if (wish.validateOnly) throw new Rehearsal(outcome);
      for (const effect of session.effects) record(effect);
      return outcome;
    });
  } catch (error) {
    session.store.revision = revision;
    if (error instanceof Rehearsal) return error.outcome;
    throw error;
  }
}

function checkDistinct(operations: readonly Operation[]): void {
  const seen = new Set<string>();
  const faults: AdsFault[] = [];
  for (const { kind, update, remove, path } of operations) {
    const name = remove ?? update?.resource_name;
    if (typeof name !== 'string') continue;
    if (seen.has(name))
      faults.push({
        code:
          kind === 'ad_group_ad'
            ? 'adGroupAdError.RESOURCE_REFERENCED_IN_MULTIPLE_OPS'
            : 'mutateError.ID_EXISTS_IN_MULTIPLE_MUTATES',
        message: 'Cannot mutate the same resource twice in one request.',
        path,
        trigger: name,
      });
    seen.add(name);
  }
  if (faults.length > 0) throw new AdsError(...faults);
}

/** Runs the operations without a transaction, for callers that opened one. */
export function apply(
  session: Session,
  { operations, partialFailure }: Pick<MutateWish, 'operations' | 'partialFailure'>,
): MutateOutcome {
  const faults: AdsFault[] = [];
  const stopped = new Map(checkDeclarations(session, operations).map((fault) => [fault.path, fault]));
  const results = operations.map((operation) => {
    const stop = stopped.get(operation.path);
    const failed = stop ? new AdsError(stop) : attempt(session, () => applyOne(session, operation));
    if (!(failed instanceof AdsError)) return failed;
    faults.push(...failed.faults);
    return undefined;
  });
  const late = [...checkAssetGroups(session), ...checkBrandAssets(session)];
  if (late.length > 0) {
    if (partialFailure) throw new AdsError(...late);
    faults.push(...late);
  }
  for (const key of session.touchedCampaigns) refreshCampaign(session, key);
  refreshBudgets(session);
  return { results, faults };
}

/** Runs one operation in a savepoint, rolled back when it fails. */
function attempt(session: Session, work: () => Result): Result | AdsError {
  const effects = session.effects.length;
  session.store.db.exec('SAVEPOINT operation');
  try {
    const result = work();
    session.store.db.exec('RELEASE operation');
    return result;
  } catch (error) {
    session.store.db.exec('ROLLBACK TO operation; RELEASE operation');
    session.effects.length = effects;
    if (error instanceof AdsError) return error;
    throw error;
  }
}

function applyOne(session: Session, operation: Operation): Result {
  const kind = KINDS.get(operation.kind)!;
  const complaints = new Complaints(operation.path);
  const chosen = [operation.create, operation.update, operation.remove].filter((part) => part !== undefined);
  if (chosen.length !== 1)
    complaints.add('requestError.OPERATION_REQUIRED', 'The operation must be one of create, update and remove.');
  complaints.throwIfAny();
  if (operation.create) return create(session, kind, operation, operation.create);
  if (operation.update) return update(session, kind, operation, operation.update);
  return remove(session, kind, operation, operation.remove!);
}

function create(session: Session, kind: Kind, operation: Operation, body: Doc): Result {
  const complaints = new Complaints(`${operation.path}.create`);
  const temporary = temporaryId(body, complaints, session);
  try {
    if (operation.mask)
      complaints.add('fieldMaskError.FIELD_MASK_NOT_ALLOWED', 'A field mask is not allowed for a create operation.');
    if (body.id !== undefined)
      complaints.add(
        'newResourceCreationError.CANNOT_SET_ID_FOR_CREATE',
        'Do not set the id field while creating new resources.',
        'id',
      );
    if (body.status === 'REMOVED')
      complaints.add(
        'operationAccessDeniedError.CREATE_AS_REMOVED_NOT_PERMITTED',
        'Creation of REMOVED resources is not permitted.',
        'status',
      );
    const doc = settle(session, messageOfResource(kind.name), withoutUnsaid(body), complaints) as Doc;
    complaints.throwIfAny();
    const created = kind.create!(session, doc, complaints, operation, temporary);
    complaints.throwIfAny();
    return written(session, kind, operation, created!);
  } catch (error) {
    if (temporary !== undefined) session.markFailed(temporary);
    throw error;
  }
}

/** An UNSPECIFIED declaration counts as missing. */
function withoutUnsaid({ contains_eu_political_advertising: declared, ...body }: Doc): Doc {
  return declared === undefined || declared === 'UNSPECIFIED'
    ? body
    : { ...body, contains_eu_political_advertising: declared };
}

function written(
  session: Session,
  kind: Kind,
  operation: Operation,
  created: NonNullable<ReturnType<NonNullable<Kind['create']>>>,
): Result {
  const { key, parent, existing } = created;
  const name = session.name(kind.collection, key);
  const doc: Doc = { ...created.doc, resource_name: name };
  if (existing && JSON.stringify(existing.doc) === JSON.stringify(doc)) return { kind: kind.name, name, doc };
  if (existing) session.store.save({ ...existing, doc });
  else session.store.insert({ customer: session.account.id, kind: kind.name, key, parent, doc, delivery: [] });
  const entity = session.store.find(session.account.id, kind.name, key)!;
  note(session, kind, operation, entity, existing ? 'update' : 'create', existing?.doc);
  return { kind: kind.name, name, doc };
}

/** The temporary id at the end of a resource name. Each may be used once in a request, over all kinds. */
function temporaryId(body: Doc, complaints: Complaints, session: Session): string | undefined {
  const temporary = /[/~](-\d+)$/.exec(String(body.resource_name ?? ''))?.[1];
  if (temporary !== undefined && session.isTaken(temporary))
    complaints.add(
      'newResourceCreationError.DUPLICATE_TEMP_IDS',
      'The same temporary ID was used for multiple resources.',
      'resource_name',
    );
  return temporary;
}

/** The body without output-only fields, with temporary names resolved and UNSPECIFIED or UNKNOWN enum values refused. */
function settle(session: Session, message: string, body: Doc, complaints: Complaints, path = ''): Value {
  const doc: Doc = {};
  for (const field of messageNamed(message).fields.values()) {
    const value = body[field.name];
    if (value === undefined || field.name === 'resource_name') continue;
    const at = path === '' ? field.name : `${path}.${field.name}`;
    if (field.outputOnly) {
      // With an update the mask tells which fields are meant.
      if (!path.startsWith('update') && field.name !== 'id')
        complaints.add('fieldError.VALUE_MUST_BE_UNSET', 'The platform sets it.', at);
      continue;
    }
    doc[field.name] = Array.isArray(value)
      ? value.map((item, i) => settleOne(session, field, item, complaints, `${at}[${i}]`))
      : settleOne(session, field, value, complaints, at);
  }
  return doc;
}

function settleOne(session: Session, field: Field, value: Value, complaints: Complaints, path: string): Value {
  if (field.message) return settle(session, field.message, value as Doc, complaints, path);
  if (field.enumeration && (value === 'UNSPECIFIED' || value === 'UNKNOWN'))
    complaints.add('requestError.INVALID_ENUM_VALUE', 'The enum value is not one to send.', path, { trigger: value });
  if (typeof value !== 'string' || !(field.resourceName || RESOURCE_NAME.test(value))) return value;
  const name = session.realName(value, complaints, path);
  checkInnerReference(session, name, complaints, path);
  return name;
}

/** Checks references in nested messages; each kind checks its own top-level references. */
function checkInnerReference(session: Session, name: string, complaints: Complaints, path: string): void {
  const field = path.replace(/^update\./, '');
  const kind = KIND_OF_COLLECTION[/^customers\/\d+\/(\w+)\//.exec(name)?.[1] ?? ''];
  const isOthers = kind === undefined || kind === 'user_list';
  const isLost = field.includes('.') && !isOthers && !session.byName(name, kind);
  if (isLost || UNHELD.includes(field))
    complaints.add('mutateError.RESOURCE_NOT_FOUND', 'Resource was not found.', path, { trigger: name });
}

function update(session: Session, kind: Kind, operation: Operation, body: Doc): Result {
  const complaints = new Complaints(operation.path);
  if (!operation.mask || operation.mask.length === 0)
    complaints.add(
      'fieldMaskError.FIELD_MASK_MISSING',
      'The field mask must be provided for update operations.',
      'update_mask',
    );
  if (body.status === 'REMOVED' && operation.mask?.includes('status'))
    complaints.add('fieldError.INVALID_VALUE', 'Use a remove operation to remove it.', 'update.status', {
      trigger: 'REMOVED',
    });
  if (kind.name === 'ad_group_ad' && operation.mask?.some((path) => /^ad(\.|$)/.test(path)))
    complaints.add('adError.CANNOT_MODIFY_AD', 'The content of an ad is changed by ads:mutate.', 'update.ad');
  const entity = target(session, kind, body.resource_name, complaints, 'update.resource_name');
  complaints.throwIfAny();
  const settled = settle(session, messageOfResource(kind.name), body, complaints, 'update') as Doc;
  const after = applyMask(messageOfResource(kind.name), entity!.doc, settled, operation.mask!, complaints);
  complaints.throwIfAny();
  const inside = new Complaints(`${operation.path}.update`);
  kind.update!(session, entity!, after, inside, operation);
  inside.throwIfAny();
  const before = entity!.doc;
  const saved = { ...entity!, doc: after };
  session.store.save(saved);
  note(session, kind, operation, saved, 'update', before);
  return { kind: kind.name, name: String(before.resource_name), doc: after };
}

function remove(session: Session, kind: Kind, operation: Operation, name: string): Result {
  const complaints = new Complaints(operation.path);
  if (operation.mask)
    complaints.add('fieldMaskError.FIELD_MASK_NOT_ALLOWED', 'A field mask is not allowed for a remove operation.');
  const entity = target(session, kind, session.realName(name, complaints, 'remove'), complaints, 'remove');
  complaints.throwIfAny();
  kind.remove!(session, entity!, complaints, operation);
  complaints.throwIfAny();
  const before = entity!.doc;
  const saved = { ...entity!, doc: { ...before, status: 'REMOVED' } };
  if (kind.vanishes) session.store.delete(saved);
  else session.store.save(saved);
  note(session, kind, operation, saved, 'delete', before);
  return { kind: kind.name, name: String(before.resource_name), doc: saved.doc };
}

const REMOVED_CODES: Readonly<Record<string, AdsFault['code']>> = {
  ad_group_ad: 'adGroupAdError.CANNOT_OPERATE_ON_REMOVED_ADGROUPAD',
  shared_set: 'sharedSetError.SHARED_SET_REMOVED',
};

function target(session: Session, kind: Kind, name: Value, complaints: Complaints, field: string): Entity | undefined {
  if (typeof name !== 'string' || name === '') {
    complaints.add('requestError.RESOURCE_NAME_MISSING', 'Resource name is missing.', field);
    return undefined;
  }
  if (!new RegExp(`^customers/\\d+${kind.collection && `/${kind.collection}/[^/]+`}$`).test(name)) {
    complaints.add('requestError.RESOURCE_NAME_MALFORMED', `Resource name '${name}' is malformed.`, field, {
      trigger: name,
    });
    return undefined;
  }
  const entity = session.byName(name, kind.name);
  if (!entity)
    complaints.add(kind.absent ?? 'mutateError.RESOURCE_NOT_FOUND', 'Resource was not found.', field, {
      trigger: name,
    });
  else if (entity.doc.status === 'REMOVED')
    complaints.add(
      REMOVED_CODES[kind.name] ?? 'contextError.OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE',
      'The operation is not allowed for removed resources.',
      field,
    );
  return entity;
}

function note(
  session: Session,
  kind: Kind,
  operation: Operation,
  entity: Entity,
  effect: 'create' | 'update' | 'delete',
  before: Doc | undefined,
): void {
  kind.touch?.(session, entity, operation);
  session.effects.push({
    kind: effect,
    resource: kind.name,
    id: entity.key,
    account: session.account.id,
    detail: { name: entity.doc.name ?? entity.doc.resource_name },
  });
  if (kind.changeType) recordChange(session, kind.changeType, entity, effect, before, operation.index);
}
