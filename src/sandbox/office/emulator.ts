import type { FastifyInstance } from 'fastify';
import type { Emulator, World } from '../emulator.ts';
import { OAuthError } from '../google/oauth-error.ts';
import { mountLoginPage } from '../google/sign-in.ts';
import { mountToken } from '../google/token-endpoint.ts';
import { coverage } from './coverage.ts';
import { GoogleError } from './errors.ts';
import { faultReply } from './fault.ts';
import { mountSpreadsheets } from './routes/spreadsheets.ts';
import { mountValues } from './routes/values.ts';
import { grants, seed } from './seed.ts';
import { createTables, isEmpty } from './state.ts';

const emulator: Emulator = {
  platform: 'office',
  coverage,
  prepare({ db }) {
    createTables(db);
    if (isEmpty(db)) seed(db);
  },
  mount(app, world) {
    answerErrors(app);
    mountRoutes(app, world);
  },
  faultReply,
  grants,
};

export default emulator;

function mountRoutes(app: FastifyInstance, world: World): void {
  mountValues(app, world);
  mountSpreadsheets(app, world);
  mountToken(app, world);
  mountLoginPage(app, world);
}

function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof GoogleError || error instanceof OAuthError)) throw error;
    const headers = error instanceof GoogleError ? error.headers : {};
    const body = JSON.stringify(error.body, null, 2);
    return reply.code(error.httpStatus).headers(headers).type('application/json; charset=UTF-8').send(body);
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
