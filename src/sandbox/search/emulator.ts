import type { Emulator } from '../emulator.ts';
import { mountGoogleSignIn } from '../google/sign-in.ts';
import { coverage } from './coverage.ts';
import { mountDataManager } from './data-manager/ingest.ts';
import { faultReply } from './errors.ts';
import { bringLeads } from './metrics/leads.ts';
import { mountConversionUploads } from './routes/conversion-uploads.ts';
import { mountCustomers } from './routes/customers.ts';
import { mountFields } from './routes/fields.ts';
import { mountMutates } from './routes/mutate.ts';
import { mountPlanning } from './routes/planning.ts';
import { mountRecommendations } from './routes/recommendations.ts';
import { mountSearch } from './routes/search.ts';
import { mountUserData } from './routes/user-data.ts';
import { accidents } from './rules/accidents.ts';
import { grants, seed } from './seed.ts';
import { createTables } from './state.ts';

const emulator: Emulator = {
  platform: 'search',
  coverage,
  prepare(world) {
    createTables(world.db);
    seed(world);
  },
  accidents,
  timePassed: bringLeads,
  mount(app, world) {
    mountGoogleSignIn(app, world, 'search');
    mountCustomers(app, world);
    mountSearch(app, world);
    mountMutates(app, world);
    mountFields(app, world);
    mountPlanning(app, world);
    mountRecommendations(app, world);
    mountUserData(app, world);
    mountDataManager(app, world);
    mountConversionUploads(app, world);
  },
  faultReply,
  grants,
};

export default emulator;
