import type { FastifyInstance } from 'fastify';
import type { World } from '../../emulator.ts';
import { camelCase, messageNamed, messageOfResource } from '../catalogue/messages.ts';
import { mutable } from '../catalogue/selection.ts';
import { adsError, partialFailureBody } from '../errors.ts';
import { fieldToJson } from '../format.ts';
import { type MutateOutcome, mutate, type Result } from '../mutate/engine.ts';
import { type Operation, Session } from '../mutate/session.ts';
import { KINDS } from '../rules/kinds.ts';
import { spend } from '../rules/quota.ts';
import type { Doc, Value } from '../state.ts';
import { readBody } from './body.ts';
import { type CustomerCall, customerRoute } from './wire.ts';

export function mountMutates(app: FastifyInstance, world: World): void {
  for (const [kind, service] of Object.entries(mutable)) {
    const { collection } = KINDS.get(kind)!;
    customerRoute(app, world, { method: 'POST', path: `/customers/:customerId/${collection}::mutate` }, (call) =>
      mutateCollection(call, kind, `services.Mutate${service}Request`),
    );
  }
  customerRoute(app, world, { method: 'POST', path: '/customers/:customerId/googleAds::mutate' }, mutateTogether);
  customerRoute(app, world, { method: 'POST', path: '/customers/:customerId(^[^/:]+)::mutate' }, mutateCustomer);
}

function mutateCollection(call: CustomerCall, kind: string, message: string): unknown {
  const body = readBody(call.request, message);
  const operations = asDocs(body.operations).map((operation, index) =>
    readOperation(kind, operation, `operations[${index}]`, index),
  );
  const outcome = run(call, body, operations);
  if (body.validate_only === true) return partialFailure(call, outcome);
  return {
    ...partialFailure(call, outcome),
    results: outcome.results.map((result) => (result ? resultBody(result, body) : {})),
  };
}

/** Several kinds in one transaction. */
function mutateTogether(call: CustomerCall): unknown {
  const body = readBody(call.request, 'services.MutateGoogleAdsRequest');
  const operations = asDocs(body.mutate_operations).map((entry, index) => {
    const [key] = Object.keys(entry);
    if (key === undefined)
      throw adsError('requestError.OPERATION_REQUIRED', 'The operation is empty.', {
        path: `mutate_operations[${index}]`,
      });
    return readOperation(
      key.replace(/_operation$/, ''),
      entry[key] as Doc,
      `mutate_operations[${index}].${key}`,
      index,
    );
  });
  refusePartial(body, operations);
  const outcome = run(call, body, operations);
  if (body.validate_only === true) return partialFailure(call, outcome);
  return {
    ...partialFailure(call, outcome),
    mutateOperationResponses: outcome.results.map((result) =>
      result ? { [`${camelCase(result.kind)}Result`]: resultBody(result, body) } : {},
    ),
  };
}

/** An asset group stands or falls with its assets, so it takes no partial failure. */
function refusePartial(body: Doc, operations: readonly Operation[]): void {
  const group = operations.find(({ kind }) => kind === 'asset_group');
  if (body.partial_failure === true && group)
    throw adsError(
      'mutateError.OPERATION_DOES_NOT_SUPPORT_PARTIAL_FAILURE',
      'Asset groups do not support partial failure.',
      { path: group.path },
    );
}

function mutateCustomer(call: CustomerCall): unknown {
  const body = readBody(call.request, 'services.MutateCustomerRequest');
  const operation = readOperation('customer', (body.operation ?? {}) as Doc, 'operation', 0);
  const outcome = run(call, body, [operation]);
  return body.validate_only === true ? {} : { result: resultBody(outcome.results[0]!, body) };
}

function run(call: CustomerCall, body: Doc, operations: Operation[]): MutateOutcome {
  checkMayWrite(call, operations);
  if (operations.length === 0)
    throw adsError('requestError.REQUIRED_FIELD_MISSING', 'There are no operations.', { path: 'operations' });
  spend(call, operations.length);
  const session = new Session(call.world, call.account, call.caller.email);
  return mutate(session, {
    operations,
    partialFailure: body.partial_failure === true,
    validateOnly: body.validate_only === true,
  });
}

/** Refuses users with read-only access, and changes on manager accounts. */
export function checkMayWrite({ account }: CustomerCall, operations: readonly { kind: string }[]): void {
  if (account.role === 'READ_ONLY' || account.role === 'EMAIL_ONLY')
    throw adsError('authorizationError.ACTION_NOT_PERMITTED', 'The role of the user does not permit this action.');
  if (account.manager && operations.some(({ kind }) => kind !== 'customer'))
    throw adsError(
      'requestError.CANNOT_BE_EXECUTED_BY_MANAGER_ACCOUNT',
      'The request cannot be executed by a manager account.',
    );
}

function asDocs(value: Value): Doc[] {
  return Array.isArray(value) ? (value as Doc[]) : [];
}

function readOperation(kind: string, body: Doc, path: string, index: number): Operation {
  const ignorable = (body.policy_validation_parameter as Doc | undefined)?.ignorable_policy_topics;
  return {
    kind,
    path,
    index,
    ...(body.create !== undefined && { create: body.create as Doc }),
    ...(body.update !== undefined && { update: body.update as Doc }),
    ...(body.remove !== undefined && { remove: String(body.remove) }),
    ...(body.update_mask !== undefined && { mask: body.update_mask as string[] }),
    exempt: [
      ...(Array.isArray(ignorable) ? ignorable.map(String) : []),
      ...asDocs(body.exempt_policy_violation_keys).map(({ policy_name: name }) => String(name)),
    ],
  };
}

function partialFailure(call: CustomerCall, { faults }: MutateOutcome): object {
  return faults.length > 0 ? { partialFailureError: partialFailureBody(faults, call) } : {};
}

function resultBody({ kind, name, doc }: Result, { response_content_type: wanted }: Doc): Record<string, unknown> {
  return { resourceName: name, ...(wanted === 'MUTABLE_RESOURCE' && { [camelCase(kind)]: mutableJson(kind, doc) }) };
}

function mutableJson(kind: string, doc: Doc): Record<string, unknown> {
  const json: Record<string, unknown> = {};
  for (const field of messageNamed(messageOfResource(kind)).fields.values()) {
    const value = field.outputOnly ? undefined : fieldToJson(field, doc[field.name]);
    if (value !== undefined) json[field.jsonName] = value;
  }
  return json;
}
