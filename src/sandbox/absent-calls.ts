import type { FastifyInstance } from 'fastify';
import type { Emulator } from './emulator.ts';
import { pathOf } from './request-parts.ts';

/**
 * Answers 501 to calls that the platform has and the sandbox lacks, so that the gap is not taken for a client's mistake. An
 * emulator that dispatches inside a wildcard route answers them itself.
 */
export function hookAbsentCalls(app: FastifyInstance, { coverage, routes }: Emulator): void {
  if (routes !== undefined) return;
  const absent = coverage.routes
    .filter(({ state }) => state === 'absent')
    .map(({ method, path, note }) => ({ call: `${method} ${path}`, method, pattern: patternOf(path), note }));
  app.addHook('onRequest', async (request, reply) => {
    const path = pathOf(request);
    const found = absent.find(({ method, pattern }) => method === request.method && pattern.test(path));
    if (!found) return;
    const message = `The sandbox does not have ${found.call}${found.note ? ` (${found.note})` : ''}. The platform does.`;
    return reply.code(501).send({ error: { code: 501, message, status: 'UNIMPLEMENTED' } });
  });
}

/** `/things/{id}:copy` as the paths it stands for. */
function patternOf(path: string): RegExp {
  const parts = path.split(/\{[^}]+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^/:]+')}$`);
}
