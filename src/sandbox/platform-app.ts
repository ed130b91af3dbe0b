import Fastify, { type FastifyInstance } from 'fastify';
import { type Ambient, newId } from '../ambient.ts';
import { hookAbsentCalls } from './absent-calls.ts';
import type { Emulator, World } from './emulator.ts';
import { type FaultList, hookFaults } from './faults.ts';
import type { RequestLog } from './request-log.ts';
import { currentRequest } from './world.ts';

const BODY_BYTES_MAX = 64 * 1024 * 1024;

export interface PlatformDependencies {
  world: World;
  ambient: Ambient;
  faults: FaultList;
  log: RequestLog;
}

/** One platform's own address. Its paths start at the root, because that is where the official SDKs look for them. */
export function platformApp(
  emulator: Emulator,
  { world, ambient, faults, log }: PlatformDependencies,
): FastifyInstance {
  const app = Fastify({
    bodyLimit: BODY_BYTES_MAX,
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    genReqId: () => newId(ambient, 'sbx'),
    routerOptions: { maxParamLength: 8_192 },
  });
  handOverRawBodies(app);
  // Replies carry the sandbox's time in `Date`, from which callers know the platform's day.
  app.addHook('onRequest', (_request, reply, done) => {
    reply.raw.setHeader('date', new Date(world.now()).toUTCString());
    done();
  });
  const losesChanges = hookFaults(app, emulator, faults, log);
  hookAbsentCalls(app, emulator);
  // A hook after the body is read, because handlers started by stream events would lose the async context.
  app.addHook('preValidation', (request, _reply, done) =>
    currentRequest.run({ id: request.id, losesChanges: losesChanges(request) }, done),
  );
  emulator.mount(app, world);
  return app;
}

/** Every platform has its own idea of a malformed body, so each emulator parses the bytes itself. */
function handOverRawBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}
