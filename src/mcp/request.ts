import type { Principal } from '../auth/key-records.ts';
import type { Call } from '../pipeline/call.ts';
import type { Endpoint } from '../pipeline/endpoint.ts';
import type { Narrowing } from '../pipeline/tool-selection.ts';
import type { Era, Params, ProtocolHeaders } from './eras.ts';
import type { MessageId } from './message.ts';

/** The caller of a message, and its wishes from URL and headers. */
export interface Caller {
  call: Omit<Call, 'progress' | 'room'>;
  narrowing: Narrowing;
  headers: ProtocolHeaders;
  /** False for the plain client: its replies leave out what only MCP clients read. */
  speaksMcp: boolean;
  /** Sends a message ahead of the reply; undefined when the client takes no stream. */
  notify?: ((message: string) => void) | undefined;
  freshId(): string;
  /** Before the next call of a batch: gives the event loop a turn, then checks the key again. */
  nextCall(): Promise<Principal>;
}

/** One message that needs an answer, with its context. */
export interface Request {
  endpoint: Endpoint;
  id: MessageId;
  params: Params;
  era: Era;
  caller: Caller;
  /** The limit for the whole reply on the wire. */
  replyBytesMax: number;
}
