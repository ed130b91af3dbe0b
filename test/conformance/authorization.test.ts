import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../service.ts';
import { OAuthClient, REGISTRATION } from '../sign-in/oauth-client.ts';
import { type Browser, ownerOf } from '../web/browser.ts';

const PROGRAM = join(import.meta.dirname, '../../node_modules/conformance-0.2/dist/index.js');

let service: TestService;
let owner: Browser;
let results: string;
beforeAll(async () => {
  service = await startTestService({ platforms: ['social'] });
  owner = await ownerOf(service);
  results = mkdtempSync(join(tmpdir(), 'adhelm-conformance-'));
});
afterAll(async () => {
  await service?.close();
  rmSync(results, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

// All scenarios for authorization servers: the metadata, and the code grant, which prints an address for a person.
test.each(['2025-11-25', '2026-07-28'])('every scenario of %s, with a person who agrees', async (version) => {
  const port = await freePort();
  const oauth = new OAuthClient(service.url);
  const redirect = `http://127.0.0.1:${port}/callback`;
  const { client_id: clientId } = await oauth.registered({ ...REGISTRATION, redirect_uris: [redirect] });
  const workspaceId = await service.workspaceId('Acme');
  const agree = async (address: string) => {
    const reply = await owner.fetch(address);
    const uid = reply.headers.get('location')?.split('/').at(-1) ?? '';
    await fetch(await oauth.answered(owner, uid, { workspaceId }));
  };
  const where = ['--url', service.url, '--resource', `${service.url}/social/mcp`, '-p', String(port)];
  const words = ['authorization', ...where, '--client-id', clientId, '--spec-version', version];
  const child = spawn(process.execPath, [PROGRAM, ...words], { cwd: results });
  let printed = '';
  let agreed: Promise<void> | undefined;
  const read = (chunk: Buffer) => {
    printed += chunk;
    const [address] = printed.match(/http:\/\/\S*\/authorize\?\S+(?=\s)/) ?? [];
    if (address !== undefined && printed.includes('Callback server started')) agreed ??= agree(address);
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  const [code] = await once(child, 'close');
  expect(code, printed).toBe(0);
  await agreed;
  expect(printed).toContain('Total: 3 passed, 0 failed');
});
