import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client, type Dispatcher } from 'undici';
import { expect, it } from 'vitest';
import { postPublic, requirePublic } from './public-post.ts';
import { exchange, exchangeStream } from './transport.ts';

it('stops taking in a body faster than it is read, and goes on when it is', async () => {
  let paused = false;
  const controller: Dispatcher.DispatchController = {
    get paused() {
      return paused;
    },
    aborted: false,
    reason: null,
    pause() {
      paused = true;
    },
    resume() {
      paused = false;
    },
    abort() {},
  };
  let handler: Dispatcher.DispatchHandler | undefined;
  const dispatcher = {
    dispatch(_: unknown, given: Dispatcher.DispatchHandler) {
      handler = given;
      given.onRequestStart?.(controller, null);
      given.onResponseStart?.(controller, 200, {});
    },
  } as unknown as Dispatcher;
  const limits = { signal: new AbortController().signal, bytesMax: 1e9 };
  const { body } = await exchangeStream(dispatcher, { method: 'GET', url: 'https://platform.example/' }, limits);
  handler?.onResponseData?.(controller, Buffer.alloc(1_000_000));
  expect(paused).toBe(true);
  const reading = body[Symbol.asyncIterator]();
  expect((await reading.next()).value).toHaveLength(1_000_000);
  handler?.onResponseEnd?.(controller, {});
  expect((await reading.next()).done).toBe(true);
  expect(paused).toBe(false);
});

it('reads an address the same way, however often and whatever stood before the path', async () => {
  const sentTo: string[] = [];
  const dispatcher = {
    dispatch({ origin, path }: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler) {
      sentTo.push(`${origin}${path}`);
      handler.onResponseEnd?.(undefined as never, {});
    },
  } as unknown as Dispatcher;
  const limits = { signal: new AbortController().signal, bytesMax: 1 };
  const addresses = [
    'https://platform.example/v1/things:search',
    'https://platform.example\\inner/v1/things',
    'https://platform.example?inner/v1/things',
    'https://platform.example#inner/v1/things',
    'https://PLATFORM.example:443/v1/things',
    'https://platform.example/v1/../things',
    'https://platform.example//v1/things',
    'https://platform.example/v1/a b?c=d/e',
    'http://127.0.0.1:80/v1',
    'http://platform.example',
  ].flatMap((address) => [address, address, address.replace('things', 'others')]);
  for (const url of addresses) await exchange(dispatcher, { method: 'GET', url }, limits);
  expect(sentTo).toEqual(addresses.map((url) => new URL(url)).map((url) => url.origin + url.pathname + url.search));
  for (const url of [
    'https://name@platform.example/v1',
    'https://name@platform.example/v1',
    'ftp://platform.example/v1',
  ])
    await expect(exchange(dispatcher, { method: 'GET', url }, limits)).rejects.toMatchObject({ kind: 'malformed' });
});

/** A server on this machine while the work lasts. */
async function beside(listener: RequestListener, work: (origin: string) => Promise<void>): Promise<void> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`).finally(() => {
    server.closeAllConnections();
    server.close();
  });
}

it('a request that was stopped while it waited for a connection is never sent', async () => {
  const arrived: (string | undefined)[] = [];
  const held = Promise.withResolvers<void>();
  const first = Promise.withResolvers<void>();
  const listener: RequestListener = async ({ url }, reply) => {
    arrived.push(url);
    first.resolve();
    await held.promise;
    reply.end('ok');
  };
  await beside(listener, async (origin) => {
    const client = new Client(origin, { pipelining: 1 });
    const asked = (path: string, signal: AbortSignal) =>
      exchange(client, { method: 'POST', url: `${origin}${path}`, body: 'x' }, { signal, bytesMax: 1_000 });
    const running = asked('/first', new AbortController().signal);
    await first.promise;
    const leaving = new AbortController();
    const waiting = asked('/second', leaving.signal);
    leaving.abort();
    await expect(waiting).rejects.toMatchObject({ kind: 'stopped', mayHaveArrived: false });
    held.resolve();
    expect((await running).status).toBe(200);
    await asked('/third', new AbortController().signal);
    expect(arrived).toEqual(['/first', '/third']);
    await client.destroy();
  });
});

it('an interim answer is not the answer', async () => {
  const listener: RequestListener = (_, reply) => {
    reply.writeEarlyHints({ link: '</style.css>; rel=preload' }, () => reply.end('ok'));
  };
  await beside(listener, async (origin) => {
    const client = new Client(origin);
    const limits = { signal: new AbortController().signal, bytesMax: 1_000 };
    const { status } = await exchangeStream(client, { method: 'GET', url: `${origin}/` }, limits);
    expect(status).toBe(200);
    await client.destroy();
  });
});

it('of a refusal the beginning is read and the rest is left, however much would come', async () => {
  let written = 0;
  const listener: RequestListener = (_, reply) => {
    reply.writeHead(500);
    const piece = 'x'.repeat(64 * 1024);
    const more = () => {
      while (written < 400 && reply.write(piece)) written += 1;
      if (written >= 400) reply.end();
      else written += 1;
    };
    reply.on('drain', more);
    more();
  };
  await beside(listener, async (origin) => {
    const network = { inward: [origin], deadlineMs: 10_000 };
    const { status, beginning } = await postPublic(
      origin,
      { headers: {}, body: '' },
      network,
      new AbortController().signal,
    );
    expect([status, beginning]).toEqual([500, 'x'.repeat(1_000)]);
    expect(written).toBeLessThan(200);
  });
});

it.each(['http://user@n8n:5678/hook', 'http://user:word@n8n:5678/hook', 'http://n8n:5679/hook'])(
  '%s is not the inward address that is allowed',
  async (address) => {
    const network = { inward: ['http://n8n:5678'], resolve: async () => [] };
    const { signal } = new AbortController();
    expect((await requirePublic('http://n8n:5678/hook', network, signal, 'url')).href).toBe('http://n8n:5678/hook');
    await expect(requirePublic(address, network, signal, 'url')).rejects.toThrow();
  },
);
