import { getEventListeners } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { createServer as createTcpServer, connect as tcpConnect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Failure } from '../errors.ts';
import type { CheckedTarget } from './checked-connection.ts';
import { connectTls } from './checked-connection.ts';
import type { PublicFetchOptions } from './egress-guard.ts';
import { fetchPublic } from './egress-guard.ts';
import { TRICKS } from './egress-tricks.testing.ts';
import { closeServer, listen } from './scripted-server.testing.ts';

const PUBLIC = '93.184.216.34';
const never = new AbortController().signal;

/** Hosts that only exist in these tests. Everything else resolves to nothing. */
const NAMES: Record<string, string[]> = {
  'pictures.example.com': [PUBLIC],
  'two.example.com': ['2606:2800:220:1:248:1893:25c8:1946', PUBLIC],
  'inside.example.com': ['10.0.0.5'],
  'loopback.example.com': ['127.0.0.1'],
  '127.0.0.1.nip.io': ['127.0.0.1'],
  '169-254-169-254.sslip.io': ['169.254.169.254'],
  'half.example.com': [PUBLIC, '192.168.1.1'],
  'half6.example.com': [PUBLIC, '::1'],
  'mapped.example.com': ['::ffff:127.0.0.1'],
  'zone.example.com': ['2606:4700::1111%lo'],
  'printer.local': [PUBLIC],
  'metadata.google.internal': [PUBLIC],
  'router.home.arpa': [PUBLIC],
  'a.localhost': [PUBLIC],
  'garbage.example.com': ['not an address'],
};

let site: ReturnType<typeof createServer>;
let sitePort: number;
let scene: (request: IncomingMessage, reply: ServerResponse) => void;
let reached: CheckedTarget[];
let requests: IncomingMessage[];

beforeEach(async () => {
  reached = [];
  requests = [];
  scene = (_, reply) => void reply.end('picture');
  site = createServer((request, reply) => {
    requests.push(request);
    scene(request, reply);
  });
  sitePort = await listen(site);
});

afterEach(() => closeServer(site));

/** Plays the public internet: whatever address the guard has approved leads to the site on loopback. */
function options(changes: Partial<PublicFetchOptions> = {}): PublicFetchOptions {
  return {
    bytesMax: 1000,
    signal: never,
    field: 'image_url',
    resolve: async (host) => NAMES[host] ?? [],
    async connect(target) {
      reached.push(target);
      return tcpConnect(sitePort, '127.0.0.1');
    },
    ...changes,
  };
}

