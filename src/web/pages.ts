import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Ambient } from '../ambient.ts';
import { HttpError } from '../errors.ts';

const PAGES_FOLDER = join(import.meta.dirname, '../../dist/web');

/** Placeholder in the built `index.html`, replaced by a new CSP nonce for each reply. */
const NONCE_PLACE = '__CSP_NONCE__';

const YEAR_S = 31_536_000;

/** Routes of the single-page application. Any other gets the same HTML with status 404, and the page shows "not found". */
const PAGE_ADDRESSES =
  /^\/(?:(?:overview|approvals|campaigns|conversions|tags|activity|history|playground|rehearsal|sheets|stop|limits|connections|keys|members|account|sign-in|set-up|invitation|consent)(?:\/.*)?)?$/;

/** The built pages: hashed assets are cached for a year, other files revalidated; every page address gets `index.html`. */
export async function servePages(app: FastifyInstance, ambient: Ambient, folder = PAGES_FOLDER): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    index: false,
    cacheControl: false,
    preCompressed: true,
  });
  app.get('/assets/*', (request, reply) => {
    const { '*': name } = request.params as { '*': string };
    return reply.header('Cache-Control', `public, max-age=${YEAR_S}, immutable`).sendFile(`assets/${name}`);
  });
  app.get('/:file', (request, reply) => {
    const { file } = request.params as { file: string };
    if (!/^[\w-]+\.(?:svg|png|ico|js|txt|webmanifest)$/.test(file)) return sendPage(request.url, reply);
    return reply.header('Cache-Control', 'no-cache').sendFile(file);
  });
  app.get('/', (request, reply) => sendPage(request.url, reply));
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' && !/^\/(?:api|assets|oauth)\//.test(request.url);
    if (wantsPage) return sendPage(request.url, reply);
    throw new HttpError(404, 'NOT_FOUND', 'There is nothing at this address.');
  });

  const page = pageIn(folder);
  function sendPage(url: string, reply: FastifyReply): FastifyReply {
    const nonce = ambient.randomBytes(18).toString('base64');
    const [path = ''] = url.split('?');
    return reply
      .code(PAGE_ADDRESSES.test(path) ? 200 : 404)
      .header('Content-Security-Policy', policy(nonce))
      .header('Cache-Control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page().replaceAll(NONCE_PLACE, nonce));
  }
}

/** Reads `index.html` again when its modification time changes, so that a rebuild needs no restart. */
function pageIn(folder: string): () => string {
  const file = join(folder, 'index.html');
  let read = { at: 0, text: '' };
  return () => {
    if (!existsSync(file)) return NOT_BUILT;
    const at = statSync(file).mtimeMs;
    if (at !== read.at) read = { at, text: readFileSync(file, 'utf8') };
    return read.text;
  };
}

const NOT_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Adhelm</title>
<h1>The pages are not built</h1><p>Start the service with <code>npm start</code>, which builds them.</p></html>`;

/** Nothing from elsewhere, no inline script, and of styles only our own and those the page adds with its nonce. */
function policy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
