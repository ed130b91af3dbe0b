import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rehearsal } from '../rehearsal.ts';
import { startTestService, type TestService } from '../service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    platforms: [],
    extraEndpoints: rehearsal().endpoints,
    settings: {
      ADHELM_PATH_NAMES: 'search=findads,office=docs',
      ADHELM_REQUEST_TIMEOUT_MS: '400',
      ADHELM_AUTH_FAILURES_MAX: '1000',
    },
  });
});
afterAll(() => service?.close());

const echo = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'echo', arguments: {} } };

async function expectRefusal(reply: Response, status: number, code: string): Promise<void> {
  expect(reply.status).toBe(status);
  const body = (await reply.json()) as { error: string; code: string };
  expect(Object.keys(body).sort()).toEqual(['code', 'error']);
  expect(body.code).toBe(code);
  expect(body.error.length).toBeGreaterThan(10);
  expect(reply.headers.get('x-request-id')).toMatch(/^req_/);
}

/** Sends a request that fetch would not: any method, any header, on a connection of its own, as some of them lie about their body. */
function raw(options: {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}): Promise<{ status: number; body: string; headers: Record<string, unknown> }> {
  const { hostname, port } = new URL(service.url);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        hostname,
        port,
        agent: false,
        method: options.method ?? 'POST',
        path: options.path,
        headers: options.headers ?? {},
      },
      (reply) => {
        let body = '';
        reply.on('data', (chunk) => (body += chunk));
        reply.on('end', () => resolve({ status: reply.statusCode ?? 0, body, headers: reply.headers }));
      },
    );
    outgoing.on('error', reject);
    outgoing.end(options.body);
  });
}

