import type { FastifyInstance } from 'fastify';
import type { Emulator } from '../emulator.ts';
import { mountGoogleSignIn } from '../google/sign-in.ts';
import { StatusError } from '../google/status.ts';
import { coverage } from './coverage.ts';
import { errorText, faultReply } from './errors.ts';
import { mountSpreadsheets } from './routes/spreadsheets.ts';
import { mountValues } from './routes/values.ts';
import { PRACTICE_SHEETS } from './seed/agency-plans.ts';
import { grants, seed } from './seed.ts';
import { createTables, findWorkbook, isEmpty } from './state.ts';

const emulator: Emulator = {
  platform: 'office',
  coverage,
  prepare(world) {
    createTables(world.db);
    if (isEmpty(world.db)) seed(world);
  },
  mount(app, world) {
    answerErrors(app);
    mountGoogleSignIn(app, world, 'office');
    mountValues(app, world);
    mountSpreadsheets(app, world);
  },
  faultReply,
  // A file of an older version does not have them.
  practiceSheets: ({ db }) => PRACTICE_SHEETS.filter(({ id }) => findWorkbook(db, id) !== undefined),
  grants,
};

export default emulator;

function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof StatusError)) throw error;
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
