import { type ApiServers, openApi } from '../../pipeline/openapi.ts';
import type { Tool } from '../../tools/define-tool.ts';
import type { Page } from '../page.ts';
import { docsHtml } from './docs-html.ts';
import { homeHtml } from './home-html.ts';

/** The API description, the page that renders it, and the front page. Made once: they never change while we run. */
export function documentPages(
  byAddress: ReadonlyMap<string, readonly Tool[]>,
  reads: Readonly<Record<string, Tool>>,
  servers: () => ApiServers,
): Page[] {
  const description = once(() => openApi(byAddress, reads, servers()));
  const document = once(() => JSON.stringify(description(), null, 2));
  const docs = once(() => docsHtml(description(), servers()));
  const home = once(() => homeHtml(byAddress, servers()));
  return [
    { path: '/openapi.json', handler: () => ({ type: 'application/json; charset=utf-8', body: document() }) },
    { path: '/docs', handler: () => html(docs()) },
    { path: '/', handler: () => html(home()) },
  ];
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function html(body: string) {
  return {
    type: 'text/html; charset=utf-8',
    body,
    headers: {
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
    },
  };
}