describe('refusals of HTTP itself', () => {
  test('404 for an address there is not, also under well-known names', async () => {
    for (const path of [
      '/nope',
      '/search',
      '/search/mcp/',
      '/.well-known/oauth-protected-resource/nope/mcp',
      '/.well-known/openid-configuration',
      '/%zz',
      '/search/../etc/passwd',
    ]) {
      await expectRefusal(await fetch(service.url + path), 404, 'NOT_FOUND');
    }
  });

  test.each(['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('405 with Allow for %s on a tool address', async (method) => {
    const reply = await fetch(`${service.url}/search/mcp`, { method });
    await expectRefusal(reply, 405, 'BAD_REQUEST');
    expect(reply.headers.get('allow')).toBe('POST');
  });

  test('413 for a body over the limit, by its announced length and by its real one', async () => {
    const large = JSON.stringify({ ...echo, pad: 'x'.repeat(5_000_000) });
    await expectRefusal(
      await service.post('rehearsal', large).catch(() => announced(large.length)),
      413,
      'BAD_REQUEST',
    );
    const chunked = await fetch(`${service.url}/rehearsal/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
      body: new ReadableStream({
        start(controller) {
          for (let part = 0; part < 24; part++) controller.enqueue(new TextEncoder().encode(' '.repeat(65_536)));
          controller.close();
        },
      }),
      duplex: 'half',
    } as RequestInit);
    await expectRefusal(chunked, 413, 'BAD_REQUEST');
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    '415 for %s',
    async (type) => {
      await expectRefusal(
        await service.post('rehearsal', echo, { headers: { 'content-type': type } }),
        415,
        'BAD_REQUEST',
      );
    },
  );

  test('415 for a compressed body, which is not "no JSON"', async () => {
    const reply = await service.post('rehearsal', echo, { headers: { 'content-encoding': 'gzip' } });
    expect(await reply.clone().text()).toContain('Content-Encoding');
    await expectRefusal(reply, 415, 'BAD_REQUEST');
    expect((await service.post('rehearsal', echo, { headers: { 'content-encoding': 'identity' } })).status).toBe(200);
  });

  test('401 is one indistinguishable answer', async () => {
    const expired = await service.home.keyRing.create({
      workspaceId: await service.workspaceId('Acme'),
      name: 'old',
      actor: 'test',
      expiresAt: Date.now() + 1,
    });
    const revoked = await service.home.keyRing.create({
      workspaceId: await service.workspaceId('Acme'),
      name: 'gone',
      actor: 'test',
    });
    await service.home.keyRing.revoke(revoked.id, 'test');
    const wrong = service.key.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'));
    const bodies = new Set<string>();
    for (const key of [expired.key, revoked.key, wrong, 'sk_live_', `sk_live_${'a'.repeat(38)}`]) {
      const reply = await service.post('rehearsal', echo, { key });
      expect(reply.status).toBe(401);
      expect(reply.headers.get('www-authenticate')).toBe('Bearer realm="adhelm", error="invalid_token"');
      bodies.add(await reply.text());
    }
    // What is no key may have been a token: the client is told where to sign in.
    const signIn = `resource_metadata="${service.url}/.well-known/oauth-protected-resource/rehearsal/mcp", scope="ads:read ads:write"`;
    const unknown = await service.post('rehearsal', echo, { key: 'nonsense' });
    expect(unknown.headers.get('www-authenticate')).toBe(`Bearer realm="adhelm", error="invalid_token", ${signIn}`);
    bodies.add(await unknown.text());
    const missing = await fetch(`${service.url}/rehearsal/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(missing.headers.get('www-authenticate')).toBe(`Bearer realm="adhelm", ${signIn}`);
    bodies.add(await missing.text());
    expect(bodies.size).toBe(1);
  });

  test('403 for a channel that is not connected, also by another workspace named in the arguments', async () => {
    const workspaceId = await service.workspaceId('Acme Japan');
    const { key } = await service.home.keyRing.create({ workspaceId, name: 'japan', actor: 'test' });
    for (const method of ['tools/list', 'initialize', 'ping']) {
      await expectRefusal(
        await service.post('professional', { jsonrpc: '2.0', id: 1, method }, { key }),
        403,
        'FORBIDDEN',
      );
    }
    const named = { ...echo, params: { name: 'whatever', arguments: { workspaceId } } };
    await expectRefusal(await service.post('professional', named), 403, 'FORBIDDEN');
  });

  test('403 for a key of one workspace that names another; one that does not exist is a tool error that lists those there are', async () => {
    const { key } = await service.home.keyRing.create({
      workspaceId: await service.workspaceId('Acme Japan'),
      name: 'japan',
      actor: 'test',
    });
    const naming = (workspaceId: string) => ({ ...echo, params: { name: 'echo', arguments: { workspaceId } } });
    await expectRefusal(
      await service.post('rehearsal', naming(await service.workspaceId('Acme')), { key }),
      403,
      'FORBIDDEN',
    );
    await expectRefusal(await service.post('rehearsal', naming('ws_nobody'), { key }), 403, 'FORBIDDEN');
    const { isError, result } = await service.call('rehearsal', 'echo', { workspaceId: 'ws_nobody' });
    expect({ isError, error: result.error }).toMatchObject({
      isError: true,
      error: {
        code: 'not_found',
        field: 'workspaceId',
        message: expect.stringContaining('Acme Japan (ws_'),
        allowed_values: expect.arrayContaining([await service.workspaceId('Acme Japan')]),
      },
    });
  });

  test('a workspace is named by its id or by its name', async () => {
    for (const workspaceId of [await service.workspaceId('Acme Japan'), 'Acme Japan', ' acme japan '])
      expect((await service.call('rehearsal', 'echo', { workspaceId })).isError, workspaceId).toBe(false);
  });

  test('403 for a browser page of another site and for a rebound name; nothing in the way of programs', async () => {
    const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' };
    const path = '/rehearsal/mcp';
    const body = JSON.stringify(echo);
    expect((await raw({ path, headers: { ...headers, origin: 'https://evil.example' }, body })).status).toBe(403);
    expect((await raw({ path, headers: { ...headers, host: 'evil.example' }, body })).status).toBe(403);
    expect((await raw({ path, headers: { ...headers, origin: service.url }, body })).status).toBe(200);
    expect((await raw({ path, headers, body })).status).toBe(200);
  });

  test('the order of checks: address, method, size, key, rate, JSON, channel, tool, arguments', async () => {
    const noKey = { 'content-type': 'text/plain' };
    expect((await raw({ path: '/nope', method: 'PUT', headers: noKey })).status).toBe(404);
    expect((await raw({ path: '/search/mcp', method: 'PUT', headers: noKey })).status).toBe(405);
    expect((await raw({ path: '/search/mcp', headers: { ...noKey, 'content-length': '9999999' } })).status).toBe(413);
    expect((await raw({ path: '/search/mcp', headers: noKey, body: '{' })).status).toBe(401);
    const poor = await service.home.keyRing.create({
      workspaceId: await service.workspaceId('Acme Japan'),
      name: 'poor',
      actor: 'test',
      ratePoints: 4,
    });
    const say = (body: string) => service.post('professional', body, { key: poor.key });
    expect((await say('{')).status).toBe(400);
    expect((await say('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"nope"}}')).status).toBe(403);
    expect(
      (
        await service.post(
          'rehearsal',
          '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"nope","arguments":5}}',
          { key: poor.key },
        )
      ).status,
    ).toBe(200);
    await service.post('rehearsal', echo, { key: poor.key });
    expect((await say('{')).status).toBe(429);
  });
});

describe('what is not worth an answer', () => {
  test('a client that sends its request too slowly is dropped', async () => {
    const { hostname, port } = new URL(service.url);
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), hostname, () =>
        socket.write('POST /rehearsal/mcp HTTP/1.1\r\nHost: localhost\r\nContent-Le'),
      );
      let text = '';
      socket.on('data', (chunk) => (text += chunk));
      socket.on('close', () => resolve(text));
      socket.on('error', () => resolve(text));
    });
    expect(answer).toMatch(/^(HTTP\/1\.1 408 |$)/);
  });

  test('so does a body that does not come', async () => {
    const { hostname, port } = new URL(service.url);
    const head = `POST /rehearsal/mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${service.key}\r\nContent-Type: application/json\r\n`;
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), hostname, () => socket.write(`${head}Content-Length: 100\r\n\r\n{"json`));
      let text = '';
      socket.on('data', (chunk) => (text += chunk));
      socket.on('close', () => resolve(text));
    });
    expect(answer).toMatch(/^HTTP\/1\.1 408 [\s\S]*"code":"BAD_REQUEST"/);
  });

  test('bytes that are no HTTP get a 400 and a closed connection', async () => {
    const { hostname, port } = new URL(service.url);
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), hostname, () => socket.end('\u0016\u0003\u0001 hello\r\n\r\n'));
      let text = '';
      socket.on('data', (chunk) => (text += chunk));
      socket.on('close', () => resolve(text));
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"BAD_REQUEST"/);
  });
});

