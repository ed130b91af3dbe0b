/** Where events of one kind go: the place on the platform, and whether they were only tried. */
export interface SendPlace {
  channel: string;
  account: string;
  destination: string;
  isTest: boolean;
}

/** An event as the ledger keeps it: without anything about the person. */
export interface SendEntry {
  eventId: string;
  event: string;
  /** Milliseconds. */
  happenedAt: number;
  value?: { amount: string; currency: string } | undefined;
  source: string;
}

export const SEND_STATES = ['sending', 'sent', 'already_sent', 'skipped', 'refused', 'unknown'] as const;
export type SendState = (typeof SEND_STATES)[number];

/** What became of an event at one destination. */
export interface SendResult {
  eventId: string;
  state: Exclude<SendState, 'sending'>;
  field?: string | undefined;
  why?: string | undefined;
  /** The platform's name of the request, by which it is asked later what became of it. */
  reference?: string | undefined;
}

export interface KeptSend extends SendEntry, SendPlace {
  /** `sending` of long ago is an unknown outcome: the process that sent it has ended. */
  state: SendState;
  field?: string | undefined;
  why?: string | undefined;
  reference?: string | undefined;
  tries: number;
  /** When it was last tried. */
  at: number;
}

export interface SendQuestion {
  since?: number | undefined;
  eventId?: string | undefined;
  /** Of these; all when left out. */
  channels?: readonly string[] | undefined;
  state?: SendState | undefined;
  /** Goes on after this one. */
  after?: Pick<KeptSend, 'at' | 'eventId' | keyof SendPlace> | undefined;
  limit: number;
}

/** The sends of one workspace, each event once at each destination. Every step is on disk when it resolves. */
export interface SendLedger {
  /**
   * Takes these events for sending, of which each can be taken once: those that were never sent, or were refused or skipped
   * before, and those of unknown outcome that were first sent after `retakeSince`. What is not taken comes back as it is kept.
   */
  claim(
    place: SendPlace,
    entries: readonly SendEntry[],
    retakeSince: number | undefined,
  ): Promise<ReadonlyMap<string, KeptSend>>;
  settle(place: SendPlace, results: readonly SendResult[]): Promise<void>;
  /** Writes down what is not sent at all. A send that is kept already stays as it is. */
  note(place: SendPlace, entries: readonly (SendEntry & SendResult)[]): Promise<void>;
  /** Gives back what was taken and not sent. */
  release(place: SendPlace, eventIds: readonly string[]): Promise<void>;
  /** The platform's names of the requests that were sent to a place since a moment, newest first. */
  references(place: SendPlace, since: number): Promise<readonly string[]>;
  /** Newest first. */
  list(question: SendQuestion): Promise<readonly KeptSend[]>;
}
