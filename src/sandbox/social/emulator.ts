import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Emulator, World } from '../emulator.ts';
import { coverage } from './coverage.ts';
import { faultReply, GraphError, newTraceId, refusal } from './errors.ts';
import { batch } from './graph/batch.ts';
import { dispatch, type Graph, type Reply } from './graph/dispatch.ts';
import { type GraphRequest, parseHttp } from './graph/request.ts';
import { served } from './graph/served-paths.ts';
import { mountLoginDialog } from './routes/login-dialog.ts';
import { accidents } from './rules/accidents.ts';
import { pushLeads } from './rules/lead-pushes.ts';
import { Usage } from './rules/rate-limits.ts';
import { grants, seed } from './seed.ts';
import { Store } from './state.ts';

const emulator: Emulator = {
  platform: 'social',
  coverage,
  routes: served,
  prepare(world) {
    const store = new Store(world.db);
    store.createTables();
    if (store.isEmpty) seed(store, world.now());
  },
  mount,
  accidents,
  timePassed: (world) => pushLeads(new Store(world.db), world),
  faultReply,
  grants,
};

export default emulator;

function mount(app: FastifyInstance, world: World): void {
  const graph: Graph = { world, store: new Store(world.db), usage: new Usage(() => world.now()) };
  mountLoginDialog(app, graph);
  app.all('/*', (request, reply) => send(reply, answer(graph, request)));
}

function answer(graph: Graph, request: FastifyRequest): Reply {
  try {
    const call = parseHttp(request);
    return isBatch(call) ? batch(graph, call) : dispatch(graph, call);
  } catch (error) {
    if (error instanceof GraphError) return refusal(error);
    throw error;
  }
}

function isBatch({ method, segments, params }: GraphRequest): boolean {
  return method === 'POST' && segments.length === 0 && params.has('batch');
}

function send(reply: FastifyReply, { status, headers, body }: Reply): FastifyReply {
  return reply
    .code(status)
    .headers({ ...headers, 'x-fb-trace-id': newTraceId(), 'x-fb-request-id': newTraceId(), 'x-fb-rev': '1026115' })
    .type('application/json; charset=UTF-8')
    .send(JSON.stringify(body));
}
