import type { FastifyRequest } from 'fastify';
import type { WordedFault } from '../emulator.ts';
import { GraphError } from './errors.ts';
import { splitPath } from './graph/request.ts';
import { newTraceId } from './refusal.ts';

const BUSY = { status: 400, transient: true };
const ACCOUNT_BUSY = 'There have been too many calls to this ad-account. Wait a bit and try again.';

/** Throttling is HTTP 400, with another code for each kind of use (reference §6.1, §7): which one follows from the path. */
function throttleFor(path: string): GraphError {
  const [node = '', edge = ''] = splitPath(path).segments;
  if (edge === 'accounts' || edge === 'promote_pages')
    return new GraphError(32, '(#32) Page request limit reached', BUSY);
  if (edge === 'insights') return new GraphError(80000, ACCOUNT_BUSY, { ...BUSY, subcode: 2446079 });
  if (edge === 'customaudiences' || edge === 'users')
    return new GraphError(80003, ACCOUNT_BUSY, { ...BUSY, subcode: 2446079 });
  if (node.startsWith('act_')) return new GraphError(80004, ACCOUNT_BUSY, { ...BUSY, subcode: 2446079 });
  if (node === 'me') return new GraphError(17, '(#17) User request limit reached', { ...BUSY, subcode: 2446079 });
  if (edge !== '')
    return new GraphError(613, '(#613) Calls to this api have exceeded the rate limit.', { ...BUSY, subcode: 1487742 });
  return new GraphError(4, '(#4) Application request limit reached', BUSY);
}

function errorFor(kind: WordedFault, path: string): GraphError {
  switch (kind) {
    case 'throttle':
      return throttleFor(path);
    case 'expired_token':
      return new GraphError(190, 'Error validating access token: Session has expired.', { subcode: 463 });
    case 'server_error':
      return new GraphError(1, 'An unknown error occurred', { status: 500, transient: true });
    case 'unavailable':
      return new GraphError(2, 'Service temporarily unavailable', { status: 503, transient: true });
  }
}

export function faultReply(kind: WordedFault, request: FastifyRequest) {
  const path = new URL(request.url, 'http://emulator').pathname;
  const error = errorFor(kind, path);
  const headers = {
    'content-type': 'application/json; charset=UTF-8',
    ...(kind === 'throttle' && fullCounters(path)),
  };
  return { status: error.status, headers, body: JSON.stringify(error.body(newTraceId())) };
}

function fullCounters(path: string): Record<string, string> {
  const account = /act_(\d+)/.exec(path)?.[1];
  const usage = { call_count: 100, total_cputime: 100, total_time: 100 };
  if (account === undefined) return { 'x-app-usage': JSON.stringify(usage) };
  const type = path.endsWith('/insights')
    ? 'ads_insights'
    : path.endsWith('/customaudiences')
      ? 'custom_audience'
      : 'ads_management';
  const row = { type, ...usage, estimated_time_to_regain_access: 1, ads_api_access_tier: 'standard_access' };
  return { 'x-business-use-case-usage': JSON.stringify({ [account]: [row] }) };
}
