import type { ConversionEvent, SOURCES } from './event.ts';

/** A place on a platform that takes events: a dataset, a conversion action, a rule, an event source. */
export interface Destination {
  id: string;
  name: string;
  /** The platform's own word for it, such as `dataset`. */
  kind: string;
  /** The platform's own status. */
  status: string;
  /** The events it stands for, in our words or its own name; left out: any. */
  events?: readonly string[];
  /** Where events that it takes happened; one with a lead counts as `crm`. Left out: anywhere. */
  sources?: readonly (typeof SOURCES)[number][];
  /** Why it takes no events from here, such as a rule that only a tag on a page fills. */
  closed?: string;
  /**
   * What a tag on a page contains that fills it. `awaited`: it is switched on, so a website should have such a tag; `partner`:
   * what the base tag of every page names, where that is another id.
   */
  tag?: { id: string; label?: string; partner?: string; awaited: boolean } | undefined;
  /** When the platform last received something, as ISO text. */
  last_received?: string;
  /** How well events can be matched, in the platform's own measure. */
  quality?: Readonly<Record<string, unknown>>;
  /** What only the channel itself reads when it sends, such as the kind of event source. */
  wire?: unknown;
}

/** An event as the platform is sent it, or why it is not. */
export type Prepared =
  | { body: unknown; notes?: readonly string[] }
  /** The platform could not do anything with it: no click id, another form's lead. In a few words. */
  | { skipped: string }
  /** Something is wrong with a field, which the caller can mend. */
  | { refused: FieldProblem };

export interface FieldProblem {
  /** As in the event: `person.phone`. */
  field: string;
  message: string;
}

/** What the platform said of one event. */
export type EventAnswer =
  | { outcome: 'sent'; reference?: string }
  /** The platform had it before, by its own key. */
  | { outcome: 'already_sent'; why: string }
  /** `later`: nothing is wrong with it, and it can be sent again after a while. */
  | { outcome: 'refused'; field?: string; why: string; later?: true }
  /** Nothing is wrong with it: the request was refused for the sake of others, and it is sent again without them. */
  | { outcome: 'not_sent' };

/** What a test event does on a platform. */
export type TestMode =
  /** There is none: test events are not sent. */
  | { kind: 'none' }
  /** The platform checks the event and keeps nothing. */
  | { kind: 'checked' }
  /** Shown in the platform's own test page by a code from there; `counts`: and counted like any other. */
  | { kind: 'code'; counts: boolean };

/** How a channel tells its platform what the ads brought in; its `conversions.ts`. */
export interface Conversions<Client = unknown> {
  /** Events in one request. */
  batchMax: number;
  testMode: TestMode;
  /**
   * Whether an event whose outcome is unknown may be sent again, and by which key of the platform, in words: "the platform
   * drops a second event of the same name and event_id within 48 hours" (`withinMs` then, counted from the first send).
   */
  resend: { safe: boolean; because: string; withinMs?: number };
  /** The truth about delays, ages, windows and consent there, a sentence each. */
  truths: readonly string[];
  /** Every destination of the account, those that take nothing from here too. */
  destinations(client: Client, account: string): Promise<readonly Destination[]>;
  /**
   * Normalises and hashes for this platform, and refuses what it would refuse as far as that is certain. `now` in milliseconds.
   * Pure: it sends nothing. Of a person who did not agree to ads, no event comes here.
   */
  prepare(event: ConversionEvent, destination: Destination, now: number): Prepared;
  /**
   * Sends prepared events in one request, with an answer for each in order. A request that is refused whole fails (`Failure`,
   * not applied): the caller splits it until only the bad events are left.
   */
  send(client: Client, batch: Batch): Promise<readonly EventAnswer[]>;
  /**
   * What the platform says of the last days. `references` are those of the sends to this destination, newest first, where the
   * platform is asked by them.
   */
  quality?(
    client: Client,
    asked: { account: string; destination: Destination; references: readonly string[] },
  ): Promise<ConversionQuality>;
}

/** How well what was sent could be used, as the platform says it. */
export interface ConversionQuality {
  /** By their own names: the platforms' measures are not one scale. */
  measures: readonly { name: string; value: number; of?: number; event?: string }[];
  /** Errors and warnings by kind. */
  diagnostics: readonly { kind: string; count?: number; meaning: string }[];
  /** The share of events that the platform dropped as repeats, from 0 to 1. */
  dedup_rate?: number;
  /** What is not known yet, such as a diagnosis that takes a day. */
  notes?: readonly string[];
}

export interface Batch {
  account: string;
  destination: Destination;
  /** As `prepare` made them. */
  bodies: readonly unknown[];
  /** Set for test events: the code from the platform's test page, or '' where none is needed. */
  testCode?: string;
}
