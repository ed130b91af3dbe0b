/** An ad that the platform has rejected. */
export interface RejectedAd {
  id: string;
  name: string;
  /** As reports list campaigns. */
  campaign?: { id: string; name?: string | undefined } | undefined;
  /** The platform's words for people. */
  reasons: readonly string[];
}

/** More rejected ads of one account are not read: the alert counts them, and a person opens the platform. */
export const REJECTED_MAX = 500;

/** Why an account does not deliver, or soon will not. */
export interface AccountProblem {
  /** The platform's own word, such as UNSETTLED. */
  status: string;
  kind: 'closed' | 'restricted' | 'payment' | 'balance_low';
  words: string;
  nextStep: string;
}

/** A change as the platform's own history tells it, made through us or elsewhere. */
export interface PlatformChange {
  at: string;
  /** Who made it, as the platform tells: a person, a program, the platform itself. */
  who?: string | undefined;
  /** `campaign`: the id of the campaign it is in, where the history or the question tells. */
  object: { id: string; name?: string | undefined; campaign?: string | undefined };
  /** Plain words: "daily budget 700.00 → 1,400.00". */
  words: string;
}

/** What a channel declares, in `watching.ts`, for monitors that look at more than numbers. */
export interface Watching<Client = unknown> {
  /** All of the account, at most `REJECTED_MAX`. */
  rejectedAds(client: Client, account: string, signal: AbortSignal): Promise<readonly RejectedAd[]>;
  accountProblems(client: Client, account: string, signal: AbortSignal): Promise<readonly AccountProblem[]>;
  /** The platform's own history between two moments, newest first; left out where it keeps none. */
  changes?(
    client: Client,
    account: string,
    span: { since: number; until: number; campaign?: string | undefined },
    signal: AbortSignal,
  ): Promise<readonly PlatformChange[]>;
}
