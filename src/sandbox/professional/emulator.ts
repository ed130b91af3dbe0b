import type { Emulator } from '../emulator.ts';
import { coverage } from './coverage.ts';
import { coded, faultReply } from './errors.ts';
import { mountResources, routesOf } from './restli/dispatch.ts';
import { mountUploads } from './routes/files.ts';
import { RESOURCES } from './routes/resources.ts';
import { mountSignIn } from './routes/sign-in.ts';
import { accidents } from './rules/accidents.ts';
import { pushLeads } from './rules/lead-pushes.ts';
import { grants, seed } from './seed.ts';
import { Store } from './state.ts';

const emulator: Emulator = {
  platform: 'professional',
  coverage,
  routes: routesOf(RESOURCES),
  prepare(world) {
    const store = new Store(world.db);
    store.createTables();
    if (store.isEmpty) seed(world, store);
  },
  mount(app, world) {
    const store = new Store(world.db);
    mountSignIn(app, world, store);
    mountUploads(app, world, store);
    mountResources(app, world, store, RESOURCES);
    app.setNotFoundHandler((_request, reply) => {
      const { status, body } = coded(404, 'RESOURCE_NOT_FOUND', 'No virtual resource found', 0);
      return reply.code(status).type('application/json').send(JSON.stringify(body));
    });
  },
  accidents,
  timePassed: (world) => pushLeads(world, new Store(world.db)),
  faultReply,
  grants,
};

export default emulator;
