import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { realAmbient } from '../ambient.ts';
import { servePages } from './pages.ts';

const folder = mkdtempSync(join(tmpdir(), 'adhelm-pages-'));
const SCRIPT = `console.log('${'x'.repeat(2_000)}')`;
let app: FastifyInstance;
beforeAll(async () => {
  mkdirSync(join(folder, 'assets'));
  writeFileSync(
    join(folder, 'index.html'),
    '<script nonce="__CSP_NONCE__" src="/assets/main-abc.js"></script>__CSP_NONCE__',
  );
  writeFileSync(join(folder, 'assets/main-abc.js'), SCRIPT);
  writeFileSync(join(folder, 'assets/main-abc.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(join(folder, 'icon.svg'), '<svg/>');
  app = Fastify();
  await servePages(app, realAmbient, folder);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

test.each([
  ['/', 200],
  ['/overview', 200],
  ['/activity?who=key_1', 200],
  ['/set-up?link=x', 200],
  ['/nowhere', 404],
  ['/campaigns/1/2', 200],
])('%s is the page, with %i', async (url, status) => {
  const reply = await app.inject({ url, headers: { accept: 'text/html' } });
  expect([reply.statusCode, reply.headers['content-type'], reply.headers['cache-control']]).toEqual([
    status,
    'text/html; charset=utf-8',
    'no-store',
  ]);
});

test('every page has a nonce of its own, named by a policy that lets nothing else in', async () => {
  const nonces = await Promise.all(
    ['/', '/overview'].map(async (url) => {
      const { body, headers } = await app.inject(url);
      const [, nonce = ''] = /nonce="([^"]+)"/.exec(body) ?? [];
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain(`script-src 'self' 'nonce-${nonce}'`);
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toContain('unsafe');
      expect(body).not.toContain('__CSP_NONCE__');
      return nonce;
    }),
  );
  expect(new Set(nonces).size).toBe(2);
});

test('hashed files are kept for a year, packed where the browser takes that; others are looked at anew', async () => {
  const asset = await app.inject({ url: '/assets/main-abc.js', headers: { 'accept-encoding': 'br, gzip' } });
  expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(asset.headers['content-encoding']).toBe('br');
  expect((await app.inject('/assets/main-abc.js')).body).toBe(SCRIPT);
  expect((await app.inject('/icon.svg')).headers['cache-control']).toBe('no-cache');
});

test.each(['/assets/nowhere.js', '/assets/../../package.json', '/assets/%2e%2e/index.html', '/api/nowhere'])(
  '%s is nothing',
  async (url) => {
    expect((await app.inject(url)).statusCode).toBe(404);
  },
);

test('without built pages, the page says how to build them', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'adhelm-pages-'));
  const unbuilt = Fastify();
  await servePages(unbuilt, realAmbient, empty);
  expect((await unbuilt.inject({ url: '/', headers: { accept: 'text/html' } })).body).toContain('npm start');
  await unbuilt.close();
  rmSync(empty, { recursive: true });
});
