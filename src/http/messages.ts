import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';

/** What is asked of a request, Node's own or a plain one. */
export interface HttpRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly httpVersionMinor: number;
  readonly socket: Socket;
  readonly complete: boolean;
}

/** What is done with a reply, Node's own or a plain one. */
export interface HttpReply {
  readonly statusCode: number;
  readonly headersSent: boolean;
  readonly writableLength: number;
  /** Null while another reply is being written. */
  readonly socket: Socket | null;
  shouldKeepAlive: boolean;
  writeHead(status: number, headers: string[]): unknown;
  write(text: string): unknown;
  end(body?: string, encoding?: BufferEncoding): unknown;
  destroy(): unknown;
  /** Tells when all of it has been taken. */
  once(event: 'finish', told: () => void): unknown;
}
