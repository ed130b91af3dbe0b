import type { FastifyRequest } from 'fastify';
import type { WordedFault } from '../emulator.ts';
import { pathOf } from '../request-parts.ts';
import { envelope } from './format.ts';

/** A refusal as the platform words it: a code, nearly always with HTTP 200. */
export class Refusal extends Error {
  readonly code: number;
  readonly status: number;

  constructor(code: number, message: string, status = 200) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/** The catch-all for parameters and business rules. */
export function bad(message: string): Refusal {
  return new Refusal(40002, message);
}

export function missingField(field: string): Refusal {
  return bad(`${field}: Missing data for required field.`);
}

export function notGranted(advertiser: string): Refusal {
  return new Refusal(40001, `No permission to operate advertiser: ${advertiser}`);
}

const FAULTS: Record<Exclude<WordedFault, 'refused'>, { status: number; code: number; message: string }> = {
  throttle: {
    status: 200,
    code: 40100,
    message: 'Due to too many requests, requests from this App are temporarily restricted.',
  },
  expired_token: { status: 200, code: 40105, message: 'Access token is incorrect or has been revoked.' },
  server_error: {
    status: 200,
    code: 50000,
    message: 'Internal service timed out. Please retry in sometime.',
  },
  unavailable: { status: 503, code: 60001, message: 'The service is under maintenance.' },
};

export function faultReply(kind: WordedFault, request: FastifyRequest): { status: number; body: string } {
  const { status, code, message } = kind === 'refused' ? notGrantedCall(request) : FAULTS[kind];
  const isEventThrottle = kind === 'throttle' && pathOf(request).endsWith('/event/track/');
  return { status: isEventThrottle ? 401 : status, body: envelope(code, message, {}, 0) };
}

/** The advertiser has not granted the area that this call belongs to. */
function notGrantedCall(request: FastifyRequest): { status: number; code: number; message: string } {
  const area = `${pathOf(request).replace(/^\/open_api\/v[\d.]+/, '')}:${request.method}`;
  return { status: 200, code: 40001, message: `advertiser does not grant you ${area} permission` };
}
