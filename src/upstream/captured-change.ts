import type { PlatformRequest, PlatformSession, UpstreamRequest } from './session.ts';

/** Told of a changing request before it leaves, with the session it would leave by; throws to keep it here. */
export type ChangeGuard = (
  request: ChangingRequest,
  session: Pick<PlatformSession, 'ask' | 'now' | 'platformNow'>,
) => Promise<void>;

export type ChangingRequest = PlatformRequest | UpstreamRequest;

/**
 * Thrown instead of sending the change of a call that is only previewed. Where the tool knows what it is about to change, it
 * notes that on the way (`changeAndReadBack`).
 */
export class CapturedChange extends Error {
  readonly request: ChangingRequest;
  /** What the touched fields show now, and what they would show. */
  before: Readonly<Record<string, unknown>> | undefined;
  wanted: Readonly<Record<string, unknown>> | undefined;

  constructor(request: ChangingRequest) {
    super('This change was captured, not sent.');
    this.name = 'CapturedChange';
    this.request = request;
  }
}
