import { setImmediate as nextTurn } from 'node:timers/promises';
import type { WebApplication } from './application.ts';
import type { WebOptions } from './web-parts.ts';

/** The large packages one by one: loaded at once, they would hold up the calls of programs for as long as all of them take. */
const PIECES = [
  () => import('fastify'),
  () => import('@fastify/static'),
  () => import('@fastify/multipart'),
  () => import('@trpc/server'),
  () => import('better-auth'),
];

/** Called with the first request of a person, and not before: a service that only answers programs never pays for it. */
export async function loadWebApplication(options: WebOptions): Promise<WebApplication> {
  for (const load of PIECES) {
    await load();
    await nextTurn();
  }
  const { createWebApplication } = await import('./application.ts');
  return createWebApplication(options);
}
