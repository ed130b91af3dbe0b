import type { PlatformRequest, PlatformSession, UpstreamRequest } from './session.ts';

/** Told of a changing request before it leaves, with the session it would leave by; throws to keep it here. */
export type ChangeGuard = (
  request: ChangingRequest,
  session: Pick<PlatformSession, 'ask' | 'now' | 'platformNow'>,
) => Promise<void>;

export type ChangingRequest = PlatformRequest | UpstreamRequest;

/** Why a row is not sent, and the lowest amount that would be taken. */
export interface RowRefusal {
  code: string;
  message: string;
  at_least?: string | undefined;
}

/**
 * Thrown instead of sending the change of a call that is only previewed. Where the tool knows what it is about to change, it
 * notes that on the way (`changeAndReadBack`).
 */
export class CapturedChange extends Error {
  readonly request: ChangingRequest;
  /** What the touched fields show now, and what they would show. */
  before: Readonly<Record<string, unknown>> | undefined;
  wanted: Readonly<Record<string, unknown>> | undefined;
  /** The rows of a bulk change that would not be sent, with the reason. */
  refused: Readonly<Record<string, RowRefusal>> | undefined;

  constructor(request: ChangingRequest) {
    super('This change was captured, not sent.');
    this.name = 'CapturedChange';
    this.request = request;
  }
}
