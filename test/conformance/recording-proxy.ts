import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { WireOracle } from './wire-oracle.ts';

export interface RecordingProxy {
  url: string;
  close(): Promise<void>;
}

/**
 * Stands before the service, shows every exchange to the oracle, and adds a key for a client that has no way to send
 * one. Host and Origin go through as they came, because the suite tests what the service makes of them.
 */
export async function startRecordingProxy(service: string, oracle: WireOracle, key?: string): Promise<RecordingProxy> {
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const headers = { ...request.headers, ...(key && { authorization: `Bearer ${key}` }) };
    const onward = send(`${service}${request.url}`, { method: request.method ?? 'GET', headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      let received = '';
      reply.setEncoding('utf8');
      reply.on('data', (piece: string) => {
        received += piece;
        response.write(piece);
      });
      reply.on('end', () => {
        response.end();
        const contentType = reply.headers['content-type'] ?? '';
        oracle.observe({ request: body, status: reply.statusCode ?? 0, contentType, reply: received });
      });
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => {
      if (!response.writableFinished) onward.destroy();
    });
    onward.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
