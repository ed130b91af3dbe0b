import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo, Server as NetServer, Socket } from 'node:net';

interface Received {
  method: string;
  path: string;
  body: string;
}

/** What the platform does with one request after it has read all of it. */
export type Scene = (reply: ServerResponse, request: IncomingMessage) => void;

/** A platform on loopback that plays one scene a request and repeats the last one. */
export interface ScriptedServer {
  origin: string;
  port: number;
  received: Received[];
  play(...scenes: Scene[]): void;
  close(): Promise<void>;
}

export async function startScriptedServer(): Promise<ScriptedServer> {
  const received: Received[] = [];
  let scenes: Scene[] = [answer(200)];
  const server = createServer(async (request, reply) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push({ method: request.method ?? '', path: request.url ?? '', body });
    const scene = scenes.length > 1 ? scenes.shift() : scenes[0];
    scene?.(reply, request);
  });
  const port = await listen(server);
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    received,
    play(...next) {
      scenes = next;
    },
    close: () => closeServer(server),
  };
}

export function answer(status: number, headers: Record<string, string> = {}, body = '{}'): Scene {
  return (reply) => void reply.writeHead(status, headers).end(body);
}

/** Reads the request and drops the connection without an answer. */
export const cut: Scene = (_, request) => void request.socket.destroy();

/** Begins to answer and breaks off after these bytes of a body that was announced as longer. */
export function cutAfter(bytes: number): Scene {
  return (reply, request) => {
    reply.writeHead(200, { 'content-length': String(bytes + 1000) });
    reply.write('x'.repeat(bytes), () => setImmediate(() => (request.socket as Socket).destroy()));
  };
}

export const hang: Scene = () => {};

export async function listen(server: NetServer): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

export async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
