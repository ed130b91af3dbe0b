/** What an endpoint can be told of. */
const EVENT_TYPES = [
  'alert.firing',
  'alert.resolved',
  'change.applied',
  'change.unknown',
  'plan.waiting',
  'limit.reached',
  'lead.received',
  'report.ready',
  'report.failed',
  'change.not_applied',
  'endpoint.off',
  'endpoint.test',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** What an endpoint can ask for. A test, and that another endpoint was switched off, reach every endpoint. */
export const CHOSEN_EVENTS = EVENT_TYPES.filter((type) => !type.startsWith('endpoint.'));

/** Something that happened, to be told to every endpoint of its workspace that asked for its type. */
export interface NewEvent {
  /** The same each time the same event is reported, by any process: also the receivers' idempotency key. */
  id: string;
  type: EventType;
  organizationId: string;
  workspaceId: string;
  at: number;
  /** The `data` of the webhook's body: thin, under 20 kB. */
  data: Readonly<Record<string, unknown>>;
  /** The same for people, in mails and chats: plain text. */
  words: { title: string; text: string; path?: string | undefined };
  /** Only these endpoints; left out: all that asked for the type. */
  endpoints?: readonly string[] | undefined;
  /** For mails. */
  attachments?: readonly { name: string; type: string; data: Uint8Array }[] | undefined;
}