describe('nesting and length', () => {
  test.each([
    ['10,000 levels', `${'['.repeat(10_000)}${']'.repeat(10_000)}`],
    [
      '65 levels in an argument',
      JSON.stringify({
        ...echo,
        params: { name: 'echo', arguments: { text: JSON.parse(`${'['.repeat(65)}${']'.repeat(65)}`) } },
      }),
    ],
    [
      'a text of a million characters',
      JSON.stringify({ ...echo, params: { name: 'echo', arguments: { text: 'x'.repeat(900_000) } } }),
    ],
  ])('%s are refused as no request', async (_, body) => {
    const reply = await service.post('rehearsal', body);
    expect(reply.status).toBe(400);
    expect(((await reply.json()) as { error: { code: number } }).error.code).toBe(-32600);
  });
});

describe('other addresses', () => {
  test('further names given by the operator work beside the neutral words', async () => {
    for (const name of ['search', 'findads']) {
      const reply = await service.post(name, { jsonrpc: '2.0', id: 1, method: 'tools/list' });
      expect(reply.status).toBe(200);
    }
  });

  test('liveness, readiness and metrics need no key', async () => {
    expect(await (await fetch(`${service.url}/healthz`)).json()).toEqual({ status: 'ok' });
    expect(await (await fetch(`${service.url}/readyz`)).json()).toMatchObject({
      status: 'ready',
      checks: { store: 'ok', migrations: 'ok', limiter: 'ok' },
    });
    await service.post('rehearsal', echo);
    expect(await (await fetch(`${service.url}/metrics`)).text()).toMatch(
      /adhelm_tool_calls_total\{channel="rehearsal",tool="echo",result="ok"\} \d+/,
    );
  });

  test('the docs come without anything from elsewhere', async () => {
    const reply = await fetch(`${service.url}/docs`);
    const text = await reply.text();
    expect(reply.headers.get('content-type')).toContain('text/html');
    expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(text).not.toMatch(/<script[^>]+src=|src="http|@import/);
    expect(text).toContain('list_workspaces');
  });

  test('the front page is the web application, whatever the caller accepts', async () => {
    const reply = await fetch(service.url);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(reply.headers.get('content-security-policy')).toMatch(/^default-src 'none'(?!.*unsafe)/);
    expect(reply.headers.get('x-request-id')).toMatch(/^req_/);
  });

  test('an address that is nowhere is JSON for a program, and a page for a person', async () => {
    const get = (accept: string) => fetch(`${service.url}/nowhere/at/all`, { headers: { accept } });
    const program = await get('*/*');
    expect([program.status, await program.json()]).toMatchObject([404, { code: 'NOT_FOUND' }]);
    const person = await get('text/html,application/xhtml+xml,*/*;q=0.8');
    expect([person.status, person.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    const posted = await fetch(`${service.url}/nowhere`, { method: 'POST', headers: { accept: 'text/html' } });
    expect([posted.status, await posted.json()]).toMatchObject([404, { code: 'NOT_FOUND' }]);
    for (const path of ['/api/nowhere', '/assets/nowhere.js']) {
      const reply = await fetch(service.url + path);
      expect([reply.status, await reply.json()]).toMatchObject([404, { code: 'NOT_FOUND' }]);
    }
  });
});

function announced(length: number): Promise<Response> {
  return raw({
    path: '/rehearsal/mcp',
    headers: {
      authorization: `Bearer ${service.key}`,
      'content-type': 'application/json',
      'content-length': String(length),
    },
  }).then(({ status, body, headers }) => new Response(body, { status, headers: headers as Record<string, string> }));
}
