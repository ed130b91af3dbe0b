import type { FastifyRequest } from 'fastify';
import type { WordedFault } from '../emulator.ts';
import { GraphError } from './graph-error.ts';
import { newTraceId } from './refusal.ts';
import { splitPath } from './request.ts';

/** Throttling is HTTP 400 with a code of its own for each kind of use (reference §6.1, §7); `?code=` is not needed to tell them apart. */
function throttleFor(path: string): GraphError {
  const { segments } = splitPath(path);
  const busy = { status: 400, transient: true };
  const [node = '', edge = ''] = segments;
  if (edge === 'insights')
    return new GraphError(80000, 'There have been too many calls to this ad-account. Wait a bit and try again.', {
      ...busy,
      subcode: 2446079,
    });
  if (edge === 'customaudiences' || edge === 'users')
    return new GraphError(80003, 'There have been too many calls to this ad-account. Wait a bit and try again.', {
      ...busy,
      subcode: 2446079,
    });
  if (node.startsWith('act_'))
    return new GraphError(80004, 'There have been too many calls to this ad-account. Wait a bit and try again.', {
      ...busy,
      subcode: 2446079,
    });
  if (node === 'me') return new GraphError(17, '(#17) User request limit reached', { ...busy, subcode: 2446079 });
  if (edge !== '')
    return new GraphError(613, '(#613) Calls to this api have exceeded the rate limit.', { ...busy, subcode: 1487742 });
  return new GraphError(4, '(#4) Application request limit reached', busy);
}

function errorFor(kind: WordedFault, path: string): GraphError {
  switch (kind) {
    case 'throttle':
      return throttleFor(path);
    case 'expired_token':
      return new GraphError(
        190,
        'Error validating access token: Session has expired on Saturday, 14-Nov-26 08:00:00 PST.',
        { subcode: 463 },
      );
    case 'server_error':
      return new GraphError(1, 'An unknown error occurred', { status: 500, transient: true });
    case 'unavailable':
      return new GraphError(2, 'Service temporarily unavailable', { status: 503, transient: true });
  }
}

export function faultReply(kind: WordedFault, request: FastifyRequest) {
  const path = new URL(request.url, 'http://emulator').pathname;
  const error = errorFor(kind, path);
  const headers: Record<string, string> = { 'content-type': 'application/json; charset=UTF-8' };
  if (kind === 'throttle') Object.assign(headers, fullCounters(path));
  return { status: error.status, headers, body: JSON.stringify(error.body(newTraceId())) };
}

function fullCounters(path: string): Record<string, string> {
  const account = /act_(\d+)/.exec(path)?.[1];
  const usage = { call_count: 100, total_cputime: 100, total_time: 100 };
  if (account === undefined) return { 'x-app-usage': JSON.stringify(usage) };
  const row = {
    type: 'ads_management',
    ...usage,
    estimated_time_to_regain_access: 1,
    ads_api_access_tier: 'standard_access',
  };
  return { 'x-business-use-case-usage': JSON.stringify({ [account]: [row] }) };
}
