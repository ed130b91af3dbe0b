import { randomUUID } from 'node:crypto';
import type { WordedFault } from '../emulator.ts';

/** A refusal as the platform words it. Its bodies come in several shapes, by resource and by the layer that refused. */
export class RestliError extends Error {
  readonly status: number;
  readonly body: Record<string, unknown>;

  constructor(status: number, body: Record<string, unknown>) {
    super(String(body.message ?? status));
    this.status = status;
    this.body = { ...body, status };
  }
}

/** The older shape, which most resources still answer with. */
export function plain(status: number, message: string, serviceErrorCode?: number): RestliError {
  return new RestliError(status, { message, ...(serviceErrorCode !== undefined && { serviceErrorCode }) });
}

export function coded(status: number, code: string, message: string, serviceErrorCode?: number): RestliError {
  return new RestliError(status, { code, message, ...(serviceErrorCode !== undefined && { serviceErrorCode }) });
}

export function notFound(): RestliError {
  return coded(404, 'NOT_FOUND', 'Could not find entity', 0);
}

const DETAIL_TYPE = 'com.linkedin.common.error.BadRequest';

export function paramInvalid(field: string): RestliError {
  return queryFault('PARAM_INVALID', 'Invalid param. Please see errorDetails for more information.', [
    { field, description: 'Invalid value for param; wrong type or other syntax error' },
  ]);
}

export function paramsNotAllowed(fields: readonly string[]): RestliError {
  return queryFault(
    'QUERY_PARAM_NOT_ALLOWED',
    'Query param is not allowed. Please see errorDetails for more information.',
    fields.map((field) => ({ field, description: 'Unpermitted query parameter' })),
  );
}

function queryFault(
  code: string,
  message: string,
  faults: readonly { field: string; description: string }[],
): RestliError {
  const inputErrors = faults.map(({ field, description }) => ({
    description,
    input: { inputPath: { fieldPath: field } },
    code,
  }));
  return new RestliError(400, { errorDetailType: DETAIL_TYPE, code, message, errorDetails: { inputErrors } });
}

/** All faults of the schema check in one message. */
export function schemaError(lines: readonly string[]): RestliError {
  return new RestliError(422, { message: lines.map((line) => `ERROR :: ${line}\n`).join('') });
}

/** One broken rule, found after the schema check. */
export interface Fault {
  code: string;
  /** `/Campaign/dailyBudget/amount` */
  path: string;
  description: string;
  value?: unknown;
  /** The other field it depends on, with its value. */
  on?: { path: string; value?: unknown };
  serviceErrorCode?: number;
}

/** All broken rules at once. */
export function refuseFaults(faults: readonly Fault[]): void {
  const [first] = faults;
  if (!first) return;
  const errorDetails = {
    ...listed(
      'inputErrors',
      faults.filter(({ on }) => !on),
    ),
    ...listed(
      'conditionalInputErrors',
      faults.filter(({ on }) => on),
    ),
  };
  const head =
    faults.length === 1
      ? {
          code: first.code,
          message: first.description,
          ...(first.serviceErrorCode !== undefined && { serviceErrorCode: first.serviceErrorCode }),
        }
      : {
          code: 'MULTIPLE_VALIDATIONS_FAILED',
          message:
            'Multiple errors occurred during the input validation. Please see errorDetails for more information.',
        };
  throw new RestliError(400, { ...head, errorDetailType: DETAIL_TYPE, errorDetails });
}

function listed(name: string, faults: readonly Fault[]): Record<string, unknown> {
  if (faults.length === 0) return {};
  const input = (path: string, value: unknown) => ({
    inputPath: { fieldPath: path },
    ...(value !== undefined && { value: String(value) }),
  });
  return {
    [name]: faults.map(({ code, description, path, value, on }) => ({
      code,
      description,
      input: input(path, value),
      ...(on && { dependentInput: input(on.path, on.value) }),
    })),
  };
}

export function tracing(): Record<string, string> {
  const id = randomUUID();
  return { 'x-li-uuid': id, 'x-li-fabric': 'sandbox', 'x-li-request-id': id };
}

export function throttled(span: 'MINUTE' | 'DAY' = 'DAY'): RestliError {
  return coded(
    429,
    'TOO_MANY_REQUESTS',
    `Resource level throttle APPLICATION_AND_MEMBER ${span} limit for calls to this resource is reached`,
    101,
  );
}

function errorFor(kind: WordedFault): RestliError {
  switch (kind) {
    case 'throttle':
      return throttled();
    case 'expired_token':
      return coded(401, 'EXPIRED_ACCESS_TOKEN', 'The token used in the request has expired', 65602);
    case 'refused':
      return coded(403, 'NO_PERMISSION_ON_ENTITY', "The member's role on the ad account does not permit this action");
    case 'server_error':
      return coded(500, 'INTERNAL_ERROR', 'Internal Server Error', 0);
    case 'unavailable':
      return coded(503, 'UNDER_MAINTENANCE', 'Service Unavailable', 0);
  }
}

export function faultReply(kind: WordedFault) {
  const error = errorFor(kind);
  return { status: error.status, headers: tracing(), body: JSON.stringify(error.body) };
}
