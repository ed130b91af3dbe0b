import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { closeServer, listen } from '../../src/upstream/scripted-server.testing.ts';

const PUBLIC = '93.184.216.34';

type Scene = (request: IncomingMessage, reply: ServerResponse) => void;

/** Hosts whose documents a test writes. Every approved address leads to one server on loopback. */
export async function pretendedInternet() {
  const scenes = new Map<string, Scene>();
  const requests: string[] = [];
  const addresses = new Map<string, string[]>();
  const server = createServer((request, reply) => {
    const url = `https://${request.headers.host}${request.url}`;
    requests.push(url);
    const scene = scenes.get(url);
    if (scene) scene(request, reply);
    else reply.writeHead(404).end();
  });
  const port = await listen(server);
  return {
    network: {
      deadlineMs: 250,
      resolve: async (host: string) => addresses.get(host) ?? [PUBLIC],
      connect: async () => connect(port, '127.0.0.1'),
    },
    /** Every address that was asked for. */
    requests,
    serves(url: string, scene: Scene | object): void {
      const asJson = (_: IncomingMessage, reply: ServerResponse) =>
        void reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(scene));
      scenes.set(url, typeof scene === 'function' ? (scene as Scene) : asJson);
    },
    /** Where a host is said to be. */
    places(host: string, at: string[]): void {
      addresses.set(host, at);
    },
    close: () => closeServer(server),
  };
}
