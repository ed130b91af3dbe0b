import type { FastifyInstance } from 'fastify';
import type { Emulator, World } from '../emulator.ts';
import { coverage } from './coverage.ts';
import { faultReply } from './errors.ts';
import { adGroupBudgetRoutes } from './routes/ad-group-budgets.ts';
import { adGroupRoutes } from './routes/ad-groups.ts';
import { adRoutes } from './routes/ads.ts';
import { advertiserRoutes } from './routes/advertisers.ts';
import { audienceRoutes } from './routes/audiences.ts';
import { campaignCopyRoutes } from './routes/campaign-copies.ts';
import { campaignRoutes } from './routes/campaigns.ts';
import { changeLogRoutes } from './routes/change-log.ts';
import { eventRoutes } from './routes/events.ts';
import { fileRoutes } from './routes/files.ts';
import { leadAdRoutes } from './routes/lead-ads.ts';
import { leadRoutes } from './routes/leads.ts';
import { pixelRoutes } from './routes/pixels.ts';
import { postRoutes } from './routes/posts.ts';
import { reportTaskRoutes } from './routes/report-tasks.ts';
import { reportRoutes } from './routes/reports.ts';
import { mountRoutes } from './routes/serve.ts';
import { mountConsent, signInRoutes } from './routes/sign-in.ts';
import { smartPlusRoutes } from './routes/smart-plus.ts';
import { smartPlusAdRoutes } from './routes/smart-plus-ads.ts';
import { subscriptionRoutes } from './routes/subscriptions.ts';
import { targetingToolRoutes } from './routes/targeting-tools.ts';
import { accidents } from './rules/accidents.ts';
import { arrivingLeads } from './rules/arriving-leads.ts';
import { pushLeads } from './rules/lead-pushes.ts';
import { RateLimits } from './rules/rate-limits.ts';
import { grants, seed } from './seed.ts';
import { Store } from './state.ts';

const emulator: Emulator = {
  platform: 'video',
  coverage,
  prepare(world) {
    const store = new Store(world.db);
    store.createTables();
    if (store.isEmpty) seed(store, world.now());
  },
  mount,
  accidents,
  timePassed(world) {
    const store = new Store(world.db);
    const leads = world.change(() => arrivingLeads(store, world.now()));
    if (leads.length > 0) pushLeads(world, store, leads);
  },
  faultReply,
  grants,
};

export default emulator;

function mount(app: FastifyInstance, world: World): void {
  const platform = { world, store: new Store(world.db), limits: new RateLimits(world.elapsedMs) };
  mountConsent(app, platform);
  mountRoutes(app, platform, [
    ...signInRoutes,
    ...advertiserRoutes,
    ...campaignRoutes,
    ...campaignCopyRoutes,
    ...adGroupRoutes,
    ...adGroupBudgetRoutes,
    ...adRoutes,
    ...postRoutes,
    ...fileRoutes,
    ...eventRoutes,
    ...leadAdRoutes,
    ...leadRoutes,
    ...subscriptionRoutes,
    ...audienceRoutes,
    ...pixelRoutes,
    ...targetingToolRoutes,
    ...reportRoutes,
    ...reportTaskRoutes,
    ...changeLogRoutes,
    ...smartPlusRoutes,
    ...smartPlusAdRoutes,
  ]);
}
