import type { FastifyInstance } from 'fastify';
import type { Emulator, World } from '../emulator.ts';
import { mountGoogleSignIn } from '../google/sign-in.ts';
import { StatusError } from '../google/status.ts';
import { absent, coverage, served } from './coverage.ts';
import { badRequest, errorText, faultReply, UNEXPLAINED } from './errors.ts';
import { mountRoutes } from './routes/dispatch.ts';
import { ROUTES } from './routes/table.ts';
import { grants, seed } from './seed.ts';
import { readSwitch, switches } from './state/switches.ts';
import { createTables, Store } from './state.ts';

const emulator: Emulator = {
  platform: 'tags',
  coverage,
  routes: served,
  switches,
  prepare(world) {
    createTables(world.db);
    if (new Store(world).isEmpty) seed(world);
  },
  mount(app, world) {
    answerErrors(app, world);
    mountGoogleSignIn(app, world, 'tags');
    mountRoutes(app, world, ROUTES, absent);
  },
  faultReply,
  grants,
};

export default emulator;

function answerErrors(app: FastifyInstance, { db }: World): void {
  app.setErrorHandler((thrown, _request, reply) => {
    if (!(thrown instanceof StatusError)) throw thrown;
    const wordless = thrown.message === UNEXPLAINED && readSwitch(db, 'unexplained') === 'empty';
    const error = wordless ? badRequest('') : thrown;
    return reply.code(error.http).headers(error.headers).type('application/json; charset=UTF-8').send(errorText(error));
  });
  app.setNotFoundHandler((_request, reply) =>
    reply
      .code(404)
      .type('text/html; charset=UTF-8')
      .send(
        '<!DOCTYPE html><html lang=en><title>Error 404 (Not Found)!!1</title><p>The requested URL was not found on this server.',
      ),
  );
}
