import { setImmediate as nextTurn } from 'node:timers/promises';
import type { WebApplication } from './application.ts';
import type { WebOptions } from './web-parts.ts';

/** Imported one per event loop turn: imported together, they would block API calls for as long as all of them take. */
const PIECES = [
  () => import('fastify'),
  () => import('@fastify/static'),
  () => import('@fastify/multipart'),
  () => import('@trpc/server'),
  () => import('better-auth'),
];

/** Called on the first request of a browser, so that a service that only agents call never loads these packages. */
export async function loadWebApplication(options: WebOptions): Promise<WebApplication> {
  for (const load of PIECES) {
    await load();
    await nextTurn();
  }
  const { createWebApplication } = await import('./application.ts');
  return createWebApplication(options);
}
