import type { MediaPlanning } from '../../tools/media-planning.ts';
import type { SearchClient } from './client.ts';
import { creating } from './resources/plan-campaign.ts';
import { changing } from './resources/plan-changes.ts';
import { PlanDefaults } from './resources/plan-defaults.ts';
import { runningCampaigns } from './resources/running-campaigns.ts';

export const mediaPlanning: MediaPlanning<SearchClient> = {
  defaults: PlanDefaults,
  creating,
  running: runningCampaigns,
  changing,
  // The platform publishes none: it only refuses less than a bid.
  leastDailyBudget: async () => undefined,
};
