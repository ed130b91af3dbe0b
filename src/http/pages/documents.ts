import { createHash } from 'node:crypto';
import { type ApiServers, openApi } from '../../pipeline/openapi.ts';
import type { Tool } from '../../tools/define-tool.ts';
import type { Page } from '../page.ts';
import { docsHtml } from './docs-html.ts';
import { DOCS_SCRIPT } from './docs-script.ts';
import { PAGE_STYLE } from './page-style.ts';

/** The API description, and the page that renders it. Made once: they never change while we run. */
export function documentPages(
  byAddress: ReadonlyMap<string, readonly Tool[]>,
  reads: Readonly<Record<string, Tool>>,
  servers: () => ApiServers,
): Page[] {
  const description = once(() => openApi(byAddress, reads, servers()));
  const document = once(() => JSON.stringify(description(), null, 2));
  const docs = once(() => docsHtml(description(), servers()));
  return [
    { path: '/openapi.json', handler: async () => ({ type: 'application/json; charset=utf-8', body: document() }) },
    { path: '/docs', handler: async () => html(docs()) },
  ];
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Our own style and script by their digests; everything else, from wherever, is refused. */
const CONTENT_POLICY = [
  "default-src 'none'",
  `style-src '${digest(PAGE_STYLE)}'`,
  `script-src '${digest(DOCS_SCRIPT)}'`,
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

function digest(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

function html(body: string) {
  return {
    type: 'text/html; charset=utf-8',
    body,
    headers: {
      'Content-Security-Policy': CONTENT_POLICY,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
    },
  };
}
