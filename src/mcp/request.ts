import type { Principal } from '../auth/key-records.ts';
import type { Call } from '../pipeline/call.ts';
import type { Endpoint, Narrowing } from '../pipeline/endpoint.ts';
import type { Era, Params, ProtocolHeaders } from './eras.ts';
import type { MessageId } from './message.ts';

/** Who is speaking and what they asked for besides the message itself. */
export interface Caller {
  call: Omit<Call, 'progress' | 'room'>;
  narrowing: Narrowing;
  headers: ProtocolHeaders;
  /** False for the plain client, which then does not pay for what only MCP clients read. */
  speaksMcp: boolean;
  /** Sends a message ahead of the reply; undefined when the client takes no stream. */
  notify?: ((message: string) => void) | undefined;
  freshId(): string;
  /** Before a further call of the same body: others get their turn, then it is told whose the key is by now. */
  nextCall(): Promise<Principal>;
}

/** One message that wants an answer, with all that is known about it. */
export interface Request {
  endpoint: Endpoint;
  id: MessageId;
  params: Params;
  era: Era;
  caller: Caller;
  /** Of the whole reply on the wire. */
  replyBytesMax: number;
}