async function refused(url: string, changes: Partial<PublicFetchOptions> = {}): Promise<Failure> {
  const error = await fetchPublic(url, options(changes)).then(
    () => expect.unreachable(`${url} was fetched`),
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(Failure);
  return error;
}

describe('an address that must lead nowhere', () => {
  it.each(TRICKS)('%j', async (url) => {
    const failure = await refused(url);
    expect(failure.details).toMatchObject({ code: 'invalid_arguments', problems: [{ field: 'image_url' }] });
    expect(failure.outcome).toBe('not_applied');
    expect(reached).toEqual([]);
    expect(requests).toEqual([]);
  });
});

it.each([
  ['ftp://pictures.example.com/', 'must be an address that begins with https://'],
  ['not an address', 'must be an address that begins with https://'],
  ['https://pictures.example.com:8443/', 'must not name a port'],
  ['https://user@pictures.example.com/', 'must not hold a user name or a password'],
  ['https://:pass@pictures.example.com/', 'must not hold a user name or a password'],
  ['https://inside.example.com/', 'must lead to the public internet'],
])('%s is told: it %s', async (url, message) => {
  expect((await refused(url)).details.problems).toEqual([{ field: 'image_url', message }]);
});

describe('a redirect', () => {
  const to = (location: string) => {
    scene = (request, reply) => {
      if (request.url === '/start') reply.writeHead(302, { location }).end();
      else reply.end('arrived');
    };
  };

  it.each([...TRICKS.filter((url) => /^https?:.*\/\/.+/.test(url)), '//127.0.0.1/', '//user@pictures.example.com/'])(
    'to %j is not followed',
    async (location) => {
      to(location.replace(/[^\x20-\x7e]/g, encodeURIComponent));
      const failure = await refused('https://pictures.example.com/start');
      expect(failure.code).toBe('invalid_arguments');
      expect(requests.map(({ url }) => url)).toEqual(['/start']);
    },
  );

  it('to another public place is followed, and the place is named', async () => {
    to('https://two.example.com/a.png#part');
    const reply = await fetchPublic('https://pictures.example.com/start', options());
    expect(reply).toMatchObject({ status: 200, finalUrl: 'https://two.example.com/a.png' });
    expect(requests.map(({ headers, url }) => [headers.host, url])).toEqual([
      ['pictures.example.com', '/start'],
      ['two.example.com', '/a.png'],
    ]);
  });

  it('is followed three times and no further', async () => {
    scene = (request, reply) => {
      const hop = Number(request.url?.slice(1));
      if (hop === 0) reply.end('arrived');
      else reply.writeHead(307, { location: `/${hop - 1}` }).end();
    };
    const reply = await fetchPublic('https://pictures.example.com/3', options());
    expect([String(reply.body), requests.length]).toEqual(['arrived', 4]);
    expect((await refused('https://pictures.example.com/4')).details.problems).toEqual([
      { field: 'image_url', message: 'leads through more than 3 redirects' },
    ]);
    expect(requests).toHaveLength(8);
  });

  it('without a place to go to, or a place without a redirect, is handed on as it is', async () => {
    scene = (_, reply) => void reply.writeHead(302).end();
    expect((await fetchPublic('https://pictures.example.com/', options())).status).toBe(302);
    scene = (_, reply) => void reply.writeHead(200, { location: 'https://127.0.0.1/' }).end('here');
    expect(await fetchPublic('https://pictures.example.com/', options())).toMatchObject({
      status: 200,
      finalUrl: 'https://pictures.example.com/',
    });
  });

  it('to a name that has meanwhile moved inside is not followed', async () => {
    const answers = [[PUBLIC], ['127.0.0.1']];
    to('/again');
    const resolve = async () => answers.shift() ?? [];
    expect((await refused('https://pictures.example.com/start', { resolve })).code).toBe('invalid_arguments');
    expect(requests).toHaveLength(1);
  });
});

describe('an address on the public internet', () => {
  it('is fetched from the address that was checked, with a certificate for the name, and nothing of ours', async () => {
    const reply = await fetchPublic('https://pictures.example.com/a.png?size=2', options());
    expect(reply).toMatchObject({ status: 200, finalUrl: 'https://pictures.example.com/a.png?size=2' });
    expect(String(reply.body)).toBe('picture');
    expect(reached).toEqual([{ address: PUBLIC, port: 443, host: 'pictures.example.com' }]);
    expect(requests[0]?.headers).toEqual({
      host: 'pictures.example.com',
      connection: 'keep-alive',
      accept: '*/*',
      'user-agent': 'adhelm',
    });
  });

  it.each([
    [`https://${PUBLIC}/`, PUBLIC],
    ['https://1572395042/', PUBLIC],
    ['https://[2606:4700:4700::1111]/', '2606:4700:4700::1111'],
    ['https://PICTURES.example.com.:443/', PUBLIC],
  ])('may be written as %s', async (url, address) => {
    expect((await fetchPublic(url, options())).status).toBe(200);
    expect(reached).toMatchObject([{ address, port: 443 }]);
  });

  it('is looked up once, so that a second answer cannot lead elsewhere', async () => {
    const answers = [[PUBLIC], ['127.0.0.1']];
    const resolve = async () => answers.shift() ?? [];
    await fetchPublic('https://pictures.example.com/', options({ resolve }));
    expect(answers).toHaveLength(1);
    expect(reached).toMatchObject([{ address: PUBLIC }]);
  });

  it('is tried at its next checked address when one does not answer', async () => {
    const { connect } = options();
    const reply = await fetchPublic(
      'https://two.example.com/',
      options({
        async connect(target, signal) {
          if (target.address !== PUBLIC) throw new Error('no route');
          return connect!(target, signal);
        },
      }),
    );
    expect(reply.status).toBe(200);
  });

  it('is tried at three addresses at most', async () => {
    const tried: string[] = [];
    const failure = await refused('https://many.example.com/', {
      resolve: async () => [1, 2, 3, 4].map((last) => `93.184.216.${last}`),
      async connect({ address }) {
        tried.push(address);
        throw new Error('no route');
      },
    });
    expect(tried).toEqual(['93.184.216.1', '93.184.216.2', '93.184.216.3']);
    expect(failure.code).toBe('upstream_unavailable');
  });

  it('may answer with an error of its own, which is handed on', async () => {
    scene = (_, reply) => void reply.writeHead(404).end();
    expect((await fetchPublic('https://pictures.example.com/', options())).status).toBe(404);
  });
});

describe('limits', () => {
  it('stops reading at the largest size, announced or not', async () => {
    for (const headers of [{ 'content-length': '1001' }, {}]) {
      scene = (_, reply) => void reply.writeHead(200, headers).end('x'.repeat(1001));
      expect((await refused('https://pictures.example.com/')).details.problems).toEqual([
        { field: 'image_url', message: 'must lead to at most 1000 bytes' },
      ]);
    }
    scene = (_, reply) => void reply.end('x'.repeat(1000));
    expect((await fetchPublic('https://pictures.example.com/', options())).body).toHaveLength(1000);
  });

  const stuck: [string, Partial<PublicFetchOptions>][] = [
    ['the site answers', {}],
    ['the name resolves', { resolve: () => new Promise(() => {}) }],
    ['the connection stands', { connect: () => new Promise(() => {}) }],
  ];

  it.each(stuck)('waits no longer than the deadline until %s', async (_, changes) => {
    scene = () => {};
    const failure = await refused('https://pictures.example.com/?token=s3cret', { deadlineMs: 30, ...changes });
    expect(failure.details).toEqual({
      code: 'upstream_unavailable',
      message: 'What `image_url` leads to could not be fetched.',
      nextStep: 'Nothing was changed. Check that the address opens in a browser, then call again.',
      retryable: true,
      outcome: 'not_applied',
      cause: expect.anything(),
    });
    expect(JSON.stringify([failure.message, failure.details])).not.toContain('s3cret');
  });

  it('stops with the reason of a caller who goes away', async () => {
    const caller = new AbortController();
    scene = () => caller.abort('gone');
    await expect(fetchPublic('https://pictures.example.com/', options({ signal: caller.signal }))).rejects.toBe('gone');
  });

  it('removes its listeners from the caller’s signal when it ends, also after a failure', async () => {
    const { signal } = new AbortController();
    await fetchPublic('https://pictures.example.com/', options({ signal }));
    await refused('https://inside.example.com/', { signal });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('gives a stranger the same answer for an inner name and for none at all', async () => {
    const inner = await refused('https://inside.example.com/');
    const none = await refused('https://nowhere.example.com/');
    expect(inner.details).toEqual(none.details);
  });
});

describe('the connection itself', () => {
  it('goes to the given address, asks for the given name, and fails when no handshake comes about', async () => {
    const hellos: Buffer[] = [];
    const server = createTcpServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', (hello) => {
        hellos.push(hello);
        socket.end();
      });
    });
    const port = await listen(server);
    const target = { address: '127.0.0.1', port, host: 'pictures.example.com' };
    await expect(connectTls(target, never)).rejects.toThrow();
    expect(hellos).toHaveLength(1);
    expect(hellos[0]?.toString('latin1')).toContain('pictures.example.com');
    server.close();
  });
});
